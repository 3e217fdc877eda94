from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from bot.dialog import Reply, SkillResult, TurnView
from bot.engine import Engine
from bot.registry import Skill
from bot.sessions import Sessions
from bot.store import Store
from tests.bot.frontends.on_terminal import SKILL

Room = Callable[..., AbstractAsyncContextManager[tuple[Sessions, Store]]]


@pytest.fixture
def room(tmp_path: Path) -> Room:
    """`room(skill)` opens sessions over the same database each time, as one process after the other would."""

    @asynccontextmanager
    async def open_room(skill: Skill) -> AsyncIterator[tuple[Sessions, Store]]:
        engine = Engine((("scripted", skill),))
        async with (
            Store.open(f"sqlite+aiosqlite:///{tmp_path / 'talk.db'}") as store,
            Sessions(engine, store, gather=0) as sessions,
        ):
            yield sessions, store

    return open_room


@pytest.fixture
def echo() -> Skill:
    """Answers with what was said, so that every reply shows to whom it belongs."""

    def repeat(turn: TurnView, /) -> SkillResult:
        return SkillResult(replies=(Reply(f"You said: {turn.text}", "echo", 1.0),))

    return repeat


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """A folder with a bot file without a guard, whose skill repeats what it is told."""
    (tmp_path / "kind.py").write_text(SKILL)
    (tmp_path / "bot.toml").write_text(
        "[guard]\noff = 'a test'\n[[skills]]\nuse = './kind.py:words'\n"
        f"[encoder]\nuse = './kind.py:counted'\nfile = '{tmp_path}/batches'\n"
    )
    return tmp_path
