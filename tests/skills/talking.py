"""Talks and turns, for the tests of what replies to them."""

from __future__ import annotations

import random

from bot.dialog import Conversation, EmotionState, Reply, Turn, TurnView
from bot.engine import Engine
from bot.registry import Encoder, Skill
from bot.testing import ScriptedSkill
from bot.testing.scripted import NOON
from skills.intent import acts, intent
from skills.labels import EMOTIONS
from skills.memory import memory
from skills.mode import mode
from skills.stage import stage

NEW = Conversation("t:1::me")


def view(*said: str, parts: tuple[object, ...] = ()) -> TurnView:
    """The person's and the bot's words in turn, the person's last, with what was learnt."""
    turns = tuple(Turn("bot" if place % 2 else "user", text, NOON) for place, text in enumerate(said))
    talk = Conversation("t:1::me", turns).knowing(acts(said[-1]), *parts)
    return TurnView(talk, None, NOON, random.Random(0))


def feeling(name: str) -> ScriptedSkill:
    """A skill to which everybody feels so."""
    shares = tuple(float(label == name) for label in EMOTIONS)
    return ScriptedSkill(learnt=(EmotionState("empathetic_dialogues", name, shares, 3.0),))


def engine(skill: Skill, encoder: Encoder, felt: str = "sad") -> Engine:
    """A bot that reads acts, a fixed feeling, the kind of talk and the stage, and answers with `skill`."""
    read_first = (("intent", intent()), ("emotion", feeling(felt)), ("memory", memory()), ("mode", mode()))
    return Engine((*read_first, ("stage", stage(weights="free")), ("retrieve", skill)), None, encoder)


def talk(bot: Engine, lines: list[str]) -> list[Reply]:
    """What the bot replies to each line."""
    conversation, replies = NEW, []
    for line in lines:
        step = bot.step(conversation, line, NOON)
        conversation = step.conversation
        replies.append(step.reply)
    return replies
