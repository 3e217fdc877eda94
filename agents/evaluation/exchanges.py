"""The corpora as replies that were given, each with what was said before it: what retrieval is measured on.

Nothing is filtered: neither danger nor anything else that no bot of ours would say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from agents.corpora import dailydialog, empathetic, esconv
from skills.models.encoder import Piece


@dataclass(frozen=True, slots=True)
class Exchange:
    """A reply, everything said before it (oldest first), and the candidates that its file brings along."""

    context: tuple[Piece, ...]
    reply: str
    candidates: tuple[str, ...] = ()


def of_empathetic(dialogs: Sequence[empathetic.Dialog]) -> Iterator[Exchange]:
    """Every reply of a listener, in the file's order: the published 40,254, 5,738 and 5,259."""
    for dialog in dialogs:
        pieces = [(said.speaker == "listener", said.text) for said in dialog.utterances]
        for place, said in enumerate(dialog.utterances):
            if said.speaker == "listener":
                yield Exchange(tuple(pieces[:place]), said.text, said.candidates)


def of_esconv(dialogs: Sequence[esconv.Dialog]) -> Iterator[Exchange]:
    """Every message of a supporter but for a talk's first, as in the published code."""
    for dialog in dialogs:
        said = [(item.speaker == "supporter", item.text) for item in dialog.utterances if item.text]
        for place, (supporter, text) in enumerate(said):
            if supporter and place:
                yield Exchange(tuple(said[:place]), text)


def of_dailydialog(dialogs: Sequence[dailydialog.Dialog]) -> Iterator[Exchange]:
    """Every utterance but for a talk's first. Two people take turns: whoever replies is the one whose words count."""
    for dialog in dialogs:
        texts = [said.text for said in dialog.utterances]
        for place in range(1, len(texts)):
            context = [((place - before) % 2 == 0, texts[before]) for before in range(place)]
            yield Exchange(tuple(context), texts[place])


def load(corpus: str, datapath: Path, part: str) -> list[Exchange]:
    """The exchanges of one part of "empathetic", "esconv" or "dailydialog". CorpusError as its reader says."""
    if corpus == "empathetic":
        return list(of_empathetic(empathetic.load(datapath, part)))
    if corpus == "esconv":
        return list(of_esconv(esconv.load(datapath, part)))
    if corpus == "dailydialog":
        return list(of_dailydialog(dailydialog.load(datapath, part)))
    raise ValueError(f"corpus must be one of empathetic, esconv, dailydialog, and is {corpus!r}")
