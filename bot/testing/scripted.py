"""A skill that says what it is told, an encoder that sees the same in everything, a clock that stands still."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np

from bot.dialog import Conversation, Reply, SkillResult, TurnView, Vectors

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)


class ScriptedSkill:
    """Proposes `replies` one a turn (by the bot's turns so far) and starts again at the end; keeps the views it saw.

    A text stands for a reply of score 1. `learnt` is learnt in every turn; `error` is raised instead of answering.
    """

    def __init__(
        self,
        *replies: Reply | str,
        learnt: Sequence[object] = (),
        error: Exception | None = None,
        name: str = "scripted",
    ) -> None:
        self.replies = tuple(Reply(item, name, 1.0) if isinstance(item, str) else item for item in replies)
        self.learnt, self.error = tuple(learnt), error
        self.seen: list[TurnView] = []

    def __call__(self, turn: TurnView, /) -> SkillResult:
        self.seen.append(turn)
        if self.error:
            raise self.error
        if not self.replies:
            return SkillResult(self.learnt)
        place = len(turn.conversation.said("bot")) % len(self.replies)
        return SkillResult(self.learnt, (self.replies[place],))


class FixedEncoder:
    """Gives every conversation the first unit vector of `size` dimensions; `batches` are the sizes of its passes."""

    def __init__(self, size: int = 4) -> None:
        self.size = size
        self.batches: list[int] = []

    def encode(self, conversations: Sequence[Conversation]) -> list[Vectors]:
        self.batches.append(len(conversations))
        unit = np.eye(1, self.size, dtype=np.float32)[0]  # (size,)
        return [Vectors(unit, unit) for _ in conversations]


class FakeClock:
    """Call it for the time; it moves only when told to."""

    def __init__(self, start: datetime = NOON) -> None:
        self.now = start

    def __call__(self) -> datetime:
        return self.now

    def tick(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)
