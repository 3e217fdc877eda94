"""The written corpus in numbers: sizes, what replies do, what persons do, and what is repeated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from agents.corpora.written import Dialog, Utterance, load
from agents.metrics.intervals import ratio
from agents.statistics.sheet import Cell, Sheet
from agents.statistics.words import spaced
from skills.models.tidy import words

NAMES = ("size", "strategies", "acts", "openings")
LONG = 12
"""Exchanges from which on a dialogue is a long one."""
SHOWN = 12
"""Openings that are listed."""
OPENING = 3
"""Words."""


def sheets(datapath: Path, split: str) -> tuple[Sheet, ...]:
    """All tables of one part, or of both."""
    talks = [talk for part in ("train", "valid") if split in (part, "all") for talk in load(datapath, part)]
    talks = talks or list(load(datapath, split))
    said = [one for talk in talks for one in talk.utterances]
    title = f"Written corpus, {'train and valid' if split == 'all' else split}: {len(talks):,} dialogues"
    return size(talks, title), *_labels(said, title), openings(said, title)


def size(talks: Sequence[Dialog], title: str) -> Sheet:
    """Dialogues, exchanges, words, and how many replies ask something."""
    replies = [[one.text for one in talk.utterances if one.speaker == "supporter"] for talk in talks]
    messages = [[one.text for one in talk.utterances if one.speaker == "person"] for talk in talks]
    counts, ones = [len(own) for own in replies], [1] * len(talks)
    rows: list[tuple[str, Cell]] = [
        ("dialogues", len(talks)),
        ("troubles told apart", len({talk.problem.lower() for talk in talks})),
        ("replies", sum(counts)),
        (f"dialogues of {LONG} exchanges or more", sum(count >= LONG for count in counts)),
        ("exchanges a dialogue", ratio(counts, ones)),
        ("words a reply", ratio([sum(map(spaced, own)) for own in replies], counts)),
        ("words a message", ratio([sum(map(spaced, own)) for own in messages], counts)),
        ("replies that ask, %", ratio([100 * sum("?" in text for text in own) for own in replies], counts)),
        ("feeling stronger at first than at last, %", _share(talks)),
    ]
    return Sheet("size", title, ("", "count or mean"), tuple(rows), "95 % bootstrap intervals over dialogues.")


def _share(talks: Sequence[Dialog]) -> Cell:
    return ratio([100 * (talk.intensity[0] > talk.intensity[1]) for talk in talks], [1] * len(talks))


def _labels(said: Sequence[Utterance], title: str) -> tuple[Sheet, Sheet]:
    """Strategies of replies and acts of messages, counts and shares."""
    strategies = Counter(one.strategy for one in said if one.strategy)
    acts = Counter(act for one in said for act in one.acts)
    messages = sum(bool(one.acts) for one in said)
    return (
        Sheet("strategies", title, ("strategy", "replies", "%"), _shares(strategies, sum(strategies.values()))),
        Sheet(
            "acts", title, ("act", "messages", "%"), _shares(acts, messages), "A message may have two: more than 100 %."
        ),
    )


def _shares(counts: Counter[str], total: int) -> tuple[tuple[Cell, ...], ...]:
    return tuple((name, number, 100 * number / total) for name, number in counts.most_common())


def openings(said: Sequence[Utterance], title: str) -> Sheet:
    """The commonest three words that replies begin with."""
    begun = [" ".join(words(one.text)[:OPENING]) for one in said if one.speaker == "supporter"]
    found = _shares(Counter(begun), len(begun))[:SHOWN]
    return Sheet("openings", title, ("opening", "replies", "%"), found, digits=2)
