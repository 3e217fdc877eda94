"""Both sides of talks written by one participant, as a state machine (Byrne et al. 2019, section 3: self-dialogs).

    Begun --Said, Undone--> ... --Finished--> Begun (the next situation) ...
    any --Left--> over

Turns alternate, the person's first and then the listener's. Nothing is read, sent or written here.
"""

from __future__ import annotations

import msgspec

from bot.errors import StudyError
from worlds.studies.meeting import Left, Meeting


class Turn(msgspec.Struct, frozen=True):
    """`id` is made by the page, so that one that comes twice is one."""

    id: str
    text: str


class Dialog(msgspec.Struct, frozen=True):
    """One talk about the situation of that name, of `least` turns. `undone` is the last turn that was taken back."""

    situation: str
    least: int
    said: tuple[Turn, ...] = ()
    undone: str = ""
    finished: bool = False

    @property
    def of_person(self) -> bool:
        """The next turn is the person's, and not the listener's."""
        return len(self.said) % 2 == 0

    @property
    def may_finish(self) -> bool:
        """It is long enough to end."""
        return len(self.said) >= self.least


class Writing(Meeting, frozen=True, kw_only=True):
    """What one participant writes: `dialogs` in the order in which they were begun, of which the last goes on."""

    dialogs: tuple[Dialog, ...] = ()

    @property
    def waits(self) -> bool:
        return False

    def said_by(self, participant: str) -> list[tuple[bool, str]]:
        """The turns of the dialog that goes on, each with whether it is the person's."""
        said = self.dialogs[-1].said if self.dialogs else ()
        return [(place % 2 == 0, turn.text) for place, turn in enumerate(said)]


class Joined(msgspec.Struct, frozen=True):
    """Somebody who writes comes."""


class Begun(msgspec.Struct, frozen=True):
    """A situation is laid before them."""

    situation: str
    least: int


class Said(msgspec.Struct, frozen=True):
    """The next turn of the dialog about a situation."""

    situation: str
    id: str
    text: str


class Undone(msgspec.Struct, frozen=True):
    """The turn of that id, the last one, is taken back."""

    situation: str
    id: str


class Finished(msgspec.Struct, frozen=True):
    situation: str


Event = Joined | Begun | Said | Undone | Finished | Left


def advance(writing: Writing, participant: str, event: Event) -> Writing:
    """The state after what the participant does. Raises StudyError for what it doesn't wait for; what comes twice

    changes nothing, and so does anything after the end.
    """
    if isinstance(event, Joined):
        return writing if writing.seats else msgspec.structs.replace(writing, seats=(participant,))
    writing.seat(participant)
    if writing.over:
        return writing
    match event:
        case Left():
            return msgspec.structs.replace(writing, **event.fields(writing, participant))
        case Begun(situation, least):
            if any(situation == one.situation for one in writing.dialogs):
                return writing
            return msgspec.structs.replace(writing, dialogs=(*writing.dialogs, Dialog(situation, least)))
        case _:
            *before, last = writing.dialogs or (Dialog("", 0),)
            if event.situation != last.situation:
                raise StudyError("that dialog is over: your words were not kept")
            return msgspec.structs.replace(writing, dialogs=(*before, _changed(last, event, writing.most)))


def _changed(dialog: Dialog, event: Said | Undone | Finished, most: int) -> Dialog:
    match event:
        case Said(_, name, text):
            return _said(dialog, Turn(name, text), most)
        case Undone(_, name):
            if dialog.finished or not dialog.said or dialog.said[-1].id != name:
                return dialog
            return msgspec.structs.replace(dialog, said=dialog.said[:-1], undone=dialog.said[-1].text)
        case Finished():
            if not dialog.may_finish:
                raise StudyError(f"this dialog has at least {dialog.least} turns")
            return msgspec.structs.replace(dialog, finished=True)


def _said(dialog: Dialog, turn: Turn, most: int) -> Dialog:
    if any(turn.id == one.id for one in dialog.said):
        return dialog
    if dialog.finished or len(dialog.said) >= most:
        raise StudyError(f"a dialog has at most {most} turns: your words were not kept")
    return msgspec.structs.replace(dialog, said=(*dialog.said, turn), undone="")
