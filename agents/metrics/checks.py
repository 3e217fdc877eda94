"""What every score asks of its input first; ValueError names the value and its place."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bot.distribution import install_line
from bot.errors import MissingPackage


def alike(first: Sized, second: Sized, what: str, against: str) -> None:
    """Refuse two sequences of different lengths, and two empty ones."""
    if len(first) != len(second):
        raise ValueError(f"{len(first)} {what} stand against {len(second)} {against}")
    if not len(first):
        raise ValueError(f"there are no {what}")


def replies(guesses: Sequence[str], references: Sequence[Sequence[str]]) -> None:
    """Refuse replies without references. Each reply has a list of them; one string alone is refused too."""
    if isinstance(guesses, str):
        raise ValueError("a list of replies is expected, and this is one string")
    alike(guesses, references, "replies", "lists of references")
    for number, several in enumerate(references):
        if isinstance(several, str):
            raise ValueError(f"references[{number}] must be a list of texts, and is one string")
        if not several:
            raise ValueError(f"references[{number}] is empty")


def finite(values: ArrayLike, what: str) -> NDArray[np.float64]:
    """The values as an array; the first NaN or infinity is refused with its place."""
    found = np.asarray(values, dtype=np.float64)
    wrong = np.argwhere(~np.isfinite(found))
    if len(wrong):
        place = ", ".join(str(index) for index in wrong[0])
        raise ValueError(f"{what}[{place}] is {found[tuple(wrong[0])]}")
    return found


def library(module: str) -> Any:
    """A module of the research libraries; MissingPackage says how to install them."""
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise MissingPackage(f"{package} is not installed: {install_line('research')}") from error
