"""Our replies beside those that people gave to the same contexts.

Each talk is stepped turn by turn, and after each turn the person's reply takes the place of ours in the history: what
the bot has learnt goes on, and both replies answer the same words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import groupby

import numpy as np
from tqdm import tqdm  # type: ignore[import-untyped]

from agents.training.rerankers.pair_examples import Given
from bot.dialog import Conversation, Turn
from bot.engine import Engine
from bot.step import Step

START, PAUSE = datetime(2026, 1, 5, 18, tzinfo=UTC), timedelta(minutes=1)
"""When every talk begins: a fixed hour, so that two runs are the same."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What somebody replied, with its context, and what the bot replies there."""

    given: Given
    ours: str


def drawn(given: Sequence[Given], size: int, per_emotion: int, seed: int) -> list[list[Given]]:
    """Groups of `size` replies of one emotion, each from another talk and any place in it."""
    random = np.random.default_rng(seed)
    talks = [list(items) for _, items in groupby(given, key=lambda item: item.talk)]
    picked = [items[random.integers(len(items))] for items in talks]
    groups: list[list[Given]] = []
    for emotion in sorted({item.emotion for item in picked}):
        alike = [item for item in picked if item.emotion == emotion]
        order = random.permutation(len(alike))[: len(alike) // size * size].reshape(-1, size)
        groups += [[alike[place] for place in rows] for rows in order[:per_emotion]]
    return groups


def answer(engine: Engine, given: Sequence[Given]) -> list[Answer]:
    """The bot's answer to each."""
    found = replies(engine, [_said(item) for item in given])
    return [Answer(item, text) for item, text in zip(given, found, strict=True)]


def replies(engine: Engine, said: Sequence[Sequence[tuple[str, str]]]) -> list[str]:
    """The bot's last reply in each talk; all in one batch, place by place.

    A talk is the person's turns, each with the reply that was given to it; the last one's is not read.
    """
    talks = [Conversation(f"answers:{number}::person") for number in range(len(said))]
    found: list[str] = [""] * len(said)
    for place in tqdm(range(max(map(len, said), default=0)), desc="answering", unit="turn", disable=None):
        going = [number for number, turns in enumerate(said) if place < len(turns)]
        now = START + place * PAUSE
        steps = engine.steps([(talks[number], said[number][place][0]) for number in going], now)
        for number, step in zip(going, steps, strict=True):
            text, reply = said[number][place]
            found[number] = step.reply.text
            talks[number] = _as_it_was(step, text, reply, now)
    return found


def _said(item: Given) -> list[tuple[str, str]]:
    """The person's turns and what was replied to each; the last waits for ours. A supporter's opening is left out."""
    pieces = item.context if not item.context[0][0] else item.context[1:]
    texts = [text for _, text in pieces]
    return list(zip(texts[::2], [*texts[1::2], ""], strict=True))


def _as_it_was(step: Step, text: str, reply: str, now: datetime) -> Conversation:
    before = step.conversation.turns[:-2]
    return replace(step.conversation, turns=(*before, Turn("user", text, now), Turn("bot", reply, now)))
