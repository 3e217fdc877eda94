"""The writer's recipe, on a network of a few thousand numbers: it learns, and a stopped run comes to the same end."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import torch
from transformers import Gemma3ForCausalLM, Gemma3TextConfig

from agents.corpora import written
from agents.training.writer import network, recipe
from agents.training.writer.examples import Example
from agents.training.writer.talks import Learnt
from bot.errors import ConfigError
from skills.writer.prompt import Line

Changes = dict[str, torch.nn.Parameter]


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "LAYERS", 2)
    monkeypatch.setattr(recipe, "EVERY", 4)
    monkeypatch.setattr(recipe, "FALLING", 8)


def tiny() -> tuple[Gemma3ForCausalLM, Changes]:
    torch.manual_seed(1)
    shape = Gemma3TextConfig(
        vocab_size=40,
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=1,
        head_dim=16,
        sliding_window=64,
        layer_types=["sliding_attention", "full_attention"],
    )
    net = Gemma3ForCausalLM(shape).requires_grad_(False)
    return net, network.adapt(net, 4, 0)


def talks(count: int) -> list[list[Example]]:
    """Every talk goes on the same way: what the even pieces are, the odd ones repeat."""
    rng = random.Random(3)
    doubled = ([rng.randrange(4, 40) for _ in range(10)] for _ in range(count * 4))
    found = [Example([piece for one in pieces for piece in (one, one)], [False, True] * 10) for pieces in doubled]
    return [found[start : start + 4] for start in range(0, len(found), 4)]


def test_it_learns(tmp_path: Path) -> None:
    net, changes = tiny()
    plan, tested = talks(12), talks(2)[0]
    before = recipe.measured(net, tested)
    recipe.learn(net, changes, plan, tested, tmp_path)
    assert recipe.measured(net, tested) < before


def test_a_stopped_run_comes_to_the_same_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, tested = talks(12), talks(1)[0]
    whole_net, whole = tiny()
    recipe.learn(whole_net, whole, plan, tested, tmp_path / "whole")
    stopped_net, stopped = tiny()
    steps = network.loss
    calls: list[int] = []

    def failing(net: Gemma3ForCausalLM, pieces: torch.Tensor, scored: torch.Tensor) -> torch.Tensor:
        calls.append(1)
        if torch.is_grad_enabled() and len(calls) > 9:
            raise KeyboardInterrupt
        return steps(net, pieces, scored)

    with monkeypatch.context() as patch:
        patch.setattr(network, "loss", failing)
        with pytest.raises(KeyboardInterrupt):
            recipe.learn(stopped_net, stopped, plan, tested, tmp_path / "stopped")
    again_net, again = tiny()
    recipe.learn(again_net, again, plan, tested, tmp_path / "stopped")
    for name, change in whole.items():
        torch.testing.assert_close(again[name], change)


def test_the_rate_goes_up_stays_and_goes_down() -> None:
    rates = [recipe.rate(number, 12) for number in range(12)]
    assert rates[0] < rates[3]
    assert rates[-1] < rates[5]
    assert max(rates) <= 1


def test_every_kind_of_plain_dialogues_is_there() -> None:
    assert all(written.read(kinds=[kind]) for kind in recipe.PLAIN)


def test_another_adapter_is_refused() -> None:
    assert (recipe.asked(()), recipe.asked(("research",))) == ("open", "research")
    for names in (("closed",), ("open", "research")):
        with pytest.raises(ConfigError, match="choose one of open, research"):
            recipe.asked(names)


def test_each_stage_has_talks(monkeypatch: pytest.MonkeyPatch) -> None:
    told = [[Learnt(Line(True, "Hello.", "Others"), True)]]
    monkeypatch.setattr(recipe, "people", lambda datapath, part: iter(told if part == "train" else []))
    for stages in recipe.STAGES.values():
        assert all(next(recipe.talks_of(kinds, Path())) for kinds, _ in stages)
