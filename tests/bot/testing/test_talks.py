"""The bot that authors test with is the one that people talk with."""

from __future__ import annotations

from pathlib import Path

from bot.engine import Engine
from bot.testing import ScriptedSkill, bot_of, talk
from bot.testing.scripted import NOON

SKILL = """
from bot.dialog import Reply, SkillResult
from bot.registry import skill

@skill("hasty")
def hasty():
    return lambda turn: SkillResult(replies=(Reply("It will all be okay.", "hasty", 9.0),))
"""


def test_its_guard_reads_the_replies(tmp_path: Path) -> None:
    (tmp_path / "hasty.py").write_text(SKILL)
    (tmp_path / "mine.toml").write_text("[guard]\nuse = 'safety'\n[[skills]]\nuse = './hasty.py:hasty'\n")
    (step,) = talk(bot_of(tmp_path / "mine.toml"), "I lost my job")
    assert step.reply.skill == "engine"
    assert step.trace.refused == (("hasty", "a promise"),)


def test_a_talk_goes_on_from_line_to_line_and_begins_anew_each_time() -> None:
    skill = ScriptedSkill("One.", "Two.")
    bot = Engine((("scripted", skill),))
    first, second = talk(bot, "a", "b", now=NOON)
    assert (first.reply.text, second.reply.text) == ("One.", "Two.")
    assert [turn.text for turn in second.conversation.turns] == ["a", "One.", "b", "Two."]
    (again,) = talk(bot, "c", key="test:2::me")
    assert (again.reply.text, again.conversation.id) == ("One.", "test:2::me")
