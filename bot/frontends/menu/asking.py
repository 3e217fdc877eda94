"""When a study asks for stars, and whether the person wants to be asked."""

from __future__ import annotations

from dataclasses import dataclass

from bot.dialog import Conversation
from bot.parts import part


@part("asking", version=1)
@dataclass(frozen=True, slots=True)
class Asking:
    """`stars` is False once the person has said /stop."""

    stars: bool = True


EVERY = 2
"""Stars are asked for after every second answer."""


def stars_due(conversation: Conversation) -> bool:
    """True where the newest answer is one to ask about, unless the person wants no more questions."""
    answers = len(conversation.said("bot"))
    wanted = (conversation.state.get(Asking) or Asking()).stars
    return wanted and answers > 0 and answers % EVERY == 0
