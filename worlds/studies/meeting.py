"""What every meeting of participants has, whatever they do in it: who sits there, and how it ends too early."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

from bot.errors import StudyError

TWO = 2
R = TypeVar("R", bound=str)


class Meeting(msgspec.Struct, frozen=True, kw_only=True):
    """`seats` are the participants', in the order in which they came; a talk has `least` to `most` messages.

    `left` is who went before the end, `reported` who was reported by the other; `answer` is what a guard said to who
    told of danger, whose words are not kept.
    """

    least: int
    most: int
    seats: tuple[str, ...] = ()
    left: str = ""
    reported: str = ""
    answer: str = ""

    @property
    def waits(self) -> bool:
        """For somebody to come."""
        return len(self.seats) < TWO and not self.left

    @property
    def over(self) -> bool:
        """Nothing more is waited for."""
        return bool(self.left)

    def seat(self, participant: str) -> int:
        """Raises StudyError for somebody else's."""
        if participant not in self.seats:
            raise StudyError("this talk is between two others")
        return self.seats.index(participant)

    def done(self, participant: str) -> bool:
        """Nothing more is waited for from this participant."""
        return self.over


class Message(msgspec.Struct, Generic[R], frozen=True):
    """`id` is made by who writes it, so that one that comes twice is one."""

    id: str
    role: R
    text: str


M = TypeVar("M", bound=Message[Any])


class Talk(Meeting, Generic[R, M], frozen=True, kw_only=True):
    """One talk of two people with a role each. `roles` are those of `seats`; `turn` is whose turn it is."""

    turn: R
    roles: tuple[R, ...] = ()
    said: tuple[M, ...] = ()
    finished: bool = False

    @property
    def may_finish(self) -> bool:
        """The talk is long enough to end."""
        return not self.finished and len(self.said) >= self.least

    def role(self, participant: str) -> R:
        """Raises StudyError for somebody else's."""
        return self.roles[self.seat(participant)]

    def said_by(self, participant: str) -> list[tuple[bool, str]]:
        """The messages, each with whether it is this participant's."""
        role = self.role(participant)
        return [(one.role == role, one.text) for one in self.said]

    def seated(self, participant: str, role: R) -> dict[str, Any]:
        """What changes where somebody comes, if they are new here. Raises StudyError where the role is taken."""
        if participant in self.seats:
            return {}
        if not self.waits or role in self.roles:
            raise StudyError(f"there is a {role} in this talk already")
        return {"seats": (*self.seats, participant), "roles": (*self.roles, role)}

    def hears(self, role: R, name: str) -> bool:
        """Whether the message of that id is new. Raises StudyError where none is waited for from this role."""
        if any(name == one.id for one in self.said):
            return False
        if self.finished:
            raise StudyError("this talk is over: your words were not sent")
        if self.waits or role != self.turn:
            raise StudyError("it is the other's turn: your words were not sent")
        return True

    def ended(self) -> dict[str, Any]:
        """What changes where the talk has come to its end. Raises StudyError where it is too short."""
        if not self.finished and not self.may_finish:
            raise StudyError(f"a talk has at least {self.least} messages")
        return {"finished": True}


class Left(msgspec.Struct, frozen=True):
    """They go before the end; `reports` the other, or with a guard's `answer` to danger that they told."""

    reports: bool = False
    answer: str = ""

    def fields(self, meeting: Meeting, participant: str) -> dict[str, str]:
        """What it changes of a meeting."""
        other = next((name for name in meeting.seats if name != participant), "")
        return {"left": participant, "reported": other if self.reports else "", "answer": self.answer}
