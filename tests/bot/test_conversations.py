"""What is known of a talk and changed outside its turns, while turns of it may be under way."""

import asyncio
import threading
from pathlib import Path

from bot.dialog import SelfReport, SkillResult, TurnView
from bot.people import person_of
from bot.testing import ScriptedSkill
from tests.bot.room import KEY, bot, echo, opened


async def test_the_last_exchange_can_be_taken_back_and_a_talk_begun_anew(tmp_path: Path) -> None:
    async with opened(tmp_path, bot(echo)) as (sessions, _):
        assert not await sessions.undo(KEY)
        await sessions.say(KEY, "one")
        await sessions.say(KEY, "two")
        assert await sessions.undo(KEY)
        assert (await sessions.known(KEY)).said("user") == ("one",)
        assert not await sessions.undo(KEY)  # one step only
        await sessions.reset(KEY)
        assert (await sessions.known(KEY)).turns == ()
        assert (await sessions.say(KEY, "three")).text == "three?"


async def test_forgetting_a_person_waits_for_the_turn_under_way(tmp_path: Path) -> None:
    busy, go = threading.Event(), threading.Event()

    def slow(turn: TurnView) -> SkillResult:
        busy.set()
        go.wait(10)
        return echo(turn)

    async with opened(tmp_path, bot(slow)) as (sessions, store):
        saying = asyncio.create_task(sessions.say(KEY, "hi"))
        await asyncio.to_thread(busy.wait, 10)
        forgetting = asyncio.create_task(sessions.forget_person(person_of(KEY)))
        await asyncio.sleep(0.02)
        go.set()
        await saying
        assert await forgetting
        assert (await store.load(KEY)).version == 0
        assert not await sessions.forget_person(person_of(KEY))


async def test_forgetting_leaves_a_conversation_as_if_never_begun(tmp_path: Path) -> None:
    async with opened(tmp_path, bot(ScriptedSkill("ok"))) as (sessions, store):
        await sessions.say(KEY, "hi", "event")
        await sessions.forget(KEY)
        loaded = await store.load(KEY)
        assert (loaded.version, loaded.conversation.turns) == (0, ())
        await sessions.say(KEY, "hi again", "event")
        assert (await store.load(KEY)).conversation.said("user") == ("hi again",)


async def test_the_first_report_is_the_start_and_the_last_the_end(tmp_path: Path) -> None:
    async with opened(tmp_path, bot(ScriptedSkill("ok"))) as (sessions, store):
        assert await sessions.report_intensity(KEY, 5) == SelfReport(5)
        await sessions.say(KEY, "hi")
        assert await sessions.report_intensity(KEY, 4) == SelfReport(5, 4)
        report = await sessions.report_intensity(KEY, 2)
        assert (report, report.relief) == (SelfReport(5, 2), 3)
        loaded = await store.load(KEY)
        assert loaded.conversation.state.get(SelfReport) == report
        assert len(loaded.conversation.turns) == 2


async def test_a_report_while_another_process_talks_is_noted_all_the_same(tmp_path: Path) -> None:
    async with opened(tmp_path, bot(echo)) as (left, store), opened(tmp_path, bot(echo)) as (right, _):
        await asyncio.gather(left.say(KEY, "hi"), right.report_intensity(KEY, 3))
        loaded = await store.load(KEY)
        assert loaded.conversation.state.get(SelfReport) == SelfReport(3)
        assert loaded.conversation.said("user") == ("hi",)
