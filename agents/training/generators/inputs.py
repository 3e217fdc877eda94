"""What a generator reads: a context as the writer's prompt has it, with what the variant puts before it or the reply.

Texts are cut into pieces one part at a time, the beginning, the reply's label and the reply, whether or not a part is
learnt: what is learnt is cut as what is measured.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agents.corpora.exchanges import Exchange
from agents.training.generators.variants import Budget, Variant
from agents.training.papers.labelled import Labelled
from agents.training.writer.examples import BEGIN, Example, Tokenizer
from skills.models import ngrams
from skills.models.encoder import Piece
from skills.writer.prompt import END, NO_STRATEGY, Line, prompt

WINDOW = 4
"""Utterances of a context: a piece of five with its reply (Liu et al. 2021; Rashkin et al. 2019)."""
UNCUT = 0
"""A window that holds the whole context: a slice from 0."""
MARK = "]:"
Part = tuple[str, bool]
"""A text, and whether it is scored."""


@dataclass(frozen=True, slots=True)
class Reader:
    """What a variant reads of a context. `before` puts labels before it."""

    before: Callable[[Sequence[Piece]], Sequence[Piece]] | None = None
    strategies: bool = False

    def lines(self, item: Exchange, window: int = WINDOW) -> list[Line]:
        """The newest `window` utterances, all for `UNCUT`; earlier replies with their strategies where these count."""
        past = list(item.past) if self.strategies else []
        told = [(own, text, past.pop() if own and past else NO_STRATEGY) for own, text in reversed(item.context)]
        found = [Line(*line) for line in reversed(told)][-window:]
        if self.before is None:
            return found
        pieces = self.before([(line.supporter, line.text) for line in found])
        return [line._replace(text=text) for line, (_, text) in zip(found, pieces, strict=True)]


def reader(variant: Variant) -> Reader:
    """The variant's reader, with its classifier. WeightsError where that is missing or altered."""
    chosen = variant.prepend
    before = Labelled(ngrams.load(chosen.labels), chosen.k).talk if chosen else None
    return Reader(before, variant.labels == "strategy")


def parts(lines: Sequence[Line], label: str, *, chooses: bool = False) -> list[Part]:
    """All that stands before a reply with this label; none of it is scored unless it `chooses` the label itself."""
    if not label:
        return [(prompt(lines, NO_STRATEGY), False)]
    return [(prompt(lines), False), (f"{label}{MARK}", chooses)]


def choice(lines: Sequence[Line]) -> list[Part]:
    """What stands before a label that is to be chosen."""
    return [(prompt(lines), False)]


def example(before: Sequence[Part], reply: str, cut: Tokenizer, longest: int) -> Example:
    """The pieces of what stands before a reply and of the reply, which is scored; the oldest are left out."""
    said = [*before, (f" {' '.join(reply.split())}{END}", True)]
    cuts = [(cut(text, add_special_tokens=False)["input_ids"], counts) for text, counts in said]
    pieces = [piece for found, _ in cuts for piece in found][-longest + 1 :]
    scored = [counts for found, counts in cuts for _ in found][-longest + 1 :]
    return Example([BEGIN, *pieces], [False, *scored])


def begun(before: Sequence[Part], cut: Tokenizer, longest: int) -> list[int]:
    """The pieces of what stands before a reply."""
    found = [piece for text, _ in before for piece in cut(text, add_special_tokens=False)["input_ids"]]
    return [BEGIN, *found[-longest + 1 :]]


def batches(items: Sequence[Exchange], spent: Budget, seed: int) -> list[list[Exchange]]:
    """The batch of each step: the same for every variant of a corpus, replies of like length together.

    An example comes again only when all have come.
    """
    rng = random.Random(seed)
    order: list[int] = []
    while len(order) < spent.steps * spent.replies:
        order += rng.sample(range(len(items)), len(items))
    drawn = sorted((items[place] for place in order[: spent.steps * spent.replies]), key=_length)
    found = [drawn[start : start + spent.replies] for start in range(0, len(drawn), spent.replies)]
    rng.shuffle(found)
    return found


def _length(item: Exchange) -> int:
    return len(item.reply) + sum(len(text) for _, text in item.context[-WINDOW:])
