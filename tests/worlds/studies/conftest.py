from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from agents.verdicts import item as items
from agents.verdicts.item import Candidate, Item, Said
from tests.bot.conftest import on_postgres, postgres
from worlds.studies.check import load
from worlds.studies.study import Loaded

__all__ = ["on_postgres", "postgres"]

HEAD = """
title = "A study"
items = "items.jsonl"
per_participant = {per_participant}
instructions = "Read and judge."
[consent]
text = "You read talks."
contact = "somebody@example.org"
"""
QUESTIONS = """
[[question]]
name = "empathy"
text = "Is it kind?"
[[question]]
name = "fluency"
text = "Is it English?"
points = 3
"""
SITUATION = """
[[situation]]
name = "s{number}"
feeling = "lonely"
text = "It is situation {number}."
"""
Make = Callable[..., Loaded]


def item(number: int, *sources: str) -> Item:
    replies = tuple(Candidate(f"{source} says {number}", source) for source in sources)
    return Item(f"i{number}", f"talk {number}", (Said("person", f"My day {number} was long."),), replies)


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """`make(kind, more)` writes a study of ten items with two replies each; a ranking's first three have gold."""

    def made(kind: str, more: str = "", *, per_participant: int = 5, first: str = "") -> Loaded:
        sources = [
            ("left", "right", "gold") if number < 3 and kind == "ranking" else ("left", "right") for number in range(10)
        ]
        items.save([item(number, *each) for number, each in enumerate(sources)], tmp_path / "items.jsonl")
        asked = QUESTIONS if kind == "rating" else ""
        path = tmp_path / "trial.toml"
        path.write_text(f'kind = "{kind}"\n{first}\n{HEAD.format(per_participant=per_participant)}{asked}{more}')
        return load(path)

    return made


@pytest.fixture
def make_collection(tmp_path: Path) -> Make:
    """`make_collection(more, kind=...)` writes a study in which people write talks, about `situations` if any."""

    def made(
        more: str = "",
        kind: str = "speaker_listener",
        *,
        first: str = "",
        situations: int = 0,
        per_participant: int = 1,
    ) -> Loaded:
        path = tmp_path / "talks.toml"
        head = HEAD.format(per_participant=per_participant).replace('items = "items.jsonl"\n', "")
        about = "".join(SITUATION.format(number=number) for number in range(1, situations + 1))
        path.write_text(f'kind = "{kind}"\n{first}\n{head}{more}{about}')
        return load(path)

    return made


@pytest.fixture
def make_annotation(tmp_path: Path) -> Make:
    """`make_annotation(more)` writes an annotation of thirty dialogs, each with two suggestions of a small codebook."""

    def made(more: str = "blind = 0.5\nrepeats = 0.2", *, per_participant: int = 10) -> Loaded:
        suggested = (Candidate("sad", "suggested"), Candidate("lonely", "suggested"))
        said = [Said("person", f"It rained on day {at}.") for at in range(30)]
        dialogs = [Item(f"i{at}", f"i{at}", (one,), suggested) for at, one in enumerate(said)]
        items.save(dialogs, tmp_path / "items.jsonl")
        labels = "".join(f'[[label]]\nname = "{name}"\ntext = "is {name}"\n' for name in ("joyful", "lonely", "sad"))
        (tmp_path / "book.toml").write_text(labels)
        head = HEAD.format(per_participant=per_participant)
        path = tmp_path / "labels.toml"
        path.write_text(f'kind = "annotation"\n{head}[annotation]\ncodebook = "book.toml"\n{more}\n')
        return load(path)

    return made


ASKED = """
[[compare]]
name = "engaging"
text = "Who would you prefer to talk to?"
choice = "I prefer {speaker}"
[[compare]]
name = "human"
text = "Who sounds more human?"
"""


def talk(source: str, number: int) -> Candidate:
    return Candidate(
        "", source, (Said("person", f"My day {number} was long."), Said("supporter", f"{source} {number}"))
    )


@pytest.fixture
def make_acute(tmp_path: Path) -> Make:
    """`make_acute(*pairs)` writes a study of whole talks, an item of each two systems, and two check pairs last."""

    def made(*pairs: tuple[str, str], more: str = "", first: str = "ties = false") -> Loaded:
        found = [*(pairs or [("one", "two")] * 3), *[("gold", "mixed")] * 2]
        laid = [
            Item(f"i{at}", f"t{at}", (), tuple(talk(source, at) for source in sources))
            for at, sources in enumerate(found)
        ]
        items.save(laid, tmp_path / "items.jsonl")
        named = sorted({name for pair in found[:-2] for name in pair})
        path = tmp_path / "talks.toml"
        path.write_text(
            f'kind = "acute"\n{first}\ncontestants = {named}\n{HEAD.format(per_participant=len(laid))}{ASKED}'
            f'[quality]\ngold = "gold"\ngold_items = 2\nleast_seconds = 0\n{more}'
        )
        return load(path)

    return made


@pytest.fixture
def make_ab(tmp_path: Path) -> Make:
    """`make_ab(*pairs)` writes an A/B study, an item of the replies of each two contestants."""

    def made(*pairs: tuple[str, str], first: str = "") -> Loaded:
        items.save([item(at, *pair) for at, pair in enumerate(pairs)], tmp_path / "items.jsonl")
        path = tmp_path / "pairs.toml"
        path.write_text(f'kind = "ab"\n{first}\n{HEAD.format(per_participant=len(pairs))}[quality]\nsame_answer = 1\n')
        return load(path)

    return made
