"""Contexts that items are made of: talks up to a message of the person, and the reply that was given there.

Those of the written corpus are dialogues held out from the writer's training, those of a folder all that are there;
those of public corpora are for measuring, and their items stay where they are made. In a talk the person speaks first,
and both take turns.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path
from typing import NamedTuple

from agents.corpora import empathetic, esconv, written
from agents.verdicts.item import Speaker
from skills.writer.prompt import Line

CORPORA = ("written", "esconv", "empathetic")


class Message(NamedTuple):
    """One message of a talk; a supporter's has a strategy where one is known."""

    speaker: Speaker
    text: str
    strategy: str = ""


@dataclass(frozen=True, slots=True)
class Context:
    """A talk up to a message of the person, and the reply that was given; `name` is the talk's, in every run."""

    name: str
    messages: tuple[Message, ...]
    given: str

    @property
    def id(self) -> str:
        return f"{self.name}.{len(self.messages) - 1}"

    @property
    def lines(self) -> list[Line]:
        """The talk as the writer's prompt has it."""
        return [Line(said.speaker == "supporter", said.text, said.strategy) for said in self.messages]

    @property
    def turns(self) -> list[tuple[str, str]]:
        """The person's messages, each with the reply to it; the last waits for one."""
        texts = [said.text for said in self.messages]
        return list(zip(texts[::2], [*texts[1::2], ""], strict=True))


def draw(corpus: str, datapath: Path, count: int, seed: int) -> list[Context]:
    """`count` contexts of as many talks, any place in each; where there are fewer talks, several of one."""
    rng = random.Random(seed)
    told = [talk for talk in talks(corpus, datapath) if len(talk) > 1]
    rounds = (_cut(talk, rng) for _ in range(count) for talk in rng.sample(told, len(told)))
    found: dict[str, Context] = {}
    for context in islice(rounds, 4 * count):
        found.setdefault(context.id, context)
        if len(found) == count:
            break
    return list(found.values())


def every(corpus: str, datapath: Path, part: str = "valid") -> list[Context]:
    """All contexts of a part of a corpus, or of a folder, talk by talk."""
    return [context for talk in talks(corpus, datapath, part) for context in _cuts(talk)]


def _cut(talk: Sequence[Message], rng: random.Random) -> Context:
    return rng.choice(_cuts(talk))


def _cuts(talk: Sequence[Message]) -> list[Context]:
    """A context for each message of the person that was answered."""
    name = hashlib.sha256("\n".join(said.text for said in talk[:2]).encode()).hexdigest()[:10]
    places = (place for place, said in enumerate(talk[:-1]) if said.speaker == "person")
    return [Context(name, tuple(talk[: place + 1]), talk[place + 1].text) for place in places]


def talks(corpus: str, datapath: Path, part: str = "valid") -> Iterator[tuple[Message, ...]]:
    """The talks of a part of a corpus, or of a folder; the person speaks first, and both take turns."""
    if corpus not in CORPORA[1:]:
        own = written.load(datapath, part) if corpus == CORPORA[0] else written.read(Path(corpus))
        for dialog in own:
            yield tuple(Message(said.speaker, said.text, said.strategy) for said in dialog.utterances)
    elif corpus == "esconv":
        for talk in esconv.load(datapath, part):
            yield _joined(Message(_side(said.speaker), said.text, said.strategy or "") for said in talk.utterances)
    else:
        for told in empathetic.load(datapath, part):
            yield _joined(Message(_side(said.speaker), said.text) for said in told.utterances)


def _side(speaker: str) -> Speaker:
    return "person" if speaker in ("seeker", "speaker") else "supporter"


def _joined(messages: Iterator[Message]) -> tuple[Message, ...]:
    """What one sends in a row as one message, with the first's strategy; what a supporter opens with is left out."""
    runs = [list(run) for _, run in groupby((said for said in messages if said.text), key=lambda said: said.speaker)]
    found = [Message(run[0].speaker, " ".join(said.text for said in run), run[0].strategy) for run in runs]
    return tuple(found[1:] if found and found[0].speaker == "supporter" else found)
