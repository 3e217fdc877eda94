"""Likelihood of replies that people gave, under the writer's language model: over its whole published vocabulary.

llama.cpp, which serves the writer, gives no shares of a text that it did not write, and what is served has a sixth of
the published pieces: its perplexity would be over fewer choices. So the published file is read by PyTorch, with the
adapter's changes in it. That takes half a minute and some 3.5 GB of memory at most.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from agents.metrics.perplexity import Likelihood
from bot.distribution import missing
from bot.errors import MissingPackage
from skills.writer import package
from skills.writer.prompt import END, NO_STRATEGY, Line, prompt

if TYPE_CHECKING:
    from agents.training.writer.examples import Example, Tokenizer

PIECES = 2600
"""Of a batch, with padding: about seven talks."""


class Expected(NamedTuple):
    """How likely a reply was, and how many of its tokens were the model's first choice where they stood."""

    likelihood: Likelihood
    right: int


class Model(NamedTuple):
    """The network and what cuts its text."""

    network: Any
    cut: Tokenizer


class Scorer:
    """The whole model, loaded when it is first needed. `adapter` is a file, None for the model as published."""

    def __init__(self, adapter: Path | None) -> None:
        self._adapter = adapter

    @cached_property
    def model(self) -> Model:
        """WeightsError where a package is missing or another, MissingPackage where what reads it is."""
        try:
            import torch
            from safetensors.numpy import load_file

            from agents.training.writer import network
            from agents.training.writer.examples import tokenizer
        except ImportError as error:
            raise MissingPackage(missing(str(error.name))) from None
        with tempfile.TemporaryDirectory() as folder:
            whole = Path(folder) / package.NAME
            package.join(whole)
            found = Model(network.load(whole, torch.float32).eval(), tokenizer(whole))
        if self._adapter:
            network.merge(found.network, load_file(self._adapter))
        return found

    def score(self, talks: Sequence[Sequence[Line]], replies: Sequence[str]) -> list[Expected]:
        """Each reply after its talk; its end counts as a token too, and belongs to no word and no character.

        A talk alone and one in a batch score alike: what fills a batch up is seen by nothing that is scored.
        """
        said = [" ".join(text.split()) for text in replies]
        cut = [example(talk, text, self.model.cut) for talk, text in zip(talks, said, strict=True)]
        found: list[tuple[float, int, int]] = []
        for batch in batches(cut):
            found += scored(self.model.network, batch)
        return [
            Expected(Likelihood(nats, tokens, len(text.split()), len(text)), right)
            for text, (nats, tokens, right) in zip(said, found, strict=True)
        ]


def example(talk: Sequence[Line], reply: str, cut: Tokenizer) -> Example:
    """The pieces of a talk and of the reply to it, said without a strategy; the reply's and its end are scored."""
    from agents.training.writer.examples import BEGIN, Example

    before = [BEGIN, *cut(prompt(talk, NO_STRATEGY), add_special_tokens=False)["input_ids"]]
    after = cut(f" {reply}{END}", add_special_tokens=False)["input_ids"]
    return Example([*before, *after], [False] * len(before) + [True] * len(after))


def batches(examples: Sequence[Example]) -> list[list[Example]]:
    """The examples in their order, cut where a batch would have too many pieces."""
    cut: list[list[Example]] = [[]]
    for one in examples:
        longest = max(len(other.pieces) for other in (*cut[-1], one))
        if cut[-1] and (len(cut[-1]) + 1) * longest > PIECES:
            cut.append([])
        cut[-1].append(one)
    return cut if examples else []


def scored(network: Any, batch: Sequence[Example]) -> list[tuple[float, int, int]]:
    """Nats, tokens and first choices of each example's scored pieces; shares are made for one example at a time."""
    import torch

    from agents.training.writer.examples import padded

    found = []
    with torch.no_grad():
        pieces, counts = padded(batch)
        states = network.model(input_ids=pieces).last_hidden_state[:, :-1]
        for row in range(len(batch)):
            here = counts[row, 1:]
            wanted, shares = pieces[row, 1:][here], (states[row][here] @ network.lm_head.weight.T).float()
            nats = torch.nn.functional.cross_entropy(shares, wanted, reduction="sum").item()
            found.append((nats, len(wanted), int((shares.argmax(dim=-1) == wanted).sum())))
    return found
