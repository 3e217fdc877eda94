"""What the store hands out, and how it is written down."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

import msgspec
from sqlalchemy import Row

from bot import parts
from bot.dialog import Conversation, DialogState, Turn, Verdict
from bot.errors import StateError, StoreError
from bot.store.ratings import Rating
from bot.store.transaction import Transaction
from bot.store.vault import Box

log = logging.getLogger(__name__)
T = TypeVar("T")
Status = Literal["ready", "sending", "sent"]
Snapshot = tuple[int, list[tuple[str, int, str]]]
"""How many turns there were, and the encoded state parts: name, version, JSON."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A conversation as stored. `version` is 0 when it is new; `problems` names state parts that were skipped."""

    conversation: Conversation
    version: int
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Waiting:
    """A message in the inbox that has no answer yet, or had one when it came again.

    `tries` is how often somebody had set out to answer it. It `replaces` the exchange that ended with the turn of that
    number; without a text, the words of that exchange are to be answered anew. Where it came again, `same` is whether
    with the same words; None where that cannot be told any more.
    """

    id: int
    conversation_id: str
    text: str
    tries: int = 0
    replaces: int | None = None
    same: bool | None = True


@dataclass(frozen=True, slots=True)
class Outgoing:
    """An answer in the outbox, of which `pieces` are sent already. `turn` is its number in the talk it is part of."""

    id: int
    conversation_id: str
    text: str
    pieces: int = 0
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Heard:
    """A message as its channel knows it: `answer` is None while it has none."""

    event: str
    answer: Outgoing | None


@dataclass(frozen=True, slots=True)
class Answered:
    """What goes down with an answer besides its words: what the guard found, and the strategy that was followed.

    `others` are the ids of messages that were answered together with the one it is for. `before` is given where the
    last exchange is replaced: the conversation as it was before that.
    """

    verdict: Verdict | None = None
    strategy: str | None = None
    others: tuple[int, ...] = ()
    before: Conversation | None = None


@dataclass(frozen=True, slots=True)
class TakenUp:
    """What is to be known before a message is answered: whether it is, where the talk stands, what waits in it.

    `tries` is how often somebody has set out to answer the message, this time counted.
    """

    loaded: Loaded
    waiting: tuple[Waiting, ...] = ()
    answer: Outgoing | None = None
    tries: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """A conversation as a page shows it, all of one moment: a message is in `waiting` or has its answer.

    By the numbers of turns: `ratings` of replies, and `dangers`, the level (1 to 3) of words in which the guard found
    something. `undoable`: the last exchange can be taken back.
    """

    loaded: Loaded
    waiting: tuple[Waiting, ...]
    unsent: tuple[Outgoing, ...]
    ratings: Mapping[int, tuple[Rating, ...]] = field(default_factory=dict)
    dangers: Mapping[int, int] = field(default_factory=dict)
    undoable: bool = False


def readable(tx: Transaction, found: Iterable[Row[Any]], make: Callable[[Row[Any], Box], T]) -> list[T]:
    """What can be made of rows of many people; that one can't be opened any more is no matter to the others."""
    made: list[T] = []
    for row in found:
        try:
            made.append(make(row, tx.box(row.person)))
        except StoreError as error:
            log.warning("conversation %s: a message is passed over: %s", row.conversation_id, error)
    return made


def legible(found: Iterable[Row[Any]], make: Callable[[Row[Any], Box], T], box: Box) -> list[T]:
    """What can be made of rows of one person; a damaged one does not keep the talk from going on."""
    made: list[T] = []
    for row in found:
        try:
            made.append(make(row, box))
        except StateError as error:
            log.warning("conversation %s: a message is passed over: %s", row.conversation_id, error)
    return made


def waiting(row: Row[Any], box: Box) -> Waiting:
    return Waiting(row.id, row.conversation_id, box.open(row.text), row.tries, row.replaces)


def outgoing(row: Row[Any], box: Box) -> Outgoing:
    return Outgoing(row.id, row.conversation_id, box.open(row.text), row.pieces, row.turn)


def turn_rows(after: Conversation, start: int, answered: Answered, box: Box) -> list[dict[str, Any]]:
    """Rows of the turns from number `start` on."""
    verdict = f"{answered.verdict.level} {answered.verdict.kind}" if answered.verdict else None
    return [
        {
            "conversation_id": after.id,
            "number": number,
            "speaker": said.speaker,
            "text": box.seal(said.text),
            "at": said.at,
            "verdict": verdict if said.speaker == "user" else None,
            "strategy": answered.strategy if said.speaker == "bot" else None,
        }
        for number, said in enumerate(after.turns[start:], start)
    ]


def turns(rows: Iterable[Row[Any]], box: Box) -> tuple[Turn, ...]:
    return tuple(Turn(row.speaker, box.open(row.text), row.at) for row in rows)


def part_rows(conversation_id: str, state: Iterable[object], box: Box) -> list[dict[str, Any]]:
    encoded = map(_encoded, state)
    return [
        {"conversation_id": conversation_id, "name": name, "version": version, "data": box.seal(data)}
        for name, version, data in encoded
    ]


def state_of(rows: Iterable[Row[Any]], box: Box) -> tuple[DialogState, tuple[str, ...]]:
    """The parts that can be read, and what is wrong with the others."""
    found: list[object] = []
    problems: list[str] = []
    for row in rows:
        try:
            found.append(parts.decode(row.name, row.version, box.open(row.data)))
        except StateError as error:
            problems.append(str(error))
    return DialogState(*found), tuple(problems)


def snapshot(before: Conversation, box: Box) -> str:
    """The state before a turn and the number of turns, for whoever takes the turn back."""
    kept = [_encoded(item) for item in before.state]
    return box.seal(msgspec.json.encode([len(before.turns), kept]).decode())


def restored(text: str, box: Box) -> Snapshot:
    """What a `snapshot` holds. StateError when it is damaged."""
    try:
        found: Snapshot = msgspec.json.decode(box.open(text), type=Snapshot)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise StateError(f"the state before the last turn is damaged: {type(error).__name__}") from None
    return found


def _encoded(item: object) -> tuple[str, int, str]:
    try:
        return parts.encode(item)
    except (UnicodeError, TypeError, NotImplementedError, msgspec.MsgspecError) as error:
        name = parts.spec_of(type(item)).name
        raise StateError(f"state part {name!r} cannot be written down: {type(error).__name__}") from None
