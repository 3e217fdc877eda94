"""What every meeting of two participants has, whatever they do in it: who sits there, and how it ends too early."""

from __future__ import annotations

import msgspec

from bot.errors import StudyError

TWO = 2


class Meeting(msgspec.Struct, frozen=True, kw_only=True):
    """`seats` are the participants', in the order in which they came.

    `left` is who went before the end, `reported` who was reported by the other; `answer` is what a guard said to who
    told of danger, whose words are not kept.
    """

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


class Left(msgspec.Struct, frozen=True):
    """They go before the end; `reports` the other, or with a guard's `answer` to danger that they told."""

    reports: bool = False
    answer: str = ""

    def fields(self, meeting: Meeting, participant: str) -> dict[str, str]:
        """What it changes of a meeting."""
        other = next((name for name in meeting.seats if name != participant), "")
        return {"left": participant, "reported": other if self.reports else "", "answer": self.answer}
