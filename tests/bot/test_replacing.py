"""Another answer to the same words, and other words in the place of the last: nothing lost, nothing heard twice."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import pytest

from bot.dialog import Conversation, Declined, Reply, SkillResult, TurnView
from bot.engine import Engine
from bot.parts import part
from bot.registry import Watch
from bot.replacing import MOST
from bot.sessions import Sessions
from bot.step import Pending
from bot.store import Rating
from bot.testing.scripted import NOON
from bot.turns import TROUBLE
from skills.care.state import CareState
from tests.bot.room import KEY, Alarm, bot, echo, opened


@part("test_replacing_count", version=1)
@dataclass(frozen=True, slots=True)
class Count:
    """How many turns were heard."""

    turns: int = 0


def several(turn: TurnView) -> SkillResult:
    """Four replies to anything, and a count of what it heard."""
    heard = Count((turn.get(Count) or Count()).turns + 1)
    replies = tuple(Reply(f"{turn.text} {letter}", "several", -place) for place, letter in enumerate("ABCDE"))
    return SkillResult((heard,), replies)


class Counting(Alarm):
    """Keeps a count in the part that stays whatever is taken back."""

    def watch(self, turn: TurnView, /) -> Watch:
        found, before = super().watch(turn), turn.get(CareState) or CareState()
        level = found.verdict.level if found.verdict else 0
        state = CareState(level=max(level, before.level), told=before.told + 1, minor=before.minor or "14" in turn.text)
        return Watch(found.verdict, (state,), found.reply)


async def care(sessions: Sessions) -> CareState:
    return (await sessions.known(KEY)).state.get(CareState) or CareState()


async def test_another_answer_takes_the_place_of_the_last(tmp_path: Path) -> None:
    async with opened(tmp_path, bot(several)) as (sessions, store):
        await sessions.say(KEY, "one")
        await sessions.say(KEY, "two")
        await sessions.rate(KEY, Rating(-1, "thumbs"))
        assert sessions.changeable(await store.standing(KEY)) == 3
        answer = await sessions.again(KEY, 3)
        assert answer
        assert answer.text == "two B"
        known = await sessions.known(KEY)
        assert [turn.text for turn in known.turns] == ["one", "one A", "two", "two B"]
        assert known.state.get(Count) == Count(2)  # as if it had been said once
        assert (await store.standing(KEY)).ratings == {}  # what was thought of the other reply went with it
        assert [one.text for one in await sessions.unsent(KEY)] == ["one A", "two B"]
        assert await sessions.undo(KEY)
        known = await sessions.known(KEY)
        assert [turn.text for turn in known.turns] == ["one", "one A"]
        assert known.state.get(Count) == Count(1)
        assert known.state.get(Declined) is None


async def test_none_comes_twice_and_there_is_an_end_to_them(tmp_path: Path) -> None:
    async with opened(tmp_path, bot(several)) as (sessions, _):
        await sessions.say(KEY, "hi")
        found = [await sessions.again(KEY, 1) for _ in range(MOST + 1)]
        assert [answer and answer.text for answer in found] == ["hi B", "hi C", "hi D", None]
        assert [turn.text for turn in (await sessions.known(KEY)).turns] == ["hi", "hi D"]
        await sessions.say(KEY, "ho")
        other = await sessions.again(KEY, 3)
        assert other
        assert other.text == "ho B"


async def test_a_reply_stays_where_there_is_nothing_else_to_say(tmp_path: Path) -> None:
    async with opened(tmp_path, bot(echo)) as (sessions, store):
        await sessions.say(KEY, "hi")
        assert await sessions.again(KEY, 1) is None
        assert [turn.text for turn in (await sessions.known(KEY)).turns] == ["hi", "hi?"]
        assert await store.waiting("") == []


class Broken(Engine):
    def understand(
        self, pairs: Sequence[tuple[Conversation, str]], now: datetime, *, hurried: bool = False
    ) -> list[Pending]:
        raise ValueError("secret")


async def test_a_fault_takes_nothing_back(tmp_path: Path) -> None:
    async with opened(tmp_path, bot(several)) as (sessions, store):
        await sessions.say(KEY, "hi")
        sessions.use(Broken(()))
        assert await sessions.again(KEY, 1) is None
        assert (await sessions.say(KEY, "ho", replaces=1)).text == TROUBLE
        assert [turn.text for turn in (await sessions.known(KEY)).turns] == ["hi", "hi A"]
        assert await store.waiting("") == []


async def test_other_words_take_the_place_of_the_last(tmp_path: Path) -> None:
    async with opened(tmp_path, bot(several)) as (sessions, store):
        await sessions.say(KEY, "one")
        await sessions.say(KEY, "tow")
        answer = await sessions.say(KEY, "two", "edit", replaces=3)
        assert answer.text == "two A"
        assert (await sessions.say(KEY, "two", "edit", replaces=3)).id == answer.id  # told twice
        known = await sessions.known(KEY)
        assert [turn.text for turn in known.turns] == ["one", "one A", "two", "two A"]
        assert known.state.get(Count) == Count(2)
        assert await sessions.undo(KEY)
        assert [turn.text for turn in (await sessions.known(KEY)).turns] == ["one", "one A"]
        assert "tow" not in str(await store.people.export("t:me"))


async def test_words_that_come_too_late_are_answered_as_any_others(tmp_path: Path) -> None:
    async with opened(tmp_path, bot(several)) as (sessions, store):
        await sessions.say(KEY, "one")
        await sessions.say(KEY, "two")
        assert (await sessions.say(KEY, "three", replaces=1)).text == "three A"
        assert await sessions.again(KEY, 3) is None
        await sessions.say(KEY, "", replaces=5)
        assert (await sessions.known(KEY)).said("user")[:3] == ("one", "two", "three")
        await sessions.note(KEY, Count(9))  # learnt outside a turn: the one before can't be taken back any more
        assert sessions.changeable(await store.standing(KEY)) is None
        assert (await sessions.say(KEY, "four", replaces=5)).text == "four A"


@pytest.mark.parametrize("words", ["i am low", "i am in danger"])
async def test_nothing_is_replaced_where_danger_stands(tmp_path: Path, words: str) -> None:
    async with opened(tmp_path, Engine((("several", several),), Counting())) as (sessions, store):
        await sessions.say(KEY, words)
        counted, before = await store.people.safety(), (await sessions.known(KEY)).turns
        assert sessions.changeable(await store.standing(KEY)) is None
        assert await sessions.again(KEY, 1) is None
        assert (await sessions.known(KEY)).turns == before
        await sessions.say(KEY, "all is well", replaces=1)
        assert (await sessions.known(KEY)).turns[:2] == before
        assert (await care(sessions)).level > 0
        assert [count for *_, count in await store.people.safety()] == [count for *_, count in counted]


async def test_the_guard_hears_the_same_words_once_and_forgets_nothing_of_other_ones(tmp_path: Path) -> None:
    async with opened(tmp_path, Engine((("several", several),), Counting())) as (sessions, store):
        await sessions.say(KEY, "one")
        assert await sessions.again(KEY, 1)
        assert (await care(sessions)).told == 1
        await sessions.say(KEY, "i am 14", replaces=1)
        await sessions.say(KEY, "hello", replaces=1)
        assert (await care(sessions)).minor
        assert await sessions.again(KEY, 1)
        assert (await care(sessions)).minor
        assert (await care(sessions)).told == 3
        # Danger in the new words is heard, and counted, as in any.
        await sessions.say(KEY, "i am in danger", replaces=1)
        assert (await care(sessions)).level == 2
        assert [count for *_, count in await store.people.safety()] == [1]


async def test_another_answer_that_nobody_lived_to_give_is_given_later(tmp_path: Path) -> None:
    async with opened(tmp_path, bot(several)) as (sessions, store):
        answer = await sessions.say(KEY, "hi")
        await sessions.sent(answer)
        await store.receive(KEY, "", "again", NOON, 1)
        await store.receive(KEY, "and more", "more", NOON)
        assert [one.text for one in await sessions.unsent(KEY)] == ["hi B", "and more A"]
        assert (await sessions.known(KEY)).said("bot") == ("hi B", "and more A")


async def test_asked_twice_at_once_it_is_another_answer_once(tmp_path: Path) -> None:
    async with opened(tmp_path, bot(several), merge_above=1) as (sessions, _):
        await sessions.say(KEY, "hi")
        same = await asyncio.gather(*(sessions.again(KEY, 1, "event") for _ in range(3)))
        assert {answer and answer.text for answer in same} == {"hi B"}
        both = await asyncio.gather(sessions.again(KEY, 1), sessions.say(KEY, "ho", replaces=1), sessions.say(KEY, "o"))
        assert [answer and answer.text for answer in both] == ["hi C", "ho A", "o A"]
        assert (await sessions.known(KEY)).said("user") == ("ho", "o")


async def test_what_was_not_sent_yet_of_an_exchange_goes_with_it(tmp_path: Path) -> None:
    async with opened(tmp_path, bot(several)) as (sessions, _):
        await sessions.say(KEY, "one")
        await sessions.say(KEY, "two")
        assert await sessions.undo(KEY)
        assert [one.text for one in await sessions.unsent(KEY)] == ["one A"]
