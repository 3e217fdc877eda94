"""What the encoder's second stage learns through: finding the reply, with all that the first stage taught kept up.

It goes on from the first stage's encoder, all of whose linear maps learn, and learns two maps, one for contexts and one
for replies, so that a question need not lie where its answer lies.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from agents.training.common.fit import matched
from agents.training.encoder import PAST, WIDE
from agents.training.network import Bert, load, padded
from agents.training.retrieval_streams import Line, Pair, Streams
from bot.dialog import STRATEGIES
from skills.care.heads import LABELS
from skills.labels import EMOTIONS
from skills.models.encoder import Tokens
from skills.models.sizes import SMALL
from skills.models.transformer import ADAPTED


@dataclass(frozen=True, slots=True)
class Recipe:
    """The numbers of a run; batches in examples, `warm` in steps, `peak`s the highest learning rates.

    An epoch is one of EmpatheticDialogues' listeners' turns. Of their tokens `thin` are left out, and of contexts `cut`
    lose their oldest utterances; of the vectors that are compared, `drop` of the numbers. Of each batch of feelings,
    `kept` are held near the first stage's vectors. Of what is learnt for each linear map `rank` directions ship whole.
    """

    epochs: float = 4.0
    rank: int = 24
    thin: float = 0.07
    cut: float = 0.15
    drop: float = 0.05
    peak: float = 2e-4
    maps_peak: float = 3e-4
    heads_peak: float = 1e-3
    warm: int = 15
    pairs: int = 512
    feelings: int = 80
    kept: int = 24
    dangers: int = 32
    others: int = 64
    emotion_weight: float = 0.3
    feelings_weight: float = 0.5
    danger_weight: float = 0.5
    support_weight: float = 0.4
    strategy_weight: float = 0.3
    daily_weight: float = 0.3
    smoothing: float = 0.1
    mean: float = 0.98
    chunk: int = 64


def linear_weights(model: Bert) -> dict[str, nn.Parameter]:
    """The weights of every linear map of every layer, named as adapters name them."""
    return {
        f"layers.{number}.{name}": getattr(layer, name).weight
        for number, layer in enumerate(model.layers)
        for name in ADAPTED
    }


class Learner(nn.Module):
    """The encoder with the first stage's beside it, the two maps, and the heads that it learns through.

    The encoder runs in bfloat16; its linear maps' weights are kept in full precision in `weights`, by name.
    """

    def __init__(self, first: Path, recipe: Recipe) -> None:
        super().__init__()
        self.recipe = recipe
        self.before, self.encoder = load(first, torch.bfloat16), load(first, torch.bfloat16)
        self.running = linear_weights(self.encoder)
        self.weights = {name: nn.Parameter(weight.detach().float()) for name, weight in self.running.items()}
        for weight in self.running.values():
            weight.requires_grad_(True)
        self.context, self.reply = (nn.Linear(SMALL.width, SMALL.width, bias=False) for _ in range(2))
        for linear in (self.context, self.reply):
            nn.init.eye_(linear.weight)
        self.sharpness = nn.Parameter(torch.tensor(3.0))
        self.emotion = nn.Linear(SMALL.width, len(EMOTIONS))
        self.strategy = nn.Linear(SMALL.width + PAST, len(STRATEGIES))
        self.danger = nn.Linear(SMALL.width, LABELS)

    def named(self) -> dict[str, Tensor]:
        """Everything that learns, by name."""
        apart = ("before", "encoder")
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
        thin = [pair.thinned(rng, recipe.thin, recipe.cut) for pair in batch]
        if step % 2 == 0:
            feelings = rng.sample(data.feelings, recipe.feelings)
            return [lambda: self.answers(thin), lambda: self.feels(feelings)]
        spoken = [*rng.sample(data.danger, recipe.dangers), *rng.sample(data.calm, recipe.dangers)]
        spoken += [Line(line.tokens, 0) for line in rng.sample(data.feelings, recipe.dangers // 2)]
        read, others = (self.supports, data.support) if step % 4 == 1 else (self.daily, data.daily)
        chosen = rng.sample(others, recipe.others)
        return [lambda: self.answers(thin), lambda: self.warns(spoken), lambda: read(chosen)]

    def answers(self, pairs: Sequence[Pair]) -> Tensor:
        contexts, loss = self.found(pairs)
        return loss + self.recipe.emotion_weight * self.classed(self.emotion, contexts, pairs, self.recipe.smoothing)

    def feels(self, lines: Sequence[Line]) -> Tensor:
        vectors, kept = self.vectors([line.tokens for line in lines]), self.recipe.kept
        loss = self.recipe.feelings_weight * self.classed(self.emotion, vectors, lines, self.recipe.smoothing)
        with torch.no_grad():
            before: Tensor = self.before(*padded([line.tokens for line in lines[:kept]]))
        away: Tensor = 1 - (vectors[:kept] * before).sum(1)
        return loss + away.mean()

    def warns(self, lines: Sequence[Line]) -> Tensor:
        vectors = self.vectors([line.tokens for line in lines])
        return self.recipe.danger_weight * self.classed(self.danger, vectors, lines, self.recipe.smoothing / 2)

    def supports(self, pairs: Sequence[Pair]) -> Tensor:
        contexts, loss = self.found(pairs)
        seen = torch.cat([contexts * WIDE, torch.tensor([pair.past for pair in pairs])], dim=1)
        named = functional.cross_entropy(self.strategy(seen), torch.tensor([pair.label for pair in pairs]))
        return self.recipe.support_weight * loss + self.recipe.strategy_weight * named

    def daily(self, pairs: Sequence[Pair]) -> Tensor:
        return self.recipe.daily_weight * self.found(pairs)[1]

    def found(self, pairs: Sequence[Pair]) -> tuple[Tensor, Tensor]:
        """The contexts' vectors (n, d), and the loss of finding replies by contexts and the other way round."""
        contexts, replies = self.vectors([pair.context for pair in pairs]), self.vectors([pair.reply for pair in pairs])
        left, right = self.turned(self.context, contexts), self.turned(self.reply, replies)
        sharpness = self.sharpness.clamp(max=4.0).exp()
        return contexts, matched(left, right, [pair.text for pair in pairs], sharpness)

    def turned(self, linear: nn.Linear, vectors: Tensor) -> Tensor:
        """(n, d) vectors under a map, some of their numbers left out while learning."""
        turned: Tensor = linear(functional.dropout(vectors, self.recipe.drop, self.training))
        return turned

    def classed(self, head: nn.Linear, vectors: Tensor, items: Sequence[Pair | Line], smoothing: float) -> Tensor:
        scores: Tensor = head(vectors * WIDE)
        return functional.cross_entropy(scores, torch.tensor([item.label for item in items]), label_smoothing=smoothing)

    def vectors(self, sequences: Sequence[Tokens]) -> Tensor:
        """Unit vectors (n, d), encoded in chunks of like length."""
        order = sorted(range(len(sequences)), key=lambda place: len(sequences[place].ids))
        chunks = [order[start : start + self.recipe.chunk] for start in range(0, len(order), self.recipe.chunk)]
        parts = [self.encoder(*padded([sequences[row] for row in rows])) for rows in chunks]
        return torch.cat(parts)[torch.tensor(order).argsort()]
