"""The papers' generators at work: how likely each finds the replies that people gave, and what it writes itself.

The published model is read once, in bfloat16, and takes each generator's changes in turn. Likelihoods are over its
whole vocabulary, of the reply and its end; what stands in brackets before a reply is never counted. Shapes: n replies.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file

from agents.corpora.exchanges import Exchange
from agents.corpora.exchanges import load as exchanges
from agents.evaluation.decoding import BATCH, ESCONV, GREEDY, Decoder, Decoding
from agents.likelihood import batches, scored
from agents.matching import Floats, encoder
from agents.metrics.perplexity import Likelihood
from agents.training.generators import labels
from agents.training.generators.inputs import MARK, Part, begun, choice, example, parts, reader
from agents.training.generators.network import Generator
from agents.training.generators.recipe import made
from agents.training.generators.variants import Row, Table, Variant, budget, variants
from agents.training.papers import joined
from agents.training.writer import network
from agents.training.writer.examples import Example, Tokenizer, padded, tokenizer
from bot.dialog import STRATEGIES
from skills.labels import EMOTIONS
from skills.models import tensors
from skills.models.matcher import Matcher
from skills.writer import package, vocabulary
from skills.writer.prompt import END

CORPORA = {"ed": "empathetic", "esconv": "esconv", "meed2": "empathetic"}
DECODING: dict[Table, Decoding] = {"ed": GREEDY, "esconv": ESCONV, "meed2": GREEDY}
"""Greedy where the papers search by beams."""
LONGEST = 1400
"""Pieces of a context and its reply that are read."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Which part is asked, how many replies of it (0: all), by which seed, where adapters lie and vectors are kept.

    `words` is a file of word vectors, for Extrema.
    """

    datapath: Path
    split: str
    count: int
    seed: int
    adapters: Path
    vectors: Path
    words: Path | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """One row's answers to n contexts. `expected` is how likely people's replies were.

    `chosen` are the labels that it would choose, () where it chooses none; `felt` whether it knew the emotion.
    """

    replies: tuple[str, ...]
    expected: tuple[Likelihood, ...]
    chosen: tuple[str, ...] = ()
    felt: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class Model:
    """What the generators are changes of, what writes with it, and what cuts its text."""

    generator: Generator
    decoder: Decoder
    cut: Tokenizer


def model() -> Model:
    """WeightsError where a package of the language model is missing or another."""
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / package.NAME
        package.join(whole)
        net, cut = network.load(whole, torch.bfloat16).eval(), tokenizer(whole)
    (end,) = cut(END, add_special_tokens=False)["input_ids"]
    return Model(Generator(net, budget().rank), Decoder(net, torch.from_numpy(vocabulary.load()), end), cut)


def drawn(table: Table, settings: Settings) -> tuple[list[Exchange], int]:
    """The replies that are asked for, in the corpus's order, and of how many."""
    found = exchanges(CORPORA[table], settings.datapath, settings.split)
    if not settings.count:
        return found, len(found)
    chosen = random.Random(settings.seed).sample(range(len(found)), min(settings.count, len(found)))
    return [found[place] for place in sorted(chosen)], len(found)


def results(
    table: Table, items: Sequence[Exchange], window: int, settings: Settings, on: Model
) -> Iterator[tuple[Variant, Row, Result | None]]:
    """Each row of a table, None where its generator is not trained with today's budget."""
    for variant in (one for one in variants() if table in one.tables):
        if variant.learns and not made(settings.adapters, variant, budget()):
            yield from ((variant, row, None) for row in variant.shown)
            continue
        learnt = load_file(tensors.find(variant.slug, settings.adapters)) if variant.learns else None
        on.generator.become(variant, learnt)
        asked = Asked(on, variant, items, window, settings)
        for row in variant.shown:
            yield variant, row, asked.result(row, DECODING[table])


class Asked:
    """A generator that is asked about the same replies, by one row after the other."""

    def __init__(self, on: Model, variant: Variant, items: Sequence[Exchange], window: int, settings: Settings) -> None:
        self.on, self.variant, self.items, self.settings = on, variant, items, settings
        read = reader(variant)
        self.lines = [read.lines(item, window) for item in items]
        second = joined.second(variant.ensemble.second, Matcher(encoder())) if variant.ensemble else None
        self.second = torch.from_numpy(second([item.context for item in items])) if second else None

    def result(self, row: Row, how: Decoding) -> Result:
        """All figures of one row."""
        shares = self.choices() if row.label == "own" else None
        told = self.told(row, shares)
        before = [parts(lines, label) for lines, label in zip(self.lines, told, strict=True)]
        chosen = tuple(told) if row.label == "predicted" else ()
        if shares is not None:
            chosen = tuple(STRATEGIES[number] for number in shares.argmax(axis=1))
        felt = self.felt(before) if self.on.generator.emotion else ()
        return Result(tuple(self.written(before, how)), tuple(self.expected(before)), chosen, felt)

    def told(self, row: Row, shares: Floats | None) -> list[str]:
        """The label before each reply; one's own is drawn by its shares, as in the published code."""
        if shares is not None:
            rng = np.random.default_rng(self.settings.seed)
            return [STRATEGIES[rng.choice(len(STRATEGIES), p=own)] for own in shares.astype(np.float64)]
        if row.label == "predicted":
            return labels.predicted(self.items, self.settings.vectors)
        if row.label == "random":
            return labels.drawn(len(self.items), self.settings.seed)
        return labels.given(self.variant, self.items, self.settings.vectors)

    def choices(self) -> Floats:
        """How likely each strategy is (n, 8): by the first piece of its name, which no other's begins with."""
        first = [self.on.cut(f"{name}{MARK}", add_special_tokens=False)["input_ids"][0] for name in STRATEGIES]
        contexts = [begun(choice(lines), self.on.cut, LONGEST) for lines in self.lines]
        found = []
        for state in self._last(contexts):
            found.append((state @ self.on.decoder.network.lm_head.weight[first].T).double().softmax(dim=0).numpy())
        return np.array(found)

    def felt(self, before: Sequence[Sequence[Part]]) -> tuple[bool, ...]:
        """Whether the talk's emotion was the likeliest, of each context."""
        head = self.on.generator.emotion
        if head is None:
            raise ValueError("this generator has no emotions")
        contexts = [begun(one, self.on.cut, LONGEST) for one in before]
        guesses = [EMOTIONS[int(head(state.float()).argmax())] for state in self._last(contexts)]
        return tuple(guess == item.label for guess, item in zip(guesses, self.items, strict=True))

    def expected(self, before: Sequence[Sequence[Part]]) -> Iterator[Likelihood]:
        """How likely people's replies were; a label that is chosen before one is not counted."""
        cut = [example(one, item.reply, self.on.cut, LONGEST) for one, item in zip(before, self.items, strict=True)]
        found: list[tuple[float, int, int]] = []
        for batch in batches(cut):
            self._join(range(len(found), len(found) + len(batch)))
            found += scored(self.on.decoder.network, batch)
        for item, (nats, tokens, _) in zip(self.items, found, strict=True):
            text = " ".join(item.reply.split())
            yield Likelihood(nats, tokens, len(text.split()), len(text))

    def written(self, before: Sequence[Sequence[Part]], how: Decoding) -> list[str]:
        """What the generator says itself, those of like length together."""
        contexts = [begun(one, self.on.cut, LONGEST) for one in before]
        order = sorted(range(len(contexts)), key=lambda place: len(contexts[place]))
        found = [""] * len(contexts)
        for start in range(0, len(order), BATCH):
            rows = order[start : start + BATCH]
            self._join(rows)
            seeds = [self.settings.seed * len(contexts) + row for row in rows]
            for row, pieces in zip(
                rows, self.on.decoder.write([contexts[row] for row in rows], seeds, how), strict=True
            ):
                found[row] = " ".join(self.on.cut.decode(pieces).split())
        return found

    @torch.no_grad()
    def _last(self, contexts: Sequence[Sequence[int]]) -> Iterator[torch.Tensor]:
        """The state (w,) after the last piece of each context."""
        done = 0
        for batch in batches([Example(list(context), [False] * len(context)) for context in contexts]):
            self._join(range(done, done + len(batch)))
            states = self.on.decoder.network.model(input_ids=padded(batch)[0]).last_hidden_state
            yield from (states[row, len(one.pieces) - 1] for row, one in enumerate(batch))
            done += len(batch)

    def _join(self, rows: Sequence[int]) -> None:
        self.on.generator.second = None if self.second is None else self.second[list(rows)]
