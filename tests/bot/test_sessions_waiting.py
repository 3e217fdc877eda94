"""Messages that wait: together, in their order, danger first, and left behind."""

import asyncio
import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.dialog import Reply, SkillResult, TurnView
from bot.engine import Engine
from bot.errors import StoreError
from bot.sessions import Sessions
from bot.stepper import UNHURRIED
from bot.store import Loaded, Outgoing, Store
from bot.testing import FakeClock, FixedEncoder
from bot.turns import TROUBLE
from tests.bot.room import KEY, Alarm, Failing, bot, echo, opened


async def test_messages_of_one_conversation_are_answered_in_the_order_they_came(tmp_path: Path) -> None:
    texts = [str(number) for number in range(12)]
    async with opened(tmp_path, bot(echo)) as (sessions, store):
        answers = await asyncio.gather(*(sessions.say(KEY, text) for text in texts))
        assert [answer.text for answer in answers] == [f"{text}?" for text in texts]
        assert (await store.load(KEY)).conversation.said("user") == tuple(texts)


async def test_many_messages_that_wait_are_one_turn(tmp_path: Path) -> None:
    texts = ["my dog", "he was old", "he died"]
    async with opened(tmp_path, bot(echo), merge_above=2) as (sessions, store):
        for number, text in enumerate(texts):
            await store.receive(KEY, text, str(number), FakeClock()())
        answers = [await sessions.say(KEY, text, str(number)) for number, text in enumerate(texts)]
        assert {(answer.id, answer.text) for answer in answers} == {(answers[0].id, "my dog\nhe was old\nhe died?")}
        assert (await store.load(KEY)).conversation.said("user") == ("my dog\nhe was old\nhe died",)
        assert await store.waiting("") == []
        assert [answer.id for answer in await sessions.unsent(KEY)] == [answers[0].id]


async def test_two_messages_that_wait_are_two_turns(tmp_path: Path) -> None:
    async with opened(tmp_path, bot(echo), merge_above=2) as (sessions, store):
        for number, text in enumerate(("one", "two")):
            await store.receive(KEY, text, str(number), FakeClock()())
        assert (await sessions.say(KEY, "one", "0")).text == "one?"
        assert (await store.load(KEY)).conversation.said("user") == ("one",)


async def test_among_messages_that_wait_the_one_in_danger_is_answered_first_and_alone(tmp_path: Path) -> None:
    texts = ["so", "i am in danger", "anyway", "never mind"]
    async with opened(tmp_path, Engine((("echo", echo),), Alarm()), merge_above=2) as (sessions, store):
        for number, text in enumerate(texts):
            await store.receive(KEY, text, str(number), FakeClock()())
        answers = [await sessions.say(KEY, text, str(number)) for number, text in enumerate(texts)]
        assert [answer.text for answer in answers] == [
            "so\nanyway\nnever mind?",
            "Are you safe?",
            "so\nanyway\nnever mind?",
            "so\nanyway\nnever mind?",
        ]
        said = (await store.load(KEY)).conversation.said("bot")
        assert said == ("Are you safe?", "so\nanyway\nnever mind?")
        assert await store.people.safety() == [(FakeClock()().date(), 2, "suicide", 1)]


async def test_while_a_batch_is_stepped_the_next_gathers(tmp_path: Path) -> None:
    encoder, busy, go = FixedEncoder(), threading.Event(), threading.Event()

    def slow(turn: TurnView) -> SkillResult:
        if turn.text == "first":
            busy.set()
            go.wait(10)
        return echo(turn)

    async with opened(tmp_path, bot(slow, encoder=encoder)) as (sessions, store):
        first = asyncio.create_task(sessions.say("t:0::me", "first"))
        await asyncio.to_thread(busy.wait, 10)
        others = [asyncio.create_task(sessions.say(f"t:{place}::me", "hi")) for place in range(1, 13)]
        while len(sessions._stepper.understand.waiting) < 12:
            await asyncio.sleep(0.001)
        go.set()
        await asyncio.gather(first, *others)
        assert encoder.batches == [1, 12]
        for place in range(1, 13):
            assert (await store.load(f"t:{place}::me")).conversation.said("bot") == ("hi?",)


async def test_two_processes_answer_both_messages_and_double_none(tmp_path: Path) -> None:
    async with opened(tmp_path, bot(echo)) as (left, store), opened(tmp_path, bot(echo)) as (right, _):
        said: list[str] = []
        for number in range(4):
            pair = (f"left {number}", f"right {number}")
            answers = await asyncio.gather(left.say(KEY, pair[0]), right.say(KEY, pair[1]))
            assert [answer.text for answer in answers] == [f"{text}?" for text in pair]
            said += pair
        talk = (await store.load(KEY)).conversation
        assert sorted(talk.said("user")) == sorted(said)
        assert [turn.speaker for turn in talk.turns] == ["user", "bot"] * 8
        assert talk.said("bot") == tuple(f"{text}?" for text in talk.said("user"))
        for name in ("left", "right"):
            assert [text for text in talk.said("user") if name in text] == [f"{name} {number}" for number in range(4)]


async def test_when_many_wait_skills_are_told_to_hurry(tmp_path: Path) -> None:
    def hurry(turn: TurnView) -> SkillResult:
        return SkillResult(replies=(Reply("quickly" if turn.hurried else "at leisure", "hurry", 0.5),))

    async with opened(tmp_path, bot(hurry)) as (sessions, _):
        few = await asyncio.gather(*(sessions.say(f"t:{place}::me", "hi") for place in range(UNHURRIED)))
        sessions._stepper.understand.gather = 0.2  # long enough for all of them to be in the inbox
        many = await asyncio.gather(*(sessions.say(f"t:{place}::me", "hi") for place in range(UNHURRIED + 1)))
    assert {answer.text for answer in few} == {"at leisure"}
    assert {answer.text for answer in many} == {"quickly"}


async def test_who_was_overtaken_steps_again_from_what_was_saved(tmp_path: Path) -> None:
    overtaken, go = threading.Event(), threading.Event()
    seen: list[tuple[str, ...]] = []

    def slow(turn: TurnView) -> SkillResult:
        seen.append(turn.conversation.said("user"))
        overtaken.set()
        go.wait(10)
        return echo(turn)

    async with opened(tmp_path, bot(slow)) as (left, store), opened(tmp_path, bot(echo)) as (right, _):
        late = asyncio.create_task(left.say(KEY, "late"))
        await asyncio.to_thread(overtaken.wait, 10)
        await right.say(KEY, "quick")
        go.set()
        assert (await late).text == "late?"
        assert seen == [("late",), ("quick", "late")]
        assert (await store.load(KEY)).conversation.said("user") == ("quick", "late")


async def test_a_message_left_without_an_answer_is_answered_at_the_next_start(tmp_path: Path) -> None:
    async with opened(tmp_path, bot(echo)) as (_, store):
        for number, key in enumerate((KEY, "t:2::me", KEY)):
            await store.receive(key, f"left {number}", str(number), FakeClock()())
    async with opened(tmp_path, bot(echo)) as (sessions, store):
        assert [answer.text for answer in await sessions.unsent(KEY)] == ["left 0?", "left 2?"]
        assert [waiting.text for waiting in await store.waiting("")] == ["left 1"]
        assert (await sessions.say(KEY, "left 0", "0")).text == "left 0?"
        assert (await store.load(KEY)).conversation.said("user") == ("left 0", "left 2")


async def test_a_caller_that_goes_away_leaves_the_batch_to_the_others(tmp_path: Path) -> None:
    encoder = FixedEncoder()
    async with opened(tmp_path, bot(echo, encoder=encoder)) as (sessions, store):
        sessions._stepper.understand.gather = 0.05
        gone, stays = (asyncio.create_task(sessions.say(f"t:{name}::me", name)) for name in ("gone", "stays"))
        while len(sessions._stepper.understand.waiting) < 2:
            await asyncio.sleep(0)
        gone.cancel()
        assert (await asyncio.wait_for(stays, 5)).text == "stays?"
        assert [row.text for row in await store.waiting("")] == ["gone"]


async def test_one_of_a_batch_that_breaks_the_engine_costs_the_others_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path, Failing((("echo", echo),))) as (sessions, _):
        sessions._stepper.understand.gather = 0.05
        said = ("one", "fail", "two")
        answers = await asyncio.gather(*(sessions.say(f"t:{text}::me", text) for text in said))
        assert [answer.text for answer in answers] == ["one?", TROUBLE, "two?"]


async def test_one_message_that_cannot_be_answered_holds_up_none_that_were_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    commit = Store.commit

    async def fails(self: Store, loaded: Loaded, *rest: Any, **more: Any) -> Outgoing:
        if loaded.conversation.id == "t:2::me":
            raise StoreError("full")
        return await commit(self, loaded, *rest, **more)

    async with opened(tmp_path, bot(echo)) as (sessions, store):
        for number in range(1, 4):
            await store.receive(f"t:{number}::me", "left", "1", FakeClock()())
        monkeypatch.setattr(Store, "commit", fails)
        assert [answer.conversation_id for answer in await sessions.unsent("t:")] == ["t:1::me", "t:3::me"]
        monkeypatch.undo()
        assert [answer.conversation_id for answer in await sessions.unsent("t:2:")] == ["t:2::me"]
    assert "conversation t:2::me: a message that was left has no answer: StoreError" in caplog.text


async def test_what_waits_too_long_counts_as_left_behind(tmp_path: Path) -> None:
    clock = FakeClock()
    async with (
        Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}") as store,
        Sessions(bot(echo), store, clock=clock, left=timedelta(seconds=5), stale=timedelta(seconds=9)) as sessions,
    ):
        await store.receive(KEY, "hello", "1", clock())
        clock.tick(5)
        assert await sessions.left("t:") == []
        assert len(await store.waiting("t:")) == 1
        clock.tick(1)
        await sessions.left("t:")
        (answer,) = await sessions.unsent("t:")
        assert await sessions.sending(answer)
        clock.tick(8)
        assert not await sessions.sending(answer)
        await sessions.sent_pieces(answer, 1)  # who goes on sending has not died
        clock.tick(8)
        assert not await sessions.sending(answer)
        assert await sessions.left("t:") == []
        clock.tick(2)
        (found,) = await sessions.left("t:")
        assert (found.id, found.pieces) == (answer.id, 1)
        assert await sessions.sending(found)
