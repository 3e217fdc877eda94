"""What a chat has beside its questions: the survey before it, how feelings eased, taps, and strategies by sixths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any

import numpy as np

from agents.metrics.wilson import wilson
from agents.statistics.progress import INTERVALS, Marks, counts
from bot.dialog import STRATEGIES
from bot.store import Store
from worlds.studies.judging import Rating
from worlds.studies.ledger import Participation
from worlds.studies.pre_chat import ASKED, INTENSITY, Before
from worlds.studies.quality import exclusion
from worlds.studies.study import BEFORE, BESIDE_TALKS, Loaded, conversation
from worlds.studies.tables import Table

PEOPLE = {
    "Question": (54, 22, 16, 12, 9, 5),
    "Restatement or Paraphrasing": (11, 12, 5, 3, 3, 2),
    "Reflection of feelings": (4, 12, 11, 8, 7, 4),
    "Self-disclosure": (4, 12, 12, 12, 11, 5),
    "Affirmation and Reassurance": (8, 19, 17, 17, 19, 15),
    "Providing Suggestions": (2, 11, 23, 26, 20, 13),
    "Information": (1, 4, 9, 9, 10, 7),
    "Others": (15, 7, 9, 12, 20, 49),
}
"""Shares of strategies in the sixths of ESConv's 910 training talks, %: `attune stats esconv --only sixths`."""


@dataclass(frozen=True, slots=True)
class Talked:
    """A talk with a bot: the strategy of each message, and, of its replies, how many met their reader and didn't."""

    participant: str
    bot: str
    marks: Marks
    replies: int
    yes: int
    no: int


async def talked(store: Store, loaded: Loaded, everybody: Sequence[Participation]) -> list[Talked]:
    """All talks of a study in which something was said, without a word of them."""
    found = []
    for one in everybody:
        participant = one.progress.participant
        bots = [name for name in one.progress.items if name not in BESIDE_TALKS]
        held = await store.people.export(f"study:{participant}") if bots else {"conversations": []}
        by_id = {talk["id"]: talk for talk in held["conversations"]}
        own = {bot: by_id.get(conversation(loaded.name, bot, participant)) for bot in bots}
        found += [_talked(participant, bot, talk) for bot, talk in own.items() if talk and talk["turns"]]
    return found


def _talked(participant: str, bot: str, talk: dict[str, Any]) -> Talked:
    met = Counter(one["value"] for one in talk["ratings"] if one["scale"] == "thumbs")
    marks = tuple(turn["strategy"] for turn in talk["turns"])
    replies = sum(turn["speaker"] == "bot" for turn in talk["turns"])
    return Talked(participant, bot, marks, replies, met[1], met[-1])


def tables(loaded: Loaded, everybody: Sequence[Participation], talks: Sequence[Talked]) -> Iterator[Table]:
    """Of those who count; of what nobody was asked or said there is none."""
    counted = [one for one in everybody if not exclusion(loaded, one)]
    names = {one.progress.participant for one in counted}
    talks = [one for one in talks if one.participant in names]
    if told := [one for each in counted if isinstance(one := _given(each, BEFORE), Before)]:
        yield _survey(told)
        yield from _eased(counted)
    if loaded.study.each_turn and talks:
        yield _met(loaded.study.each_turn, talks)
    for bot in sorted({one.bot for one in talks}):
        yield _sixths(bot, [one.marks for one in talks if one.bot == bot])


def _survey(told: Sequence[Before]) -> Table:
    rows = []
    for name, (_, options) in ASKED.items():
        given = Counter(str(getattr(one, name)) for one in told)
        rows += [(f"{name} {option}", str(given[option])) for option in options if given[option]]
    return Table("Before the talks", ("", "count"), tuple(rows))


def _eased(counted: Sequence[Participation]) -> Iterator[Table]:
    """By bot, the feeling's intensity before and after its talk; before the second talk is after the first."""
    by_bot: dict[str, list[tuple[int, int]]] = {}
    for one in counted:
        before = _given(one, BEFORE)
        now = before.intensity if isinstance(before, Before) else None
        for bot in (name for name in one.progress.items if name not in BESIDE_TALKS):
            after = _given(one, bot)
            points = after.points.get(INTENSITY) if isinstance(after, Rating) else None
            if points and now is not None:
                by_bot.setdefault(bot, []).append((now, points[0]))
            now = points[0] if points else None
    rows = []
    for bot, both in sorted(by_bot.items()):
        before, after = (mean(each) for each in zip(*both, strict=True))
        rows.append((bot, str(len(both)), f"{before:.2f}", f"{after:.2f}", f"{after - before:+.2f}"))
    if rows:
        note = "From 1 to 5. Before the second talk stands what was said after the first."
        yield Table("Intensity before and after", ("", "talks", "before", "after", "change"), tuple(rows), note)


def _met(question: str, talks: Sequence[Talked]) -> Table:
    rows = []
    for bot in sorted({one.bot for one in talks}):
        own = [one for one in talks if one.bot == bot]
        replies, yes, no = (sum(getattr(one, name) for one in own) for name in ("replies", "yes", "no"))
        rows.append(
            (bot, str(replies), str(yes), str(no), f"{wilson(yes, yes + no).percent():.0f}" if yes + no else "-")
        )
    note = "Tapped by whoever got the reply; replies about which nothing was tapped are in neither column."
    return Table(question, ("", "replies", "yes", "no", "yes of the tapped, %"), tuple(rows), note)


def _sixths(bot: str, talks: Sequence[Marks]) -> Table:
    found = counts(talks, "sixths").sum(axis=0)  # (6, 8)
    shares = 100 * found / np.maximum(1, found.sum(axis=1, keepdims=True))
    rows = [
        (name, *(f"{ours:.0f} ({people})" for ours, people in zip(line, PEOPLE[name], strict=True)))
        for name, line in zip(STRATEGIES, shares.T, strict=True)
    ]
    note = f"Of {found.sum()} replies that have one. In brackets people's, in ESConv (Liu et al. 2021, Figure 5)."
    return Table(f"Strategies of {bot} by sixths of the talk, %", ("", *INTERVALS["sixths"]), tuple(rows), note)


def _given(one: Participation, item: str) -> object:
    judgement = one.latest.get(item)
    return judgement.given if judgement else None
