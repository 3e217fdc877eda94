"""Written replies: what is said to what people say in danger, behind the guard's first answer (`replies.jsonl`).

Each was read by a second reader. Which of them may be said is decided here, which of these is said by
`skills.care.reply_selection`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from bot.json_lines import read_json_lines
from skills.care.state import Move
from skills.care.words import Say

FILE = Path(__file__).with_name("replies.jsonl")
_TOLD = {"called": frozenset({"help", "here"}), "there": frozenset({"here"}), "company": frozenset({"company"})}
"""Moments in which what a reply assumes is told just now."""
_OF_COMPANY = frozenset({"near", "company", "alone"})
"""Questions whether anybody is with them."""
RISES = frozenset({"first", "change"})
"""Moments in which danger is graver, or another, than it was."""
EMERGENCY = "{emergency}"
"""Stands in what says so."""
_BLANK = re.compile(r" *\{\w+\} *")
"""What is filled in, with the spaces around it."""


class WrittenReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reply and what it is for.

    `after`: what has just been said. `kinds`, `levels`: the dangers that it suits. `asks`: which of the guard's
    questions its own is, "" for none of them. `assumes`: what must have been told for it to be true.
    """

    id: str
    after: str
    text: str
    kinds: tuple[str, ...]
    levels: tuple[int, ...]
    asks: str = ""
    assumes: tuple[str, ...] = ()

    @property
    def say(self) -> Say:
        return Say(self.text, self.asks)

    @property
    def longest_part(self) -> str:
        """What stands in the reply as it was sent, whatever number or line was filled in."""
        return max(_BLANK.split(self.text), key=len)


@lru_cache(maxsize=1)
def replies() -> tuple[WrittenReply, ...]:
    """All of them, in the order of the file. ConfigError names the line that can't be read."""
    return tuple(read_json_lines(FILE, WrittenReply))


def fits(reply: WrittenReply, move: Move, said: Sequence[str]) -> bool:
    """Whether a reply is of this danger, true as far as is known, asks nothing known, and was not `said` before.

    On a rise it must name the emergency number, but where help was called.
    """
    state = move.state
    if state.kind not in reply.kinds:
        return False
    levels = {state.level, state.level - 1}  # danger rises at once and falls slowly: what stands is often the graver
    known = {"safe": state.safe, "near": state.company, "company": state.company, "call": state.helped}
    known |= {"called": state.helped, state.step: bool(state.step)}
    told = {"minor": state.minor or state.young, "there": state.there}
    told |= {"called": state.helped or state.step == "called"}  # asked just before: the words say whether it is so
    told |= {"company": state.company or state.helped or state.step in _OF_COMPANY}
    return (
        not levels.isdisjoint(reply.levels)
        and not known.get(reply.asks, False)
        and (move.moment not in RISES or state.helped or EMERGENCY in reply.text)
        and all(told.get(name, True) or move.moment in _TOLD.get(name, ()) for name in reply.assumes)
        and not any(reply.longest_part in text for text in said)
    )
