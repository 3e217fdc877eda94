from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.dialog import Reply, TurnView, Verdict
from bot.engine import Engine
from bot.frontends.danger import EXCERPT, PARTS, PIECE, READ, _pieces, excerpt, over_length, over_limit
from bot.registry import Watch
from bot.sessions import Sessions
from bot.store import Store

KEY = "web:ann::ann"
CALM = "it was a long day and the rain did not stop. "


class Counting:
    """Stops whatever speaks of danger, and all that follows in the same talk; notes how much it has read."""

    def __init__(self) -> None:
        self.read: list[int] = []

    def watch(self, turn: TurnView, /) -> Watch:
        self.read.append(len(turn.text))
        if any("danger" in said for said in turn.conversation.said("user")):
            return Watch(Verdict(2, "suicide", stopped=True), reply=Reply("Are you safe?", "guard", 1.0))
        return Watch()

    def refuse(self, reply: Reply, /) -> str | None:
        return None


@pytest.fixture
def guard() -> Counting:
    return Counting()


@pytest.fixture
async def sessions(tmp_path: Path, guard: Counting) -> AsyncIterator[Sessions]:
    async with (
        Store.open(f"sqlite+aiosqlite:///{tmp_path / 'talk.db'}") as store,
        Sessions(Engine((), guard, keep_crisis_text=True), store, gather=0) as opened,
    ):
        yield opened


@given(st.text(alphabet="ab \n", max_size=4000), st.integers(PARTS * 4, 1500))
def test_an_excerpt_is_short_and_holds_nothing_that_was_not_said(text: str, size: int) -> None:
    found = excerpt(text, size)
    assert len(found) <= size
    assert found == text if len(text) <= size else all(part in text for part in found.split("\n"))


def test_an_excerpt_has_the_start_the_end_and_something_of_what_is_between() -> None:
    words = [f"w{number:04}" for number in range(5000)]
    found = excerpt(" ".join(words), 600).split()
    assert (found[0], found[-1]) == (words[0], words[-1])
    assert set(found) < set(words)  # no word is cut in two
    places = [int(word[1:]) for word in found]
    assert places == sorted(places)
    assert all(any(abs(place - wanted) < 100 for place in places) for wanted in (1666, 3333))


@pytest.mark.parametrize("before", [0, 30_000])
async def test_danger_at_the_start_and_the_end_is_found_in_one_pass(
    sessions: Sessions, guard: Counting, before: int
) -> None:
    text = CALM * (before // len(CALM)) + "I am in danger. " + CALM * ((30_000 - before) // len(CALM))
    assert "danger" in (await over_limit(sessions, KEY, text) or "")
    assert "danger" in (await over_length(sessions, KEY, text, 4000, lambda: False) or "")
    assert len(guard.read) == 2
    assert max(guard.read) <= EXCERPT


async def test_what_is_over_a_limit_is_read_once_and_briefly(sessions: Sessions, guard: Counting) -> None:
    assert await over_limit(sessions, KEY, CALM * 1000) is None
    assert len(guard.read) == 1
    assert guard.read[0] <= EXCERPT


async def test_what_is_too_long_is_read_on_in_pieces_while_the_budget_lasts(
    sessions: Sessions, guard: Counting
) -> None:
    middle = CALM * 220 + "I am in danger. " + CALM * 100
    budget = iter([True, True])
    assert await over_length(sessions, KEY, middle, 4000, lambda: next(budget, False)) is None
    assert [length <= EXCERPT for length in guard.read] == [True, False, False]
    guard.read.clear()
    found = await over_length(sessions, KEY, middle, 4000, lambda: True)
    assert found
    assert "danger" in found
    assert len(found) <= 4000
    assert len(guard.read) == 4  # no further than where it stands


async def test_what_is_endless_costs_a_handful_of_passes_however_much_there_may_be(
    sessions: Sessions, guard: Counting
) -> None:
    assert await over_length(sessions, KEY, CALM * 1300, 4000, lambda: True) is None
    assert len(guard.read) == 1 + READ // PIECE == 5
    assert sum(guard.read) <= EXCERPT + READ


@given(st.integers(21, 15_000), st.integers(20, 6000), st.data())
def test_all_of_a_message_that_is_not_endless_is_read(size: int, longest: int, data: st.DataObject) -> None:
    if size <= longest:
        return
    place = data.draw(st.integers(0, size - 6))
    text = "x" * place + "danger" + "x" * (size - place - 6)
    pieces = list(_pieces(text, min(longest, PIECE)))
    assert all(len(piece) <= min(longest, PIECE) for piece in pieces)
    if len(pieces) < READ // min(longest, PIECE):
        assert any("danger" in piece for piece in pieces)


async def test_in_a_crisis_short_messages_are_free_and_long_ones_only_where_they_speak_of_it(
    sessions: Sessions,
) -> None:
    await sessions.say(KEY, "I am in danger")
    assert await over_limit(sessions, KEY, "yes") == "yes"
    assert await over_limit(sessions, KEY, CALM * 100) is None
    assert "danger" in (await over_limit(sessions, KEY, CALM * 100 + "danger") or "")
    assert await over_length(sessions, KEY, CALM * 100, 4000, lambda: False)  # within the limits it is no stranger
