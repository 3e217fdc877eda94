"""What is said in danger to somebody who writes in another language than English.

What they tell is not followed, so no moment is answered but by whom to reach, what to do first and one question that
"yes" and "no" answer; the last sentence says so.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from skills.care.choosing import WITH_LINES
from skills.care.spoken import Language
from skills.care.state import CareState, Move
from skills.care.theirs import THIRD_PARTY
from skills.care.wording import kinds_of
from skills.care.words import Say
from skills.crisis_resources import Directory, Entry

if TYPE_CHECKING:
    from skills.care.danger_classifier import DangerEstimate

PRESENT = 2
"""The level from which on only the guard answers."""
_HUSHED = frozenset({"hush", "hush_first", "hush_choked", "hushed"})
_WELL = frozenset({"cleared", "denied", "noted", "safe"})
_ASKED_ENDING = frozenset({"suicide", "self_harm", "method_request"})


def unfollowed(
    state: CareState, heard: DangerEstimate | None, *, answered: bool
) -> tuple[CareState, DangerEstimate | None]:
    """The state and the estimate for a turn whose words are not followed.

    In danger a question has no answer but "yes" and "no" (`answered`), and what stands keeps its kind: the networks
    learnt English, and hear in another language that there is danger better than which.
    """
    if state.level < PRESENT:
        return state, heard
    kept = state if answered else replace(state, step="")
    return kept, replace(heard, kind=state.kind) if heard and state.kind else heard


def shows_lines(move: Move) -> bool:
    """Whether `answer` says whom to reach."""
    if move.moment in _HUSHED or move.state.unsafe_to_talk:
        return False
    asked = move.state.level < PRESENT and move.state.kind not in THIRD_PARTY
    return move.moment in WITH_LINES if asked else True


def answer(move: Move, language: Language, lines: Directory, today: date) -> Say:
    """The words for a moment, from sentences of the language, with the lines of the country."""
    state, say = move.state, language.say
    reach = _reach(state, language, lines, today)
    danger = [] if state.level == 3 and state.kind != "abuse" else [say.danger]
    if move.moment in _HUSHED or state.unsafe_to_talk:
        texts, asks = [say.hush, say.danger, say.write], "write"
    elif move.moment in _WELL:
        texts, asks = [say.glad, *(reach if state.level >= PRESENT else [])], ""
    elif state.level < PRESENT:
        texts, asks = _asked(move, language, [*reach, say.danger])
    elif move.moment in ("first", "change"):
        texts, asks = _first(state, language, [*reach, *danger])
    else:
        texts, asks = _stay(state, language, [*reach, *danger])
    text = " ".join([*texts, say.unfollowed])
    return Say(text.replace("{emergency}", _numbers(_emergency(state, language, lines))), asks)


def _asked(move: Move, language: Language, lines: list[str]) -> tuple[list[str], str]:
    """Level 1: the direct question; beside it the lines where they were asked for, or where it got no answer."""
    state, say = move.state, language.say
    shown = lines if move.moment in WITH_LINES else []
    if state.kind in THIRD_PARTY:
        return [say.thanks, *lines], ""
    return [say.thanks, *shown, *([say.ending] if state.kind in _ASKED_ENDING else [say.safe])], (
        "ending" if state.kind in _ASKED_ENDING else "safe"
    )


def _first(state: CareState, language: Language, lines: list[str]) -> tuple[list[str], str]:
    """Levels 2 and 3: what comes first in a danger of this kind, and whom to reach."""
    say = language.say
    if state.kind == "abuse":
        return [say.believe, *lines, say.close, say.write], "write"
    if state.kind == "medical":
        return [say.urgent], ""
    if state.level == 3:
        steps = [say.urgent] if state.kind in THIRD_PARTY else [say.urgent, say.means]
        return [*steps, *lines], ""
    if state.kind in THIRD_PARTY:
        return [say.thanks, *lines], ""
    known = [say.program] if state.country else []  # else there is more to say about the lines
    return [say.thanks, *known, *lines, say.near], "near"


def _stay(state: CareState, language: Language, lines: list[str]) -> tuple[list[str], str]:
    """While danger lasts: whom to reach again, since it may not have been understood, and questions that take turns."""
    say = language.say
    if state.kind == "medical" or (state.level == 3 and state.kind != "abuse"):
        lines = [say.urgent, *(lines if state.kind != "medical" else [])]
    if state.kind in THIRD_PARTY or state.kind == "medical":
        return lines, ""
    other = (say.write, "write") if state.kind == "abuse" else (say.near, "near")
    asked, asks = (say.safe, "safe") if state.told % 2 == 0 and not state.safe else other
    return [*lines, asked], asks


def _reach(state: CareState, language: Language, lines: Directory, today: date) -> list[str]:
    """Which number helps, and where there is none, where numbers are; an unknown country is asked for."""
    say, worried = language.say, state.kind == "third_party"
    found = lines.best(state.country, kinds_of(state), today, worried=worried, minor=state.minor, by_phone=True)
    if found:
        return [say.reach.replace("{number}", _named(found))]
    held = say.unheld if lines.without_lines(state.country) else say.nowhere
    listed = held.replace("{directory}", lines.international())
    return [listed] if state.country else [listed, say.country]


def _named(entry: Entry) -> str:
    """The number, and the name where it says more."""
    name = entry.name.removeprefix("the ").partition(",")[0]
    number = _numbers(entry.phone)
    return number if name in number else f"{number} ({name})"


def _emergency(state: CareState, language: Language, lines: Directory) -> str:
    return lines.emergency(state.country, unknown=language.say.local)


def _numbers(phone: str) -> str:
    return phone.replace(" or ", " / ")
