"""A replica answers frames, merges what waits, and raises nothing."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bot.cluster import replica as replica_module
from bot.cluster.replica import About, Replica, decoded, encoded
from bot.config import read
from bot.dialog import Conversation
from bot.engine import Engine
from bot.errors import NoEngine, Overrun, SkillError
from bot.testing.scripted import NOON
from bot.worker import wire
from bot.worker.order import order
from bot.worker.wired import value
from tests.bot.cluster.room import Several
from tests.bot.room import Failing, echo

KIND = """
from bot.dialog import Reply, SkillResult
from bot.registry import skill, writer

@skill("words")
def words():
    return lambda turn: SkillResult(replies=(Reply(f"{turn.text}?", "words", 0.5),))

@writer("shouting")
def shouting(*, fail: bool = False):
    class Shouting:
        def write(self, turn, proposals):
            return [*proposals, Reply(proposals[0].text.upper(), "shouting", 0.9)]
    return Shouting()
"""
FILE = """turn_limit = 5
[guard]
off = "a test"
[[skills]]
use = "./kind.py:words"
[writer]
use = "./kind.py:shouting"
"""
PAIRS = wire.pairs([(Conversation("t:1::me"), "hi"), (Conversation("t:2::you"), "ho")])


def steps(*places: int) -> wire.Steps:
    return wire.Steps(tuple(PAIRS[place] for place in places), NOON, False)


def texts(answer: wire.Answer) -> list[str]:
    return [stepped.reply.text for stepped in value(answer, list[wire.Stepped])]


def test_it_holds_the_engines_process_and_says_which_bot_it_is(tmp_path: Path) -> None:
    (tmp_path / "kind.py").write_text(KIND)
    (tmp_path / "bot.toml").write_text(FILE)
    ordered = order(read(tmp_path / "bot.toml"), "plain")
    replica = Replica(ordered)
    assert texts(replica.answer(steps(0))) == ["HI?"]
    assert msgspec.msgpack.decode(replica.about(), type=About).mark == ordered.mark
    assert replica.healthy()


def test_one_that_only_writes_makes_no_skill(tmp_path: Path) -> None:
    (tmp_path / "kind.py").write_text(KIND.replace("def words():", "def words():\n    raise KeyError('never made')"))
    (tmp_path / "bot.toml").write_text(FILE)
    config = read(tmp_path / "bot.toml")
    with pytest.raises(SkillError, match="cannot be made"):
        Replica(order(config, "plain"))
    assert Replica(order(config, "plain", writes=True)).healthy()


def test_what_waits_together_is_asked_as_one() -> None:
    several = Several(Engine((("echo", echo),)))
    found = several.replica.answers([steps(0), wire.Heed(PAIRS, NOON), steps(1)])
    assert (texts(found[0]), texts(found[2])) == (["hi?"], ["ho?"])
    assert value(found[1], list[int]) == [0, 0]
    assert len(several.here.asked) == 2


def test_where_it_fails_each_is_asked_by_itself() -> None:
    bad = wire.Steps(wire.pairs([(Conversation("t:3::me"), "fail")]), NOON, False)
    several = Several(Failing((("echo", echo),)))
    good, failed = several.replica.answers([steps(0), bad])
    assert texts(good) == ["hi?"]
    assert isinstance(failed, wire.Failed)
    assert "fail" not in failed.words
    assert len(several.here.asked) == 3


@pytest.mark.parametrize("error", [Overrun("late"), NoEngine("none")])
def test_what_did_not_end_or_has_no_engine_is_left_to_the_doors(error: Exception) -> None:
    several = Several(Engine(()))

    def answer(request: wire.Request) -> wire.Answer:
        several.calls += 1
        raise error

    several.here.answer = answer  # type: ignore[method-assign]
    found = several.replica.answers([steps(0), steps(1)])
    assert (several.calls, len(found)) == (1, 2)
    with pytest.raises(type(error)):
        value(found[1], list[wire.Stepped])


def test_an_error_that_nobody_expected_says_no_words() -> None:
    several = Several(Engine(()))

    def answer(request: wire.Request) -> wire.Answer:
        raise KeyError("what somebody said")

    several.here.answer = answer  # type: ignore[method-assign]
    failed = several.replica.answer(steps(0))
    assert isinstance(failed, wire.Failed)
    assert failed.words.startswith("KeyError at ")
    assert "somebody" not in failed.words


def test_it_is_given_up_when_there_has_been_no_engine_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    several = Several(Engine(()))
    replica = several.replica
    replica._alive = 0.0
    assert replica.healthy()
    monkeypatch.setattr(type(several.here), "ready", False)
    assert replica.healthy()
    monkeypatch.setattr(replica_module, "LOST", -1.0)
    assert not replica.healthy()


def test_frames_are_requests() -> None:
    assert decoded(encoded(steps(0))) == steps(0)
    with pytest.raises(msgspec.MsgspecError):
        decoded(b"nonsense")
