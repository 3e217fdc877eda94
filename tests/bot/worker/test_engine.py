"""An engine in a process of its own answers as one does here, and is ended and replaced where it does not."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.build import build
from bot.config import Config, read
from bot.dialog import Conversation, Reply, TurnView
from bot.errors import BotError, ConfigError, NoEngine, Overrun, SkillError
from bot.parts import kind_named, named
from bot.registry import Draft
from bot.sessions import Sessions
from bot.store import Store
from bot.testing import FakeClock
from bot.testing.scripted import NOON
from bot.turns import SET_ASIDE, TROUBLE
from bot.worker import supervisor
from bot.worker.engine import EngineProcess, Engines

SKILL = '''
"""Holds the lock on some words, dies on others, and counts what it hears in a part of its own."""

import os, re, time
from dataclasses import dataclass, field
from bot.dialog import Reply, SkillResult, Verdict
from bot.parts import part
from bot.registry import Watch, guard, skill, writer

@part("worker_count", version=1)
@dataclass(frozen=True)
class Count:
    times: int = 0
    words: tuple[str, ...] = field(default_factory=tuple)

@skill("words", writes=(Count,))
def words(*, fail: str = ""):
    if fail:
        raise KeyError(fail)
    def answer(turn):
        if "loop" in turn.text:
            while True:
                try:
                    while True:
                        pass
                except Exception:
                    pass
        if "regex" in turn.text:
            re.match(r"(a+)+$", "a" * 60 + "!")
        if "native" in turn.text:
            sum(range(10**13))
        if "die" in turn.text:
            os._exit(9)
        if "sleep" in turn.text:
            time.sleep(600)
        if "odd" in turn.text:
            return SkillResult((Count(1, (turn.text + "\\ud83d",)),))
        before = turn.get(Count) or Count()
        now = Count(before.times + 1, (*before.words, turn.text))
        return SkillResult((now,), (Reply(f"{turn.text}? {now.times}", "words", 1.0),))
    return answer

@writer("shouting")
def shouting():
    class Shouting:
        def write(self, turn, proposals):
            return [*proposals, Reply(proposals[0].text.upper(), "shouting", 2.0)]
    return Shouting()

@guard("alarm")
def alarm():
    class Alarm:
        def watch(self, turn):
            if "danger" not in turn.text:
                return Watch()
            return Watch(Verdict(2, "suicide", stopped=True), reply=Reply("Are you safe?", "alarm", 1.0))
        def refuse(self, reply):
            return "rude" if "rude" in reply.text else None
    return Alarm()
'''
FILE = 'turn_limit = 0.5\n[guard]\nuse = "./kind.py:alarm"\n[[skills]]\nuse = "./kind.py:words"\n'
NEW = Conversation("t:1:0:me")


def source(folder: Path) -> str:
    """Parts are known to the whole process by name: each test has one of its own."""
    return SKILL.replace("worker_count", count_of(folder))


def count_of(folder: Path) -> str:
    return f"worker_count_{folder.name}"


@pytest.fixture
def config(tmp_path: Path) -> Config:
    (tmp_path / "kind.py").write_text(source(tmp_path))
    (tmp_path / "bot.toml").write_text(FILE)
    return read(tmp_path / "bot.toml")


@pytest.fixture
def engines() -> Iterator[Engines]:
    made = Engines()
    yield made
    made.close()


def pid(engine: EngineProcess) -> int:
    return engine._supervisor.child().process.pid


def alive(number: int) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_it_says_what_an_engine_here_says(config: Config, engines: Engines) -> None:
    apart, here = engines.start(config), build(config)
    talks = [(NEW, "hi"), (Conversation("t:2:0:you"), "so I am in danger"), (Conversation("t:3:0:you"), " \0")]
    for there, same in zip(apart.steps(talks, NOON), here.steps(talks, NOON), strict=True):
        assert there.reply == same.reply
        assert there.conversation.turns == same.conversation.turns
        assert there.trace.verdict == same.trace.verdict
        assert [name for name, _ in there.trace.ms] == [name for name, _ in same.trace.ms]
    assert apart.heed(talks, NOON) == [0, 2, 0]
    assert (apart.allows("fine"), apart.allows("rude")) == (True, False)


def test_its_writer_writes_there(config: Config, engines: Engines, tmp_path: Path) -> None:
    (tmp_path / "written.toml").write_text(FILE + '[writer]\nuse = "./kind.py:shouting"\n')
    (step,) = engines.start(read(tmp_path / "written.toml")).steps([(NEW, "hi")], NOON)
    assert step.reply.text == "HI? 1"


def test_what_it_learns_is_remembered_where_its_skills_are_not_loaded(config: Config, engines: Engines) -> None:
    engine = engines.start(config)
    (first,) = engine.steps([(NEW, "one")], NOON)
    (second,) = engine.steps([(first.conversation, "two")], NOON)
    assert second.reply.text == "two? 2"
    count = named(second.conversation.state, count_of(config.beside))
    assert (getattr(count, "times", 0), getattr(count, "words", ())) == (2, ["one", "two"])
    kind = kind_named(count_of(config.beside))
    assert kind
    assert getattr(kind(), "times", None) == 0  # as its class has it
    assert replace(kind(), times=7) == kind(7)


def test_a_turn_in_two_halves(config: Config, engines: Engines) -> None:
    engine = engines.start(config)
    (pending,) = engine.understand([(NEW, "one")], NOON)
    assert pending.view.text == "one"
    assert [reply.text for reply in pending.trace.proposals] == ["one? 1"]
    step = engine.finish(pending, [Reply("a better one", "slow", 2.0)])
    assert step.reply == Reply("a better one", "slow", 2.0)
    assert [turn.text for turn in step.conversation.turns] == ["one", "a better one"]
    (empty,) = engine.understand([(NEW, "")], NOON)
    assert engine.finish(empty).conversation == NEW


@pytest.mark.parametrize("text", ["regex", "loop"])
def test_what_does_not_end_is_broken_off_and_the_process_lives(config: Config, engines: Engines, text: str) -> None:
    engine = engines.start(config)
    before = pid(engine)
    with pytest.raises(Overrun):
        engine.steps([(NEW, text)], NOON)
    assert engine.steps([(NEW, "hi")], NOON)[0].reply.text == "hi? 1"
    assert pid(engine) == before


@pytest.mark.parametrize("text", ["native", "die"])
def test_what_cannot_be_broken_off_is_ended_and_another_process_goes_on(
    config: Config, engines: Engines, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    engine = engines.start(config)
    before = pid(engine)
    with pytest.raises(Overrun):
        engine.steps([(NEW, text)], NOON)
    # Its end may be noticed a little later than that it answers no more, and the other be there before anybody looks.
    until(lambda: not (engine.ready and pid(engine) == before))
    assert engine.steps([(NEW, "hi")], NOON)[0].reply.text == "hi? 1"
    assert pid(engine) != before
    assert not alive(before)
    assert "another one is started" in caplog.text
    assert text not in caplog.text


def test_one_that_died_while_nobody_asked_is_replaced_before_anybody_does(config: Config, engines: Engines) -> None:
    engine = engines.start(config)
    before = pid(engine)
    os.kill(before, signal.SIGKILL)
    until(lambda: engine.ready and pid(engine) != before)
    assert engine.steps([(NEW, "hi")], NOON)[0].reply.text == "hi? 1"


def test_a_process_that_is_started_again_makes_the_bot_that_was_there(config: Config, engines: Engines) -> None:
    engine = engines.start(config)
    before = pid(engine)
    config.path.write_text("name = ")
    os.kill(before, signal.SIGKILL)
    until(lambda: engine.ready and pid(engine) != before)
    assert engine.steps([(NEW, "hi")], NOON)[0].reply.text == "hi? 1"


@pytest.mark.slow
def test_where_no_other_can_be_made_it_is_said_and_tried_again(
    config: Config, engines: Engines, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(supervisor, "PATIENCE", 0.2)
    engine = engines.start(config)
    (config.beside / "kind.py").write_text("raise ValueError('secret')")
    os.kill(pid(engine), signal.SIGKILL)
    until(lambda: "could not be started again" in caplog.text)
    with pytest.raises(NoEngine):
        engine.steps([(NEW, "hi")], NOON)
    (config.beside / "kind.py").write_text(source(config.beside))
    until(lambda: engine.ready)
    assert engine.steps([(NEW, "hi")], NOON)[0].reply.text == "hi? 1"


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        (FILE.replace("words", "wrods"), ConfigError, "has no decorated function 'wrods'"),
        (FILE + "fail = 'my secret'", SkillError, "cannot be made: KeyError at kind.py:"),
        (FILE + "loud = true", ConfigError, "has no setting 'loud'"),
    ],
)
def test_what_is_wrong_with_a_bot_is_told_as_if_it_were_made_here(
    config: Config, engines: Engines, text: str, kind: type[BotError], words: str
) -> None:
    config.path.write_text(text)
    with pytest.raises(kind, match=words.replace(".", r"\.")) as caught:
        engines.start(read(config.path))
    assert "secret" not in str(caught.value)


def test_it_ends_when_nobody_holds_it_or_all_are_closed(config: Config, engines: Engines) -> None:
    kept, dropped = engines.start(config), engines.start(config)
    gone = pid(dropped)
    del dropped
    gc.collect()
    until(lambda: not alive(gone))
    last = pid(kept)
    assert alive(last)
    engines.close()
    assert not alive(last)
    with pytest.raises(NoEngine):
        kept.steps([(NEW, "hi")], NOON)


def test_closing_waits_for_nobody_who_holds_the_lock(config: Config, engines: Engines, tmp_path: Path) -> None:
    (tmp_path / "slow.toml").write_text(FILE.replace("0.5", "500"))
    engine = engines.start(read(tmp_path / "slow.toml"))

    async def asked() -> None:
        asking = asyncio.create_task(asyncio.to_thread(engine.steps, [(NEW, "native")], NOON))
        await asyncio.sleep(0.2)
        await asyncio.to_thread(engines.close)
        with pytest.raises(Overrun):
            await asking

    asyncio.run(asyncio.wait_for(asked(), 20))


async def test_one_message_that_never_ends_costs_the_others_nothing(
    config: Config, engines: Engines, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}") as store,
        Sessions(engines.start(config), store, clock=FakeClock(), gather=0.05) as sessions,
    ):
        texts = ("one", "regex", "two")
        answers = await asyncio.gather(*(sessions.say(f"t:{text}:0:me", text) for text in texts))
        assert [answer.text for answer in answers] == ["one? 1", SET_ASIDE, "two? 1"]
        assert "local emergency number" in SET_ASIDE
        assert (await sessions.say("t:regex:0:me", "hello again")).text == "hello again? 1"
        assert await store.waiting("") == []
        assert (await store.load("t:regex:0:me")).conversation.said("user") == ("hello again",)
    assert caplog.text.count("a message is set aside") == 1
    assert "hello" not in caplog.text


class Slow:
    """Says how often the person has written, as the engine's part has it, and something that must not be said."""

    def __init__(self, part: str) -> None:
        self.part = part

    async def propose(self, turn: TurnView, deadline: float, /) -> AsyncIterator[Draft]:
        assert turn.vectors is None
        times = getattr(named(turn.conversation.state, self.part), "times", None)
        yield Draft(Reply(f"{turn.text}, {times} by now.", "slow", 2.0))
        yield Draft(Reply(f"{turn.text}, {times} by now. You are rude.", "slow", 2.0))
        seen = f"{len(turn.proposals)} proposed"
        yield Draft(Reply(f"{turn.text}, {times} in all.", "slow", 2.0), final=True, note=seen)


async def test_slow_responders_write_beside_it(config: Config, engines: Engines, tmp_path: Path) -> None:
    shown: list[str] = []

    async def show(text: str) -> None:
        shown.append(text)

    slow = [("slow", Slow(count_of(tmp_path)))]
    async with (
        Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}") as store,
        Sessions(engines.start(config), store, slow, clock=FakeClock()) as sessions,
    ):
        assert (await sessions.say("t:1:0:me", "one", draft=show)).text == "one, 1 in all."
        answer = await sessions.say("t:1:0:me", "two", draft=show)
        assert answer.text == "two, 2 in all."
        assert answer.step
        assert answer.step.trace.notes == (("slow", "1 proposed"),)
        assert (await sessions.say("t:1:0:me", "danger", draft=show)).text == "Are you safe?"
    assert shown == ["one, 1 by now.", "two, 2 by now."]


async def test_what_cannot_be_written_down_is_answered_all_the_same_and_once(
    config: Config, engines: Engines, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}") as store,
        Sessions(engines.start(config), store, clock=FakeClock(), gather=0.05) as sessions,
    ):
        said = [sessions.say(f"t:{text}:0:me", text) for text in ("one", "odd")]
        assert [answer.text for answer in await asyncio.gather(*said)] == ["one? 1", TROUBLE]
        assert await store.waiting("") == []
    why = f"state part '{count_of(tmp_path)}' cannot be written down: UnicodeEncodeError"
    assert f"conversation t:odd:0:me: the turn failed: StateError: {why}" in caplog.text


async def test_a_turn_under_way_is_finished_by_the_process_that_began_it(
    config: Config, engines: Engines, tmp_path: Path
) -> None:
    (config.beside / "kind.py").write_text(source(tmp_path).replace("time.sleep(600)", "time.sleep(0.3)"))
    async with Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}") as store:
        made = [engines.start(config)]
        async with Sessions(made[0], store, clock=FakeClock()) as sessions:
            old = pid(made[0])
            held = asyncio.create_task(sessions.say("t:1:0:me", "please sleep"))
            await asyncio.sleep(0.1)
            (config.beside / "kind.py").write_text(source(tmp_path).replace("? {now", "! {now"))
            sessions.use(await asyncio.to_thread(engines.start, config))
            made.clear()
            assert (await held).text == "please sleep? 1"
            assert (await sessions.say("t:1:0:me", "and")).text == "and! 2"
            await asyncio.to_thread(until, lambda: not alive(old))


async def test_a_process_killed_in_a_turn_loses_and_doubles_nothing(
    config: Config, engines: Engines, tmp_path: Path
) -> None:
    async with Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}") as store:
        (tmp_path / "long.toml").write_text(FILE.replace("0.5", "60"))
        engine = engines.start(read(tmp_path / "long.toml"))
        async with Sessions(engine, store, clock=FakeClock()) as sessions:
            held = asyncio.create_task(sessions.say("t:1:0:me", "please sleep"))
            await asyncio.sleep(0.2)
            behind = [asyncio.create_task(sessions.say(f"t:{place}:0:me", "hi")) for place in range(2, 6)]
            (config.beside / "kind.py").write_text(source(tmp_path).replace("time.sleep(600)", "pass"))
            os.kill(pid(engine), signal.SIGKILL)
            assert (await held).text == "please sleep? 1"
            assert [answer.text for answer in await asyncio.gather(*behind)] == ["hi? 1"] * 4
        for place in range(1, 6):
            assert len((await store.load(f"t:{place}:0:me")).conversation.turns) == 2
        assert await store.waiting("") == []
