"""The language model in PyTorch, on the very weights that are served, and the low-rank changes that can be learnt.

The published weights are a GGUF file of few bits; they are read back to numbers and stay as they are. Shapes: n talks,
t pieces of text in the longest, w = 640 wide, v pieces in the vocabulary.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from gguf import GGUFReader
from gguf.quants import dequantize
from torch import Tensor, nn
from transformers import Gemma3ForCausalLM, Gemma3TextConfig

from skills.models.adapter import STRENGTH, Tensors, factors
from skills.writer.model import WORDS

PARTS = {
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
"""What an adapter changes: llama.cpp's name of each map, and the one in transformers."""
NORMS = {
    "attn_q_norm": "self_attn.q_norm",
    "attn_k_norm": "self_attn.k_norm",
    "attn_norm": "input_layernorm",
    "post_attention_norm": "post_attention_layernorm",
    "ffn_norm": "pre_feedforward_layernorm",
    "post_ffw_norm": "post_feedforward_layernorm",
}
LAYERS, WHOLE = 18, 6
"""Every sixth layer looks at the whole talk, the others at the last 512 pieces (Gemma 3 report, section 2)."""


class Change(nn.Module):
    """A linear map with a low-rank change beside it (Hu et al. 2022, section 4.1): nothing is changed at first."""

    def __init__(self, base: nn.Linear, rank: int) -> None:
        super().__init__()
        self.base = base
        self.a = nn.Parameter(torch.randn(rank, base.in_features) / math.sqrt(base.in_features))
        self.b = nn.Parameter(torch.zeros(base.out_features, rank))

    def forward(self, states: Tensor) -> Tensor:
        change = states @ self.a.to(states.dtype).T @ self.b.to(states.dtype).T
        out: Tensor = self.base(states) + STRENGTH * change
        return out


def load(path: Path, kind: torch.dtype = torch.bfloat16) -> Gemma3ForCausalLM:
    """The model in a GGUF file, nothing of which learns."""
    tensors = dict(_tensors(path, kind))
    found = Gemma3ForCausalLM(_config(len(tensors["model.embed_tokens.weight"]))).to(kind)
    found.load_state_dict(tensors, strict=False)  # the map to the next piece is the table of pieces
    found.tie_weights()
    return found.requires_grad_(False)


def adapt(network: Gemma3ForCausalLM, rank: int, lowest: int) -> dict[str, nn.Parameter]:
    """Put changes beside the maps of the layers from `lowest` on; gives A and B of each by its name in the file."""
    found: dict[str, nn.Parameter] = {}
    for number in range(lowest, LAYERS):
        for name, place in PARTS.items():
            part, _, own = place.partition(".")
            holder = getattr(network.model.layers[number], part)
            change = Change(getattr(holder, own), rank)
            setattr(holder, own, change)
            found |= {f"blk.{number}.{name}.a": change.a, f"blk.{number}.{name}.b": change.b}
    return found


@torch.no_grad()
def merge(network: Gemma3ForCausalLM, adapter: Tensors) -> None:
    """Add an adapter's changes to the weights of the maps themselves, as in what is served but for its eight bits."""
    held = factors(adapter)
    for stem in (key.removesuffix(".a") for key in held if key.endswith(".a")):
        _, number, name = stem.split(".")
        weight = network.model.layers[int(number)].get_submodule(PARTS[name]).weight
        weight += (STRENGTH * torch.from_numpy(held[f"{stem}.b"] @ held[f"{stem}.a"])).to(weight.dtype)


def loss(network: Gemma3ForCausalLM, pieces: Tensor, scored: Tensor) -> Tensor:
    """Sum over the scored pieces (n, t) of -ln p given what is before them, in nats.

    Padding is on the right, where nothing that is scored sees it; states become shares only where they are scored.
    """
    return loss_of(network, network.model(input_ids=pieces).last_hidden_state, pieces, scored)


def loss_of(network: Gemma3ForCausalLM, states: Tensor, pieces: Tensor, scored: Tensor) -> Tensor:
    """The same, of the last states (n, t, w) of the pieces."""
    states = states[:, :-1][scored[:, 1:]]
    shares: Tensor = nn.functional.cross_entropy(
        (states @ network.lm_head.weight.T).float(), pieces[:, 1:][scored[:, 1:]], reduction="sum"
    )
    return shares


def _config(pieces: int) -> Gemma3TextConfig:
    return Gemma3TextConfig(
        vocab_size=pieces,
        hidden_size=640,
        intermediate_size=2048,
        num_hidden_layers=LAYERS,
        num_attention_heads=4,
        num_key_value_heads=1,
        head_dim=256,
        query_pre_attn_scalar=256,
        sliding_window=512,
        rms_norm_eps=1e-6,
        layer_types=["sliding_attention" if (layer + 1) % WHOLE else "full_attention" for layer in range(LAYERS)],
        tie_word_embeddings=True,
        attn_implementation="sdpa",
    )


def _tensors(path: Path, kind: torch.dtype) -> Iterator[tuple[str, Tensor]]:
    """Every tensor by its name in transformers."""
    for tensor in GGUFReader(path).tensors:
        numbers = torch.from_numpy(np.array(dequantize(tensor.data, tensor.tensor_type), np.float32))
        if "norm" in tensor.name:
            numbers -= 1  # transformers multiplies by one more than the weight
        yield _name(tensor.name), numbers.to(kind)


def _name(name: str) -> str:
    if name == WORDS:
        return "model.embed_tokens.weight"
    if name == "output_norm.weight":
        return "model.norm.weight"
    _, number, part, _ = name.split(".")
    return f"model.layers.{number}.{(PARTS | NORMS)[part]}.weight"
