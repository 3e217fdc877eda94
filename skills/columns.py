"""A bank's labels as columns: masks, and names kept as numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]


def mask(values: Iterable[bool]) -> Mask:
    return np.array(list(values), bool)


class Names:
    """A column of n names. They are compared as numbers: strings take twenty times as long, several times a turn."""

    def __init__(self, names: Iterable[str]) -> None:
        told = list(names)
        self._numbers = {name: number for number, name in enumerate(dict.fromkeys(told))}
        self._rows = np.array([self._numbers[name] for name in told], np.intp)

    def among(self, names: Collection[str]) -> Mask:
        """(n,) where any of `names` stands."""
        wanted = np.zeros(len(self._numbers), bool)
        wanted[[self._numbers[name] for name in names if name in self._numbers]] = True
        found: Mask = wanted[self._rows]
        return found

    def same(self, row: int) -> Mask:
        """(n,) where the same name stands as in `row`."""
        found: Mask = self._rows == self._rows[row]
        return found
