"""The shipped stories hold with the shipped bot, whatever is drawn by chance, and would not with just any bot."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.engine import Engine
from bot.stories.play import play
from bot.stories.story import StoryTalk, read
from bot.testing import ScriptedSkill, bot_of

TALKS = Path(__file__).parents[2] / "configs/talks"
STORIES = [(path, talk) for path in sorted(TALKS.glob("*.toml")) for talk in read(path).talks]
NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)
TIMES = 6

each_story = pytest.mark.parametrize("talk", [talk for _, talk in STORIES], ids=lambda talk: talk.name)


@pytest.fixture(scope="module")
def bot() -> Engine:
    return bot_of("default")


@each_story
def test_it_holds(bot: Engine, talk: StoryTalk) -> None:
    assert play(bot, talk, NOW, TIMES).failures == ()


@each_story
def test_it_would_not_hold_with_a_bot_that_only_advises_and_promises(talk: StoryTalk) -> None:
    hasty = "You should move on, don't go. I'm sorry that is hard; I have deleted it. Have you tried a walk?"
    assert play(Engine((("hasty", ScriptedSkill(hasty)),)), talk, NOW).failed == 1 or _is_calm(talk)


def _is_calm(talk: StoryTalk) -> bool:
    """Those that only expect that no danger is found, which a bot without a guard never finds."""
    return all(not turn.has_not and turn.level == 0 for turn in talk.turns)
