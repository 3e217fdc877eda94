"""How a conversation moves in danger, turn by turn: up at once, down slowly, and what is said on the way."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from skills.care import own, told
from skills.care.answers import (
    DOUBT,
    NO_CLEARS,
    bare_no,
    half_a_no,
    no_with_more,
    plain_no,
    plain_yes,
    says_safe,
    yes_safe,
)
from skills.care.findings import Finding, Reading
from skills.care.holding import held
from skills.care.plain import sentences
from skills.care.rising import risen
from skills.care.state import ASK_AGAIN, LINES_AGAIN, CareState, Move, let_go, resumed

OF_AGE = 18
"""Whoever says that they are younger is treated as a minor, unless the operator sets another age."""
SHRUGS = 2
"""So many vague answers running, while the talk half sounds like danger, and the direct question is asked, once."""


def advance(state: CareState, reading: Reading, text: str, now: datetime, minimum_age: int = OF_AGE) -> Move:
    """One turn of the person: up at once, down slowly (care by turns, never by the clock).

    What was only guessed goes down at once when it is denied.
    """
    said = " ".join(sentences(text))
    kinds = frozenset({state.kind} | ({reading.finding.kind} if reading.finding else set()))
    reading = replace(reading, asks=told.who_came(state, kinds, reading.asks, said))
    age = own.stated_age(said)
    aged = replace(
        state,
        at=now,
        lines_shown=None if state.lines_shown is None else state.lines_shown + 1,
        answered=None if state.answered is None else state.answered + 1,
        minor=state.minor or (age is not None and age < minimum_age),
        shrugs=_shrugs(state, reading),
    )
    finding = reading.finding
    if finding and not _evades(aged, finding):
        return _hushed(risen(aged, finding, said, reading.asks), said, state.step, reading.asks)
    if another := told.of_another_kind(state, reading.asks):
        return Move(replace(aged, kind=another, step="", safe=False, calm=0), "change" if state.level >= 2 else "first")
    guessed = state.level >= 2 and state.unsure and not state.unsafe_to_talk
    if guessed and reading.misheard and not (told.taken_seriously(aged) or _answers(aged, said)):
        return Move(resumed(aged), "doubted")
    if guessed and not reading.loud and _denied(aged, text, reading):
        moment = told.moment_of(replace(aged, safe=True), "leaves") if reading.asks == "leaves" else ""
        return Move(resumed(aged), moment or "denied")
    if state.level >= 2:
        return _hushed(held(aged, text, reading), said, state.step, reading.asks)
    return _calm(aged, text, reading)


def _answers(state: CareState, said: str) -> bool:
    """Whether a bare no answers another question than whether there is danger: "no" to being alone denies nothing."""
    return state.step != "" and state.step not in NO_CLEARS and own.BARE_NO.match(said) is not None


def _shrugs(state: CareState, reading: Reading) -> int:
    """Vague answers running, in a talk that half sounds like danger; once that was asked about, it stays so."""
    if state.shrugs > SHRUGS or state.believed:
        return state.shrugs
    return min(state.shrugs + 1, SHRUGS) if reading.half and reading.asks == "dont_know" else 0


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
    if state.shrugs == SHRUGS and not state.believed:
        return risen(replace(state, shrugs=SHRUGS + 1), Finding(reading.half, 1, sure=False), said, reading.asks)
    return Move(replace(state, step=""))


def _answered(state: CareState, text: str, reading: Reading) -> Move:
    """The answer to the direct question at level 1: only a bare no is an all-clear.

    Everything else holds: it is asked about once more, beside a line. What is no plain answer the second time is taken
    for present danger, but for a "no" with more beside it: that one stays at level 1, and the talk goes on. What was
    asked on a guess is not asked again after a "no" with a reason in which nothing is heard: the skills answer it.
    """
    cleared = replace(state, step="", level=0, believed=True, unanswered=0)
    doubted = state.step == DOUBT  # an apology stood beside the question
    if bare_no(state, text):
        return Move(let_go(state)) if doubted else Move(cleared, "cleared")
    said = " ".join(sentences(text))
    no = no_with_more(said)
    if state.unsure and reading.finding is None:
        if reading.misheard and own.YES.search(said) is None:
            return Move(let_go(state), "" if doubted else "misheard")
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


def _hushed(move: Move, said: str, asked: str, act: str) -> Move:
    """Where whoever hurts the person is near or reads along, few words, until they say that they can write."""
    state, moment = move.state, move.moment
    arrived = moment == "here" and state.helped  # they were called, and are no danger
    if state.kind != "abuse" or state.level < 2 or arrived or state.there:
        return move
    free, unsafe = own.CAN_WRITE.search(said) is not None, own.CANNOT_WRITE.search(said) is not None
    if asked == "write":
        no = act in ("", "unsafe") and own.NO.search(said) is not None  # "no, I mean: is it my fault" asks something
        unsafe = unsafe or (not free and (no or own.NOT_NOW.search(said) is not None))
    if unsafe or (not free and own.WATCHED.search(said)):
        new = moment in ("first", "change") and not state.unsure
        return Move(replace(state, unsafe_to_talk=True), "hush_first" if new else "hush")
    if state.unsafe_to_talk and (free or (asked == "write" and plain_yes(said))):
        return Move(replace(state, unsafe_to_talk=False), "stay" if moment == "safe" else moment)
    return Move(state, "hushed" if state.unsafe_to_talk and moment in ("first", "change", "stay", "again") else moment)
