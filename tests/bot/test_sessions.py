import asyncio
import logging
import sqlite3
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.dialog import Conversation, Reply, SelfReport, SkillResult, TurnView, Verdict
from bot.engine import Engine, Pending
from bot.errors import StoreError
from bot.parts import part
from bot.people import person_of
from bot.registry import Draft, Responder, Skill, Watch
from bot.sessions import TROUBLE, UNHURRIED, Sessions
from bot.store import Loaded, Outgoing, Store
from bot.testing import FakeClock, FixedEncoder, ScriptedSkill

KEY = "t:1::me"


@part("test_sessions_odd", version=1)
@dataclass(frozen=True, slots=True)
class Odd:
    text: str


def echo(turn: TurnView) -> SkillResult:
    return SkillResult(replies=(Reply(f"{turn.text}?", "echo", 0.5),))


def bot(*skills: Skill, encoder: FixedEncoder | None = None) -> Engine:
    return Engine(tuple((f"skill{place}", skill) for place, skill in enumerate(skills)), None, encoder)


@asynccontextmanager
async def opened(
    path: Path, engine: Engine, *responders: Responder, wait: float = 5.0, merge_above: int = 99
) -> AsyncIterator[tuple[Sessions, Store]]:
    named = [(f"slow{place}", responder) for place, responder in enumerate(responders)]
    async with (
        Store.open(f"sqlite+aiosqlite:///{path / 't.db'}") as store,
        Sessions(engine, store, named, wait=wait, merge_above=merge_above, clock=FakeClock()) as sessions,
    ):
        yield sessions, store


async def test_an_answer_comes_with_its_step_and_waits_in_the_outbox(tmp_path: Path) -> None:
    async with opened(tmp_path, bot(echo)) as (sessions, store):
        answer = await sessions.say(KEY, "hi")
        assert answer.text == "hi?"
        assert answer.step
        assert answer.step.conversation == (await store.load(KEY)).conversation
        assert [waiting.id for waiting in await sessions.unsent("t:")] == [answer.id]
        await sessions.sending(answer)
        assert [waiting.id for waiting in await sessions.unsent("t:")] == [answer.id]
        await sessions.sent(answer)
        assert await sessions.unsent("t:") == []


async def test_the_same_event_gets_the_same_answer_and_one_turn(tmp_path: Path) -> None:
    async with opened(tmp_path, bot(echo)) as (sessions, store):
        answers = await asyncio.gather(*(sessions.say(KEY, "hi", "event") for _ in range(3)))
        answers.append(await sessions.say(KEY, "hi", "event"))
        assert len({answer.id for answer in answers}) == 1
        assert {answer.text for answer in answers} == {"hi?"}
        assert (await store.load(KEY)).conversation.said("user") == ("hi",)


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


class Alarm:
    """Stops a turn that says `danger`."""

    def watch(self, turn: TurnView, /) -> Watch:
        if "low" in turn.text:
            return Watch(Verdict(1, "suicide", stopped=False))
        if "danger" not in turn.text:
            return Watch()
        return Watch(Verdict(2, "suicide", stopped=True), reply=Reply("Are you safe?", "alarm", 1.0))

    def refuse(self, reply: Reply, /) -> str | None:
        return "rude" if "rude" in reply.text else None


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


async def test_what_would_be_stopped_is_told_without_a_turn(tmp_path: Path) -> None:
    async with opened(tmp_path, Engine((("echo", echo),), Alarm())) as (sessions, store):
        assert await sessions.endangered(KEY, "i am in danger")
        assert not await sessions.endangered(KEY, "all is well", level=1)
        assert await sessions.endangered(KEY, "i am low", level=1)
        assert not await sessions.endangered(KEY, "i am low")
        assert (await store.load(KEY)).version == 0


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
        while len(sessions._understand.waiting) < 12:
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
        sessions._understand.gather = 0.2  # long enough for all of them to be in the inbox
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


class Failing(Engine):
    def understand(
        self, pairs: Sequence[tuple[Conversation, str]], now: datetime, *, hurried: bool = False
    ) -> list[Pending]:
        if any("fail" in text for _, text in pairs):
            raise ValueError(pairs[0][1])
        return super().understand(pairs, now, hurried=hurried)


async def test_when_the_engine_fails_the_conversation_survives(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(tmp_path, Failing((("echo", echo),))) as (sessions, store):
        await sessions.say(KEY, "before")
        failed = await sessions.say(KEY, "fail secretly")
        assert (failed.text, failed.step) == (TROUBLE, None)
        await sessions.say(KEY, "after")
        assert (await store.load(KEY)).conversation.said("user") == ("before", "after")
        assert await store.waiting("") == []
    assert "the turn failed: ValueError" in caplog.text
    assert "secret" not in caplog.text


async def test_a_part_that_cannot_be_read_is_logged_without_its_words(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(tmp_path, bot(echo)) as (sessions, _):
        await sessions.say(KEY, "hi")
        with closing(sqlite3.connect(tmp_path / "t.db")) as database:
            database.execute("INSERT INTO state_part VALUES (?, 'self_report', 1, '{\"first\": \"a secret\"}')", [KEY])
            database.commit()
        with caplog.at_level(logging.WARNING):
            assert (await sessions.say(KEY, "still there")).text == "still there?"
    assert "'self_report' is damaged" in caplog.text
    assert "secret" not in caplog.text


async def test_a_message_left_without_an_answer_is_answered_at_the_next_start(tmp_path: Path) -> None:
    async with opened(tmp_path, bot(echo)) as (_, store):
        for number, key in enumerate((KEY, "t:2::me", KEY)):
            await store.receive(key, f"left {number}", str(number), FakeClock()())
    async with opened(tmp_path, bot(echo)) as (sessions, store):
        assert [answer.text for answer in await sessions.unsent(KEY)] == ["left 0?", "left 2?"]
        assert [waiting.text for waiting in await store.waiting("")] == ["left 1"]
        assert (await sessions.say(KEY, "left 0", "0")).text == "left 0?"
        assert (await store.load(KEY)).conversation.said("user") == ("left 0", "left 2")


@pytest.mark.parametrize(
    "text", ["", " \n", "\0\x01", "a\0b", "\ud83d lone", "\U0001f41f", "x" * 100_000, "\u05e9\u05dc\u05d5\u05dd"]
)
async def test_any_message_gets_an_answer(tmp_path: Path, text: str) -> None:
    async with opened(tmp_path, bot(echo)) as (sessions, _):
        assert (await sessions.say(KEY, text)).text
        assert (await sessions.say(KEY, "and now")).text == "and now?"


class Slow:
    """Drafts at once, then waits for ever; `ended` tells that it was stopped."""

    def __init__(self, *drafts: str, error: Exception | None = None) -> None:
        self.drafts, self.error = drafts, error
        self.started, self.ended = asyncio.Event(), asyncio.Event()
        self.outside = False

    async def propose(self, turn: TurnView, deadline: float, /) -> AsyncIterator[Draft]:
        try:
            for text in self.drafts:
                yield Draft(Reply(text, "slow", 0.9))
            self.started.set()
            if self.error:
                raise self.error
            await asyncio.Event().wait()
        finally:
            self.ended.set()


async def test_at_the_deadline_the_last_draft_counts(tmp_path: Path) -> None:
    slow = Slow("a first try", "a better one")
    async with opened(tmp_path, bot(echo), slow, wait=0.02) as (sessions, _):
        answer = await sessions.say(KEY, "hi")
        assert answer.text == "a better one"
        assert answer.step
        assert [reply.text for reply in answer.step.trace.proposals] == ["hi?", "a better one"]
        assert slow.ended.is_set()


async def test_whole_allowed_sentences_are_shown_as_they_come(tmp_path: Path) -> None:
    slow = Slow(
        "That sou", "That sounds hard. What", "That sounds hard. What happ", "That sounds hard. You rude!", "So. So."
    )
    shown: list[str] = []

    async def show(text: str) -> None:
        shown.append(text)

    async with opened(tmp_path, Engine((("echo", echo),), Alarm()), slow, wait=0.05) as (sessions, _):
        await sessions.say(KEY, "hi", draft=show)
    assert shown == ["That sounds hard."]


@pytest.mark.parametrize(("answers", "reply"), [([], "hi?"), ([True], "from afar"), ([True, False], "hi?")])
async def test_words_leave_the_machine_only_with_consent(tmp_path: Path, answers: list[bool], reply: str) -> None:
    slow = Slow("from afar")
    slow.outside = True
    async with opened(tmp_path, bot(echo), slow, wait=0.05) as (sessions, store):
        for given in answers:
            await store.people.consent(person_of(KEY), "outside", given, FakeClock()())
        assert (await sessions.say(KEY, "hi")).text == reply


async def test_another_bot_takes_over_between_two_turns(tmp_path: Path) -> None:
    async with opened(tmp_path, bot(echo)) as (sessions, store):
        await sessions.say(KEY, "one")
        sessions.use(bot(ScriptedSkill("two, then")))
        assert (await sessions.say(KEY, "two")).text == "two, then"
        assert (await store.load(KEY)).conversation.said("user") == ("one", "two")


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


async def test_a_responder_that_fails_costs_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with opened(tmp_path, bot(echo), Slow(error=ValueError("a secret"))) as (sessions, _):
        assert (await sessions.say(KEY, "hi")).text == "hi?"
    assert "a slow responder failed: ValueError" in caplog.text
    assert "secret" not in caplog.text


async def test_a_caller_that_goes_away_holds_nobody_up_and_stops_its_responders(tmp_path: Path) -> None:
    slow = Slow("a draft")
    async with opened(tmp_path, bot(echo), slow) as (sessions, _):
        gone = asyncio.create_task(sessions.say(KEY, "hi"))
        await slow.started.wait()
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        await asyncio.wait_for(slow.ended.wait(), 5)
        slow.error = ValueError()
        assert [answer.text for answer in await sessions.unsent(KEY)] == ["a draft"]


async def test_a_caller_that_goes_away_leaves_the_batch_to_the_others(tmp_path: Path) -> None:
    encoder = FixedEncoder()
    async with opened(tmp_path, bot(echo, encoder=encoder)) as (sessions, store):
        sessions._understand.gather = 0.05
        gone, stays = (asyncio.create_task(sessions.say(f"t:{name}::me", name)) for name in ("gone", "stays"))
        while len(sessions._understand.waiting) < 2:
            await asyncio.sleep(0)
        gone.cancel()
        assert (await asyncio.wait_for(stays, 5)).text == "stays?"
        assert [row.text for row in await store.waiting("")] == ["gone"]


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


async def test_one_of_a_batch_that_breaks_the_engine_costs_the_others_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path, Failing((("echo", echo),))) as (sessions, _):
        sessions._understand.gather = 0.05
        said = ("one", "fail", "two")
        answers = await asyncio.gather(*(sessions.say(f"t:{text}::me", text) for text in said))
        assert [answer.text for answer in answers] == ["one?", TROUBLE, "two?"]


async def test_what_cannot_be_written_down_is_answered_all_the_same_and_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def learns(turn: TurnView) -> SkillResult:
        learnt = [Odd(b"a secret".decode() + "\ud83d")] if turn.text == "odd" else []
        return SkillResult(tuple(learnt), (Reply(f"{turn.text}?", "learns", 1.0),))

    async with opened(tmp_path, bot(learns)) as (sessions, store):
        assert (await sessions.say(KEY, "odd")).text == TROUBLE
        assert await store.waiting("") == []
        assert (await sessions.say(KEY, "fine")).text == "fine?"
        assert (await sessions.known(KEY)).said("user") == ("fine",)
    assert "state part 'test_sessions_odd' cannot be written down: UnicodeEncodeError" in caplog.text
    assert "secret" not in caplog.text


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
