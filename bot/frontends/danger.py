"""What the guard reads of a message that is not let in: whoever is in danger is answered all the same.

First an excerpt, in one pass that costs no more than a short message does. Where danger is found, that part is what is
answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bot.sessions import Sessions

EXCERPT = 1200
"""Characters read in the first pass; a message of no more is short."""
PARTS = 4
"""Of which an excerpt is made: the start, the end, and what lies between at even distances."""
PIECE, READ = 4000, 16_000
"""Characters of a piece, and of all pieces that are read of one message."""
OVERLAP = 200
"""Characters that two pieces share where all of a message is read: no sentence is cut in both."""


async def over_limit(sessions: Sessions, conversation_id: str, text: str, longest: int = EXCERPT) -> str | None:
    """What speaks of danger in a message over a limit, or None.

    In a talk that is at danger already every short message does, and a long one only by its own words: else whoever
    was in danger once could send without an end.
    """
    read = excerpt(text, min(EXCERPT, longest))
    found = await sessions.endangered(conversation_id, read, by_itself=len(text) > EXCERPT)
    return read if found else None


async def over_length(
    sessions: Sessions, conversation_id: str, text: str, longest: int, more: Callable[[], bool]
) -> str | None:
    """What speaks of danger in a message of more than `longest` characters, or None.

    After the excerpt it is read in pieces, at even distances where they are not enough for all of it, and each only
    when there may be one `more`.
    """
    read = excerpt(text, min(EXCERPT, longest))
    if await sessions.endangered(conversation_id, read):
        return read
    for piece in _pieces(text, min(longest, PIECE)):
        if not more():
            return None
        if await sessions.endangered(conversation_id, piece):
            return piece
    return None


def _pieces(text: str, length: int) -> Iterator[str]:
    """Pieces of so many characters: all of the text, or as much of it as is read."""
    step = max(length - OVERLAP, length // 2, 1)
    count = min(1 - (length - len(text)) // step, READ // length)
    for start in _spread(len(text) - length, count):
        yield text[start : start + length]


def excerpt(text: str, size: int) -> str:
    """At most `size` characters of a text, whole words where it has any, a part a line."""
    if len(text) <= size:
        return text
    length = max((size - PARTS + 1) // PARTS, 1)
    starts = _spread(len(text) - length, PARTS)
    return "\n".join(_whole(text, start, start + length) for start in starts)[:size]


def _spread(last: int, count: int) -> list[int]:
    """So many places from 0 to `last`, at even distances."""
    return [last * number // max(count - 1, 1) for number in range(count)]


def _whole(text: str, start: int, end: int) -> str:
    """A part of the text without the words that it cuts, unless there is no other."""
    part = text[start:end]
    if start and not text[start - 1].isspace():
        part = part.partition(" ")[2] or part
    if end < len(text) and not text[end].isspace():
        part = part.rpartition(" ")[0] or part
    return part
