"""A language model of a few thousand numbers that reads characters, and a talk of two corpora."""

from __future__ import annotations

import pytest
import torch
from transformers import Gemma3ForCausalLM, Gemma3TextConfig

from agents.corpora.exchanges import Exchange
from agents.training.generators import network as generators
from agents.training.generators.network import Generator
from agents.training.generators.variants import Budget
from agents.training.writer import network

CHARACTERS = 128
SPENT = Budget(steps=12, replies=4, longest=300, rank=2, rate=1e-2, warm=2)


class Characters:
    """Cuts text into its characters."""

    def __call__(self, text: str, *, add_special_tokens: bool) -> dict[str, list[int]]:
        assert not add_special_tokens
        return {"input_ids": [ord(character) for character in text]}

    def decode(self, pieces: list[int]) -> str:
        return "".join(map(chr, pieces))


def shallow(patch: pytest.MonkeyPatch) -> None:
    """Models have two layers, the upper of which is changed."""
    patch.setattr(network, "LAYERS", 2)
    patch.setattr(generators, "LOWEST", 1)


def network_of(width: int = 32) -> Gemma3ForCausalLM:
    torch.manual_seed(1)
    shape = Gemma3TextConfig(
        vocab_size=CHARACTERS,
        hidden_size=width,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=1,
        head_dim=16,
        sliding_window=512,
        layer_types=["sliding_attention", "full_attention"],
        attn_implementation="sdpa",
    )
    return Gemma3ForCausalLM(shape).requires_grad_(False).eval()


def generator() -> Generator:
    return Generator(network_of(), SPENT.rank)


def heard(number: int) -> Exchange:
    """An exchange of EmpatheticDialogues, another for each number."""
    label = ("sad", "angry", "proud")[number % 3]
    return Exchange(((False, f"day {number}"),), "Oh" + " no" * (number % 4), (), label, number // 2, 1)


def supported(number: int) -> Exchange:
    """An exchange of ESConv whose supporter has spoken before."""
    context = ((False, "hi"), (True, "Hello."), (False, f"i am {number}"), (True, "Why?"), (False, "so"))
    label = ("Question", "Others")[number % 2]
    return Exchange(context, f"What {number}?", (), label, number // 2, 5, ("Others", "Question"))
