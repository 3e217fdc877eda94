"""Lines -> turns -> dialogs, as streams (Xie & Pu 2021, section 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from agents.curation.boundary import Boundary
from agents.curation.lines import Line

GAP = 5000
"""Milliseconds of silence between two turns after which a new dialog begins."""
LEAST, MOST = 2, 20
"""Turns of a dialog: a shorter one is left out, a longer one is cut."""
WORDS = 100
"""A turn of more words is no turn of a talk, or several that were taken for one: its dialog is left out."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What one speaker says at a time. Times are milliseconds, None where not known."""

    text: str
    start: int | None
    end: int | None


Dialog = tuple[Turn, ...]


def apart(end: int | None, start: int | None) -> bool:
    """Whether the silence is longer than `GAP`. Where a time is missing it is not, nor where times overlap."""
    return end is not None and start is not None and start - end > GAP


def turns(lines: Iterable[Line], boundary: Boundary) -> Iterator[Turn]:
    """A line begins a turn where the file marks it, where silence is too long, or where the classifier says so."""
    held: list[Line] = []
    for line in lines:
        if held and (line.opens or apart(held[-1].end, line.start) or boundary.new(held[-1].text, line.text)):
            yield _turn(held)
            held = []
        held.append(line)
    if held:
        yield _turn(held)


def _turn(lines: Sequence[Line]) -> Turn:
    return Turn(" ".join(line.text for line in lines), lines[0].start, lines[-1].end)


def dialogs(spoken: Iterable[Turn]) -> Iterator[Dialog]:
    """Turns between two silences longer than `GAP`, in pieces of at most `MOST`."""
    held: list[Turn] = []
    for turn in spoken:
        if held and (len(held) == MOST or apart(held[-1].end, turn.start)):
            yield tuple(held)
            held = []
        held.append(turn)
    if held:
        yield tuple(held)


def fit(found: Iterable[Dialog], counts: Counter[str]) -> Iterator[Dialog]:
    """The dialogs that are neither too short nor too long-winded; `counts` takes those left out, by reason."""
    for dialog in found:
        counts["dialogs at full length"] += len(dialog) == MOST
        if len(dialog) < LEAST:
            counts["dialogs too short"] += 1
        elif any(len(turn.text.split()) > WORDS for turn in dialog):
            counts["dialogs with a turn too long"] += 1
        elif len({turn.text.casefold() for turn in dialog}) == 1:
            counts["dialogs of one text"] += 1
        else:
            yield dialog
