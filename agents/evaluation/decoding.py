"""Decoding: replies written by the language model in PyTorch, many at once, with the pieces that are served.

Shapes: n contexts, t pieces of the longest, v pieces of the trimmed vocabulary, w wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor
from transformers import DynamicCache, Gemma3ForCausalLM

BATCH = 16


@dataclass(frozen=True, slots=True)
class Decoding:
    """How a piece is drawn: from the `top_k` likeliest, of these from those that together have `top_p`.

    The shares are raised to 1 / `temperature`; a piece that was read or written before is made less likely by
    `penalty` (Keskar et al. 2019, section 4.1). `most` pieces are written.
    """

    top_k: int
    top_p: float = 1.0
    temperature: float = 1.0
    penalty: float = 1.0
    most: int = 40

    def __str__(self) -> str:
        if self.top_k == 1:
            return "always the likeliest piece"
        kept = f"top-k {self.top_k}, top-p {self.top_p:g}"
        return f"{kept}, temperature {self.temperature:g}, repetition penalty {self.penalty:g}"


GREEDY = Decoding(1)
ESCONV = Decoding(30, 0.9, 0.7, 1.03)
"""As ESConv's published code draws (Liu et al. 2021)."""


class Decoder:
    """The network with the pieces (v,) that it may write; `end` ends a reply."""

    def __init__(self, network: Gemma3ForCausalLM, kept: Tensor, end: int) -> None:
        self.network, self.kept, self.end = network, kept, end
        self.table = network.lm_head.weight[kept]
        self.places = torch.full((len(network.lm_head.weight),), -1)
        self.places[kept] = torch.arange(len(kept))

    @torch.inference_mode()
    def write(self, contexts: Sequence[Sequence[int]], seeds: Sequence[int], how: Decoding) -> list[list[int]]:
        """What follows each context, without its end. A seed draws the same in whatever batch, but for rounding."""
        pieces, real = _left(contexts)
        places = (real.cumsum(dim=1) - 1).clamp(min=0)
        cache = DynamicCache(config=self.network.config)
        chance = [torch.Generator().manual_seed(seed) for seed in seeds]
        written: list[list[int]] = [[] for _ in contexts]
        done = [False] * len(contexts)
        while not all(done) and len(written[done.index(False)]) < how.most:
            found = self.network.model(
                input_ids=pieces, attention_mask=real, position_ids=places, past_key_values=cache, use_cache=True
            )
            scores = (found.last_hidden_state[:, -1] @ self.table.T).float()
            drawn = [self._draw(*row, how) for row in zip(scores, contexts, written, chance, strict=True)]
            for row, piece in enumerate(drawn):
                done[row] = done[row] or piece == self.end
                if not done[row]:
                    written[row].append(piece)
            pieces, places = torch.tensor(drawn)[:, None], places[:, -1:] + 1
            real = torch.cat([real, torch.ones_like(real[:, :1])], dim=1)
        return written

    def _draw(
        self, scores: Tensor, context: Sequence[int], written: Sequence[int], chance: torch.Generator, how: Decoding
    ) -> int:
        """A piece by its published number, from scores (v,)."""
        seen = self.places[list({*context, *written})]
        seen = seen[seen >= 0]
        scores[seen] = torch.where(scores[seen] > 0, scores[seen] / how.penalty, scores[seen] * how.penalty)
        best, places = (scores / how.temperature).topk(min(how.top_k, len(scores)))
        shares = best.softmax(dim=0)
        shares[shares.cumsum(dim=0) - shares >= how.top_p] = 0  # the first that reaches top_p stays
        return int(self.kept[places[torch.multinomial(shares, 1, generator=chance)]])


def _left(contexts: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
    """(n, t) pieces and which are real, 1 or 0, padded on the left."""
    longest = max(map(len, contexts))
    pieces, real = (torch.zeros(len(contexts), longest, dtype=torch.long) for _ in range(2))
    for row, context in enumerate(contexts):
        pieces[row, longest - len(context) :] = torch.tensor(context)
        real[row, longest - len(context) :] = 1
    return pieces, real
