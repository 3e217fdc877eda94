"""Exchanges: the corpora cut into replies that people gave, each with everything that was said before it.

One cutter for whatever learns, measures or collects. Nothing is filtered but messages without text, neither danger nor
anything else that no bot of ours would say, and no context is shortened: who needs less takes less of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from agents.corpora import dailydialog, empathetic, esconv
from bot.dialog import STRATEGIES
from skills.models.encoder import Piece


@dataclass(frozen=True, slots=True)
class Exchange:
    """A reply and its context: what was said before, oldest first, each piece with whether the one who replies said it.

    `candidates` are those that the file brings along. `label` is the talk's emotion (EmpatheticDialogues) or the
    reply's strategy (ESConv), "" where there is none. `talk` is the number of the talk among those cut, and `position`
    the reply's among the talk's utterances, both from 0; `past` are the supporter's strategies before it, of the eight.
    """

    context: tuple[Piece, ...]
    reply: str
    candidates: tuple[str, ...] = ()
    label: str = ""
    talk: int = 0
    position: int = 0
    past: tuple[str, ...] = ()

    @property
    def last(self) -> str:
        """The other one's newest utterance; "" where they said nothing yet."""
        return next((text for own, text in reversed(self.context) if not own), "")


def of_empathetic(dialogs: Iterable[empathetic.Dialog]) -> Iterator[Exchange]:
    """Every reply of a listener, in the file's order: the published 40,254, 5,738 and 5,259."""
    for talk, dialog in enumerate(dialogs):
        pieces = [(said.speaker == "listener", said.text) for said in dialog.utterances]
        for place, said in enumerate(dialog.utterances):
            if said.speaker == "listener":
                yield Exchange(tuple(pieces[:place]), said.text, said.candidates, dialog.emotion, talk, place)


def of_esconv(dialogs: Iterable[esconv.Dialog]) -> Iterator[Exchange]:
    """Every message of a supporter but for a talk's first, as in the published code.

    Of a supporter who opens with several messages, all but the first come before the seeker said anything (`last`).
    """
    for talk, dialog in enumerate(dialogs):
        pieces: list[Piece] = []
        past: list[str] = []
        for place, said in enumerate(dialog.utterances):
            own = said.speaker == "supporter"
            if own and said.text and pieces:
                label = said.strategy or ""
                yield Exchange(tuple(pieces), said.text, (), label, talk, place, tuple(past))
            if said.strategy in STRATEGIES:
                past.append(said.strategy)
            if said.text:
                pieces.append((own, said.text))


def joined(dialog: esconv.Dialog) -> esconv.Dialog:
    """The talk with all that one of the two sends in a row as one message, which has the strategy of the first."""
    written = (said for said in dialog.utterances if said.text)
    runs = [list(run) for _, run in groupby(written, key=lambda said: said.speaker)]
    return replace(dialog, utterances=tuple(replace(run[0], text=" ".join(said.text for said in run)) for run in runs))


def of_dailydialog(dialogs: Iterable[dailydialog.Dialog]) -> Iterator[Exchange]:
    """Every utterance but for a talk's first. Two people take turns: whoever replies is the one whose words count."""
    for talk, dialog in enumerate(dialogs):
        texts = [said.text for said in dialog.utterances]
        for place in range(1, len(texts)):
            context = tuple(((place - before) % 2 == 0, texts[before]) for before in range(place))
            yield Exchange(context, texts[place], talk=talk, position=place)


def load(corpus: str, datapath: Path, part: str) -> list[Exchange]:
    """The exchanges of one part of "empathetic", "esconv" or "dailydialog". CorpusError as its reader says."""
    if corpus == "empathetic":
        return list(of_empathetic(empathetic.load(datapath, part)))
    if corpus == "esconv":
        return list(of_esconv(esconv.load(datapath, part)))
    if corpus == "dailydialog":
        return list(of_dailydialog(dailydialog.load(datapath, part)))
    raise ValueError(f"corpus must be one of empathetic, esconv, dailydialog, and is {corpus!r}")
