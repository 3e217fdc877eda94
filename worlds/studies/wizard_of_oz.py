"""A user and a wizard in one talk, as a state machine (Byrne et al. 2019, section 3: Wizard of Oz).

    waiting --Joined--> talk --Finished--> over
    waiting, talk --Left--> over

The user is told that they write with an automated system. The wizard plays it, and before each of their messages sees
drafts of a bot (`Prompted`). Messages alternate, the user's first. Nothing is read, sent or written here.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from worlds.assist.record import Taken, taken
from worlds.assist.suggestions import Suggestions
from worlds.studies import meeting
from worlds.studies.meeting import Left, Talk

Role = Literal["user", "wizard"]
WIZARD: Role = "wizard"
"""The wizard's role, and the name of their item; a user's item is their situation."""


class Message(meeting.Message[Role], frozen=True):
    """A wizard's has what became of the drafts."""

    taken: Taken | None = None


class Oz(Talk[Role, Message], frozen=True, kw_only=True):
    """`situation` is the user's, by its name; `prompt` are the drafts for the next message, once they are made."""

    turn: Role = "user"
    situation: str = ""
    prompt: Suggestions | None = None

    @property
    def over(self) -> bool:
        return bool(self.left) or self.finished


class Joined(msgspec.Struct, frozen=True):
    """A user comes with a situation, a wizard without."""

    situation: str = ""

    @property
    def role(self) -> Role:
        return "user" if self.situation else WIZARD


class Prompted(msgspec.Struct, frozen=True):
    """Drafts were made after so many messages: those that come first are shown."""

    after: int
    found: Suggestions


class Said(msgspec.Struct, frozen=True):
    id: str
    text: str


class Finished(msgspec.Struct, frozen=True):
    """The talk has come to its end."""


Event = Joined | Prompted | Said | Finished | Left


def advance(oz: Oz, participant: str, event: Event) -> Oz:
    """The state after what a participant does. Raises StudyError for what it doesn't wait for; what comes twice changes

    nothing, and so does anything after the end.
    """
    if isinstance(event, Joined):
        seated = oz.seated(participant, event.role)
        return msgspec.structs.replace(oz, **seated, situation=event.situation or oz.situation) if seated else oz
    role = oz.role(participant)
    if oz.over:
        return oz
    match event:
        case Prompted(after, found):
            new = after == len(oz.said) and oz.turn == WIZARD and oz.prompt is None
            return msgspec.structs.replace(oz, prompt=found) if new else oz
        case Said(name, text):
            return _said(oz, role, name, text) if oz.hears(role, name) else oz
        case Finished():
            return msgspec.structs.replace(oz, **oz.ended())
        case Left():
            return msgspec.structs.replace(oz, **event.fields(oz, participant))


def _said(oz: Oz, role: Role, name: str, text: str) -> Oz:
    became = None
    if role == WIZARD:
        became = taken(oz.prompt or Suggestions(()), oz.said[-1].text, text, words=True)
    said = (*oz.said, Message(name, role, text, became))
    turn: Role = "user" if role == WIZARD else WIZARD
    return msgspec.structs.replace(oz, said=said, turn=turn, prompt=None, finished=len(said) >= oz.most)
