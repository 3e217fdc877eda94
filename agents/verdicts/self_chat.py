"""Self-chats: whole talks of systems with simulated seekers, to be laid side by side (Li et al. 2019).

A seeker plays the person's side of a written talk line by line (`agents/seekers/scripts.py`), or a card that heeds what
it is told (`agents/seekers/simulated.py`), and is no model: a system never talks with its own kind, and all systems
meet the same people.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count as numbers
from pathlib import Path
from typing import Protocol

import msgspec
from tqdm import tqdm  # type: ignore[import-untyped]

from agents.corpora.reading import lines_of, refuse
from agents.evaluation.replay import PAUSE, START
from agents.seekers import cards, scripts
from agents.seekers.cards import Card
from agents.seekers.parts import CardPart, Part
from agents.seekers.scripts import Line
from agents.verdicts import contexts
from agents.verdicts.contestants import GIVEN
from agents.verdicts.item import Said
from bot.dialog import Conversation
from bot.engine import Engine
from bot.errors import ConfigError
from bot.files import put
from bot.step import Step

SCRIPTS, CARDS = OURS = ("scripts", "cards")
"""The seekers that come with Attune; others play the persons of a corpus."""


class Answering(Protocol):
    """What a system needs to be talked with; `Engine` is one."""

    def steps(self, pairs: Sequence[tuple[Conversation, str]], now: datetime) -> list[Step]: ...


@dataclass(frozen=True, slots=True)
class Seeker:
    """What somebody says, and, of a corpus, what a person answered to each line; or a card, of at most `most` lines."""

    name: str
    lines: tuple[Line, ...] = ()
    answers: tuple[str, ...] = ()
    card: Card | None = None
    seed: int = 0
    most: int = 0

    def part(self) -> Part:
        """Who plays this seeker in a new talk."""
        return CardPart(self.card, self.seed, self.most) if self.card else scripts.Part(list(self.lines))


class Talk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole talk of a system with a seeker, by the seeker's name."""

    system: str
    seeker: str
    said: tuple[Said, ...]


def seekers(corpus: str, datapath: Path, count: int, turns: int, seed: int) -> list[Seeker]:
    """`count` seekers in an order drawn by seed, with `turns` lines each at most. ConfigError where there are fewer."""
    if corpus == SCRIPTS:
        found = [Seeker(one.id, one.lines[:turns]) for one in scripts.ordered(scripts.scripts(), seed)]
    elif corpus == CARDS:
        found = [Seeker(one.id, card=one, seed=seed, most=turns) for one in cards.ordered(seed)]
    else:
        told = [(number, talk) for number, talk in enumerate(contexts.talks(corpus, datapath)) if len(talk) > 1]
        drawn = random.Random(seed).sample(told, len(told))
        found = [_played(f"{Path(corpus).stem}-{number}", talk[: 2 * turns]) for number, talk in drawn]
    if len(found) < count:
        raise ConfigError(f"--count {count}: {corpus} has {len(found)} seekers")
    return found[:count]


def self_chats(name: str, among: Sequence[Seeker]) -> list[Talk]:
    """The talk of a system with each seeker: of a bot file, or `given`, the talks that people held in a corpus."""
    if name != GIVEN:
        return play(name, _engine(name), among)
    if lacking := [one.name for one in among if not one.answers]:
        raise ConfigError(f"{GIVEN}: nothing is given to the seeker {lacking[0]}: take those of a corpus (--seeker)")
    return [Talk(name, one.name, _turns([line.text for line in one.lines], one.answers)) for one in among]


def play(name: str, engine: Answering, among: Sequence[Seeker]) -> list[Talk]:
    """Every talk to the seeker's last line, turn by turn, all that are still going in one batch."""
    parts = [one.part() for one in among]
    talks = [Conversation(f"self-chat:{number}::seeker") for number in range(len(among))]
    said: list[list[str]] = [[] for _ in among]
    answers: list[list[str]] = [[] for _ in among]
    for place in tqdm(numbers(), desc=name, unit="turn", disable=None):
        going = [number for number, part in enumerate(parts) if not part.over]
        if not going:
            break
        lines = [parts[number].next() for number in going]
        pairs = [(talks[number], line) for number, line in zip(going, lines, strict=True)]
        for number, line, step in zip(going, lines, engine.steps(pairs, START + place * PAUSE), strict=True):
            talks[number] = step.conversation
            said[number].append(line)
            answers[number].append(step.reply.text)
            parts[number].hear(step.reply.text, step.reply.strategy)
    return [Talk(name, *each) for each in zip([one.name for one in among], map(_turns, said, answers), strict=True)]


def load(paths: Iterable[Path]) -> list[Talk]:
    """The talks of all files. CorpusError names file, line and reason."""
    found: dict[tuple[str, str], Talk] = {}
    for path in paths:
        for number, row in lines_of(path):
            try:
                talk = msgspec.json.decode(row, type=Talk)
            except msgspec.DecodeError as error:
                refuse(path, number, f"this is no talk of a self-chat: {error}")
            if (talk.system, talk.seeker) in found:
                refuse(path, number, f"{talk.system} has talked with the seeker {talk.seeker} already")
            found[talk.system, talk.seeker] = talk
    return list(found.values())


def save(talks: Iterable[Talk], path: Path) -> None:
    """Write talks, all of them or none."""
    put(path, b"".join(msgspec.json.encode(talk) + b"\n" for talk in talks))


def _played(name: str, talk: Sequence[contexts.Message]) -> Seeker:
    texts = [said.text for said in talk[: len(talk) // 2 * 2]]  # a last message that nobody answered is left out
    return Seeker(name, tuple(Line(text) for text in texts[::2]), tuple(texts[1::2]))


def _turns(person: Sequence[str], supporter: Sequence[str]) -> tuple[Said, ...]:
    both = zip(person, supporter, strict=True)
    return tuple(each for said, reply in both for each in (Said("person", said), Said("supporter", reply)))


def _engine(name: str) -> Engine:
    from bot.build import build
    from bot.config import read

    config = read(name)
    if config.responders:
        raise ConfigError(f"{config.path}: a self-chat can't wait for slow responders: take them out of the bot file")
    return build(config)
