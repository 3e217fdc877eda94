"""Whose conversation it is: one person may have several, in private and in groups."""

from __future__ import annotations


def person_of(conversation_id: str) -> str:
    """`channel:person` of `channel:chat:thread:person`; an id of another shape is a person of its own."""
    channel, *rest = conversation_id.split(":", 3)
    return f"{channel}:{rest[2]}" if len(rest) == 3 else conversation_id


def alone_in(conversation_id: str) -> str | None:
    """The chat of a conversation without a thread; None for one in a thread, and for an id of another shape."""
    _, *rest = conversation_id.split(":", 3)
    return rest[0] if len(rest) == 3 and rest[1] == "0" else None
