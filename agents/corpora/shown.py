"""How a record of any corpus is shown to a person: who said what, and what the corpus notes beside it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """One utterance. `notes` are its labels by name, as ("strategy", "Question")."""

    role: str
    text: str
    notes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Talk:
    """One dialog, or one text where a corpus has single texts. `about` is what is noted of the whole of it, by name."""

    id: str
    lines: tuple[Line, ...]
    about: tuple[tuple[str, str], ...] = ()
