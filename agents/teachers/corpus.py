"""What the corpora's teachers share: one part of a corpus, read when it is first needed, and its list of examples.

A teacher is a `CorpusTeacher` with three things of its own:

    class NextTeacher(CorpusTeacher):
        reader = dailydialog                     # the module of agents/corpora that reads it: `load(datapath, part)`

        def episodes(self, records: Sequence[Dialog]) -> Iterator[Sequence[Place]]:     # which examples there are
            for dialog in records:
                yield [Place(dialog, index) for index in range(1, len(dialog.utterances))]

        def example(self, place: Place) -> dict[str, Any]:                              # what one of them looks like
            said = [utterance.text for utterance in place.dialog.utterances]
            return {"text": lines(said[: place.index]), "labels": [said[place.index]]}

A place is whatever `example` needs to make the message. Everything else is here: nothing is read before an example or a
size is asked for, clones share what was read, and a corpus that is missing is named together with what to do. Options
are in `self.corpus.options`. Labels that are classes are named in `classes` (agents/teachers/scoring.py), and answers
are scored as classes then.

ParlAI's models put `text` and labels of one episode together into a history: either an episode is a talk and `text` is
what is new, or each example is an episode of its own and `text` is all there is to know.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from agents.border import SILENCE, FixedDialogTeacher, Message, Options, read_options
from agents.corpora import catalogue
from agents.teachers.scoring import Scored
from bot.errors import CorpusError, CorpusMissing

Episodes = Iterable[Sequence[Any]]


@dataclass(frozen=True, slots=True)
class Place:
    """One utterance of a talk: `dialog.utterances[index]`."""

    dialog: Any
    index: int


def places(dialog: Any, speaker: str) -> list[Place]:
    """Where in a talk one of its speakers says something."""
    return [Place(dialog, at) for at, said in enumerate(dialog.utterances) if said.speaker == speaker and said.text]


def heard(place: Place) -> list[str]:
    """What the other one said since this one's last message."""
    own = place.dialog.utterances[place.index].speaker
    last = max((other.index for other in places(place.dialog, own) if other.index < place.index), default=-1)
    return [said.text for said in place.dialog.utterances[last + 1 : place.index] if said.speaker != own and said.text]


@contextmanager
def plainly() -> Iterator[None]:
    """Under the command `parlai`, where nobody could catch it, an error of ours is its last line and no traceback."""
    try:
        yield
    except CorpusError as error:
        if Path(sys.argv[0]).name != "parlai":
            raise
        raise SystemExit(str(error)) from None


class Corpus:
    """One part of a corpus with its examples in their episodes; both are made once, when they are first needed."""

    def __init__(self, reader: ModuleType, options: Options, listed: Callable[[Sequence[Any]], Episodes]) -> None:
        self.name = reader.__name__.rpartition(".")[2]
        self.options = options
        self._reader = reader
        self._listed = listed

    @cached_property
    def records(self) -> Sequence[Any]:
        """What the reader returns. CorpusError says what is wrong; CorpusMissing, how to get what is not there."""
        try:
            records: Sequence[Any] = self._reader.load(self.options.datapath, self.options.part)
        except CorpusMissing as error:
            raise CorpusMissing(f"{error}\n{_help(catalogue.corpus(self.name), self.options.datapath)}") from None
        return records

    @cached_property
    @plainly()
    def episodes(self) -> Sequence[Sequence[Any]]:
        """The places of the examples, an episode each row; none is empty. Raises CorpusError."""
        found = tuple(episode for episode in self._listed(self.records) if episode)
        if not found:
            raise CorpusError(f"{self.name}, {self.options.part}: there is no example in it for this teacher")
        return found

    @cached_property
    def size(self) -> int:
        """How many examples there are."""
        return sum(map(len, self.episodes))


def _help(known: catalogue.Corpus, datapath: Path) -> str:
    files = ", ".join(dict.fromkeys(file for files in known.parts.values() for file in files))
    fetch = f"`attune data fetch {known.name} --datapath {datapath}` gets what its publisher gives."
    ways = [
        f"{known.title} ({known.home}, {known.licence}) is {files} below {datapath}.",
        f"Nothing is downloaded unasked: {fetch}" if known.files else "",
        f"By hand: {known.by_hand}." if known.by_hand else "",
        "If it is elsewhere, name the folder it is in: --datapath DIR.",
    ]
    return " ".join(filter(None, ways))


class CorpusTeacher(Scored, FixedDialogTeacher, ABC):  # type: ignore[misc]  # ParlAI has no types
    """The examples of one part of a corpus, the part that `-dt` begins with, below `--datapath`.

    A child says its `reader`, `episodes` and `example`. Examples are made when they are asked for, and replies to them
    are scored as the papers do (agents/teachers/scoring.py).
    """

    reader: ModuleType

    def __init__(self, opt: Any, shared: Mapping[str, Any] | None = None) -> None:
        self.corpus: Corpus = shared["corpus"] if shared else Corpus(self.reader, read_options(opt), self.episodes)
        self.id = self.corpus.name
        super().__init__(opt, shared)

    @abstractmethod
    def episodes(self, records: Sequence[Any]) -> Episodes:
        """The places of all examples, in order; those in one row are one episode. An empty row is left out."""

    @abstractmethod
    def example(self, place: Any) -> dict[str, Any]:
        """The fields of the example at a place: `text`, `labels`, and what else the child documents."""

    def share(self) -> dict[str, Any]:
        return {**super().share(), "corpus": self.corpus}

    def num_episodes(self) -> int:
        return len(self.corpus.episodes)

    def num_examples(self) -> int:
        return self.corpus.size

    def get(self, episode_idx: int, entry_idx: int = 0) -> Message:
        episode = self.corpus.episodes[episode_idx]
        return Message({**self.example(episode[entry_idx]), "episode_done": entry_idx == len(episode) - 1})


def lines(texts: Iterable[str]) -> str:
    """Texts as one, a line each; ParlAI's word for silence where there are none."""
    return "\n".join(texts) or SILENCE


def teacher_called(name: str, module: Mapping[str, Any]) -> Any:
    """What a module's `__getattr__` returns, so that `-t MODULE:Retrieval` finds its RetrievalTeacher."""
    teachers = {key: value for key, value in module.items() if key.endswith("Teacher") and key != "CorpusTeacher"}
    if f"{name}Teacher" not in teachers:
        choices = ", ".join(key.removesuffix("Teacher") for key in teachers)
        raise AttributeError(f"{module['__name__']} has no {name!r} (its teachers are {choices})")
    return teachers[f"{name}Teacher"]
