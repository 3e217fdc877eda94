"""Our engine as a ParlAI agent: `parlai interactive -m agents.bot_agent:BotAgent --bot FILE`.

The history lives in a `Conversation`, one for each clone and none in a store; what the bot said goes on in it, never
a label. Clones share the engine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import click

from agents.base_agent import TalkAgent
from agents.border import Heard, Message, Options, add_bot_option, hear, read_options, register_agent, tell
from bot.build import build
from bot.config import read
from bot.consent import held_back
from bot.dialog import Conversation, Turn
from bot.engine import Engine
from bot.sessions import utc_now
from bot.step import Step


@dataclass(slots=True)
class Talk:
    """One clone's conversation. `waiting` was heard and not answered yet, `step` is the last answer, `done` its end."""

    conversation: Conversation
    waiting: list[str] = field(default_factory=list)
    step: Step | None = None
    done: bool = False

    @property
    def waits(self) -> bool:
        return bool(self.waiting)

    @property
    def text(self) -> str:
        """Everything that waits for an answer, as one message."""
        return "\n".join(text for text in self.waiting if text)

    def answered(self, step: Step) -> None:
        self.conversation, self.step, self.waiting = step.conversation, step, []


@dataclass(frozen=True, slots=True)
class Common:
    """What all clones share. `numbers` tell their conversations apart."""

    engine: Engine
    options: Options
    numbers: count[int]


@register_agent("attune")
class BotAgent(TalkAgent[Common, Talk]):
    """Answers as the bot file `--bot` says. Raises ConfigError, SkillError or WeightsError when it cannot be built."""

    name = "attune"

    @classmethod
    def add_cmdline_args(cls, parser: Any, partial_opt: Any = None) -> Any:
        add_bot_option(parser)
        return parser

    @property
    def engine(self) -> Engine:
        return self.common.engine

    @property
    def options(self) -> Options:
        return self.common.options

    def load(self, opt: Mapping[str, Any]) -> Common:
        options = read_options(opt)
        return Common(_build(options.bot), options, count(1))

    def begin(self) -> Talk:
        task = (self.options.task or "task").replace(":", ".")
        return Talk(Conversation(f"parlai:{task}:{next(self.common.numbers)}:someone"))

    def note(self, heard: Heard) -> None:
        if heard.text is not None:
            self.talk.waiting.append(heard.text)

    def answer(self, talks: Sequence[Talk]) -> list[Message]:
        """In one pass of the engine."""
        steps = self.engine.steps([(talk.conversation, talk.text) for talk in talks], utc_now())
        for talk, step in zip(talks, steps, strict=True):
            talk.answered(step)
        return [tell(self.id, step) for step in steps]

    def self_observe(self, observation: Mapping[str, Any]) -> None:
        """Take note of our own words: an answer is in the conversation already, an opener given by the world is not."""
        text = hear(observation).text
        step, self.talk.step = self.talk.step, None
        if text and (step is None or text != step.reply.text):
            now = utc_now()
            unanswered = [Turn("user", self.talk.text, now)] if self.talk.text else []
            for turn in (*unanswered, Turn("bot", text, now)):
                self.talk.conversation = self.talk.conversation.add(turn)
            self.talk.waiting = []


def _build(bot: str) -> Engine:
    config = read(bot)
    if config.guard is None:
        click.echo(f"The safety guard is off: {config.guard_off}", err=True)
    if config.responders:
        click.echo(f"{config.path}: its slow responders are not asked here", err=True)
    engine = build(config)
    if unsent := held_back(engine.recipients):
        click.echo(f"{config.path}: {unsent}", err=True)
    return engine
