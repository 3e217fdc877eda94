"""Whose conversation it is: one person may have several, in private and in groups."""

from __future__ import annotations

TERMINAL = "terminal"
"""The channel of whoever owns the machine: its chats have the names that they gave them."""


def person_of(conversation_id: str) -> str:
    """`channel:person` of `channel:chat:thread:person`; an id of another shape is a person of its own.

    On the terminal, where nobody has an account, each name of a conversation is a person: `terminal:NAME`.
    """
    channel, *rest = conversation_id.split(":", 3)
    if len(rest) != 3:
        return conversation_id
    return f"{channel}:{rest[0] if channel == TERMINAL else rest[2]}"


def alone_in(conversation_id: str) -> str | None:
    """The chat of a conversation without a thread; None for one in a thread, and for an id of another shape."""
    _, *rest = conversation_id.split(":", 3)
    return rest[0] if len(rest) == 3 and rest[1] == "0" else None
