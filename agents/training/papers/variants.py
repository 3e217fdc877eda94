"""The paper's retrieval models (Rashkin et al. 2019, Table 2), each a small file in configs/papers.

    name = "EmoPrepend-1"
    start = "Base"                    # the weights that its training starts from
    learns = ["reply"]                # what its loss is of: replies, and for Multitask emotions
    sets = ["ED"]                     # the candidate sets that its replies are retrieved from
    measured = ["published", "default"]    # encoders that it is measured on without training of its own
    [prepend]                         # labels put before contexts and candidates
    labels = "emotion"
    k = 1

Every variant that learns starts from Base and is trained for the same budget, configs/papers/budget.toml.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from agents.training.common.variants import BUDGET, read, read_all
from bot.config import CONFIGS
from bot.errors import ConfigError

FOLDER = CONFIGS / "papers"


class Budget(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a variant is trained: steps, pairs in the batch of each, rank of the encoder's change, learning rate

    and the steps until that is reached.
    """

    steps: int
    batch: int
    rank: int
    rate: float
    warm: int

    def __str__(self) -> str:
        return (
            f"{self.steps} steps of {self.batch} pairs, rank {self.rank}, learning rate {self.rate:g} after {self.warm}"
        )


class Prepend(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The `k` likeliest labels of an n-gram classifier, put before a context and before each candidate."""

    labels: Literal["emotion", "topic"]
    k: Literal[1, 3, 5]


class Ensemble(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two frozen encoders whose vectors are joined and projected; only the projection is trained."""

    second: Literal["ngrams", "emotion", "published"]


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One model. `stand_in` says what is ours where the paper's own part is not to be had."""

    name: str
    start: Literal["nothing", "published", "Base"]
    learns: tuple[Literal["reply", "emotion"], ...] = ()
    sets: tuple[Literal["ED", "ED+DD", "ED+ESConv"], ...] = ("ED",)
    measured: tuple[Literal["published", "default"], ...] = ()
    stand_in: str = ""
    prepend: Prepend | None = None
    ensemble: Ensemble | None = None

    @property
    def slug(self) -> str:
        """Its name as a folder's: "ensem-dm-plus"."""
        return self.name.lower().replace("+", "-plus")


def load(path: Path) -> Variant:
    """One file. ConfigError names it, the key, and what is expected."""
    found = read(path, Variant)
    if found.learns and found.start != "Base":
        raise ConfigError(f'{path}: a model that learns must start from "Base"')
    if found.ensemble and (found.prepend or "emotion" in found.learns):
        raise ConfigError(f"{path}: an ensemble learns to find replies alone, with nothing put before them")
    if not found.learns and not found.measured:
        raise ConfigError(f"{path}: learns and measured are both empty: there is nothing to train or to measure")
    return found


def budget(folder: Path = FOLDER) -> Budget:
    """The budget of every variant. ConfigError names the file, the key, and what is expected."""
    return read(folder / BUDGET, Budget)


def variants(folder: Path = FOLDER) -> tuple[Variant, ...]:
    """Every variant, in the order of the files' names, which is the paper's. ConfigError where two share a name."""
    return read_all(folder, load)
