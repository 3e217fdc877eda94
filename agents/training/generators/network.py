"""The language model with one generator's changes: of its upper layers' linear maps, and what it learns beside them.

The lower layers stay as published and nothing is learnt through them, so that what they make of a batch can be kept:
several variants read the same. Shapes: n replies, t pieces of the longest with its context, w wide, s numbers of an
ensemble's second model.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn import functional
from transformers import Gemma3ForCausalLM

from agents.training.generators.variants import Variant
from agents.training.papers.joined import SIZES
from agents.training.writer import network
from skills.labels import EMOTIONS
from skills.writer import package

LOWEST = 12
"""The first layer that is changed, of eighteen."""


class Generator(nn.Module):
    """`become` makes it one variant's; an ensemble's second vectors (n, s) are set before each batch."""

    def __init__(self, net: Gemma3ForCausalLM, rank: int) -> None:
        super().__init__()
        self.net, self.changes = net, network.adapt(net, rank, LOWEST)
        self.emotion: nn.Linear | None = None
        self.join: nn.Linear | None = None
        self.second: Tensor | None = None
        net.model.layers[LOWEST].register_forward_pre_hook(self._joined)

    def become(self, variant: Variant, learnt: Mapping[str, Tensor] | None = None) -> None:
        """The variant as it has learnt, or as it begins: as the model that was published."""
        width = self.net.config.hidden_size
        self.emotion = nn.Linear(width, len(EMOTIONS)) if "emotion" in variant.learns else None
        self.join = nn.Linear(SIZES[variant.ensemble.second], width, bias=False) if variant.ensemble else None
        self.second = None
        with torch.no_grad():
            for name, change in self.changes.items():
                scale = 1 / math.sqrt(change.shape[1])
                change.normal_(std=scale) if name.endswith(".a") else change.zero_()
            if self.join:
                self.join.weight.zero_()
            for name, own in self.named().items() if learnt is not None else ():
                own.copy_((learnt or {})[name])

    def named(self) -> dict[str, Tensor]:
        """All that learns, by its name in the file."""
        beside = (("emotion", self.emotion), ("join", self.join))
        own = ((f"{name}.{part}", one) for name, layer in beside if layer for part, one in layer.named_parameters())
        return {**self.changes, **dict(own)}

    @torch.no_grad()
    def lower(self, pieces: Tensor) -> Tensor:
        """(n, t) -> what the lower layers make of it (n, t, w)."""
        return self._layers(self.net.model.embed_tokens(pieces), 0, LOWEST)

    def upper(self, lower: Tensor) -> Tensor:
        """(n, t, w) -> the last states (n, t, w). For t up to the layers' window of 512 pieces."""
        found: Tensor = self.net.model.norm(self._layers(lower, LOWEST, len(self.net.model.layers)))
        return found

    def loss(self, lower: Tensor, pieces: Tensor, scored: Tensor, emotions: Tensor) -> Tensor:
        """-ln p of a scored piece (n, t), on average; where emotions (n,) are learnt too, the mean of both losses."""
        states = self.upper(lower)
        found = network.loss_of(self.net, states, pieces, scored) / scored[:, 1:].sum()
        if self.emotion is None:
            return found
        return (found + functional.cross_entropy(self.felt(states, scored), emotions)) / 2

    def felt(self, states: Tensor, scored: Tensor) -> Tensor:
        """Scores of emotions (n, 32), from the state of each context's last piece."""
        if self.emotion is None:
            raise ValueError("this generator has no emotions")
        last = scored.int().argmax(dim=1) - 1
        scores: Tensor = self.emotion(states[torch.arange(len(states)), last].float())
        return scores

    def _layers(self, states: Tensor, first: int, last: int) -> Tensor:
        model, kinds = self.net.model, self.net.config.layer_types
        places = torch.arange(states.shape[1])[None]
        turns = {kind: model.rotary_emb(states, places, kind) for kind in set(kinds)}
        for layer, kind in zip(model.layers[first:last], kinds[first:last], strict=True):
            states = layer(states, position_embeddings=turns[kind], attention_mask=None, position_ids=places)
        return states

    def _joined(self, _: nn.Module, given: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """Before the first layer that is changed: the states, and an ensemble's second vector under a linear map."""
        if self.join is None or self.second is None:
            return None
        states, *others = given
        return (states + self.join(self.second)[:, None].to(states.dtype), *others)


def lower_states(generator: Generator, pieces: Tensor, folder: Path | None) -> Tensor:
    """What the lower layers make of a batch, kept in `folder` where one is named."""
    if folder is None:
        return generator.lower(pieces)
    known = repr((package.SHA256, LOWEST, pieces.tolist()))
    path = folder / f"{hashlib.sha256(known.encode()).hexdigest()[:24]}.safetensors"
    if not path.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        aside = path.with_suffix(".part")
        save_file({"states": generator.lower(pieces)}, aside)
        aside.replace(path)
    return load_file(path)["states"]
