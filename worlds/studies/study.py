"""A study is one TOML file: its kind, its items, its questions with their exact wording, consent, pay, rules, codes.

kind = "rating"                  # or another `Kind`
title = "How do these replies feel?"
items = "items.jsonl"            # made by `attune judge compare`; a path from the file's folder
per_participant = 10
[consent]
text = "..."
contact = "..."
[[question]]                     # of a rating
name = "empathy"
text = "..."
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal, get_args

import msgspec

from agents.verdicts import item as items
from agents.verdicts.item import Candidate, Item
from bot.errors import StudyError
from bot.toml import read_toml
from worlds.studies import codebook, lessons
from worlds.studies.codebook import Label
from worlds.studies.lessons import Lesson
from worlds.studies.sections import (
    Annotation,
    Collection,
    Comparison,
    Consent,
    Count,
    Pay,
    Quality,
    Question,
    Situation,
    Words,
)
from worlds.studies.support import ROLES
from worlds.studies.wizard_of_oz import WIZARD

Collects = Literal["speaker_listener", "seeker_supporter", "self_dialog", "wizard_of_oz"]
COLLECTIONS: tuple[Collects, ...] = get_args(Collects)
"""Kinds in which people write talks, and nothing is judged."""
Kind = Literal["rating", "ab", "acute", "ab_turns", "ranking", "annotation", "chat", Collects]
LEARNS: Mapping[Kind, str] = {"seeker_supporter": "supporter", "wizard_of_oz": WIZARD}
"""Kinds in which one of two roles may be learnt before the talk, and which."""
Outcome = Literal["completed", "no_consent", "under_age", "failed_attention", "screened_out", "stopped"]
"""How a participant's way ends; who stops is paid in full, as is who did not pass an exam."""
BEFORE, COMPARE = "before", "compare"
"""What is asked before the talks of a chat, and what is judged of two beside each other."""
BESIDE_TALKS = (BEFORE, COMPARE)
ROOM = "room"
"""What the items of a collection are called as talks, and the one item of Speaker and Listener."""
AGAIN = " (again)"
"""How the name of an item ends that is laid before the same annotator a second time."""


class Study(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The whole file. `codes` are completion codes by outcome, put into `returns` in the place of {code}.

    A chat has no items but `bots`, bot files or names of some in configs/, with each of which `turns` messages are
    written at least; with two at once, `turns` answers are chosen; the one of a Wizard of Oz drafts what the wizard may
    send. `pre_chat`: a survey comes before the talks; `each_turn` is asked about every reply, with yes and no, where it
    isn't empty. `hold`: minutes after which what was laid before who does nothing is laid before others. Without `ties`
    one of two is to be preferred; `groups` are contestants of which a report has averages. `mturk`: it may be framed by
    Mechanical Turk, and hands its work in there.
    """

    kind: Kind
    title: Words
    consent: Consent
    instructions: Words
    items: str = ""
    bots: tuple[str, ...] = ()
    turns: Count = 8
    pre_chat: bool = False
    each_turn: Annotated[str, msgspec.Meta(max_length=200)] = ""
    compare: tuple[Comparison, ...] = ()
    situation: tuple[Situation, ...] = ()
    per_participant: Count = 10
    hold: Annotated[float, msgspec.Meta(gt=0, le=100_000)] = 60.0
    seed: int = 7
    contestants: tuple[str, ...] = ()
    groups: dict[str, tuple[str, ...]] = {}
    question: tuple[Question, ...] = ()
    prompt: str = "Which reply would you rather get?"
    ties: bool = True
    quality: Quality = Quality()
    collection: Collection = Collection()
    annotation: Annotation = Annotation()
    pay: Pay | None = None
    codes: dict[Outcome, str] = {}
    returns: str = ""
    mturk: bool = False

    @property
    def collects(self) -> bool:
        """People write talks, and nothing is judged."""
        return self.kind in COLLECTIONS

    @property
    def with_bots(self) -> bool:
        """People write with its bots, and judge them."""
        return self.kind in ("chat", "ab_turns")

    @property
    def goes_back(self) -> bool:
        """Items may be left out, and gone back to: not where a talk has gone on since."""
        return not self.collects and self.kind != "ab_turns"

    @property
    def pairs(self) -> bool:
        """Two people talk with each other."""
        return self.collects and self.kind != "self_dialog"


class Loaded(msgspec.Struct, frozen=True):
    """A study with its items; `name` is its file's, and what its judgements are kept under.

    `fingerprint` is the SHA-256 of the study's file and its items, as they were read; `form` is of all by which a
    judgement is read, and stays the same where other words of the file are changed.
    """

    name: str
    path: Path
    study: Study
    items: tuple[Item, ...]
    lessons: tuple[Lesson, ...] = ()
    codebook: tuple[Label, ...] = ()
    fingerprint: str = ""
    form: str = ""

    def item(self, name: str) -> Item:
        """The item of that id. Raises StudyError where the file of items has lost it since it was laid out."""
        for one in self.items:
            if one.id == name.removesuffix(AGAIN):
                return one
        raise StudyError(f"{self.path}: the item {name!r} is no longer in {self.study.items}")

    @property
    def drawn(self) -> tuple[Item, ...]:
        """The items that are laid out by need, not by role."""
        return tuple(item for item in self.items if item.id != WIZARD and self.lesson(item.id) is None)

    def situation(self, name: str) -> Situation:
        """The situation of that name. Raises StudyError where the file has lost it since it was laid out."""
        for one in self.study.situation:
            if one.name == name:
                return one
        raise StudyError(f"{self.path}: the situation {name!r} is no longer there")

    def lesson(self, name: str) -> Lesson | None:
        """The lesson of that name, if an item is one."""
        return next((one for one in self.lessons if one.name == name), None)

    def blind(self, item: Item) -> bool:
        """Whether no suggestion is shown beside an item, the same for everybody."""
        drawn = hashlib.sha256(f"{self.name} {self.study.seed} {item.id}".encode()).digest()
        return not item.candidates or drawn[0] / 256 < self.study.annotation.blind

    def compares(self, item: Item) -> bool:
        """Whether the questions of the study are asked about two talks at once."""
        return self.study.kind == "acute" or item.id == COMPARE

    def shown(self, item: Item) -> tuple[int, ...]:
        """The places of the replies that are judged: those of the contestants, or all; in a ranking also gold, and all

        of a check pair of talks.
        """
        chosen, gold = frozenset(self.study.contestants), self.study.quality.gold
        if chosen and self.study.kind == "ranking":
            chosen |= {gold}
        if self.study.kind == "acute" and any(reply.source == gold for reply in item.candidates):
            chosen = frozenset()
        return tuple(place for place, reply in enumerate(item.candidates) if not chosen or reply.source in chosen)

    def gold(self, item: Item) -> int | None:
        """Which of the judged replies people wrote, by its number among them; None where there is none."""
        named = [item.candidates[place].source for place in self.shown(item)]
        gold = self.study.quality.gold
        return named.index(gold) if gold in named else None

    def block(self, names: Sequence[str]) -> list[str]:
        """Of items in order of need those of one participant: of those with gold as many as the rules ask, if any."""
        study, by_name = self.study, {item.id: item for item in self.items}
        golden = [name for name in names if self.gold(by_name[name]) is not None]
        first = golden[: min(study.quality.gold_items, study.per_participant)]
        others = [name for name in names if name not in set(golden)]
        rest = [*others, *golden[len(first) :]]
        return [*first, *rest[: study.per_participant - len(first)]]


def read(path: Path) -> Loaded:
    """A study and its items, unchecked: `worlds.studies.check.load` does both. Raises StudyError or CorpusError."""
    study = read_toml(path, Study, StudyError)
    taught = study.collection.lessons or (lessons.SUPPORTER if study.kind == "seeker_supporter" else "")
    labels: tuple[Label, ...] = ()
    if study.kind == "annotation":
        named = study.annotation.codebook
        labels = codebook.read(path.parent / named if named else codebook.PACKAGED)
    learnt = lessons.read(lessons.find(path.parent, taught)) if study.kind in LEARNS and taught else ()
    laid = _items(study, path.parent, learnt)
    found = hashlib.sha256(path.read_bytes() + msgspec.json.encode(laid)).hexdigest()
    return Loaded(path.stem, path, study, laid, learnt, labels, found, _form(study, laid, labels))


def _form(study: Study, laid: Sequence[Item], labels: Sequence[Label]) -> str:
    asked = [(one.name, one.points) for one in study.question], [one.name for one in study.compare]
    told = (study.kind, study.contestants, study.quality.gold, study.bots, asked, laid, labels)
    return hashlib.sha256(msgspec.json.encode(told)).hexdigest()


def _items(study: Study, folder: Path, learnt: Sequence[Lesson]) -> tuple[Item, ...]:
    if study.collects:
        return (*lessons.items(learnt), *(Item(name, ROOM, (), ()) for name in _places(study)))
    match study.kind:
        case "chat":
            return talks(study)
        case "ab_turns":
            replies = tuple(Candidate("", Path(bot).stem) for bot in study.bots)
            return tuple(Item(turn_name(number + 1), "turns", (), replies) for number in range(study.turns))
        case "annotation":
            return tuple(items.load(folder / study.items, fewest=0))
        case "acute":
            return tuple(items.load(folder / study.items, whole=True))
        case _:
            return tuple(items.load(folder / study.items))


def _places(study: Study) -> tuple[str, ...]:
    """What stands in the place of items where talks are collected: one room, roles, or situations."""
    situations = tuple(one.name for one in study.situation)
    match study.kind:
        case "seeker_supporter":
            return ROLES
        case "wizard_of_oz":
            return (*situations, WIZARD)
        case _:
            return situations or (ROOM,)


def conversation(study: str, bot: str, participant: str) -> str:
    """The id of a talk with a bot; both talks of a participant are of one person, so that they are forgotten together.

    That person is known to `bot.people` as study:PARTICIPANT.
    """
    return f"study:{study}:{bot}:{participant}"


def turn_name(number: int) -> str:
    """What the judged turn of that number is called as an item."""
    return f"turn-{number}"


def talks(study: Study) -> tuple[Item, ...]:
    """What is asked in a chat, as items: the survey, the talk with each bot, and, of two, both beside each other."""
    replies = tuple(Candidate("", Path(bot).stem) for bot in study.bots)
    before = (Item(BEFORE, BEFORE, (), ()),) if study.pre_chat else ()
    each = tuple(Item(reply.source, reply.source, (), (reply,)) for reply in replies)
    return (*before, *each, *((Item(COMPARE, COMPARE, (), replies),) if study.compare else ()))
