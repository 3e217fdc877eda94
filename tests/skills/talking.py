"""A bot with a fixed mood over any bank, for the tests of replies."""

from typing import Any

from bot.dialog import Conversation, EmotionState, Reply
from bot.engine import Engine
from bot.registry import Skill
from bot.testing import ScriptedSkill
from bot.testing.scripted import NOON
from skills.intent import intent
from skills.labels import EMOTIONS
from skills.mode import mode
from skills.stage import stage
from skills.strategy import strategy

NEW = Conversation("t:1::me")


def mood(name: str) -> ScriptedSkill:
    even = tuple(float(label == name) for label in EMOTIONS)
    return ScriptedSkill(learnt=(EmotionState("empathetic_dialogues", name, even, 3.0),))


def engine(skill: Skill, encoder: Any, feeling: str = "sad", seed: int = 0) -> Engine:
    """A bot that reads acts, a fixed mood and the stage, and answers with `skill`."""
    read_first = (("intent", intent()), ("mood", mood(feeling)), ("mode", mode()))
    planned = (("stage", stage(weights="free")), ("strategy", strategy(weights="free")), ("retrieve", skill))
    return Engine((*read_first, *planned), None, encoder, seed=seed)


def talk(bot: Engine, lines: list[str]) -> tuple[list[Reply], Conversation]:
    conversation, replies = NEW, []
    for line in lines:
        step = bot.step(conversation, line, NOON)
        conversation = step.conversation
        replies.append(step.reply)
    return replies, conversation
