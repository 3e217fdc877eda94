"""Which judgements are left out of the tables, and by which rule. None is ever deleted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from worlds.studies.judging import Choice, Judgement, answer, earns, order
from worlds.studies.ledger import Participation
from worlds.studies.study import BEFORE, Loaded


@dataclass(frozen=True, slots=True)
class Judged:
    """A judgement that counts, whose it is, and the contestants that it is of, in its order."""

    participant: str
    judgement: Judgement
    names: tuple[str, ...]


def points(loaded: Loaded, participation: Participation) -> tuple[int, int]:
    """Points earned by preferring what people wrote, and how many there were to earn."""
    latest = participation.latest
    chances = [
        (latest[item.id].given, gold)
        for item in loaded.items
        if item.id in latest and (gold := loaded.gold(item)) is not None
    ]
    return sum(earns(given, gold) for given, gold in chances), len(chances)


def same_form(loaded: Loaded, participation: Participation) -> bool:
    """Whether what was judged is what the study lays before people now; taken so where it was not kept yet."""
    return participation.progress.form in ("", loaded.form)


def attentive(loaded: Loaded, participation: Participation) -> bool:
    """Whether enough points were earned, where there were as many to earn."""
    if not same_form(loaded, participation):
        return True
    earned, chances = points(loaded, participation)
    return chances < loaded.study.quality.gold_items or earned >= loaded.study.quality.gold_points


def exclusion(loaded: Loaded, participation: Participation) -> str:
    """The rule by which a participant is left out; "" for one who counts."""
    if participation.progress.outcome in ("no_consent", "under_age"):
        return "did not take part"
    if participation.progress.outcome == "screened_out":
        return "did not pass the exam"
    if not same_form(loaded, participation):
        return "judged other items or questions, of an earlier file"
    # Where people talk with each other there is nothing to judge.
    return "" if loaded.study.collects else _of_judgements(loaded, participation)


def _of_judgements(loaded: Loaded, participation: Participation) -> str:
    quality = loaded.study.quality
    latest = {name: one for name, one in participation.latest.items() if name != BEFORE}  # which judges nothing
    if not latest:
        return "judged nothing"
    if not attentive(loaded, participation):
        earned, chances = points(loaded, participation)
        return f"earned {earned} of {chances} points, fewer than {quality.gold_points}"
    seconds = sum(one.seconds for one in latest.values()) / len(latest)
    if seconds < quality.least_seconds:
        return f"took less than {quality.least_seconds:g} seconds an item"
    places = {name: _places(loaded, participation.progress.participant, name) for name in latest}
    said = Counter(each for name, one in latest.items() for each in answer(one.given, places[name]))
    if len(latest) > 1 and sum(said.values()) > 1 and said.most_common(1)[0][1] > quality.same_answer * said.total():
        return f"gave one answer in more than {quality.same_answer:.0%}"
    return ""


def _places(loaded: Loaded, participant: str, name: str) -> tuple[int, ...]:
    """Where the replies of an item stood; by turns the sides are drawn in the talk, and aren't kept."""
    return () if loaded.study.kind == "ab_turns" else order(loaded, participant, loaded.item(name))


def learnt(loaded: Loaded, judgements: Sequence[Judgement]) -> int:
    """How many lessons were answered rightly at the first try."""
    first: dict[str, Judgement] = {}
    for one in judgements:
        first.setdefault(one.item, one)
    given = {name: one.given for name, one in first.items()}
    return sum(given.get(one.name) == Choice(one.right) for one in loaded.lessons)


def may_support(loaded: Loaded, judgements: Sequence[Judgement]) -> bool:
    """Whether the exam is passed, or some lessons are still to come."""
    answered = {one.item for one in judgements}
    to_come = any(one.name not in answered for one in loaded.lessons)
    return to_come or learnt(loaded, judgements) >= loaded.study.collection.exam
