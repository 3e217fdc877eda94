"""Our engine as a ParlAI agent: `parlai interactive -m agents.bot_agent:BotAgent --bot FILE`.

The history lives in a `Conversation`, one for each clone and none in a store; what the bot said goes on in it, never
a label. Clones share the engine: `opt` is deep-copied and holds only names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import click

from agents.border import Agent, Message, add_bot_option, hear, padding, read_options, register_agent, speak, tell
from bot.build import build
from bot.config import read
from bot.dialog import Conversation, Turn
from bot.engine import Engine, Step
from bot.sessions import utc_now


@dataclass(slots=True)
class Talk:
    """One clone's conversation. `waiting` was heard and not answered yet, `step` is the last answer, `done` its end."""

    conversation: Conversation
    waiting: list[str] = field(default_factory=list)
    step: Step | None = None
    done: bool = False

    @property
    def text(self) -> str:
        """Everything that waits for an answer, as one message."""
        return "\n".join(text for text in self.waiting if text)

    def answered(self, step: Step) -> None:
        self.conversation, self.step, self.waiting = step.conversation, step, []


@register_agent("attune")
class BotAgent(Agent):  # type: ignore[misc]  # ParlAI has no types
    """Answers as the bot file `--bot` says. Raises ConfigError, SkillError or WeightsError when it cannot be built."""

    @classmethod
    def add_cmdline_args(cls, parser: Any, partial_opt: Any = None) -> Any:
        add_bot_option(parser)
        return parser

    def __init__(self, opt: Any, shared: Mapping[str, Any] | None = None) -> None:
        super().__init__(opt, shared)
        self.id = "attune"
        self.options = read_options(opt)
        self.engine: Engine = shared["engine"] if shared else _build(self.options.bot)
        self._numbers: count[int] = shared["numbers"] if shared else count(1)
        self.reset()

    def share(self) -> dict[str, Any]:
        """Hand the engine on; only names go through `opt`."""
        return {**super().share(), "engine": self.engine, "numbers": self._numbers}

    def reset(self) -> None:
        """Begin a new conversation."""
        super().reset()
        task = (self.options.task or "task").replace(":", ".")
        self.talk = Talk(Conversation(f"parlai:{task}:{next(self._numbers)}:someone"))

    def observe(self, observation: Mapping[str, Any]) -> Message:
        """Take note of a message. After the last one of an episode a new conversation begins with the next."""
        if self.talk.done:
            self.reset()
        heard = hear(observation)
        self.talk.done = heard.done
        if heard.text is not None:
            self.talk.waiting.append(heard.text)
        # A batch is answered by the agent the clones came from: each observation carries the talk it belongs to.
        self.observation = padding() if heard.padding else Message({"talk": self.talk})
        return self.observation

    def act(self) -> Message:
        """Answer what was observed."""
        return self.batch_act([self.observation or Message({"talk": self.talk})])[0]

    def batch_act(self, observations: Sequence[Message]) -> list[Message]:
        """Answer what these clones observed, in one pass of the engine. Where nothing was said, neither is anything."""
        talks: list[Talk | None] = [observation.get("talk") for observation in observations]
        waiting = [talk for talk in talks if talk and talk.waiting]
        steps = self.engine.steps([(talk.conversation, talk.text) for talk in waiting], utc_now())
        told = {id(talk): step for talk, step in zip(waiting, steps, strict=True)}
        for talk in waiting:
            talk.answered(told[id(talk)])
        return [self._message(talk, told.get(id(talk))) for talk in talks]

    def _message(self, talk: Talk | None, step: Step | None) -> Message:
        if talk is None:
            return padding()
        return tell(self.id, step) if step else speak(self.id, "")

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
    return build(config)
