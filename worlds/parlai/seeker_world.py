"""ParlAI's self-chat with a seeker in the place of the bot's double.

parlai self_chat -m agents.bot_agent:BotAgent -t worlds.parlai.seeker_world
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlai.tasks.self_chat.worlds import SelfChatWorld as TwoAgents

from agents.border import Teacher
from agents.seeker_agent import SeekerAgent


class SelfChatWorld(TwoAgents):  # type: ignore[misc]  # ParlAI has no types
    """The seeker begins and the first of `agents` answers.

    A talk ends with the seeker's last line or at ParlAI's own limit; where turns are left, another seeker begins.
    """

    @classmethod
    def add_cmdline_args(cls, parser: Any, partial_opt: Any = None) -> Any:
        return SeekerAgent.add_cmdline_args(parser, partial_opt)

    def __init__(self, opt: Any, agents: Sequence[Any], shared: Any = None) -> None:
        self.seeker = SeekerAgent(opt)
        super().__init__(opt, [self.seeker, agents[0]], shared)

    def get_contexts(self) -> None:
        """Nothing is said before the seeker's first line."""

    def episode_done(self) -> bool:
        return self.seeker.talk.over or bool(super().episode_done())


# `parlai self_chat` reads the arguments of a teacher of this name, and fails where there is none.
DefaultTeacher = Teacher
