"""What a subtitle file says, line by line."""

from __future__ import annotations

import re
from dataclasses import dataclass

TIME = re.compile(r"(\d{1,3}):([0-5]?\d):([0-5]?\d)(?:[,.:](\d{1,3}))?")


@dataclass(frozen=True, slots=True)
class Line:
    """One line or sentence. `start` and `end` are milliseconds from the film's beginning, None where not known.

    `opens` says that the file itself marks another speaker here, by a hyphen or a name.
    """

    text: str
    start: int | None = None
    end: int | None = None
    opens: bool = False


def milliseconds(written: str) -> int | None:
    """`01:02:03,456` as milliseconds; None where this is no time, as where it is negative."""
    found = TIME.fullmatch(written.strip())
    if found is None:
        return None
    hours, minutes, seconds = (int(part) for part in found.groups()[:3])
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + int((found[4] or "0").ljust(3, "0"))


def timed(text: str, start: int | None, end: int | None) -> Line:
    """A line whose times are kept only where they can be true: one that ends before it begins has none."""
    if start is not None and end is not None and end < start:
        return Line(text)
    return Line(text, start, end)
