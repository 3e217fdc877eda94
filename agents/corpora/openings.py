"""What openings refer to: the first messages of talks of EmpatheticDialogues and ESConv, which aren't copied.

A talk of EmpatheticDialogues goes by its id; one of ESConv, which has none, by a digest of how it begins.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from agents.corpora import empathetic, esconv
from agents.corpora.exchanges import joined
from bot.errors import CorpusError
from skills.models.encoder import Piece
from skills.openings import Opening, Reference

Talks = Mapping[tuple[str, str], tuple[Piece, ...]]


def contexts(told: Sequence[Opening], datapath: Path) -> list[tuple[Piece, ...]]:
    """What each opening answers. CorpusError names a talk that is not there."""
    known = dict(talks(datapath)) if any(one.reference for one in told) else {}
    return [messages(one.reference, known) if one.reference else one.context for one in told]


def talks(datapath: Path) -> Iterator[tuple[tuple[str, str], tuple[Piece, ...]]]:
    """The messages of each talk of both train parts, by corpus and name; what one sends in a row is one message."""
    for told in empathetic.load(datapath, "train"):
        yield ("empathetic", told.id), tuple((said.speaker == "listener", said.text) for said in told.utterances)
    for talk in map(joined, esconv.load(datapath, "train")):
        yield ("esconv", name(talk)), tuple((said.speaker == "supporter", said.text) for said in talk.utterances)


def name(talk: esconv.Dialog) -> str:
    """A talk of ESConv by its situation and first four messages, joined."""
    said = f"{talk.situation} {' '.join(said.text for said in talk.utterances[:4])}"
    return hashlib.sha256(said.encode()).hexdigest()[:12]


def messages(wanted: Reference, known: Talks) -> tuple[Piece, ...]:
    """The messages that a reference means. CorpusError where there are not so many."""
    said = known.get((wanted.corpus, wanted.talk), ())
    if len(said) < wanted.messages:
        raise CorpusError(f"{wanted.corpus}: no talk {wanted.talk!r} of {wanted.messages} messages or more")
    return said[: wanted.messages]
