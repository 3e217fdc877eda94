"""The guard's false positive rate: how often it takes people's ordinary talk for danger.

The talks are EmpatheticDialogues, DailyDialog and ESConv. Their own answers are the history, but where the guard spoke
its words stand instead; what it remembers goes on, so a talk once stopped may be stopped in later turns as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agents.corpora import dailydialog, empathetic, esconv
from agents.evaluation.care_play import Heard, Told, listening, play
from agents.evaluation.care_report import STOPS, Count, count
from agents.evaluation.replay import exchanges
from bot.engine import Engine

LEVELS = (1, 2, 3)
ALL = "all"


@dataclass(frozen=True, slots=True)
class FalsePositiveRate:
    """Of the person's turns, those at each level and those that were stopped; of the talks, those with a stop."""

    corpus: str
    levels: dict[str, Count]
    stopped: Count
    talks_stopped: Count


@dataclass(frozen=True, slots=True)
class Hit:
    """A stopped turn and the two before it, for a reader to judge; talk and turn are counted from 1."""

    corpus: str
    talk: int
    turn: int
    level: int
    kind: str
    first: bool
    text: str
    before: tuple[str, ...]


def load(datapath: Path, part: str, limit: int | None = None) -> dict[str, list[list[Told]]]:
    """The talks of each corpus, from a person's side; DailyDialog's twice, each of the two being the person once."""
    told = [[utterance.text for utterance in dialog.utterances] for dialog in empathetic.load(datapath, part)[:limit]]
    daily = [[utterance.text for utterance in dialog.utterances] for dialog in dailydialog.load(datapath, part)[:limit]]
    sought = [exchanges(dialog) for dialog in esconv.load(datapath, part)[:limit]]
    return {
        "EmpatheticDialogues": [side(talk) for talk in told],
        "DailyDialog": [side(talk[start:]) for talk in daily for start in (0, 1)],
        "ESConv": [[Told(exchange.said, exchange.answer) for exchange in talk] for talk in sought],
    }


def side(turns: Sequence[str]) -> list[Told]:
    """The talk as one whose first speaker is the person."""
    answers = [*turns[1::2], ""]
    return [Told(text, answer) for text, answer in zip(turns[::2], answers, strict=False) if text.strip()]


def false_positive_rate(
    engine: Engine, corpora: dict[str, list[list[Told]]]
) -> tuple[list[FalsePositiveRate], list[Hit]]:
    """The figures of each corpus and of all together, and every stopped turn."""
    heard = {name: play(listening(engine), talks) for name, talks in corpora.items()}
    found = [figures(name, talks) for name, talks in heard.items()]
    found.append(figures(ALL, [talk for talks in heard.values() for talk in talks]))
    return found, [hit for name, talks in corpora.items() for hit in hits(name, talks, heard[name])]


def figures(corpus: str, heard: Sequence[Sequence[Heard]]) -> FalsePositiveRate:
    turns = [found for talk in heard for found in talk]
    return FalsePositiveRate(
        corpus,
        {str(level): count(found.level == level for found in turns) for level in LEVELS},
        count(found.level >= STOPS for found in turns),
        count(any(found.level >= STOPS for found in talk) for talk in heard if talk),
    )


def hits(corpus: str, talks: Sequence[Sequence[Told]], heard: Sequence[Sequence[Heard]]) -> list[Hit]:
    found: list[Hit] = []
    for number, (talk, verdicts) in enumerate(zip(talks, heard, strict=True), 1):
        places = [place for place, verdict in enumerate(verdicts) if verdict.level >= STOPS]
        for place in places:
            before = (talk[place - 1].text, talk[place - 1].answer) if place else ()
            verdict = verdicts[place]
            hit = Hit(
                corpus, number, place + 1, verdict.level, verdict.kind, place == places[0], talk[place].text, before
            )
            found.append(hit)
    return found
