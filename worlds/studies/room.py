"""Two people who talk twice, as a state machine (Rashkin et al. 2019, A.2): an event and a room in, a room out.

    waiting --Joined--> first talk --Finished--> second talk --Finished--> over
       any --Left--> over

Each tells of a situation of their own. Whose it is speaks first, is Speaker, and is Listener in the other talk; nobody
sees the other's label or situation. Utterances alternate. Nothing is read, sent or written here.
"""

from __future__ import annotations

import msgspec

from bot.errors import StudyError
from worlds.studies.meeting import TWO, Left, Meeting

TALKS = TWO


class Told(msgspec.Struct, frozen=True):
    """A label of the 32, and one to three sentences about a situation in which it was felt."""

    label: str
    situation: str


class Utterance(msgspec.Struct, frozen=True):
    """`id` is made by who writes it, so that one that comes twice is one; `seat` is theirs."""

    id: str
    seat: int
    text: str


class Room(Meeting, frozen=True, kw_only=True):
    """`told` is what each told before. `talk` is the one that goes on, 2 when both are over."""

    told: tuple[Told, ...] = ()
    talks: tuple[tuple[Utterance, ...], ...] = ((), ())
    talk: int = 0

    @property
    def over(self) -> bool:
        return bool(self.left) or self.talk >= TALKS

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return (self.talk + len(self.talks[self.talk])) % TALKS

    @property
    def may_finish(self) -> bool:
        """The talk is long enough to end."""
        return not self.over and len(self.talks[self.talk]) >= self.least

    def said_by(self, participant: str) -> list[tuple[bool, str]]:
        """The messages of the talk that goes on, each with whether it is this participant's."""
        seat = self.seat(participant)
        return [(one.seat == seat, one.text) for one in self.talks[self.talk]]


class Joined(msgspec.Struct, frozen=True):
    told: Told


class Said(msgspec.Struct, frozen=True):
    id: str
    text: str


class Finished(msgspec.Struct, frozen=True):
    """Of the talk of that number: the same form sent twice ends one talk."""

    talk: int


Event = Joined | Said | Finished | Left


def advance(room: Room, participant: str, event: Event) -> Room:
    """The room after what a participant does. Raises StudyError for what it doesn't wait for; what comes twice changes

    nothing, and so does anything after the end.
    """
    if isinstance(event, Joined):
        return _joined(room, participant, event.told)
    seat = room.seat(participant)
    if room.over:
        return room
    match event:
        case Said(name, text):
            return _said(room, seat, Utterance(name, seat, text))
        case Finished(talk):
            return _finished(room, talk)
        case Left():
            return msgspec.structs.replace(room, **event.fields(room, participant))


def _joined(room: Room, participant: str, told: Told) -> Room:
    if participant in room.seats:
        return room
    if not room.waits:
        raise StudyError("there are two in this talk already")
    return msgspec.structs.replace(room, seats=(*room.seats, participant), told=(*room.told, told))


def _said(room: Room, seat: int, utterance: Utterance) -> Room:
    if any(utterance.id == one.id for talk in room.talks for one in talk):
        return room
    if room.waits or seat != room.turn:
        raise StudyError("it is the other's turn: your words were not sent")
    talks = list(room.talks)
    talks[room.talk] += (utterance,)
    full = len(talks[room.talk]) >= room.most
    return msgspec.structs.replace(room, talks=tuple(talks), talk=room.talk + full)


def _finished(room: Room, talk: int) -> Room:
    if talk < room.talk:
        return room
    if talk > room.talk or not room.may_finish:
        raise StudyError(f"a talk has at least {room.least} messages")
    return msgspec.structs.replace(room, talk=room.talk + 1)
