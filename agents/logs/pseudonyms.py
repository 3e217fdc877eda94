"""A talk with placeholders where somebody could be known by: pseudonymised, not anonymous.

A name has the same number all through a talk: "Dana Whitlock" and "dana" are both [name-1]. Other kinds have none.
What was missed stays, and who knows the person may know the story: the result is to be kept like the talk itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from agents.logs import names
from agents.logs.patterns import HIDDEN, Hit, hits, masked

KINDS = ("name", "mail", "phone", "handle", "link", "account", "postcode", "born")


class Pseudonyms:
    """Made of everything a person's talks say, since who gives a name in one may be called by it in another."""

    def __init__(self, everything: Iterable[str]) -> None:
        found = (part for text in everything for hit in names.introduced(text) for part in _parts(text, hit))
        self.known = frozenset(found)

    def hide(self, talk: Sequence[str], counts: Counter[str]) -> list[str]:
        """The talk's texts with placeholders. `counts` takes how many of each kind were put in."""
        numbers: dict[str, int] = {}
        return [self._hide(text, numbers, counts) for text in talk]

    def _hide(self, text: str, numbers: dict[str, int], counts: Counter[str]) -> str:
        pieces, end = [], 0
        for hit in find(text, self.known):
            counts[hit.kind] += 1
            placeholder = f"[name-{_number(text, hit, numbers)}]" if hit.kind == "name" else f"[{hit.kind}]"
            pieces += [text[end : hit.start], placeholder]
            end = hit.end
        return "".join([*pieces, text[end:]])


def find(text: str, known: frozenset[str] = frozenset()) -> list[Hit]:
    """What is to be hidden in a text, in order; no two overlap. `known` are names given elsewhere, folded."""
    found = list(hits(text))
    for hit in found:
        text = masked(text, hit)
    for hit in (*names.introduced(text), *names.mentioned(text), *names.known(text, known)):
        if HIDDEN not in text[hit.start : hit.end]:
            found.append(hit)
            text = masked(text, hit)
    return sorted(found, key=lambda hit: hit.start)


def _parts(text: str, hit: Hit) -> list[str]:
    return [part.casefold() for part in text[hit.start : hit.end].split()]


def _number(text: str, hit: Hit, numbers: dict[str, int]) -> int:
    """The number of a name: that of any of its parts, or the next."""
    parts = _parts(text, hit)
    number = next((numbers[part] for part in parts if part in numbers), max(numbers.values(), default=0) + 1)
    numbers.update(dict.fromkeys(parts, number) | numbers)
    return number
