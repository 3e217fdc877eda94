"""How a conversation moves in danger, turn by turn: up at once, down slowly, and what is said on the way."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from skills.care import own
from skills.care.answers import NO_CLEARS, OWN_LIFE, has_called, plain_no, plain_yes, says_safe
from skills.care.detect import Finding, Reading
from skills.care.plain import sentences
from skills.care.state import CareState, Move
from skills.care.theirs import COMPANY, GONE, PUT_AWAY, THIRD_PARTY, told

LINES_AGAIN = 6
"""The person's turns after which lines may be shown once more, unasked."""
CALM_TURNS = 2
"""Calmer turns wanted after "I'm safe" before the level goes down by one."""
BRIEF, TELLING = 12, 25
"""A "no" of at most so many words is thanked for by the guard: with a question if it is brief, with the word given back
if it went on to tell something. A longer one is answered by the skills."""
ASK_AGAIN = 3
"""The person's turns before passive words are answered with the direct question a second time, and for which a question
still has an answer."""
OF_AGE = 18
"""Whoever says that they are younger is treated as a minor, unless the operator sets another age."""
ANSWERS = (
    *("near_yes", "near_no", "alone_yes", "alone_no", "wound_yes", "hurt_yes"),
    *("asked_yes", "asked_no", "theirs_yes", "theirs_no", "from_yes", "from_no"),
)
"""Answers to the guard's own questions that have words of their own."""
_SURE = frozenset({"near", "from", "asked", "theirs"})
"""Questions to which only a plain yes is a yes: "not yet" is met as "no"."""


def advance(state: CareState, reading: Reading, text: str, now: datetime, minimum_age: int = OF_AGE) -> Move:
    """One turn of the person: up at once, down slowly (care by turns, never by the clock)."""
    said = " ".join(sentences(text))
    age = own.stated_age(said)
    aged = replace(
        state,
        at=now,
        lines_shown=None if state.lines_shown is None else state.lines_shown + 1,
        answered=None if state.answered is None else state.answered + 1,
        minor=state.minor or (age is not None and age < minimum_age),
    )
    if reading.finding:
        return _hushed(_danger(aged, reading.finding, said), said, asked=state.step)
    if state.level >= 2:
        return _hushed(_sticky(aged, said, reading), said, asked=state.step)
    return _calm(aged, said, denied=reading.denied)


def _calm(state: CareState, said: str, *, denied: bool) -> Move:
    """A turn without danger, at level 1 or below."""
    if (own.WANTS_LINES if _lately(state, LINES_AGAIN) else own.ASKS_FOR_LINE).search(said):
        return Move(replace(state, level=1, kind=state.kind or "suicide", step=""), "lines")
    no = denied or own.TAKEN_BACK.search(said) is not None or plain_no(state, said)
    if not (no and state.level == 1 and _lately(state, ASK_AGAIN)):
        asks_back = state.step in NO_CLEARS and own.ASKS_BACK.search(said) is not None
        return Move(state if asks_back else replace(state, step=""))  # a question asked back leaves the guard's open
    words = len(said.split())
    moment = "cleared" if words <= BRIEF else "cleared_told" if words <= TELLING else ""
    return Move(replace(state, step="", level=0, believed=True), moment)


def _lately(state: CareState, turns: int) -> bool:
    """Whether the guard spoke not more than so many turns ago."""
    return state.answered is not None and state.answered <= turns


def _hushed(move: Move, said: str, *, asked: str) -> Move:
    """Where whoever hurts the person is near or reads along, few words, until they say that they can write."""
    state, moment = move.state, move.moment
    if state.kind != "abuse" or state.level < 2:
        return move
    free, unsafe = own.CAN_WRITE.search(said) is not None, own.CANNOT_WRITE.search(said) is not None
    if asked == "write":
        unsafe = unsafe or (not free and any(words.search(said) for words in (own.NO, own.NOT_NOW)))
    if unsafe or (not free and own.WATCHED.search(said)):
        return Move(replace(state, unsafe_to_talk=True), "hush_first" if moment in ("first", "change") else "hush")
    if state.unsafe_to_talk and (free or (asked == "write" and plain_yes(said))):
        return Move(replace(state, unsafe_to_talk=False), "stay" if moment == "safe" else moment)
    return Move(state, "hushed" if state.unsafe_to_talk and moment in ("first", "change", "stay", "again") else moment)


def _danger(state: CareState, finding: Finding, said: str) -> Move:
    unsure = not finding.sure and (state.unsure or state.level < 2)
    state = replace(state, danger_at=state.at if finding.level >= 2 else state.danger_at, unsure=unsure)
    lately = state.kind == finding.kind and state.answered is not None and state.answered < ASK_AGAIN
    if finding.level == 1 and state.level < 2 and lately:
        return Move(replace(state, level=1, step=""))
    if finding.kind == "violence" and state.kind in THIRD_PARTY and 2 <= finding.level <= state.level:
        return Move(replace(state, safe=False, calm=0), "defend")  # and the one they worry about is not forgotten
    if finding.level > state.level or (finding.level == state.level > 1 and finding.kind != state.kind):
        risen = replace(state, level=finding.level, kind=finding.kind, safe=False, calm=0, told=0)
        if state.step == "steady" and (finding.kind, finding.level) == ("psychosis", 2):
            return Move(risen, "steady_no")
        return Move(risen, "first" if finding.level > state.level else "change")
    if state.level >= 2:
        same = replace(state, safe=False, calm=0)
        moment = _theirs(same, said) or (
            "stay" if finding.level < 3 else "again" if finding.kind == state.kind else "change"
        )
        return Move(replace(same, asked=same.asked or moment == "asked_yes"), moment)
    return Move(replace(state, kind=finding.kind, step=""), "first")


def _sticky(state: CareState, said: str, reading: Reading) -> Move:
    no = state.kind == "method_request" and state.step == "ending" and plain_no(state, said)
    back = reading.denied or no or own.TAKEN_BACK.search(said) is not None
    if back and (state.level == 2 or state.unsure) and not state.believed:
        # Who asked for a way to die is believed, and stays at level 1: asking once more is heard in fewer words.
        return Move(replace(state, level=1 if no else 0, safe=False, calm=0, believed=True, unsure=False), "sorry")
    state = _with_whom(state, said)
    safe = back or says_safe(state, said) or (state.step == "safe" and plain_yes(said))
    if safe and not state.safe:
        return Move(replace(state, safe=True, calm=0), "safe")
    moment = _theirs(state, said) or _near(state, said) or _asked(state, said)
    calm = replace(
        state,
        calm=0 if reading.again else state.calm + 1,
        asked=state.asked or moment == "asked_yes",
        company=state.company or moment in ("company", "near_yes", "alone_no"),
    )
    if state.unsure and not moment and calm.calm >= CALM_TURNS:
        # Misheard, it seems: the talk goes on, and what is heard next is asked about again.
        return Move(replace(calm, level=1, step="", unsure=False))
    if calm.safe and calm.calm >= CALM_TURNS:
        lower = replace(calm, level=calm.level - 1, safe=False, calm=0)
        return Move(lower, moment or ("stay" if lower.level >= 2 else "down"))
    return Move(calm, moment or "stay")


def _with_whom(state: CareState, said: str) -> CareState:
    left = state.company and (GONE.search(said) is not None or own.ALONE.search(said) is not None)
    return replace(state, company=False) if left else state


def _theirs(state: CareState, said: str) -> str:
    """What was told about somebody else; that they were asked is met once."""
    moment = told(said) if state.kind in THIRD_PARTY else ""
    return "" if moment == "asked_yes" and state.asked else moment


def _near(state: CareState, said: str) -> str:
    """Who or what is near: company, help, or means that were put away."""
    own_life = state.kind in OWN_LIFE
    if own_life and PUT_AWAY.search(said):
        return "away"
    if own_life and COMPANY.search(said):
        return "" if state.company or (state.safe and state.level < 3) else "company"
    return "help" if _help_comes(state, said) else ""


def _help_comes(state: CareState, said: str) -> bool:
    if has_called(state.step, said):
        return True
    if state.kind == "psychosis":
        return own.HELP_TOLD.search(said) is not None
    # Where somebody at home is the danger, "my husband is coming" is no help.
    if state.kind in ("abuse", "violence"):
        return bool(_OFFICIAL.search(said) and own.HELP_COMES.search(said))
    return any(words.search(said) for words in (own.HELP_COMES, own.THEY_COME))


_OFFICIAL = re.compile(r"\b(?:police|ambulance|paramedics|911|999)\b")
_WANTS = (
    *(("lines", own.WANTS_LINES), ("police", own.FEARS_POLICE), ("refuses", own.REFUSES)),
    ("leaves", own.LEAVES),
)


def _asked(state: CareState, said: str) -> str:
    """What the person wants to know or answers, apart from danger."""
    for moment, words in _WANTS:
        if words.search(said):
            return moment
    if state.step in ("near", "alone") and own.ALONE.search(said):
        return "near_no" if state.step == "near" else "alone_yes"
    yes, no, unsure = (words.search(said) is not None for words in (own.YES, own.NO, own.UNSURE))
    if state.step == "safe" and (unsure or (yes and not plain_yes(said))):
        return "unsure"
    no = no or (unsure and state.step in _SURE)
    answer = f"{state.step}_{'no' if no else 'yes'}" if yes or no else ""
    return answer if answer in ANSWERS else ""
