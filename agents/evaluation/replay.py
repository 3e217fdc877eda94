"""ESConv's seekers talk to our bot: their words in their order, our own replies as the history between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from tqdm import tqdm  # type: ignore[import-untyped]

from agents.corpora.esconv import Dialog, Utterance
from bot.dialog import Conversation
from bot.engine import Engine
from bot.fallback import SAFE_REPLIES
from bot.step import Step

START = datetime(2026, 1, 5, 18, tzinfo=UTC)
"""When every replayed talk begins: a fixed hour, so that two runs are the same."""
PAUSE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Exchange:
    """All a seeker said in a row, joined, and the supporter's messages that answered it."""

    said: str
    gold: tuple[Utterance, ...]

    @property
    def answer(self) -> str:
        return " ".join(message.text for message in self.gold)


@dataclass(frozen=True, slots=True)
class Played:
    """One turn of a replayed talk. `level` is the guard's (0: none); `fallback`: every proposal failed.

    `dropped` names what raised, `refused` why proposals were held back.
    """

    said: str
    gold: tuple[Utterance, ...]
    reply: str
    strategy: str | None
    skill: str
    by_guard: bool
    level: int
    stopped: bool
    fallback: bool
    dropped: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


def exchanges(dialog: Dialog) -> tuple[Exchange, ...]:
    """The dialog from the seeker's first words on; what a supporter said before answers nothing and is left out."""
    found: list[tuple[list[str], list[Utterance]]] = []
    for message in dialog.utterances:
        if message.speaker == "seeker":
            if not found or found[-1][1]:
                found.append(([], []))
            found[-1][0].append(message.text)
        elif found:
            found[-1][1].append(message)
    joined = (Exchange(" ".join(said).strip(), tuple(gold)) for said, gold in found)
    return tuple(exchange for exchange in joined if exchange.said)


def replay(engine: Engine, talks: Sequence[Sequence[Exchange]]) -> list[tuple[Played, ...]]:
    """Every talk to its end, turn by turn, all talks that are still going in one batch."""
    conversations = [Conversation(f"replay:{number}::seeker") for number in range(len(talks))]
    found: list[list[Played]] = [[] for _ in talks]
    longest = max((len(talk) for talk in talks), default=0)
    for place in tqdm(range(longest), desc="replaying", unit="turn", disable=None):
        going = [number for number, talk in enumerate(talks) if place < len(talk)]
        pairs = [(conversations[number], talks[number][place].said) for number in going]
        for number, step in zip(going, engine.steps(pairs, START + place * PAUSE), strict=True):
            found[number].append(played(talks[number][place], step))
            conversations[number] = step.conversation
    return [tuple(talk) for talk in found]


def by_guard(step: Step) -> bool:
    """Whether the guard answered: what its notices stand before is a proposal's or the safe reply still."""
    return step.reply.skill not in {proposal.skill for proposal in step.trace.proposals} and not fell_back(step)


def fell_back(step: Step) -> bool:
    """Whether every proposal failed, or there was none."""
    return step.reply.text.endswith(tuple(reply.text for reply in SAFE_REPLIES))


def played(exchange: Exchange, step: Step) -> Played:
    """The turn as it went."""
    trace, verdict = step.trace, step.trace.verdict
    return Played(
        said=exchange.said,
        gold=exchange.gold,
        reply=step.reply.text,
        strategy=step.reply.strategy,
        skill=step.reply.skill,
        by_guard=by_guard(step),
        level=verdict.level if verdict else 0,
        stopped=bool(verdict and verdict.stopped),
        fallback=fell_back(step),
        dropped=tuple(name for name, _ in trace.dropped),
        refused=tuple(reason for _, reason in trace.refused),
    )
