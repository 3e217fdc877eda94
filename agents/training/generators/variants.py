"""The papers' generators (Rashkin et al. 2019, Table 2; Liu et al. 2021, Table 4; Xie & Pu 2021, Table 3), a file each.

    name = "EmoPrepend-1"
    corpus = "empathetic"             # whose replies it learns
    tables = ["ed"]                   # where it is a row
    learns = ["reply"]                # what its loss is of: replies, the emotion of the talk, the reply's label
    labels = "strategy"               # what stands in brackets before a reply; nothing without it
    [prepend]                         # labels put before contexts
    labels = "emotion"
    k = 1
    [[rows]]                          # its rows, where there are several, by who says a reply's label
    name = "Joint"
    label = "own"

Every generator that learns starts from the language model as published and is trained for the same budget.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from agents.training.common.variants import BUDGET, read, read_all
from agents.training.papers.variants import Ensemble, Prepend
from bot.config import CONFIGS
from bot.errors import ConfigError
from skills.sizes import Size

FOLDER = CONFIGS / "papers/generation"
Table = Literal["ed", "esconv", "meed2"]
TABLES: tuple[Table, ...] = ("ed", "esconv", "meed2")
Corpus = Literal["empathetic", "esconv"]
Teller = Literal["none", "own", "given", "random", "predicted"]
"""Who says the label of a reply: nobody, the generator, the corpus, chance, or a classifier that saw the context."""


class Budget(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a generator is trained: steps, replies in the batch of each, pieces of a context and its reply that

    are read, rank of the changes, learning rate and the steps until that is reached.
    """

    steps: int
    replies: int
    longest: int
    rank: int
    rate: float
    warm: int

    def __str__(self) -> str:
        told = f"{self.steps} steps of {self.replies} replies, up to {self.longest} pieces each with its context"
        return f"{told}; rank {self.rank}, learning rate {self.rate:g} after {self.warm}"


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a table, and who says the labels of its replies."""

    name: str
    label: Teller


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One generator. `stand_in` says what is ours where the paper's own part is not to be had."""

    name: str
    corpus: Corpus
    tables: tuple[Table, ...]
    learns: tuple[Literal["reply", "emotion", "label"], ...] = ()
    labels: Literal["", "strategy", "intent"] = ""
    rows: tuple[Row, ...] = ()
    stand_in: str = ""
    prepend: Prepend | None = None
    ensemble: Ensemble | None = None

    @property
    def slug(self) -> str:
        """Its name as a file's: "ensem-dm-plus"."""
        return self.name.lower().replace("+", "-plus")

    @property
    def shown(self) -> tuple[Row, ...]:
        """Its rows in a table: its own name, where the file names none."""
        return self.rows or (Row(self.name, "none"),)


def load(path: Path) -> Variant:
    """One file. ConfigError names it, the key, and what is expected."""
    found = read(path, Variant)
    if bool(found.labels) != bool(found.rows):
        raise ConfigError(f"{path}: labels before replies need rows that say whose they are, and rows need labels")
    if "label" in found.learns and found.labels != "strategy":
        raise ConfigError(f'{path}: only labels = "strategy" are learnt')
    if "emotion" in found.learns and found.corpus != "empathetic":
        raise ConfigError(f'{path}: emotions are learnt from corpus = "empathetic"')
    if found.learns and "reply" not in found.learns:
        raise ConfigError(f"{path}: a generator that learns must learn replies")
    return found


def budget(folder: Path = FOLDER) -> Budget:
    """The budget of every generator. ConfigError names the file, the key, and what is expected."""
    return read(folder / BUDGET, Budget)


def variants(folder: Path = FOLDER) -> tuple[Variant, ...]:
    """Every generator, in the order of the files' names. ConfigError where two share a name."""
    return read_all(folder, load)


def asked(names: tuple[str, ...]) -> list[Variant]:
    """The generators of these names, or every one that learns. ConfigError says which there are."""
    known = {variant.name: variant for variant in variants() if variant.learns}
    for name in names:
        if name not in known:
            raise ConfigError(f"no generator that is trained is called {name!r} (there are: {', '.join(known)})")
    return [known[name] for name in names or known]


def plan(_: Size) -> str:
    """What a run does: the generators, and what each is trained for."""
    names = [variant.name for variant in asked(())]
    return f"{len(names)} generators ({', '.join(names)}), each {budget()}"
