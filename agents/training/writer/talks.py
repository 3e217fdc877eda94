"""Talks that a writer learns from: our own, and those of people in EmpatheticDialogues and ESConv.

Of people's replies only those are learnt that a program may say, by the filters of banks (`agents/bank/filters.py`);
the others are read. A talk in which there is danger isn't read at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from agents.bank.filters import FILTERS, danger, gate
from agents.bank.sources import Said, tidy
from agents.corpora.written import STRATEGIES, Dialog
from agents.verdicts.contexts import Message, talks
from skills.writer.prompt import Line

PEOPLE = ("empathetic", "esconv")
"""The corpora of people's talks."""
ASKS = "Question"


class Learnt(NamedTuple):
    """A message, and whether it is a reply that is learnt."""

    line: Line
    scored: bool


def own(dialogs: Iterable[Dialog]) -> Iterator[list[Learnt]]:
    """Talks of the written corpus, every reply of which is learnt."""
    for dialog in dialogs:
        yield [
            Learnt(Line(said.speaker == "supporter", said.text, said.strategy), said.speaker == "supporter")
            for said in dialog.utterances
        ]


def people(datapath: Path, part: str) -> Iterator[list[Learnt]]:
    """Talks of the corpora. A reply that asks is a question where the corpus doesn't name its strategy."""
    for corpus in PEOPLE:
        for talk in talks(corpus, datapath, part):
            found = _learnt(corpus, talk)
            if any(one.scored for one in found):
                yield found


def _learnt(corpus: str, talk: tuple[Message, ...]) -> list[Learnt]:
    pieces = [(said.speaker == "supporter", tidy(said.text)) for said in talk]
    if danger(Said(corpus, tuple(pieces), "")):
        return []
    found: list[Learnt] = []
    for place, ((by_supporter, text), said) in enumerate(zip(pieces, talk, strict=True)):
        known = said.strategy if said.strategy in STRATEGIES else ""
        line = Line(by_supporter, text, known or (ASKS if by_supporter and text.endswith("?") else ""))
        reply = Said(corpus, tuple(pieces[:place]), text)
        may_be_said = by_supporter and not any(refuses(reply) for refuses in (*FILTERS, gate))
        found.append(Learnt(line, may_be_said and (not said.strategy or bool(known))))
    return found
