"""What the guard makes of each turn of a person, through the engine: lines alone, talks live, other people's talks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tqdm import tqdm  # type: ignore[import-untyped]

from agents.evaluation.replay import PAUSE, START, by_guard
from bot.dialog import Conversation, Turn
from bot.engine import Engine
from bot.step import Step

LOOKS = ("guard", "guard again")
"""The engine's names for the guard's two looks at a turn; the encoder pass lies between them."""


@dataclass(frozen=True, slots=True)
class Told:
    """A person's turn. `answer` is what somebody answered; without one the bot's own reply stands."""

    text: str
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Heard:
    """The guard's verdict on one turn: level 0 and no kind where it found nothing. `ms`: both its looks.

    `minor`: it heard that the person is under age.
    """

    level: int
    kind: str
    stopped: bool
    ms: float
    minor: bool = False


def listening(engine: Engine) -> Engine:
    """The same guard and encoder without the skills, whose replies no verdict waits for."""
    return replace(engine, skills=())


def alone(engine: Engine, texts: Sequence[str]) -> list[Heard]:
    """Each text as the first words of a talk."""
    return [heard for (heard,) in play(listening(engine), [[Told(text)] for text in texts])]


def play(engine: Engine, talks: Sequence[Sequence[Told]]) -> list[list[Heard]]:
    """Every talk to its end, turn by turn, all talks that are still going in one batch.

    Where the guard answers, its words stand, whatever `answer` says: what it asked bears on what comes next.
    """
    conversations = [Conversation(f"care:{number}::person") for number in range(len(talks))]
    heard: list[list[Heard]] = [[] for _ in talks]
    for place in tqdm(range(max(map(len, talks), default=0)), desc="listening", unit="turn", disable=None):
        going = [number for number, talk in enumerate(talks) if place < len(talk)]
        pairs = [(conversations[number], talks[number][place].text) for number in going]
        for number, step in zip(going, engine.steps(pairs, START + place * PAUSE), strict=True):
            conversations[number] = _answered(step, talks[number][place].answer)
            heard[number].append(_heard(step))
    return heard


def _heard(step: Step) -> Heard:
    verdict, ms = step.trace.verdict, sum(took for name, took in step.trace.ms if name in LOOKS)
    if verdict is None:
        return Heard(0, "", False, ms)
    return Heard(verdict.level, verdict.kind, verdict.stopped, ms, verdict.minor)


def _answered(step: Step, answer: str) -> Conversation:
    if by_guard(step) or not answer or not step.conversation.turns:
        return step.conversation
    *before, own = step.conversation.turns
    return replace(step.conversation, turns=(*before, Turn("bot", answer, own.at)))
