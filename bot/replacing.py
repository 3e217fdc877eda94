"""Answering in the place of the last exchange: the same words with another reply, or other words.

Nothing is taken back before the new answer is saved, and nothing at all where the guard found anything.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot import parts
from bot.dialog import Conversation, DialogState, declined
from bot.parts import named, spec_of
from bot.store.rows import Loaded, Standing, Waiting

MOST = 3
"""So many replies to the same words may be declined: who asks on and on is not helped by one more."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a message is answered: `text` is stepped from `start`, and saved over `loaded`.

    `before` is the conversation as it was before the exchange that is replaced, None where none is.
    """

    loaded: Loaded
    start: Conversation
    text: str
    before: Conversation | None = None


def level(conversation: Conversation) -> int:
    """The level of danger the talk is at, 0 to 3."""
    return int(getattr(named(conversation.state, "care"), "level", 0))


def changeable(standing: Standing) -> int | None:
    """The number of the newest reply, where it and the words before it can be replaced: never where danger stands."""
    talk = standing.loaded.conversation
    number = len(talk.turns) - 1
    if number < 1 or not standing.undoable or talk.turns[number].speaker != "bot" or level(talk):
        return None
    return None if number - 1 in standing.dangers else number


def exhausted(talk: Conversation) -> bool:
    """Whether as many replies to the last words were declined as may be: those words can still be changed."""
    return len(declined(talk, len(talk.turns) - 2).replies) >= MOST


def place(row: Waiting, standing: Standing, before: Conversation | None) -> Place | None:
    """Where a message that `replaces` a reply is answered, None where that reply must stay."""
    if before is None or changeable(standing) != row.replaces:
        return None
    return _other_words(row, standing, before) if row.text else _other_reply(standing, before)


def _other_words(row: Waiting, standing: Standing, before: Conversation) -> Place:
    """What the guard knows of the person stays known, whichever words they chose first."""
    before = before.knowing(*_named(standing.loaded.conversation.state, parts.LASTING))
    return Place(standing.loaded, before, row.text, before)


def _other_reply(standing: Standing, before: Conversation) -> Place | None:
    """Heard as if for the first time, so that nothing counts twice; only what was said is not said again."""
    talk = standing.loaded.conversation
    words, reply = talk.turns[-2:]
    if exhausted(talk) or len(before.turns) != len(talk.turns) - 2:
        return None
    earlier = declined(talk, len(before.turns))
    said = replace(earlier, replies=(*earlier.replies, reply.text))
    return Place(standing.loaded, before.knowing(said), words.text, before)


def _named(state: DialogState, names: tuple[str, ...]) -> tuple[object, ...]:
    return tuple(item for item in state if spec_of(type(item)).name in names)
