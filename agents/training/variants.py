"""The paper's retrieval models (Rashkin et al. 2019, Table 2), each a small file in configs/papers.

    name = "EmoPrepend-1"
    start = "Base"                    # the weights that its training starts from
    learns = ["reply"]                # what its loss is of: replies, and for Multitask emotions
    sets = ["ED"]                     # the candidate sets that its replies are retrieved from
    measured = ["base", "default"]    # encoders that it is measured on without training of its own
    [prepend]                         # labels put before contexts and candidates
    labels = "emotion"
    k = 1

Every variant that starts from Base is trained for the same `BUDGET`.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from bot.config import CONFIGS
from bot.errors import ConfigError

FOLDER = CONFIGS / "papers"


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a variant that starts from Base is trained: passes over the training part, replies in a batch."""

    epochs: int
    batch: int
    rate: float


BUDGET = Budget(epochs=2, batch=512, rate=2e-4)
"""The same for all of them."""


class Prepend(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The `k` likeliest labels of an n-gram classifier, put before a context and before each candidate."""

    labels: Literal["emotion", "topic"]
    k: Literal[1, 3, 5]


class Ensemble(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two frozen encoders whose vectors are joined and projected; only the projection is trained."""

    second: Literal["ngrams", "emotion", "published"]


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One model. `stand_in` says what is ours where the paper's own part is not to be had; `weights` names its tensors

    in skills/weights and is empty until it is trained.
    """

    name: str
    start: Literal["nothing", "published", "Base"]
    learns: tuple[Literal["reply", "emotion"], ...] = ()
    corpora: tuple[Literal["empathetic", "dailydialog", "esconv"], ...] = ("empathetic",)
    sets: tuple[Literal["ED", "ED+DD", "ED+ESConv"], ...] = ("ED",)
    measured: tuple[Literal["base", "default"], ...] = ()
    weights: str = ""
    stand_in: str = ""
    prepend: Prepend | None = None
    ensemble: Ensemble | None = None


def load(path: Path) -> Variant:
    """One file. ConfigError names it, the key, and what is expected."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from None
    try:
        found = msgspec.convert(raw, type=Variant)
    except msgspec.ValidationError as error:
        keys = ", ".join(Variant.__struct_fields__)
        raise ConfigError(f"{path}: {error} (keys: {keys})") from None
    if found.learns and found.start == "nothing":
        raise ConfigError(f'{path}: a model that learns must start from "published" or "Base"')
    if not found.learns and not found.measured:
        raise ConfigError(f"{path}: learns and measured are both empty: there is nothing to train or to measure")
    return found


def variants(folder: Path = FOLDER) -> tuple[Variant, ...]:
    """Every variant, in the order of the files' names, which is the paper's. ConfigError where two share a name."""
    found = tuple(load(path) for path in sorted(folder.glob("*.toml")))
    names = [variant.name for variant in found]
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(f"{folder}: two files are called {name!r}")
    return found
