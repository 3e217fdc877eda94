"""Outcomes: what both orders of a question say together. Where they disagree the two are tied (ESC-Judge)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from agents.judging.answers import Answer, Ask
from agents.judging.pairs import SIDES, Pair
from agents.judging.prompt import Says, says
from agents.judging.questions import Question


@dataclass(frozen=True, slots=True)
class Outcome:
    """One question about one pair. `orders` is what was said with the left and with the right one as A."""

    pair: Pair
    question: Question
    orders: tuple[Says | None, Says | None]

    @property
    def says(self) -> Says | None:
        """None where an order can't be read."""
        left, right = self.orders
        if left is None or right is None:
            return None
        return left if left == right else "tie"

    @property
    def turned(self) -> bool:
        """Whether the two orders disagree."""
        return None not in self.orders and self.orders[0] != self.orders[1]

    @property
    def firsts(self) -> Iterator[bool]:
        """Of each order that names one: whether that stood first."""
        return (said == first for said, first in zip(self.orders, SIDES, strict=True) if said in SIDES)


def outcomes(asks: Sequence[Ask], answers: Mapping[str, Answer]) -> list[Outcome]:
    """Of each question about each pair of which both orders are answered, in the order in which they are asked."""
    found: dict[tuple[str, str], list[Ask]] = {}
    for ask in asks:
        found.setdefault((ask.pair.item.id, ask.question.name), []).append(ask)
    return [
        Outcome(left.pair, left.question, (_said(left, answers), _said(right, answers)))
        for left, right in found.values()
        if left.key in answers and right.key in answers
    ]


def _said(ask: Ask, answers: Mapping[str, Answer]) -> Says | None:
    return says(answers[ask.key].text, ask.first)
