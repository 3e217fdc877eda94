"""The labels that stand before replies: ESConv's strategies, or MEED2's 41 labels as our reader and predictor do.

Whose they are, a row of a table says (`Teller`).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from agents.corpora.exchanges import Exchange
from agents.statistics.published import ESCONV_STRATEGIES
from agents.training.generators.variants import Variant

if TYPE_CHECKING:
    from agents.training.common.vectors import Vectorizer


def given(variant: Variant, items: Sequence[Exchange], vectors: Path) -> list[str]:
    """The label of each reply itself, "" where there is none. `vectors` is where those of texts are kept."""
    if variant.labels != "intent":
        return [item.label if variant.labels else "" for item in items]
    from agents.training.heads import response
    from skills.models import intents

    reader = intents.load()
    shares = response.labelled(_vectorizer(vectors), reader, [item.reply for item in items])
    return [reader.labels[number] for number in shares.argmax(axis=1)]


def predicted(items: Sequence[Exchange], vectors: Path) -> list[str]:
    """The label that MEED2's predictor expects of each reply, from its context alone."""
    from agents.training.heads import response
    from skills.models import intents

    reader, trained = intents.load(), response.load()
    seen = response.known(_vectorizer(vectors), reader, items)
    return [reader.labels[number] for number in trained.guesses(trained.scores(seen))]


def drawn(count: int, seed: int) -> list[str]:
    """Strategies drawn as often as ESConv's supporters took them (Liu et al. 2021, Table 3)."""
    return random.Random(seed).choices(list(ESCONV_STRATEGIES), weights=list(ESCONV_STRATEGIES.values()), k=count)


def _vectorizer(folder: Path) -> Vectorizer:
    from agents.training.common.vectors import Vectorizer

    return Vectorizer("default", folder)
