"""What the encoder learns through: finding the reply, and beside it feelings, strategies and danger."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from agents.training.common.fit import matched
from agents.training.encoder.lower_states import LowerStates, Places
from agents.training.encoder.network import Upper, load
from agents.training.encoder.streams import PAST, Line, Pair, Streams
from bot.dialog import STRATEGIES
from skills.care.danger_classifier import LABELS
from skills.labels import EMOTIONS
from skills.models.transformer import ADAPTED
from skills.sizes import Size

FEWEST = 4
"""A sequence that would keep fewer tokens than this is left whole."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The numbers of a run; batches in examples, `warm` in steps, `peak`s the highest learning rates.

    An epoch is one of EmpatheticDialogues' listeners' turns. Of their tokens `thin` are left out, and of contexts `cut`
    lose their oldest utterances; of the vectors that are compared, `drop` of the numbers. Of each batch of feelings,
    `kept` are held near the published vectors. Of what is learnt for each linear map `rank` directions ship whole.
    """

    epochs: float = 3.0
    rank: int = 48
    thin: float = 0.1
    cut: float = 0.15
    drop: float = 0.05
    peak: float = 1e-4
    maps_peak: float = 3e-4
    heads_peak: float = 1e-3
    warm: int = 15
    pairs: int = 512
    situations: int = 64
    feelings: int = 48
    kept: int = 24
    dangers: int = 48
    others: int = 64
    emotion_weight: float = 0.3
    feelings_weight: float = 0.6
    danger_weight: float = 0.5
    support_weight: float = 0.4
    strategy_weight: float = 0.3
    daily_weight: float = 0.3
    near_weight: float = 0.5
    smoothing: float = 0.1
    mean: float = 0.98
    chunk: int = 64


class Learner(nn.Module):
    """The upper layers with the published ones beside them, the two maps, and the heads that are learnt through.

    They run in bfloat16; the linear maps' weights and the speakers' marks are kept in full precision in `weights`.
    """

    def __init__(
        self, size: Size, tensors: Mapping[str, NDArray[Any]], states: LowerStates, end: int, recipe: Recipe
    ) -> None:
        super().__init__()
        self.size, self.states, self.end, self.recipe = size, states, end, recipe
        self.encoder, self.published = (load(size, tensors, torch.bfloat16)[1] for _ in range(2))
        self.running = learning(self.encoder, size)
        self.weights = {name: nn.Parameter(weight.detach().float()) for name, weight in self.running.items()}
        for weight in self.running.values():
            weight.requires_grad_(True)
        self.context, self.reply = (nn.Linear(size.width, size.width, bias=False) for _ in range(2))
        for linear in (self.context, self.reply):
            nn.init.eye_(linear.weight)
        self.sharpness = nn.Parameter(torch.tensor(3.0))
        self.emotion = nn.Linear(size.width, len(EMOTIONS))
        self.strategy = nn.Linear(size.width + PAST, len(STRATEGIES))
        self.danger = nn.Linear(size.width, LABELS)

    def named(self) -> dict[str, Tensor]:
        """Everything that learns, by name."""
        apart = ("published", "encoder")
        own = {name: value for name, value in self.named_parameters() if name.split(".")[0] not in apart}
        return {**self.weights, **own}

    def gather(self) -> None:
        """Hand the running weights' gradients to those in full precision."""
        for name, weight in self.running.items():
            self.weights[name].grad = None if weight.grad is None else weight.grad.float()
            weight.grad = None

    @torch.no_grad()
    def spread(self) -> None:
        """Run with what the weights are now."""
        for name, weight in self.running.items():
            weight.copy_(self.weights[name])

    def losses(self, batch: Sequence[Pair], data: Streams, step: int) -> list[Callable[[], Tensor]]:
        """The weighted losses of a step, each to be gone back through before the next is made: memory is short."""
        rng, recipe = random.Random(step), self.recipe
        felt = [*rng.sample(data.situations, recipe.situations), *rng.sample(data.feelings, recipe.feelings)]
        rng.shuffle(felt)
        spoken = [*rng.sample(data.danger, recipe.dangers), *rng.sample(data.calm, recipe.dangers)]
        spoken += [Line(line.sequence, 0) for line in rng.sample(data.feelings, recipe.dangers // 3)]
        read, others = (self.supports, data.support) if step % 2 else (self.daily, data.daily)
        chosen = rng.sample(others, recipe.others)
        return [
            lambda: self.answers(batch, rng),
            lambda: self.feels(felt, rng),
            lambda: self.warns(spoken, rng),
            lambda: read(chosen, rng),
        ]

    def answers(self, pairs: Sequence[Pair], rng: random.Random) -> Tensor:
        contexts, loss = self.found(pairs, rng)
        return loss + self.recipe.emotion_weight * self.classed(self.emotion, contexts, pairs, self.recipe.smoothing)

    def feels(self, lines: Sequence[Line], rng: random.Random) -> Tensor:
        rows, kept = [line.sequence for line in lines], self.recipe.kept
        vectors = self.vectors(rows, rng)
        loss = self.recipe.feelings_weight * self.classed(self.emotion, vectors, lines, self.recipe.smoothing)
        with torch.no_grad():
            before = self.vectors(rows[:kept], encoder=self.published)
        away: Tensor = 1 - (vectors[:kept] * before).sum(1)
        return loss + self.recipe.near_weight * away.mean()

    def warns(self, lines: Sequence[Line], rng: random.Random) -> Tensor:
        vectors = self.vectors([line.sequence for line in lines], rng)
        return self.recipe.danger_weight * self.classed(self.danger, vectors, lines, self.recipe.smoothing / 2)

    def supports(self, pairs: Sequence[Pair], rng: random.Random) -> Tensor:
        contexts, loss = self.found(pairs, rng)
        seen = torch.cat([contexts * self.wide, torch.tensor([pair.past for pair in pairs])], dim=1)
        named = functional.cross_entropy(self.strategy(seen), torch.tensor([pair.label for pair in pairs]))
        return self.recipe.support_weight * loss + self.recipe.strategy_weight * named

    def daily(self, pairs: Sequence[Pair], rng: random.Random) -> Tensor:
        return self.recipe.daily_weight * self.found(pairs, rng)[1]

    def found(self, pairs: Sequence[Pair], rng: random.Random | None) -> tuple[Tensor, Tensor]:
        """The contexts' vectors (n, d), and the loss of finding replies by contexts and the other way round."""
        rows = [pair.context for pair in pairs] + [pair.reply for pair in pairs]
        vectors = self.vectors(rows, rng, cuts=len(pairs))
        contexts, replies = vectors[: len(pairs)], vectors[len(pairs) :]
        left, right = self.turned(self.context, contexts), self.turned(self.reply, replies)
        return contexts, matched(left, right, [pair.text for pair in pairs], self.sharpness.clamp(max=4.0).exp())

    def turned(self, linear: nn.Linear, vectors: Tensor) -> Tensor:
        """(n, d) vectors under a map, some of their numbers left out while learning."""
        turned: Tensor = linear(functional.dropout(vectors, self.recipe.drop, self.training))
        return turned

    @property
    def wide(self) -> float:
        """What unit vectors are stretched by for the heads, so that their numbers are about one."""
        return float(self.size.width**0.5)

    def classed(self, head: nn.Linear, vectors: Tensor, items: Sequence[Pair | Line], smoothing: float) -> Tensor:
        scores: Tensor = head(vectors * self.wide)
        return functional.cross_entropy(scores, torch.tensor([item.label for item in items]), label_smoothing=smoothing)

    def vectors(
        self, rows: Sequence[int], rng: random.Random | None = None, *, encoder: Upper | None = None, cuts: int = 0
    ) -> Tensor:
        """Unit vectors (n, d) of the sequences with these numbers, encoded in chunks of like length.

        With `rng` some of their words are left out, and the first `cuts` may lose old utterances.
        """
        encoder = encoder or self.encoder
        kept = [self.kept(self.states.sequences[row].ids, rng, place < cuts) for place, row in enumerate(rows)]
        order = sorted(range(len(rows)), key=lambda place: len(kept[place]))
        parts = []
        for start in range(0, len(order), self.recipe.chunk):
            chosen = order[start : start + self.recipe.chunk]
            batch = self.states.batch([rows[place] for place in chosen], [kept[place] for place in chosen])
            parts.append(encoder(*batch))
        return torch.cat(parts)[torch.tensor(order).argsort()]

    def kept(self, ids: Sequence[int], rng: random.Random | None, cut: bool) -> Places:
        """Places of the tokens that are read; the first token and the ends of utterances always are."""
        whole = np.arange(len(ids))
        if rng is None:
            return whole
        after = 0
        if cut and rng.random() < self.recipe.cut:
            ends = [place for place, token in enumerate(ids) if token == self.end]
            after = ends[rng.randrange(len(ends) - 1)] if len(ends) > 1 else 0
        own = [
            place
            for place, token in enumerate(ids)
            if not place or (place > after and (token == self.end or rng.random() >= self.recipe.thin))
        ]
        return np.array(own) if len(own) >= FEWEST else whole


def learning(encoder: Upper, size: Size) -> dict[str, nn.Parameter]:
    """What learns of the upper layers, named as adapters name it: the linear maps' weights, and the speakers' marks."""
    found = {
        f"layers.{number}.{name}": getattr(layer, name).weight
        for number, layer in enumerate(encoder.stack.layers, size.shared)
        for name in ADAPTED
    }
    return found if encoder.speakers is None else found | {"speakers": encoder.speakers}
