"""The figures of replayed talks: what went wrong, which strategies came when, how long and how varied replies are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.evaluation import policy_violations
from agents.evaluation.replay import Played
from agents.metrics.intervals import Floats, Interval, Rows, bootstrap, interval, proportion, ratio, share
from bot.dialog import STRATEGIES

Talk = tuple[Played, ...]
SIXTHS = 6
NONE = "none"
NAMES = (*STRATEGIES, NONE)
"""A reply of the guard, a fallback or an answer of FailedESConv's own strategy counts as `none`."""

POLICY_VIOLATIONS: dict[str, Callable[[Talk], list[int]]] = {
    "repeated_replies": policy_violations.repeats,
    "question_runs": policy_violations.question_runs,
    "early_suggestions_by_label": policy_violations.early_by_label,
    "early_suggestions_by_text": policy_violations.early_by_text,
}
SHARES: dict[str, Callable[[Played], bool]] = {
    "stopped_by_safety": lambda turn: turn.stopped,
    "safety_level_1": lambda turn: turn.level == 1,
    "safety_level_2": lambda turn: turn.level == 2,
    "safety_level_3": lambda turn: turn.level == 3,
    "answered_by_guard": lambda turn: turn.by_guard,
    "safe_fallback": lambda turn: turn.fallback,
    "skill_dropped": lambda turn: bool(turn.dropped),
    "reply_refused": lambda turn: bool(turn.refused),
}


@dataclass(frozen=True, slots=True)
class Violation:
    """How often something went wrong: as a share of the turns, and of the talks with at least one.

    `places` are (talk, turn), both numbered from 1.
    """

    count: int
    share: Interval
    talks: Interval
    places: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Sixth:
    """Shares of the strategies in one sixth of the talks; `distance` is half the sum of their differences (0 to 1)."""

    ours: dict[str, Interval]
    gold: dict[str, Interval]
    distance: Interval


@dataclass(frozen=True, slots=True)
class Report:
    """Everything `attune eval talk` says. Intervals are over talks."""

    bot: str
    part: str
    talks: int
    turns: int
    policy_violations: dict[str, Violation]
    shares: dict[str, Interval]
    skills: dict[str, int]
    dropped: dict[str, int]
    refused: dict[str, int]
    sixths: tuple[Sixth, ...]
    words: dict[str, Interval]
    variety: dict[str, float]
    variety_in_a_talk: dict[str, Interval]
    likeness: dict[str, Interval]


def report(bot: str, part: str, talks: Sequence[Talk], likeness: dict[str, Interval]) -> Report:
    turns = [turn for talk in talks for turn in talk]
    ours = [[turn.reply for turn in talk] for talk in talks]
    gold = [[message.text for turn in talk for message in turn.gold] for talk in talks]
    answers = [[" ".join(message.text for message in turn.gold) for turn in talk if turn.gold] for talk in talks]
    return Report(
        bot=bot,
        part=part,
        talks=len(talks),
        turns=len(turns),
        policy_violations={name: violation(talks, find) for name, find in POLICY_VIOLATIONS.items()},
        shares={name: turn_share(talks, holds) for name, holds in SHARES.items()},
        skills=dict(Counter(turn.skill for turn in turns).most_common()),
        dropped=dict(Counter(name for turn in turns for name in turn.dropped)),
        refused=dict(Counter(reason for turn in turns for reason in turn.refused)),
        sixths=sixths(talks),
        words={"ours": mean_words(ours), "gold": mean_words(answers)},
        variety=variety(ours, gold),
        variety_in_a_talk={f"distinct_{n}": mean_distinct(ours, n) for n in (1, 2)},
        likeness=likeness,
    )


def violation(talks: Sequence[Talk], find: Callable[[Talk], list[int]]) -> Violation:
    found = [find(talk) for talk in talks]
    places = tuple((talk + 1, place + 1) for talk, hits in enumerate(found) for place in hits)
    per_turn = ratio([len(hits) for hits in found], [len(talk) for talk in talks])
    return Violation(len(places), per_turn, proportion([bool(hits) for hits in found]), places)


def turn_share(talks: Sequence[Talk], holds: Callable[[Played], bool]) -> Interval:
    return ratio([sum(map(holds, talk)) for talk in talks], [len(talk) for talk in talks])


def sixths(talks: Sequence[Talk]) -> tuple[Sixth, ...]:
    """Strategies in six equal parts of the supporter's turns (after ESConv, Figure 4), ours beside the supporters'.

    The answer to the k-th of a talk's n seeker turns (from 0) lies in part floor(6 k / n). We give one reply a turn,
    supporters often several messages, each with a strategy of its own; all are counted.
    """
    ours = counted(talks, lambda turn: [turn.strategy])
    gold = counted(talks, lambda turn: [message.strategy for message in turn.gold])

    def shares(rows: Rows) -> Floats:
        both = np.stack([ours[rows].sum(0), gold[rows].sum(0)])  # (2, 6, names)
        each = share(both, both.sum(-1, keepdims=True))
        apart = np.abs(each[0] - each[1]).sum(-1, keepdims=True) / 2  # (6, 1)
        return np.concatenate([each[0], each[1], apart], axis=-1)

    bounds = np.stack(bootstrap(len(talks), shares), axis=-1)  # (6, 2 names + 1, 3)
    return tuple(_sixth(part) for part in bounds)


def counted(talks: Sequence[Talk], strategies: Callable[[Played], Iterable[str | None]]) -> NDArray[np.int64]:
    """How often each of NAMES occurs, (talks, 6, names)."""
    counts = np.zeros((len(talks), SIXTHS, len(NAMES)), np.int64)
    for number, talk in enumerate(talks):
        for place, turn in enumerate(talk):
            for name in strategies(turn):
                column = NAMES.index(name) if name in STRATEGIES else NAMES.index(NONE)
                counts[number, SIXTHS * place // len(talk), column] += 1
    return counts


def _sixth(bounds: Floats) -> Sixth:
    found = [Interval(*map(float, bound)) for bound in bounds]
    ours, gold = found[: len(NAMES)], found[len(NAMES) : -1]
    return Sixth(dict(zip(NAMES, ours, strict=True)), dict(zip(NAMES, gold, strict=True)), found[-1])


def mean_words(texts: Sequence[Sequence[str]]) -> Interval:
    """Mean length in words, over talks of texts."""
    return ratio([sum(len(text.split()) for text in talk) for talk in texts], [len(talk) for talk in texts])


def variety(ours: Sequence[Sequence[str]], gold: Sequence[Sequence[str]]) -> dict[str, float]:
    """Distinct-1 and -2 (Li et al. 2016) over all replies, and gold's over as many words.

    Without intervals: a resample holds talks twice, and doubles are what is measured.
    """
    spoken, meant = (tokens(text for talk in texts for text in talk) for texts in (ours, gold))
    return {f"distinct_{n}": distinct(spoken, n) for n in (1, 2)} | {
        f"gold_distinct_{n}": distinct(meant, n, sum(map(len, spoken))) for n in (1, 2)
    }


def mean_distinct(texts: Sequence[Sequence[str]], n: int) -> Interval:
    """The mean of each talk's own distinct-n."""
    values = np.array([distinct(tokens(talk), n) for talk in texts if talk])
    return interval(len(values), lambda rows: values[rows].mean() if len(rows) else np.nan)


def tokens(texts: Iterable[str]) -> list[list[str]]:
    """Lower-case words without the punctuation around them."""
    return [[word.strip(".,!?;:…\"'()“”‘’") for word in text.lower().split()] for text in texts]


def distinct(texts: Sequence[Sequence[str]], n: int, words: int | None = None) -> float:
    """Different n-grams over all n-grams, of the first `words` words when given; NaN where there are none."""
    grams: list[tuple[str, ...]] = []
    left = words if words is not None else sum(map(len, texts))
    for text in texts:
        kept, left = text[:left], left - len(text[:left])
        grams += zip(*(kept[start:] for start in range(n)), strict=False)
    return len(set(grams)) / len(grams) if grams else float("nan")
