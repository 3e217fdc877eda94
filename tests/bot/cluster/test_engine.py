"""A door asks replicas elsewhere: what it gets, and what becomes of a turn when one dies, is late, or is gone."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.cluster import engine as cluster_engine
from bot.cluster.engine import ClusterEngine
from bot.dialog import Conversation, Reply, SkillResult, TurnView
from bot.engine import Engine
from bot.errors import EngineError, NoEngine, Overrun, ReplicaDied
from bot.sessions import Sessions
from bot.store import Store
from bot.testing import FakeClock
from bot.testing.scripted import NOON
from bot.turns import SET_ASIDE
from tests.bot.cluster.room import Several
from tests.bot.room import Alarm, echo

NEW = Conversation("t:1::me")


class Shouting:
    """A writer; fails over `broken`."""

    def write(self, turn: TurnView, proposals: Sequence[Reply], /) -> Sequence[Reply]:
        if "broken" in turn.text:
            raise KeyError(turn.text)
        return [*proposals, Reply(proposals[0].text.upper(), "shouting", 0.9)]


def asked_for(turn: TurnView) -> SkillResult:
    return SkillResult(replies=(Reply("My name is Attune.", "persona", 2.0),) if "name" in turn.text else ())


BOT = Engine((("echo", echo), ("persona", asked_for)), Alarm())
WRITER = Engine((), writer=Shouting())
WHOLE = Engine(BOT.skills, Alarm(), writer=Shouting())


def opened(engines: Several, writers: Several | None = None, lanes: int = 2) -> ClusterEngine:
    made = ClusterEngine(engines, writers, lanes=lanes, seconds=5)
    made.wait()
    return made


def test_it_says_what_an_engine_here_says() -> None:
    talks = [(NEW, "hi"), (Conversation("t:2::you"), "danger"), (Conversation("t:3::you"), " \0")]
    engine = opened(Several(BOT))
    assert [step.reply for step in engine.steps(talks, NOON)] == [step.reply for step in BOT.steps(talks, NOON)]
    assert engine.heed(talks, NOON) == [0, 2, 0]
    assert (engine.allows("fine"), engine.allows("rude")) == (True, False)
    assert (engine.ready, engine.lanes, len(engine.recipients)) == (True, 2, 1)


@pytest.mark.parametrize("text", ["hi", "danger", "what is your name", "", "broken"])
def test_a_writer_elsewhere_has_the_same_say(text: str) -> None:
    apart, here = opened(Several(BOT), Several(WRITER)), WHOLE
    (there,), (same,) = apart.steps([(NEW, text)], NOON), here.steps([(NEW, text)], NOON)
    assert there.reply == same.reply
    assert there.conversation == same.conversation
    assert there.trace.proposals == same.trace.proposals
    assert there.trace.dropped == same.trace.dropped


def test_a_writer_is_not_asked_where_many_wait_or_it_has_no_say() -> None:
    writers = Several(WRITER)
    engine = opened(Several(BOT), writers)
    (step,) = engine.steps([(NEW, "hi")], NOON, hurried=True)
    assert (step.reply.text, step.trace.missed, writers.calls) == ("hi?", (("writer", "hurried"),), 0)
    engine.understand([(NEW, "danger"), (NEW, "name")], NOON)
    assert writers.calls == 0


@pytest.mark.parametrize(("faults", "name"), [([ReplicaDied("x")] * 3, "Overrun"), ([NoEngine("x")], "NoEngine")])
def test_a_writer_that_is_gone_costs_its_own_replies_only(faults: list[Exception], name: str) -> None:
    engine = opened(Several(BOT), Several(WRITER, *faults))
    (step,) = engine.steps([(NEW, "hi")], NOON)
    assert (step.reply.text, step.trace.dropped) == ("hi?", (("writer", name),))
    assert engine.ready


def test_a_writer_that_failed_is_left_alone_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    writers = Several(WRITER, NoEngine("x"))
    engine = opened(Several(BOT), writers)
    said = [engine.steps([(NEW, "hi")], NOON)[0].reply.text for _ in range(3)]
    assert (said, writers.calls) == (["hi?"] * 3, 1)
    monkeypatch.setattr(cluster_engine, "monotonic", lambda: time.monotonic() + cluster_engine.REST)
    assert (engine.steps([(NEW, "hi")], NOON)[0].reply.text, writers.calls) == ("HI?", 2)


def test_a_request_whose_replica_died_is_put_to_another() -> None:
    engines = Several(BOT, ReplicaDied("x"), ReplicaDied("x"))
    (step,) = opened(engines).steps([(NEW, "hi")], NOON)
    assert (step.reply.text, engines.calls) == ("hi?", 3)


def test_one_over_which_replica_after_replica_dies_did_not_end() -> None:
    engines = Several(BOT, *[ReplicaDied("x")] * 3)
    with pytest.raises(Overrun, match="one replica after the other died"):
        opened(engines).steps([(NEW, "hi")], NOON)


def test_a_late_answer_is_the_turns_fault_only_while_a_replica_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_engine, "PATIENCE", 0.05)
    engines = Several(BOT, TimeoutError(), TimeoutError())
    engine = opened(engines)
    with pytest.raises(Overrun, match="did not end in time"):
        engine.steps([(NEW, "hi")], NOON)
    engine.wait()  # it is there still
    engines.there = False
    with pytest.raises(NoEngine, match="no replica answers"):
        engine.steps([(NEW, "hi")], NOON)
    with pytest.raises(NoEngine, match="no replica of the engine answers"):
        engine.wait()
    engine.close()


def test_it_is_ready_again_when_a_replica_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_engine, "PING", 0.05)
    engines = Several(BOT, NoEngine("x"))
    engine = opened(engines)
    with pytest.raises(NoEngine):
        engine.steps([(NEW, "hi")], NOON)
    engine.wait()
    assert engine.ready


def test_what_failed_there_fails_here_without_words() -> None:
    class Broken(Engine):
        def heed(self, *_: object) -> list[int]:
            raise KeyError("what somebody said")

    with pytest.raises(EngineError, match=r"^KeyError at room\.py|^KeyError at ") as raised:
        opened(Several(Broken(()))).heed([(NEW, "hi")], NOON)
    assert "somebody" not in str(raised.value)


async def test_sessions_over_replicas_that_die_lose_and_double_nothing(tmp_path: Path) -> None:
    faults = [ReplicaDied("x") if place % 3 else None for place in range(40)]
    engines = Several(BOT, *faults)  # of two lanes one message could meet the deaths that were meant for two
    async with (
        Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}") as store,
        Sessions(opened(engines, lanes=1), store, clock=FakeClock(), merge_above=99) as sessions,
    ):
        said = [(f"t:{person}::{person}", f"{person}.{number}") for person in range(6) for number in range(3)]
        answers = await asyncio.gather(*(sessions.say(*each) for each in said))
        assert [answer.text for answer in answers] == [f"{text}?" for _, text in said]
        kept = [
            text
            for person in range(6)
            for text in (await store.load(f"t:{person}::{person}")).conversation.said("user")
        ]
        assert Counter(kept) == Counter(text for _, text in said)
    assert engines.calls > len(engines.here.asked)


async def test_a_message_that_ends_every_replica_is_set_aside_and_others_are_not(tmp_path: Path) -> None:
    class Deadly(Several):
        def ask(self, frame: bytes, seconds: float) -> bytes:
            if b"deadly" in frame:
                raise ReplicaDied("x")
            return super().ask(frame, seconds)

    async with (
        Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}") as store,
        Sessions(opened(Deadly(BOT)), store, clock=FakeClock()) as sessions,
    ):
        said = ("one", "deadly", "two")
        answers = await asyncio.gather(*(sessions.say(f"t:{text}::me", text) for text in said))
    assert [answer.text for answer in answers] == ["one?", SET_ASIDE, "two?"]
