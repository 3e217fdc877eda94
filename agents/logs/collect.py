"""Whose talks may be used, and which parts of them.

Only people who agree to research now, and no minors. Danger is left out with what it stands in: the guard reads a turn
together with those before it, so the talk ends before all of them, and what followed answers it and is left out too.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from typing import Any

from agents.logs.pseudonyms import Pseudonyms
from bot.dialog import Speaker
from bot.step import NOT_KEPT
from bot.store import Store
from skills.care.state import VISIT
from skills.safety import WINDOW


@dataclass(frozen=True, slots=True)
class Said:
    """One turn. `strategy` and `stars` (1-5, by the person) belong to the bot's."""

    speaker: Speaker
    text: str
    strategy: str | None = None
    stars: int | None = None


@dataclass(frozen=True, slots=True)
class Talk:
    """One visit of somebody. `intensity` is their own word at its start and end, where it is of this talk alone."""

    person: int
    turns: tuple[Said, ...]
    intensity: tuple[int, int | None] | None = None
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Corpus:
    """The talks, and what was done: `hidden` counts placeholders by kind, `left_out` people, talks and turns."""

    talks: tuple[Talk, ...]
    hidden: Counter[str]
    left_out: Counter[str]


async def collect(store: Store, rng: random.Random | None = None) -> Corpus:
    """All that may be used. People are numbered anew each time, in an order that says nothing."""
    people = await store.people.with_consent("research")
    (rng or random.SystemRandom()).shuffle(people)
    talks: list[Talk] = []
    hidden, left_out = Counter[str](), Counter[str]()
    for person in people:
        held = await store.people.export(person)
        if any(talk["state"].get("care", {}).get("minor") for talk in held["conversations"]):
            left_out["minors"] += 1
            continue
        number = len({talk.person for talk in talks}) + 1
        talks += _of_person(number, held["conversations"], hidden, left_out)
    return Corpus(tuple(talks), hidden, left_out)


def _of_person(
    number: int, held: Sequence[dict[str, Any]], hidden: Counter[str], left_out: Counter[str]
) -> Iterator[Talk]:
    pseudonyms = Pseudonyms(turn["text"] for talk in held for turn in talk["turns"] if turn["speaker"] == "user")
    for talk in held:
        for found in _of_conversation(number, talk, left_out):
            texts = pseudonyms.hide([said.text for said in found.turns], hidden)
            turns = tuple(replace(said, text=text) for said, text in zip(found.turns, texts, strict=True))
            yield replace(found, turns=turns)


def _of_conversation(number: int, talk: dict[str, Any], left_out: Counter[str]) -> list[Talk]:
    turns, safe = talk["turns"], _safe(talk)
    left_out["turns in and after danger"] += len(turns) - safe
    left_out["talks cut before danger"] += 0 < safe < len(turns)
    stars = {rating["turn"]: rating["value"] for rating in talk["ratings"] if rating["scale"] == "stars"}
    visits = [visit for visit in _visits(turns[:safe]) if len({turns[place]["speaker"] for place in visit}) == 2]
    report = talk["state"].get("self_report") if len(visits) == 1 and safe == len(turns) else None
    return [
        Talk(
            number,
            tuple(_said(turns[place], stars.get(place)) for place in visit),
            (report["first"], report.get("last")) if report else None,
            cut=safe < len(turns) and visit is visits[-1],
        )
        for visit in visits
    ]


def _said(turn: dict[str, Any], stars: int | None) -> Said:
    return Said(turn["speaker"], turn["text"], turn["strategy"], stars)


def _safe(talk: dict[str, Any]) -> int:
    """How many turns come before the first danger and all that the guard read with it.

    None, where danger is known and its turn isn't there: it was taken back, and what stands round it can't be told.
    """
    danger = (at for at, turn in enumerate(talk["turns"]) if turn["verdict"] or turn["text"] == NOT_KEPT)
    if (first := next(danger, None)) is not None:
        return max(0, first + 1 - WINDOW)
    care = talk["state"].get("care", {})
    return 0 if care.get("level") or care.get("danger_at") else len(talk["turns"])


def _visits(turns: Sequence[dict[str, Any]]) -> list[range]:
    """Where somebody was away for long, another talk begins."""
    times = [datetime.fromisoformat(turn["at"]) for turn in turns]
    starts = [0, *(at for at in range(1, len(times)) if times[at] - times[at - 1] >= VISIT), len(times)]
    return [range(start, end) for start, end in pairwise(starts) if end > start]
