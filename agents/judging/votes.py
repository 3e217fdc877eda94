"""Votes: what readers said of the same pairs, in verdicts or a study's judgements, and how far a judge agrees.

Where they answered a question of that name, that is compared; else which of the two they found better.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np

from agents.corpora.reading import refuse, table
from agents.judging.outcomes import Outcome
from agents.judging.pairs import SIDES, Pair
from agents.judging.prompt import Says
from agents.metrics import agreement
from agents.metrics.intervals import Interval, Rows, by_group
from agents.verdicts import verdict
from agents.verdicts.item import Item
from agents.verdicts.verdict import MARKS, Verdict
from bot.errors import ConfigError

BETTER = ""
"""Stands for which of the two was found better, where no question was asked."""
COLUMNS = ("participant", "simulated", "left_out", "item", "contestant", "what", "value")
RANKS = {"preferred": 0, "other": 1, "equal": 0, "neither": 0, "good": 0, "okay": 1, "bad": 2}
"""What can be said of a reply in a study, the better the less; points of a scale are the other way round."""
PLAIN = ("choice", "mark")
Votes = Mapping[tuple[str, str], Sequence[Says]]
"""By item and question, in small letters, what each reader said."""


def read(paths: Sequence[Path], items: Mapping[str, Item], pairs: Sequence[Pair]) -> Votes:
    """The votes of all files, `*.csv` of `attune study export`, others of `attune judge collect`.

    Of simulated participants and of those who were left out there are none. CorpusError names file, line and reason.
    """
    found: dict[tuple[str, str], list[Says]] = defaultdict(list)
    by_item = {pair.item.id: pair for pair in pairs}
    for path in paths:
        before = sum(map(len, found.values()))
        if path.suffix == ".csv":
            _judgements(path, by_item, found)
        else:
            for one in verdict.load(path, items):
                if pair := by_item.get(one.item):
                    found[one.item, BETTER].append(_preferred(one, pair))
        if sum(map(len, found.values())) == before:
            raise ConfigError(f"{path}: nobody has said anything there of these pairs")
    return found


def _preferred(one: Verdict, pair: Pair) -> Says:
    """By marks; of two with one mark, by which was best or worst of all."""

    def rank(place: int) -> tuple[int, ...]:
        return MARKS.index(one.marks[place]), int(place != one.best), int(place == one.worst)

    return _side(rank(pair.left), rank(pair.right))


def _side(left: tuple[int, ...], right: tuple[int, ...]) -> Says:
    """The side whose rank is the smaller."""
    return "tie" if left == right else "left" if left < right else "right"


def _judgements(path: Path, pairs: Mapping[str, Pair], found: dict[tuple[str, str], list[Says]]) -> None:
    ranks: dict[tuple[str, str, str], dict[str, int]] = defaultdict(dict)
    for number, (who, simulated, left_out, item, name, what, value) in table(path, COLUMNS):
        if simulated == "1" or left_out or item not in pairs:
            continue
        if value not in RANKS and not value.isdecimal():
            refuse(path, number, f"{value!r:.60} says of no reply how good it is")
        ranks[who, item, what][name] = RANKS[value] if value in RANKS else -int(value)
    for (_, item, what), by_name in ranks.items():
        left, right = (by_name.get(pairs[item].of(side).source) for side in SIDES)
        if left is not None and right is not None and pairs[item].only:
            found[item, BETTER if what in PLAIN else what.casefold()].append(_side((left,), (right,)))


def _of(outcome: Outcome, votes: Votes) -> Sequence[Says]:
    asked = outcome.pair.item.id, outcome.question.name.casefold()
    return votes.get(asked) or votes.get((outcome.pair.item.id, BETTER), ())


class Agreement:
    """How far a judge agrees with readers over those outcomes that can be read and were voted on.

    Intervals are over resampled talks. NaN where nothing varies, None where nothing was voted on twice.
    """

    def __init__(self, outcomes: Sequence[Outcome], votes: Votes) -> None:
        told = [(one, one.says, _of(one, votes)) for one in outcomes]
        known = [(one.pair.item.talk, said, given) for one, said, given in told if said and given]
        self.talks = [talk for talk, _, _ in known]
        self.both = [(said, _majority(given)) for _, said, given in known]
        self.units = [[said, *given] for _, said, given in known]
        self.people = [(talk, given) for talk, _, given in known if len(given) > 1]

    def __len__(self) -> int:
        return len(self.both)

    @property
    def same(self) -> Interval:
        """Share of outcomes that are what most readers said."""
        alike = np.array([said == given for said, given in self.both])
        return _over(self.talks, lambda rows: float(alike[rows].mean()))

    @property
    def kappa(self) -> Interval:
        """Cohen's, of the judge with what most readers said."""
        return _over(self.talks, agreement.resampled_kappa(self.both))

    @property
    def alpha(self) -> Interval:
        """Krippendorff's nominal one, the judge being one reader among them."""
        return _over(self.talks, agreement.resampled_alpha(self.units))

    @property
    def among(self) -> Interval | None:
        """Krippendorff's among readers alone."""
        if not self.people:
            return None
        talks, given = zip(*self.people, strict=True)
        return _over(talks, agreement.resampled_alpha(given))


def _over(talks: Sequence[str], measure: Callable[[Rows], float]) -> Interval:
    numbers = {talk: number for number, talk in enumerate(dict.fromkeys(talks))}
    return by_group(measure, [numbers[talk] for talk in talks])


def _majority(given: Sequence[Says]) -> Says:
    (said, most), *others = Counter(given).most_common(2)
    return "tie" if others and others[0][1] == most else said
