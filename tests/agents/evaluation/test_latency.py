import platform
from collections.abc import Iterator
from dataclasses import asdict, replace

import pytest

from agents.evaluation import latency as module
from agents.evaluation.latency import TALKS, Pair, latency, machine, measured, parts, unfolded
from bot.engine import Engine
from bot.errors import ConfigError
from bot.step import Step, Trace
from bot.testing import FixedEncoder, ScriptedSkill
from bot.testing.scripted import NOON

TURNS = sum(map(len, TALKS))


def engine() -> Engine:
    return Engine((("words", ScriptedSkill("I see.", "Go on.")),), encoder=FixedEncoder(), name="kind")


def step(**ms: float) -> Step:
    done = engine().step(next(unfolded(engine()))[0], "hi", NOON)
    return replace(done, trace=Trace(ms=tuple(ms.items())))


def test_talks_are_met_at_every_length_from_one_to_twelve_turns() -> None:
    lengths = [len(conversation.turns) for conversation, _ in unfolded(engine())]
    assert lengths == [2 * turn for talk in TALKS for turn in range(len(talk))]
    assert max(map(len, TALKS)) == 12


def test_reply_and_pass_read_the_same_and_take_turns_at_being_first() -> None:
    bot = engine()
    encoder = bot.encoder
    assert isinstance(encoder, FixedEncoder)
    pairs = list(measured(bot, encoder, 2))
    assert len(pairs) == 2 * TURNS
    # To unfold, to warm, and then one pass in the reply and one beside it.
    assert len(encoder.batches) == TURNS + TURNS + 2 * len(pairs)
    assert all(pair.reply > 0 and pair.bare > 0 for pair in pairs)


def test_the_ratio_is_of_medians_and_the_figures_are_milliseconds(monkeypatch: pytest.MonkeyPatch) -> None:
    def fixed(*_: object) -> Iterator[Pair]:
        done = step(guard=1.0, encoder=4.0)
        yield from (Pair(reply, bare, done) for reply, bare in ((0.006, 0.004), (0.006, 0.004), (0.9, 0.004)))

    monkeypatch.setattr(module, "measured", fixed)
    found = latency(engine(), 1)
    assert (found.pairs, found.reply_ms.value, found.pass_ms.value) == (3, 6.0, 4.0)
    assert found.ratio.value == 1.5
    assert found.ratio.low == 1.5
    assert found.parts_ms == {"guard": 1.0, "encoder": 4.0}


def test_parts_are_medians_of_what_the_traces_hold() -> None:
    assert parts([step(a=1, b=5), step(a=3), step(a=100)]) == {"a": 3, "b": 5}


def test_a_bot_without_encoder_has_nothing_to_be_compared_with() -> None:
    with pytest.raises(ConfigError, match=r"bot 'kind' has no \[encoder\]"):
        latency(replace(engine(), encoder=None), 1)


def test_the_machine_is_described_without_its_name() -> None:
    assert platform.node() not in asdict(machine()).values()
    assert machine().cores >= 1
