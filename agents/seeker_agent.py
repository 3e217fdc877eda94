"""A seeker to talk with, as a ParlAI agent: `parlai interactive -m agents.seeker_agent:SeekerAgent`.

It plays one side of a written talk (`agents/seekers/scripts.py`), line by line, and is no model.
`worlds/parlai/seeker_world.py` seats it before a bot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle
from typing import Any

from agents.base_agent import TalkAgent
from agents.border import Heard, Message, add_seeker_options, read_seeker_options, register_agent, speak
from agents.seekers.scripts import Part, Script, ordered, scripts


@register_agent("seeker")
class SeekerAgent(TalkAgent[Iterator[Script], Part]):
    """Says a seeker's lines; every talk is another one, in an order drawn by `--seed`, until all were played.

    `--seeker-talk` names the first. Raises ConfigError where there is no such talk.
    """

    name = "seeker"

    @classmethod
    def add_cmdline_args(cls, parser: Any, partial_opt: Any = None) -> Any:
        add_seeker_options(parser)
        return parser

    def load(self, opt: Mapping[str, Any]) -> Iterator[Script]:
        options = read_seeker_options(opt)
        return cycle(ordered(scripts(), options.seed, options.talk))

    def begin(self) -> Part:
        return Part()

    def note(self, heard: Heard) -> None:
        self.talk.hear(heard.text or "")

    def answer(self, talks: Sequence[Part]) -> list[Message]:
        for talk in talks:
            if talk.left is None:
                talk.left = list(next(self.common).lines)
        return [speak(self.id, talk.next()) for talk in talks]
