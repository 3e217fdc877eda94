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


def stars_due(conversation: Conversation, every: int) -> bool:
    """True after every so many answers; 0 is never."""
    answers = len(conversation.said("bot"))
    wanted = (conversation.state.get(Asking) or Asking()).stars
    return wanted and every > 0 and answers > 0 and answers % every == 0
