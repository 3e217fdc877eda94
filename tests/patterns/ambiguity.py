"""Exponential ambiguity: a text that a loop of a pattern reads in two ways, so that n of it are read in 2**n ways.

A pattern becomes an automaton of its places (Glushkov 1961) in which the ways from one to the next are counted. It is
exponentially ambiguous where one of its loops can be gone round in two ways on the same text (Weber & Seidl 1991): by
an edge that counts twice, or in the automaton squared, where a pair of the same place and one of two different places
reach each other. Boundaries and what only looks ahead are taken to hold; what those look for is an automaton of its
own, as is what is never gone back into (`(?>...)`, `*+`). A loop with an end is written out, or counts as one without
where that would be too long.

The one package for this (regexploit 1.0.0) looks for loops over single characters beside each other, and sees nothing
in `(?:oh |god |god )*`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from tests.patterns.tree import LOOKS, PLACES, Nodes, flagged, letters, op, parse, taken

LONGEST = 2000
"""So many places of a loop with an end are written out."""
T = TypeVar("T")
Ways = dict[int, int]
Part = tuple[Ways, Ways, int]
"""The places a part may begin with and end with, and in how many ways it may be empty; two stands for more."""
Pair = tuple[int, int]


def ambiguous(regex: re.Pattern[str]) -> list[str]:
    """The texts that loops of the pattern read in two ways."""
    tree, flags = parse(regex)
    waiting, found = [(tree, flags)], list[str]()
    while waiting:
        automaton = Automaton()
        automaton.sequence(*waiting.pop())
        found += automaton.twice()
        waiting += automaton.apart
    return found


class Automaton:
    """`bits[place]` are the characters it takes, `after[place]` the places that may follow, each with its ways."""

    def __init__(self) -> None:
        self.bits: list[int] = []
        self.after: list[Ways] = []
        self.apart: list[tuple[Nodes, int]] = []

    def sequence(self, nodes: Nodes, flags: int) -> Part:
        parts = (self.part(kind, value, flags) for kind, value in nodes)
        return self._joined(parts)

    def part(self, kind: Any, value: Any, flags: int) -> Part:
        if kind in PLACES:
            return self._place(taken(kind, value, flags))
        if kind is op.SUBPATTERN:
            return self.sequence(value[3], flagged(flags, value))
        if kind is op.BRANCH:
            return _either(self.sequence(nodes, flags) for nodes in value[1])
        if kind in (op.MAX_REPEAT, op.MIN_REPEAT):
            return self._repeat(value, flags)
        if kind is op.GROUPREF_EXISTS:
            return _either(self.sequence(nodes or (), flags) for nodes in value[1:])
        return self._opaque(kind, value, flags)

    def _opaque(self, kind: Any, value: Any, flags: int) -> Part:
        """What is looked for at a place, or never gone back into."""
        if kind in LOOKS:
            self.apart.append((value[1], flags))
        elif kind in (op.POSSESSIVE_REPEAT, op.ATOMIC_GROUP):
            self.apart.append((value[2] if kind is op.POSSESSIVE_REPEAT else value, flags))
            first, last, _ = self._place(0)
            return first, last, int(kind is op.POSSESSIVE_REPEAT and not value[0])
        elif kind is op.GROUPREF:
            return self._place(0)
        return {}, {}, 1

    def _place(self, bits: int) -> Part:
        self.bits.append(bits)
        self.after.append({})
        return {len(self.bits) - 1: 1}, {len(self.bits) - 1: 1}, 0

    def _repeat(self, value: tuple[int, Any, Nodes], flags: int) -> Part:
        fewest, most, nodes = value
        before, last = len(self.bits), self.sequence(nodes, flags)
        if most is not op.MAXREPEAT and (len(self.bits) - before) * most <= LONGEST:
            return self._written_out(last, [self.sequence(nodes, flags) for _ in range(most - 1)], fewest)
        self._follow(last[1], last[0])
        return last[0], last[1], last[2] if fewest else 1

    def _written_out(self, first: Part, more: list[Part], fewest: int) -> Part:
        """(a(a(a)?)?)?"""
        whole: Part = ({}, {}, 1)
        for place, part in reversed(list(enumerate((first, *more)))):
            whole = self._joined((part, whole))
            if place >= fewest:
                whole = whole[0], whole[1], min(2, whole[2] + 1) if not part[2] else 1
        return whole

    def _joined(self, parts: Iterable[Part]) -> Part:
        first, last, empty = Ways(), Ways(), 1
        for begins, ends, skips in parts:
            self._follow(last, begins)
            first = _sum(first, begins, empty)
            last = _sum(ends, last, skips)
            empty = min(2, empty * skips)
        return first, last, empty

    def _follow(self, last: Ways, first: Ways) -> None:
        for place, ways in last.items():
            self.after[place] = _sum(self.after[place], first, ways)

    def twice(self) -> Iterator[str]:
        """For each loop that can be gone round in two ways, a text on which it can."""
        within = _components(range(len(self.bits)), self.after.__getitem__)
        round_ = [[to for to in ways if within[to] == within[place]] for place, ways in enumerate(self.after)]
        for place, ways in enumerate(self.after):
            if any(ways[to] > 1 for to in round_[place]):
                yield self._letter(place, place)
        yield from self._squared(round_)

    def _squared(self, round_: list[list[int]]) -> Iterator[str]:
        def after(pair: Pair) -> list[Pair]:
            if pair not in known:
                both = ((a, b) for a in round_[pair[0]] for b in round_[pair[1]] if self.bits[a] & self.bits[b])
                known[pair] = [(min(two), max(two)) for two in both]
            return known[pair]

        known: dict[Pair, list[Pair]] = {}
        within = _components([(place, place) for place, to in enumerate(round_) if to], after)
        same = {component: pair for pair, component in within.items() if pair[0] == pair[1]}
        found = {component: pair for pair, component in within.items() if pair[0] != pair[1] and component in same}
        for component, pair in found.items():
            ways = (*_path(after, same[component], pair), *_path(after, pair, same[component]))
            yield "".join(self._letter(*two) for two in ways)

    def _letter(self, one: int, other: int) -> str:
        return (letters(self.bits[one] & self.bits[other]) or "~")[0]


def _either(parts: Iterable[Part]) -> Part:
    first, last, empty = Ways(), Ways(), 0
    for begins, ends, skips in parts:
        first, last, empty = _sum(first, begins, 1), _sum(last, ends, 1), min(2, empty + skips)
    return first, last, empty


def _sum(one: Ways, other: Ways, times: int) -> Ways:
    found = dict(one)
    for place, ways in other.items() if times else ():
        found[place] = min(2, found.get(place, 0) + ways * times)
    return found


def _components(starts: Iterable[T], after: Callable[[T], Iterable[T]]) -> dict[T, int]:
    """The strongly connected component of everything that can be reached (Tarjan 1972), without recursion."""
    low, component, open_, count = dict[T, int](), dict[T, int](), list[T](), 0
    for start in starts:
        way = [(start, iter(after(start)))] if start not in low else []
        if way:
            low[start] = len(low)
            open_.append(start)
        order = {start: low[start]}
        while way:
            node, more = way[-1]
            for to in more:
                if to not in low:
                    order[to] = low[to] = len(low)
                    open_.append(to)
                    way.append((to, iter(after(to))))
                    break
                if to not in component:
                    low[node] = min(low[node], low[to])
            else:
                way.pop()
                if way:
                    low[way[-1][0]] = min(low[way[-1][0]], low[node])
                if low[node] == order[node]:
                    while node not in component:
                        component[open_.pop()] = count
                    count += 1
    return component


def _path(after: Callable[[Pair], Iterable[Pair]], start: Pair, end: Pair) -> list[Pair]:
    """The pairs behind `start` on a shortest way to `end`."""
    before: dict[Pair, Pair] = {}
    waiting = [start]
    for pair in waiting:
        for to in after(pair):
            if to not in before:
                before[to] = pair
                waiting.append(to)
        if end in before:
            break
    way = [end]
    while before[way[-1]] != start:
        way.append(before[way[-1]])
    return way[::-1]
