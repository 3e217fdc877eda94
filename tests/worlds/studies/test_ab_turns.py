"""Two bots at once as it is kept between pages: what is written down and read again goes on as `worlds.ab` has it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import msgspec
import pytest

from bot.dialog import Conversation, Reply, Turn, Verdict
from bot.errors import StudyError
from bot.parts import part
from bot.step import NOT_KEPT, Step, Trace
from bot.testing.scripted import NOON
from worlds.ab import Plan
from worlds.judgement import Opening
from worlds.studies.ab_turns import Answered, Duet, Judged, Said, advance, waiting
from worlds.studies.judging import Choice

Level = Literal[0, 1, 2, 3]
PLAN = Plan(Opening("trial", 7, "one", "two"), "p", turns=2)


@part("test_ab_turns", version=1)
@dataclass(frozen=True)
class Known:
    """What a bot has learnt."""

    words: int


def step(conversation: Conversation, text: str, says: str, level: Level = 0) -> Step:
    verdict = Verdict(level, "suicide", level > 1) if level else None
    told = (Turn("user", NOT_KEPT if level > 1 else text, NOON), Turn("bot", says, NOON))
    after = replace(conversation, turns=(*conversation.turns, *told)).knowing(Known(len(text)))
    return Step(after, Reply(says, "words", 0.5), Trace(verdict))


def go(duet: Duet, event: Said | Answered | Judged) -> Duet:
    """One step, and what is kept of it read again."""
    after = advance(duet, "p", event, replace(PLAN, judged=len(duet.judged)))
    return msgspec.json.decode(msgspec.json.encode(after), type=Duet)


def answered(duet: Duet, left: str, right: str, levels: tuple[Level, Level] = (0, 0)) -> Duet:
    conversation, text = waiting(duet, PLAN)
    both = (step(conversation, text, says, level) for says, level in zip((left, right), levels, strict=True))
    return go(duet, Answered(duet.turn, *both))


def said(duet: Duet, text: str = "hello", name: str = "e1") -> Duet:
    return go(duet, Said(name, text))


EMPTY = Duet(least=1, most=2, seats=("p",))


def test_the_talk_goes_on_with_what_was_chosen_and_the_side_is_no_matter() -> None:
    shown = answered(said(EMPTY), "I am left.", "I am right.")
    assert {shown.shown("a"), shown.shown("b")} == {"I am left.", "I am right."}
    letter: Literal["a", "b"] = "a" if shown.shown("a") == "I am right." else "b"
    after = go(shown, Judged(1, letter, 9.5))
    (judged,) = after.judged
    assert (judged.item, judged.given, judged.seconds) == ("turn-1", Choice(1), 9.5)
    assert after.said_by("p") == [(True, "hello"), (False, "I am right.")]
    assert after.letter == letter.upper()
    conversation, _ = waiting(after, PLAN)
    assert conversation.state.get(Known) == Known(5)  # what the bots learnt is read again


def test_ties_go_on_with_either() -> None:
    after = go(answered(said(EMPTY), "left", "right"), Judged(1, "neither", 1))
    assert after.judged[0].given == Choice(tie="neither")
    assert after.said_by("p")[1][1] in ("left", "right")


def test_nothing_is_asked_where_both_say_the_same() -> None:
    after = answered(said(EMPTY), "same", "same")
    assert (after.offers, after.judged, after.same, after.turn) == (None, (), 1, 2)


@pytest.mark.parametrize(("levels", "lead"), [((2, 0), "left"), ((0, 3), "right")])
def test_danger_ends_the_comparison_and_the_talk_goes_on(levels: tuple[Level, Level], lead: str) -> None:
    shown = answered(said(EMPTY, "words of danger"), "Are you safe?", "Are you safe!", levels)
    assert (shown.lead, shown.offers, shown.judged) == (lead, None, ())
    assert b"words of danger" not in msgspec.json.encode(shown)
    later = answered(said(shown, "I am alone", "e2"), "left", "right")
    assert later.offers is None
    assert later.said_by("p")[-1] == (False, lead)


def test_what_comes_twice_is_once() -> None:
    writing = said(EMPTY)
    assert said(writing) == writing
    shown = answered(writing, "left", "right")
    late = step(Conversation("x"), "hello", "late")
    assert go(shown, Answered(1, late, late)) == shown
    after = go(shown, Judged(1, "a", 1))
    assert go(after, Judged(1, "b", 1)) == after


def test_what_is_not_waited_for_is_refused() -> None:
    writing = said(EMPTY)
    with pytest.raises(StudyError, match="both answers come first"):
        said(writing, "again", "e2")
    with pytest.raises(StudyError, match="both answers come first"):
        said(answered(writing, "left", "right"), "again", "e2")
    over = EMPTY
    for turn in (1, 2):
        over = go(answered(said(over, name=f"e{turn}"), "left", "right"), Judged(turn, "a", 1))
    with pytest.raises(StudyError, match="this talk is over"):
        said(over, "more", "e3")


def test_what_a_changed_bot_does_not_know_is_forgotten() -> None:
    after = answered(said(EMPTY), "same", "same")
    strange = msgspec.structs.replace(after.talked, known=(("no_such_part", 1, "{}"), *after.talked.known))
    conversation, _ = waiting(msgspec.structs.replace(after, talked=strange), PLAN)
    assert list(conversation.state) == [Known(5)]
