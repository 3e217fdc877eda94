"""How a conversation moves in danger, turn by turn: up at once, down slowly, and what is said on the way."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from skills.care import own, told
from skills.care.answers import (
    NO_CLEARS,
    bare_no,
    half_a_no,
    has_called,
    no_with_more,
    plain_no,
    plain_yes,
    says_safe,
    yes_safe,
)
from skills.care.detect import Finding, Reading
from skills.care.plain import sentences
from skills.care.state import CareState, Move
from skills.care.theirs import THIRD_PARTY, UNSAFE, of_somebody_else

LINES_AGAIN = 6
"""The person's turns after which lines may be shown once more, unasked."""
CALM_TURNS = 2
"""Calmer turns wanted after "I'm safe" before the level goes down by one."""
PLAIN = 2
"""The level at which safety told unasked counts, where the danger was no guess; else it is asked about first."""
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
_LIGHTER = frozenset({"safe", "better", "leaves", "dont_know"})
_HEAVIER = frozenset({"worse", "means_near"})
_SURE = frozenset({"near", "from", "asked", "theirs"})
"""Questions to which only a plain yes is a yes: "not yet" is met as "no"."""


def advance(state: CareState, reading: Reading, text: str, now: datetime, minimum_age: int = OF_AGE) -> Move:
    """One turn of the person: up at once, down slowly (care by turns, never by the clock).

    What was only guessed goes down at once when it is denied.
    """
    said = " ".join(sentences(text))
    age = own.stated_age(said)
    aged = replace(
        state,
        at=now,
        lines_shown=None if state.lines_shown is None else state.lines_shown + 1,
        answered=None if state.answered is None else state.answered + 1,
        minor=state.minor or (age is not None and age < minimum_age),
    )
    finding = reading.finding
    if finding and not _evades(aged, finding):
        return _hushed(_danger(aged, finding, said, reading.asks), said, asked=state.step)
    if another := told.about_another(state, reading.asks):
        return Move(replace(aged, kind=another, step="", safe=False, calm=0), "change" if state.level >= 2 else "first")
    guessed = state.level >= 2 and state.unsure and not state.unsafe_to_talk
    if guessed and reading.misheard and not told.taken_seriously(aged):
        return Move(_let_go(aged), "misheard")
    if guessed and not reading.loud and _denied(aged, text, reading):
        return Move(replace(aged, level=1, safe=False, calm=0, told=0, unanswered=0), "denied")
    if state.level >= 2:
        return _hushed(_sticky(aged, text, reading), said, asked=state.step)
    return _calm(aged, text, reading)


def _let_go(state: CareState) -> CareState:
    """Nobody is in danger; what they say from now on is heard as anybody's, neither with more care nor with less."""
    return replace(state, step="", level=0, safe=False, calm=0, unanswered=0, answered=None)


def _evades(state: CareState, finding: Finding) -> bool:
    """Whether passive words stand in the place of an answer to the direct question: it is asked once more."""
    passive = finding.level == state.level == 1 and state.kind in (finding.kind, "suicide")
    return passive and state.step in NO_CLEARS


def _calm(state: CareState, text: str, reading: Reading) -> Move:
    """A turn without danger, at level 1 or below."""
    said = " ".join(sentences(text))
    if own.ASKS_FOR_LINE.search(said) or (reading.asks == "lines" and _lately(state, LINES_AGAIN)):
        kept = state.step if state.step in NO_CLEARS else ""  # the question stays open beside the line
        return Move(replace(state, level=1, kind=state.kind or "suicide", step=kept), "lines")
    if state.level == 1 and state.step in NO_CLEARS:
        return _answered(state, text, reading)
    taken_back = own.TAKEN_BACK.search(said) is not None and state.level == 1 and _lately(state, ASK_AGAIN)
    if taken_back:  # no question was open: there is nothing to be asked once more
        return Move(replace(state, step="", level=0, believed=True), "cleared")
    return Move(replace(state, step=""))


def _answered(state: CareState, text: str, reading: Reading) -> Move:
    """The answer to the direct question at level 1: only a bare no is an all-clear.

    Everything else holds: it is asked about once more, beside a line. What is no plain answer the second time is taken
    for present danger, but for a "no" with more beside it: that one stays at level 1, and the talk goes on. What was
    asked on a guess is not asked again after a "no" with a reason in which nothing is heard: the skills answer it.
    """
    cleared = replace(state, step="", level=0, believed=True, unanswered=0)
    if bare_no(state, text):
        return Move(cleared, "cleared")
    said = " ".join(sentences(text))
    no = no_with_more(said)
    if state.unsure and reading.finding is None:
        if reading.misheard:
            return Move(_let_go(state), "misheard")
        reasoned = no and not half_a_no(text) and not own.NO.fullmatch(said)  # "not really" and no reason is no answer
        if (denied := _denied(state, text, reading)) or reasoned or reading.calm:
            return Move(replace(cleared, step="ending_again") if denied else replace(state, step="", unanswered=0))
    if not state.unanswered:
        return Move(replace(state, unanswered=1), "asks_again")
    if no:
        return Move(replace(state, step="", unanswered=0), "noted")
    return Move(replace(state, level=2, safe=False, calm=0, told=0, unanswered=0), "held")


def _denied(state: CareState, text: str, reading: Reading) -> bool:
    """Whether the person plainly says that what was only guessed is not so, or that all are safe."""
    said = " ".join(sentences(text))
    safe = says_safe(state, said) or (state.step == "safe" and yes_safe(said))
    if safe and not reading.again:
        return True
    taken_back = reading.denied or own.TAKEN_BACK.search(said) is not None
    return plain_no(state, text) or (taken_back and not half_a_no(text))


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
        new = moment in ("first", "change") and not state.unsure
        return Move(replace(state, unsafe_to_talk=True), "hush_first" if new else "hush")
    if state.unsafe_to_talk and (free or (asked == "write" and plain_yes(said))):
        return Move(replace(state, unsafe_to_talk=False), "stay" if moment == "safe" else moment)
    return Move(state, "hushed" if state.unsafe_to_talk and moment in ("first", "change", "stay", "again") else moment)


def _danger(state: CareState, finding: Finding, said: str, act: str) -> Move:
    unsure = not finding.sure and (state.unsure or state.level < 2)
    state = replace(state, danger_at=state.at if finding.level >= 2 else state.danger_at, unsure=unsure)
    lately = state.kind == finding.kind and state.answered is not None and state.answered < ASK_AGAIN
    if finding.level == 1 and state.level < 2 and lately:
        return Move(replace(state, level=1, step=""))
    if finding.kind == "violence" and state.kind in THIRD_PARTY and 2 <= finding.level <= state.level:
        return Move(replace(state, safe=False, calm=0), "defend")  # and the one they worry about is not forgotten
    if finding.level > state.level or (finding.level == state.level > 1 and finding.kind != state.kind):
        # Help that came for what stood before may know nothing of what is graver.
        risen = replace(state, level=finding.level, kind=finding.kind, safe=False, calm=0, told=0, helped=False)
        return Move(risen, _risen(state, risen, act))
    if state.level >= 2:
        same = replace(state, safe=False, calm=0)
        moment = _theirs(same, said) or _told_again(same, act) or _met_again(state, finding)
        return Move(replace(same, asked=same.asked or moment == "asked_yes"), moment)
    return Move(replace(state, kind=finding.kind, step=""), "first")


def _risen(state: CareState, risen: CareState, act: str) -> str:
    """The moment for graver danger, or another kind; whoever says that they have called is not told to call."""
    if state.step == "steady" and (risen.kind, risen.level) == ("psychosis", 2):
        return "steady_no"
    met = told.moment_of(risen, act) if state.level >= 2 and act in ("called", "here") else ""
    return met or ("first" if risen.level > state.level else "change")


def _met_again(state: CareState, finding: Finding) -> str:
    """The moment for danger that says no more than what stands; a way to die is refused each time it is asked for."""
    if finding.kind == state.kind == "method_request" and finding.level == state.level:
        return "change"
    return "stay" if finding.level < 3 else "again" if finding.kind == state.kind else "change"


def _told_again(state: CareState, act: str) -> str:
    """What is told beside danger that says no more than what stands: all but what would make light of it."""
    return "" if act in _LIGHTER else told.moment_of(state, act)


def _sticky(state: CareState, text: str, reading: Reading) -> Move:
    """A turn at level 2 or 3 in which nothing graver is found: down only by what the person says of being safe."""
    said, act = " ".join(sentences(text)), reading.asks
    state = replace(state, company=state.company and act != "alone")
    denied, told_safe = bare_no(state, text), act == "safe" and UNSAFE.search(said) is None
    safe = denied or says_safe(state, said) or (state.step == "safe" and (told_safe or yes_safe(said)))
    asked = denied or state.step == "safe"
    if safe and not state.safe and (asked or (state.level == PLAIN and not state.unsure)):
        return Move(replace(state, safe=True, calm=0, unanswered=0), "denied" if denied else "safe")
    if (safe or told_safe) and not state.safe:
        return Move(replace(state, calm=0), "told_safe")
    if reading.denied or own.TAKEN_BACK.search(said):
        return Move(replace(state, calm=0), _checked(state))
    moment = _answering(state, said, act)
    if not moment and state.step in NO_CLEARS and not state.unanswered:
        return Move(replace(state, calm=0, unanswered=1), "asks_again")
    calm = replace(
        state,
        calm=0 if reading.again or act in _HEAVIER else state.calm + 1,
        asked=state.asked or moment == "asked_yes",
        company=state.company or moment in ("company", "near_yes", "alone_no"),
    )
    if calm.safe and calm.calm >= CALM_TURNS:
        # What may have been misheard need not be said to be safe at each level; what was plain must be.
        lower = replace(calm, level=calm.level - 1, safe=calm.unsure, calm=0)
        return Move(lower, moment or ("stay" if lower.level >= 2 else "down"))
    return Move(calm, moment or "stay")


def _answering(state: CareState, said: str, act: str) -> str:
    """The moment for what was told, or answered, beside danger; "" for nothing."""
    heard = told.moment_of(state, act)
    if heard and act in told.FIRST_OF_ALL:  # "nobody picked up" is no "nobody is near"
        return heard
    if has_called(state.step, said):
        return "help"
    unsure = act == "dont_know" and state.step == "safe"  # not being sure of being safe is more than not knowing
    return _theirs(state, said) or ("" if unsure else heard) or _to_question(state, said)


def _checked(state: CareState) -> str:
    """What was taken back is asked about; after the question it is an answer that leaves the question open."""
    return "asks_again" if state.step in NO_CLEARS else "check"


def _theirs(state: CareState, said: str) -> str:
    """What was told about somebody else; that they were asked is met once."""
    moment = of_somebody_else(said) if state.kind in THIRD_PARTY else ""
    return "" if moment == "asked_yes" and state.asked else moment


def _to_question(state: CareState, said: str) -> str:
    """A yes or no to the guard's question, where it has words of its own."""
    yes, no, unsure = (words.search(said) is not None for words in (own.YES, own.NO, own.UNSURE))
    if state.step == "safe" and (unsure or (yes and not plain_yes(said))):
        return "unsure"
    no = no or (unsure and state.step in _SURE)
    answer = f"{state.step}_{'no' if no else 'yes'}" if yes or no else ""
    return answer if answer in ANSWERS else ""
