from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.dialog import EmotionState, Reply, SkillResult, StageState, SupportStage, TurnView
from bot.engine import Engine
from bot.feelings import EMOTIONS
from bot.frontends.menu import Menu, Page
from bot.sessions import Sessions
from bot.store import Store
from bot.testing.scripted import NOON
from skills.care.state import CareState
from skills.safety import safety

KEY = "telegram:7:0:7"
LIKELY = ("anxious", "lonely", "sad")


def feels(turn: TurnView, /) -> SkillResult:
    """Hears anxiety first, loneliness and sadness behind it; stronger when more is said."""
    shares = dict(zip(LIKELY, (0.5, 0.3, 0.2), strict=True))
    state = EmotionState(
        "empathetic-32",
        LIKELY[0],
        tuple(shares.get(name, 0.0) for name in EMOTIONS),
        float(min(len(turn.text.split()), 5)),
    )
    stage = StageState(SupportStage.EXPLORATION, 1)
    return SkillResult((state, stage), (Reply("What was it like?", "feels", 1.0, "Question"),))


class Clock:
    """A minute later each time it is asked."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now


@dataclass
class Talk:
    """A person and the menu, over a store on disk and the real guard."""

    sessions: Sessions
    menu: Menu

    async def say(self, *texts: str, key: str = KEY) -> str:
        for text in texts:
            answer = await self.sessions.say(key, text)
            await self.sessions.sending(answer)
            await self.sessions.sent(answer)
        return answer.text

    async def open(self, action: str, *, private: bool = True, key: str = KEY) -> Page:
        return await self.menu.open(key, action, private=private)

    async def press(self, page: Page, label: str) -> Page:
        """The page behind a button, which must be there."""
        found = {button.label: button.action for row in page.buttons for button in row}
        return await self.open(found[label])

    async def care(self, **fields: Any) -> None:
        await self.sessions.note(KEY, CareState(**fields))

    async def state(self, kind: type) -> Any:
        return (await self.sessions.known(KEY)).state.get(kind)


@pytest.fixture
async def talk(tmp_path: Path) -> AsyncIterator[Talk]:
    engine, clock = Engine((("feels", feels),), safety()), Clock()
    async with (
        Store.open(f"sqlite+aiosqlite:///{tmp_path / 'talk.db'}") as store,
        Sessions(engine, store, gather=0, clock=clock) as sessions,
    ):
        yield Talk(sessions, Menu(sessions, clock=clock))


@pytest.fixture
def everybody() -> tuple[str, ...]:
    """Every action there is, each as a person would come to it."""
    return (
        "start", "help", "mood", "felt:sad", "felt:other", "felt:none", "strong:4", "feedback", "stars:4", "thumb:1:up",
        "thumb:1:none", "thumb:0:up", "country", "country Germany", "country:gb", "country:other", "country Atlantis",
        "privacy", "consent:keep:yes", "consent:research:yes", "consent:outside:yes", "consent:keep:no", "undo", "undo",
        "reset", "reset:no", "reset:yes", "export", "stop", "forget", "forget:no", "forget:yes", "nonsense",
    )  # fmt: skip
