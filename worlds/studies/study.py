"""A study is one TOML file: its kind, its items, its questions with their exact wording, consent, pay, rules, codes.

kind = "rating"                  # rating, ab, ranking, annotation, chat, speaker_listener or seeker_supporter
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
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from agents.verdicts import item as items
from agents.verdicts.item import Candidate, Item
from bot.errors import StudyError
from worlds.studies import codebook, lessons
from worlds.studies.codebook import Label
from worlds.studies.lessons import Lesson
from worlds.studies.reading import read_toml
from worlds.studies.support import ROLES

Kind = Literal["rating", "ab", "ranking", "annotation", "chat", "speaker_listener", "seeker_supporter"]
Outcome = Literal["completed", "no_consent", "under_age", "failed_attention", "screened_out", "stopped"]
"""How a participant's way ends; who stops is paid in full, as is who did not pass a supporter's exam."""
COMPARE = "compare"
"""What is judged of two talks beside each other."""
ROOM = "room"
"""The one item of Speaker and Listener: both talks with a partner."""
AGAIN = " (again)"
"""How the name of an item ends that is laid before the same annotator a second time."""
Count = Annotated[int, msgspec.Meta(ge=1, le=1000)]
Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_-]{0,39}$")]
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=20_000)]


class Consent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """[consent]: what people agree to, whom they may ask, and under which approval. `version` is kept with each yes."""

    text: Words
    contact: Words
    version: str = "1"
    ethics: str = ""


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """[[question]]: a Likert item, answered for every reply; `anchors` stand at its low end, middle and high end."""

    name: Name
    text: Words
    points: Annotated[int, msgspec.Meta(ge=2, le=9)] = 5
    anchors: tuple[str, ...] = ("not at all", "somewhat", "very much")


class Comparison(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """[[compare]]: a question about both bots of a chat, answered by one of them, equal or neither."""

    name: Name
    text: Words


class Pay(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """[pay]: what is paid for how many minutes, and the least an hour that the study may come to."""

    amount: Annotated[float, msgspec.Meta(gt=0)]
    minutes: Annotated[float, msgspec.Meta(gt=0)]
    currency: str = "GBP"
    min_hourly: Annotated[float, msgspec.Meta(ge=0)] = 9.0

    @property
    def hourly(self) -> float:
        return self.amount * 60 / self.minutes


class Quality(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """[quality]: rules by which judgements are left out of the tables, each named there; none is ever deleted.

    `gold` is a contestant whose replies people wrote: of the `gold_items` first items that have one, so many
    `gold_points` are to be earned by preferring it. `least_seconds` is the least time for an item, on average;
    `same_answer` the greatest share of one and the same answer.
    """

    gold: str = ""
    gold_items: Count = 3
    gold_points: Annotated[int, msgspec.Meta(ge=0)] = 2
    least_seconds: Annotated[float, msgspec.Meta(ge=0)] = 3.0
    same_answer: Annotated[float, msgspec.Meta(gt=0, le=1)] = 0.95


class Collection(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """[collection]: how many utterances a talk between two people has, and how many minutes somebody waits.

    Supporters learn the `lessons` of a file, from the study's folder, or those that come with Attune, and need `exam`
    right answers.
    """

    least: Annotated[int, msgspec.Meta(ge=2, le=100)] = 4
    most: Annotated[int, msgspec.Meta(ge=2, le=100)] = 8
    wait: Annotated[float, msgspec.Meta(gt=0, le=120)] = 10.0
    lessons: str = ""
    exam: Annotated[int, msgspec.Meta(ge=0, le=100)] = 9


class Annotation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """[annotation]: the `codebook` is a file of labels, from the study's folder, or the 41 that come with Attune.

    Of all items a share, the `blind` ones, is shown without suggestions; of each annotator's a share comes a second
    time (`repeats`).
    """

    codebook: str = ""
    blind: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.2
    repeats: Annotated[float, msgspec.Meta(ge=0, le=0.5)] = 0.05


class Study(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The whole file. `codes` are completion codes by outcome, put into `returns` in the place of {code}.

    A chat has no items but `bots`, bot files or names of some in configs/, with each of which `turns` messages are
    written at least. `mturk`: it may be framed by Mechanical Turk, and hands its work in there.
    """

    kind: Kind
    title: Words
    consent: Consent
    instructions: Words
    items: str = ""
    bots: tuple[str, ...] = ()
    turns: Count = 8
    compare: tuple[Comparison, ...] = ()
    per_participant: Count = 10
    seed: int = 7
    contestants: tuple[str, ...] = ()
    question: tuple[Question, ...] = ()
    prompt: str = "Which reply would you rather get?"
    quality: Quality = Quality()
    collection: Collection = Collection()
    annotation: Annotation = Annotation()
    pay: Pay | None = None
    codes: dict[Outcome, str] = {}
    returns: str = ""
    mturk: bool = False

    @property
    def collects(self) -> bool:
        """Two people talk with each other, and nothing is judged."""
        return self.kind in ("speaker_listener", "seeker_supporter")


class Loaded(msgspec.Struct, frozen=True):
    """A study with its items; `name` is its file's, and what its judgements are kept under."""

    name: str
    path: Path
    study: Study
    items: tuple[Item, ...]
    lessons: tuple[Lesson, ...] = ()
    codebook: tuple[Label, ...] = ()

    def item(self, name: str) -> Item:
        """The item of that id. Raises StudyError where the file of items has lost it since it was laid out."""
        for one in self.items:
            if one.id == name.removesuffix(AGAIN):
                return one
        raise StudyError(f"{self.path}: the item {name!r} is no longer in {self.study.items}")

    def lesson(self, name: str) -> Lesson | None:
        """The lesson of that name, if an item is one."""
        return next((one for one in self.lessons if one.name == name), None)

    def blind(self, item: Item) -> bool:
        """Whether no suggestion is shown beside an item, the same for everybody."""
        drawn = hashlib.sha256(f"{self.name} {self.study.seed} {item.id}".encode()).digest()
        return not item.candidates or drawn[0] / 256 < self.study.annotation.blind

    def shown(self, item: Item) -> tuple[int, ...]:
        """The places of the replies that are judged: those of the contestants, or all; in a ranking also gold."""
        chosen = frozenset(self.study.contestants)
        if chosen and self.study.kind == "ranking":
            chosen |= {self.study.quality.gold}
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
    study = read_toml(path, Study)
    taught = study.collection.lessons
    learnt: tuple[Lesson, ...] = ()
    labels: tuple[Label, ...] = ()
    if study.kind == "annotation":
        named = study.annotation.codebook
        labels = codebook.read(path.parent / named if named else codebook.PACKAGED)
    if study.kind == "seeker_supporter":
        learnt = lessons.read(path.parent / taught if taught else lessons.PACKAGED)
    return Loaded(path.stem, path, study, _items(study, path.parent, learnt), learnt, labels)


def _items(study: Study, folder: Path, learnt: Sequence[Lesson]) -> tuple[Item, ...]:
    match study.kind:
        case "chat":
            return talks(study)
        case "speaker_listener":
            return (Item(ROOM, ROOM, (), ()),)
        case "seeker_supporter":
            return (*lessons.items(learnt), *(Item(role, ROOM, (), ()) for role in ROLES))
        case "annotation":
            return tuple(items.load(folder / study.items, fewest=0))
        case _:
            return tuple(items.load(folder / study.items))


def talks(study: Study) -> tuple[Item, ...]:
    """What is judged of a chat, as items: the talk with each bot, and, of two, both beside each other."""
    replies = tuple(Candidate("", Path(bot).stem) for bot in study.bots)
    each = tuple(Item(reply.source, reply.source, (), (reply,)) for reply in replies)
    return (*each, Item(COMPARE, COMPARE, (), replies)) if study.compare else each
