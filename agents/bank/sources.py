"""Replies that people gave in the corpora, each with what it answered and what the corpus notes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from agents.corpora.exchanges import load as exchanges
from bot.errors import ConfigError
from skills.models.encoder import Piece

PARTS = ("train", "valid", "test")


@dataclass(frozen=True, slots=True)
class Said:
    """One reply: the corpus it is from, what was said before (True where by the same person), and its text.

    `strategy` is ESConv's label, `emotion` one of the 32 of EmpatheticDialogues; None where the corpus has none.
    """

    source: str
    context: tuple[Piece, ...]
    text: str
    strategy: str | None = None
    emotion: str | None = None


def listeners(datapath: Path, part: str) -> Iterator[Said]:
    """EmpatheticDialogues: what listeners replied."""
    for item in exchanges("empathetic", datapath, part):
        yield Said("empathetic", item.context, tidy(item.reply), emotion=item.label)


def supporters(datapath: Path, part: str) -> Iterator[Said]:
    """ESConv: every message of a supporter after the seeker's first."""
    for item in exchanges("esconv", datapath, part):
        if item.last:
            yield Said("esconv", item.context, tidy(item.reply), strategy=item.label or None)


def talkers(datapath: Path, part: str) -> Iterator[Said]:
    """DailyDialog: every utterance but the first, as a reply to the ones before."""
    for item in exchanges("dailydialog", datapath, part):
        yield Said("dailydialog", item.context, tidy(item.reply))


CORPORA: dict[str, Callable[[Path, str], Iterator[Said]]] = {
    "empathetic": listeners,
    "esconv": supporters,
    "dailydialog": talkers,
}
NEVER = "epitome"
"""People in distress wrote it, and none of its texts is to be shown to anybody."""


def gather(names: Iterable[str], datapath: Path, part: str) -> Iterator[Said]:
    """The replies of each of these corpora, or ParlAI teachers (`module:Class`, or a task of ParlAI's own).

    ConfigError where nothing is called so, or its texts must not be shown.
    """
    for name in names:
        if NEVER in name.casefold():
            raise ConfigError(f"--from {name}: no text of EPITOME may be shown, so no bank is made of it")
        if name in CORPORA:
            yield from CORPORA[name](datapath, part)
        elif ":" in name or "." in name:
            yield from taught(name, datapath, part)
        else:
            raise ConfigError(f"--from {name}: choose from {', '.join(CORPORA)}, or name a teacher as MODULE:CLASS")


def taught(name: str, datapath: Path, part: str) -> Iterator[Said]:
    """Whatever a ParlAI teacher gives as the label of what it says; its lines are taken as said by turns."""
    from agents.teachers.episodes import labelled

    for lines, label, strategy in labelled(name, datapath, part):
        back = len(lines)
        yield Said(
            name, tuple(((back - place) % 2 == 0, line) for place, line in enumerate(lines)), tidy(label), strategy
        )


def tidy(text: str) -> str:
    """The text with single spaces."""
    return " ".join(text.split())
