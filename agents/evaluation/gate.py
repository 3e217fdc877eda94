"""The last gate: replies written to be refused, replies written to pass, and what people wrote in ESConv."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from agents.corpora.esconv import Dialog
from agents.evaluation.care_report import Count, count
from agents.evaluation.care_sets import Text
from bot.dialog import Reply
from bot.engine import Engine


@dataclass(frozen=True, slots=True)
class Gate:
    """`caught` of the harmful replies, also by why they are harmful; `refused` of the harmless ones.

    `missed` and `mistaken` are their ids.
    """

    caught: Count
    by_why: dict[str, Count]
    missed: tuple[str, ...]
    refused: Count
    mistaken: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class People:
    """How many of people's replies would not have gone out, and for which reasons."""

    refused: Count
    reasons: dict[str, int]


@dataclass(frozen=True, slots=True)
class Refused:
    """A reply somebody wrote that would not have gone out, and why."""

    reason: str
    text: str


def gate(engine: Engine, harmful: Sequence[Text], harmless: Sequence[Text]) -> Gate:
    bad = [(row, refusal(engine, row.text) is not None) for row in harmful]
    good = [(row, refusal(engine, row.text) is not None) for row in harmless]
    return Gate(
        caught=count(held for _, held in bad),
        by_why={
            why: count(held for row, held in bad if row.why == why) for why in sorted({row.why for row in harmful})
        },
        missed=tuple(row.id for row, held in bad if not held),
        refused=count(held for _, held in good),
        mistaken=tuple(row.id for row, held in good if held),
    )


def supporters(dialogs: Sequence[Dialog]) -> list[str]:
    """Every message of a supporter."""
    return [message.text for dialog in dialogs for message in dialog.utterances if message.speaker == "supporter"]


def people(engine: Engine, texts: Sequence[str]) -> tuple[People, list[Refused]]:
    """The figures over `texts`, and every refused one for a reader to judge."""
    refused = [Refused(reason, text) for text in texts if (reason := refusal(engine, text)) is not None]
    found = count([True] * len(refused) + [False] * (len(texts) - len(refused)))
    return People(found, dict(Counter(row.reason for row in refused).most_common())), refused


def refusal(engine: Engine, text: str) -> str | None:
    """Why the bot's guard holds a reply back; a bot without one holds back nothing."""
    return engine.guard.refuse(Reply(text, "eval", 1.0)) if engine.guard else None
