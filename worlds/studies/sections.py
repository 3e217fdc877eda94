"""The tables of a study's file: what each says, and between which bounds."""

from __future__ import annotations

from typing import Annotated

import msgspec

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
    """[[compare]]: a question about two talks, with both bots of a chat or laid side by side, answered by one of them,

    equal or neither. `choice` is how that is put of a talk that is read, with {speaker} in the place of its speaker.
    """

    name: Name
    text: Words
    choice: Words = "{speaker}"


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
    """[collection]: how many utterances a talk has, and how many minutes somebody waits for another.

    Supporters and wizards learn the `lessons` of a file, from the study's folder, or by their name those of one that
    comes with Attune, and need `exam` right answers; wizards of a study that names none begin without.
    """

    least: Annotated[int, msgspec.Meta(ge=2, le=100)] = 4
    most: Annotated[int, msgspec.Meta(ge=2, le=100)] = 8
    wait: Annotated[float, msgspec.Meta(gt=0, le=120)] = 10.0
    lessons: str = ""
    exam: Annotated[int, msgspec.Meta(ge=0, le=100)] = 9


class Situation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """[[situation]]: what a talk is written about, Taskmaster-1's instruction; `feeling` is that of whoever is in it.

    `least`: as many turns has a self-dialog about it; 0 stands for [collection] least.
    """

    name: Name
    feeling: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    text: Words
    least: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0


class Annotation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """[annotation]: the `codebook` is a file of labels, from the study's folder, or the 41 that come with Attune.

    Of all items a share, the `blind` ones, is shown without suggestions; of each annotator's a share comes a second
    time (`repeats`).
    """

    codebook: str = ""
    blind: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.2
    repeats: Annotated[float, msgspec.Meta(ge=0, le=0.5)] = 0.05
