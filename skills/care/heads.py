"""Danger as a small trained network hears it, where no pattern knows the words.

It goes on from the encoder's own pass: two transformer layers of its own over the states that pass hands out for the
last utterance (Devlin et al. 2019, section 3; adapted as in Hu et al. 2022), their mean and a learnt look-out, beside
pieces of the words, disguises undone (Joulin et al. 2017, section 2). Made by `attune train danger`.
"""

from __future__ import annotations

import copy
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors import safe_open
from torch import Tensor, nn

from skills.care.plain import sentences
from skills.encoder import BASE, shared_text_encoder
from skills.models import tensors
from skills.models.bert import TAP, WIDTH, factors, merge, unseen
from skills.models.encoder import SHA256
from skills.models.files import digest

KINDS = (
    *("suicide", "self_harm", "method_request", "third_party", "abuse", "violence"),
    *("eating_disorder", "medical", "psychosis"),
)
NAME, FREE = "danger", "danger_free"
"""The trained ears: over our adapter's states, and over those of the encoder as published, from own lines alone."""
LEVELS = 3
LABELS = 1 + len(KINDS) * LEVELS
"""Calm, then each kind at each level."""
BUCKETS, PIECES = 8192, 24
LONGEST = 1500
"""Characters at the end of an utterance that are read, as the encoder does."""


@dataclass(frozen=True, slots=True)
class Heard:
    """The likeliest kind, and how likely danger is at level 1 or above, at 2 or above, and at 3."""

    kind: str
    some: float
    present: float
    urgent: float


class Ear(nn.Module):
    """States (n, t, d) and numbers of pieces -> scores (n, labels). `layers`: its own copy of the encoder's upper."""

    def __init__(self, layers: Sequence[nn.Module]) -> None:
        super().__init__()
        self.layers = nn.ModuleList(layers)
        self.look = nn.Linear(WIDTH, 1)
        self.pieces = nn.EmbeddingBag(BUCKETS, PIECES, mode="sum")
        self.out = nn.Linear(2 * WIDTH + PIECES, LABELS)
        self.drop = nn.Dropout(0.0)

    def forward(self, states: Tensor, real: Tensor, numbers: Tensor, starts: Tensor, counts: Tensor) -> Tensor:
        mask = unseen(real, states.dtype)
        x = self.drop(states)
        for layer in self.layers:
            x = layer(x, mask)
        x = x.float()
        weights = real.float()
        looks = torch.softmax(self.look(x)[..., 0].masked_fill(~real, float("-inf")), dim=1)
        mean = (x * weights[..., None]).sum(1) / weights.sum(1, keepdim=True)
        words = self.pieces(numbers, starts) / counts[:, None].sqrt()
        scores: Tensor = self.out(self.drop(torch.cat([mean, (x * looks[..., None]).sum(1), words], dim=1)))
        return scores


def numbers_of(text: str) -> list[int]:
    """The pieces of a text by number: runs of one to three words, and three or four letters of a word."""
    found = {zlib.crc32(piece.encode()) % BUCKETS for piece in _pieces(text)}
    return sorted(found) or [0]


def _pieces(text: str) -> Iterator[str]:
    for line in sentences(text[-LONGEST:]):
        words = line.split()
        for size in (1, 2, 3):
            yield from (" ".join(words[at : at + size]) for at in range(len(words) - size + 1))
        for word in dict.fromkeys(words):
            whole = f"<{word}>"
            for size in (3, 4):
                yield from (f"~{whole[at : at + size]}" for at in range(len(whole) - size + 1))


def fresh(adapter: str = "default") -> Ear:
    """An ear that has learnt nothing: the shared encoder's upper layers, copied."""
    model = shared_text_encoder(adapter).text_encoder.model
    return Ear([copy.deepcopy(layer) for layer in model.layers[TAP:]])


def load(folder: Path = tensors.WEIGHTS, name: str = NAME) -> Ear:
    """The trained ear. WeightsError when its file is missing or altered."""
    path = tensors.find(name, folder)
    return _load(path, digest(path), BASE if name == FREE else "default")


def load_for(identity: str) -> Ear:
    """The ear that learnt from an encoder's states: of the model as published `FREE`, with our adapter `NAME`."""
    return load(name=FREE if identity == SHA256 else NAME)


@lru_cache(maxsize=2)
def _load(path: Path, _checksum: str, adapter: str) -> Ear:
    with safe_open(path, framework="pt") as file:
        held = factors({key: file.get_tensor(key) for key in file.keys()})  # noqa: SIM118
    ear = fresh(adapter)
    merge(ear, held)
    ear.load_state_dict({key: held[key] for key in held if not key.startswith("layers.")}, strict=False)
    return ear.requires_grad_(False).eval()


def hear(tokens: NDArray[np.float32], text: str, ear: Ear | None = None) -> Heard:
    """What the states of an utterance's tokens and its words sound like."""
    return hear_all([(tokens, text)], ear)[0]


def hear_all(utterances: Sequence[tuple[NDArray[np.float32], str]], ear: Ear | None = None) -> list[Heard]:
    """The same of several, in one pass."""
    ear = ear or load()
    kind = next(ear.layers.parameters()).dtype
    lengths = torch.tensor([len(tokens) for tokens, _ in utterances])
    real = torch.arange(int(lengths.max()))[None] < lengths[:, None]
    states = torch.zeros(*real.shape, WIDTH, dtype=kind)
    for row, (tokens, _) in zip(states, utterances, strict=True):
        row[: len(tokens)] = torch.from_numpy(tokens)
    numbers = [numbers_of(text) for _, text in utterances]
    counts = torch.tensor([len(one) for one in numbers])
    with torch.inference_mode():
        scores = ear(
            states,
            real,
            torch.tensor([number for one in numbers for number in one]),
            counts.cumsum(0) - counts,
            counts.float(),
        )
    return [judged(shares) for shares in torch.softmax(scores, dim=-1).numpy()]


def judged(shares: NDArray[np.float32]) -> Heard:
    """The shares of the labels (they sum to one), put together by kind and by level."""
    table = shares[1:].reshape(len(KINDS), LEVELS)
    some, present, urgent = (float(table[:, level:].sum()) for level in range(LEVELS))
    return Heard(KINDS[int(table.sum(axis=1).argmax())], some, present, urgent)
