"""A contrast set (Gardner et al. 2020): pairs of lines a word apart that differ in meaning, such as got or didn't get.

Whether a reply is glad or comforting is told by a few words, written apart from the bot's replies, and a guard's answer
is no joy. Pairs of odd number were not looked at while the bot was made.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from agents.evaluation.care_report import Count, count
from agents.evaluation.care_sets import SETS, read
from agents.evaluation.replay import START, by_guard
from bot.dialog import Conversation
from bot.engine import Engine

Valence = Literal["glad", "sad", "neutral"]
GLAD = re.compile(
    r"\b(?:congrat\w*|well done|well deserved|wonderful|fantastic|brilliant|marvellous|great news|good news|lovely news"
    r"|happy for you|so glad|delight\w*|hooray|hurray|yay|bravo|you did it|celebrat\w+|how exciting"
    r"|what a (?:joy|win|result|treat))\b",
    re.IGNORECASE,
)
COMFORT = re.compile(
    r"\b(?:sorry|heartbreak\w*|grie(?:f|v\w+)|painful|unfair|disappoint\w*|let ?down|what a blow"
    r"|(?:that|it) (?:hurts|stings)"
    r"|(?:sounds?|feels?|must (?:be|feel|have been)|that's|it's) (?:\w+ )?"
    r"(?:hard|tough|heavy|rough|lonely|awful|sad|exhausting)"
    r"|hard (?:thing|news|day|time|to (?:bear|carry|take|hear)))\b",
    re.IGNORECASE,
)


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two lines, what each is like to the one who writes it, and by what they differ."""

    id: str
    a: str
    a_valence: Valence
    b: str
    b_valence: Valence
    contrast: str


@dataclass(frozen=True, slots=True)
class Answered:
    """One line of a pair and the reply to it. `held_out` goes by the pair's number."""

    id: str
    contrast: str
    valence: Valence
    said: str
    reply: str
    guard: bool

    @property
    def held_out(self) -> bool:
        return int(self.id.split("-")[1].rstrip("ab")) % 2 == 1

    @property
    def celebrates(self) -> bool:
        return bool(GLAD.search(self.reply))

    @property
    def comforts(self) -> bool:
        return self.guard or bool(COMFORT.search(self.reply))

    @property
    def wrong(self) -> bool:
        """Congratulations on what is sad, or comfort alone for what is glad."""
        if self.valence == "sad":
            return self.celebrates
        return self.valence == "glad" and self.comforts and not self.celebrates


@dataclass(frozen=True, slots=True)
class Mistake:
    """A line and the reply of the wrong valence to it."""

    id: str
    valence: Valence
    said: str
    reply: str


@dataclass(frozen=True, slots=True)
class ContrastSet:
    """Shares of wrong replies over glad and sad lines; `pairs` are pairs with a wrong one.

    `mistakes` are those of the half that may be mended, or all.
    """

    wrong: Count
    held_out: Count
    tuned: Count
    by_contrast: dict[str, Count]
    by_valence: dict[str, Count]
    pairs: Count
    mistakes: tuple[Mistake, ...]


def pairs() -> tuple[Pair, ...]:
    return read(SETS / "contrast_set.jsonl", Pair)


def answer(engine: Engine, rows: Sequence[Pair]) -> list[Answered]:
    """The bot's reply to each line as the first words of a talk of its own."""
    sides = [(row, side) for row in rows for side in ("a", "b")]
    said: list[str] = [getattr(row, side) for row, side in sides]
    fresh = [Conversation(f"contrast_set:{row.id}{side}::person") for row, side in sides]
    steps = engine.steps(list(zip(fresh, said, strict=True)), START)
    return [
        Answered(
            id=f"{row.id}{side}",
            contrast=row.contrast,
            valence=getattr(row, f"{side}_valence"),
            said=text,
            reply=step.reply.text,
            guard=by_guard(step),
        )
        for (row, side), text, step in zip(sides, said, steps, strict=True)
    ]


def contrast_set(found: Sequence[Answered], *, everything: bool = False) -> ContrastSet:
    judged = [row for row in found if row.valence != "neutral"]
    wrong = {row.id[:-1] for row in judged if row.wrong}
    return ContrastSet(
        wrong=count(row.wrong for row in judged),
        held_out=count(row.wrong for row in judged if row.held_out),
        tuned=count(row.wrong for row in judged if not row.held_out),
        by_contrast={
            contrast: count(row.wrong for row in judged if row.contrast == contrast)
            for contrast in sorted({r.contrast for r in found})
        },
        by_valence={name: count(row.wrong for row in judged if row.valence == name) for name in ("glad", "sad")},
        pairs=count(name in wrong for name in dict.fromkeys(row.id[:-1] for row in found)),
        mistakes=tuple(
            Mistake(row.id, row.valence, row.said, row.reply)
            for row in judged
            if row.wrong and (everything or not row.held_out)
        ),
    )
