"""Texts made to cost a pattern much: what its loops read, over and over, and at the end a mark that fits nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.patterns.tree import LOOKS, PLACES, REPEATS, Nodes, flagged, letters, op, parse, taken

ANYHOW = (" ", "a", ",", ".", "\n", "'", "-", "1", "a ", "a, ", ". ", "a'", "i ", "a.", "a\n", " \n", ",.", " '", "\t ")
"""Repeated for every pattern: what alone or in turn is a word, a pause, a space."""
MIXED = (",.", " '", "a ", " ,")
"""... and behind whatever leads to a loop."""
MISMATCH = "~q"
WHOLE = 24
"""So many samples of the whole pattern are repeated, each without its last letter and with it."""


@dataclass(frozen=True, slots=True)
class Attack:
    """`before`, then `pump` again and again."""

    before: str
    pump: str

    def text(self, length: int) -> str:
        times = (length - len(self.before)) // len(self.pump)
        return (self.before + self.pump * times)[: length - len(MISMATCH)] + MISMATCH


def attacks(regex: re.Pattern[str]) -> list[Attack]:
    """Each loop's body behind what leads to it, alone and together; and near misses of the whole."""
    tree, flags = parse(regex)
    found = [Attack("", pump) for pump in ANYHOW]
    loops = list(_loops(tree, flags, ""))
    for before in dict.fromkeys(before for before, _ in loops):
        found += [Attack("", f"{before.rstrip()} "), *(Attack(before, pump) for pump in MIXED)]
    for before, body in loops:
        found += [Attack(before, body), Attack(before, f"{body} "), Attack("", f"{before}{body} ")]
    for whole in _samples(tree, flags)[:WHOLE]:
        found += [Attack("", f"{whole[:-1]} "), Attack("", f"{whole} ")]
    return [attack for attack in dict.fromkeys(found) if attack.pump.strip("~")]


def _loops(nodes: Nodes, flags: int, before: str) -> Iterator[tuple[str, str]]:
    """What leads to each loop, and each sample of its body."""
    for kind, value in nodes:
        if kind in REPEATS:
            yield from ((before, body) for body in _samples(value[2], flags) if body)
            yield from _loops(value[2], flags, before)
        elif kind is op.SUBPATTERN:
            yield from _loops(value[3], flagged(flags, value), before)
        elif kind is op.BRANCH:
            for other in value[1]:
                yield from _loops(other, flags, before)
        elif kind is op.ATOMIC_GROUP or kind in LOOKS:
            yield from _loops(value if kind is op.ATOMIC_GROUP else value[1], flags, before)
        before += _of(kind, value, flags)[0]


def _samples(nodes: Nodes, flags: int) -> list[str]:
    """The shortest texts that a sequence reads: with the first choice everywhere, then with each other choice once."""
    choices = [_of(kind, value, flags) for kind, value in nodes]
    first = [choice[0] for choice in choices]
    others = ("".join((*first[:at], text, *first[at + 1 :])) for at, few in enumerate(choices) for text in few[1:])
    return list(dict.fromkeys(("".join(first), *others)))


def _of(kind: Any, value: Any, flags: int) -> list[str]:
    if kind in PLACES:
        return [chr(value)] if kind is op.LITERAL else list(letters(taken(kind, value, flags))[:2]) or ["~"]
    if kind in (op.SUBPATTERN, op.ATOMIC_GROUP):
        within = value if kind is op.ATOMIC_GROUP else value[3]
        return _samples(within, flags if kind is op.ATOMIC_GROUP else flagged(flags, value))
    if kind is op.BRANCH:
        return list(dict.fromkeys(text for nodes in value[1] for text in _samples(nodes, flags)))
    if kind in REPEATS:
        body, fewest = _samples(value[2], flags), value[0]
        return list(dict.fromkeys((body[0] * fewest, *(text * max(fewest, 1) for text in body))))
    return [""]
