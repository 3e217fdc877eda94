"""Replies of the written corpus against what the writer drafts in their place: the mistakes that a ranker meets.

How readers mark either is known of many (`agents/verdicts/rounds`), so each counts as their shares, and none is read
here. Drafts take a second a context: they are kept in a file, and a stopped run goes on with the next.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import numpy as np

from agents.corpora.written import Dialog
from agents.training.ranker.examples import Example, example
from skills.models.encoder import Words
from skills.writer.candidates import Write, alone, crossed, drafts
from skills.writer.prompt import Line

OWN, DRAFT = (0.95, 0.04, 0.01), (0.05, 0.17, 0.78)
"""Shares of good, passable and bad that readers gave the replies of the corpus, in round 1, and drafts, in round 2."""
WRONG = 7
"""Drafts beside each reply."""
DRAWN = 8
"""Drafts that these, and what can be made of them, are chosen from."""


class Place(msgspec.Struct, frozen=True):
    """A reply of the corpus and the drafts in its place; `id` is the dialogue's, `turn` the reply's number from 0."""

    id: str
    turn: int
    drafts: tuple[str, ...]


def drafted(dialogs: Sequence[Dialog], words: Words, rng: random.Random, write: Write, path: Path) -> Iterator[Example]:
    """Replies in a random order, each first among drafts; those that the file at `path` holds are not drafted again."""
    told = {dialog.id: dialog for dialog in dialogs}
    places = _places(list(told.values()), rng, write, path)
    return (_example(told[place.id], place, words) for place in places)


def _places(dialogs: Sequence[Dialog], rng: random.Random, write: Write, path: Path) -> Iterator[Place]:
    """Every reply in a random order with its drafts, but for those with too few that can be said."""
    kept = {(one.id, one.turn): one for one in _kept(path)}
    path.parent.mkdir(parents=True, exist_ok=True)
    replies = [(dialog, turn) for dialog in dialogs for turn in range(len(dialog.utterances) // 2)]
    with path.open("ab") as file:
        for dialog, turn in rng.sample(replies, len(replies)):
            seed = rng.getrandbits(31)
            place = kept.get((dialog.id, turn))
            if place is None:
                place = Place(dialog.id, turn, tuple(_drawn(dialog, turn, write, seed)))
                file.write(msgspec.json.encode(place) + b"\n")
                file.flush()
            if len(place.drafts) == WRONG:
                yield place


def _kept(path: Path) -> list[Place]:
    """What an earlier run drafted; a line that it was stopped in is cut off."""
    if not path.is_file():
        return []
    held = path.read_bytes()
    whole_lines = held[: held.rfind(b"\n") + 1]
    if whole_lines != held:
        path.write_bytes(whole_lines)
    return [msgspec.json.decode(line, type=Place) for line in whole_lines.splitlines()]


def _drawn(dialog: Dialog, turn: int, write: Write, seed: int) -> list[str]:
    """Drafts and what can be made of them, mixed; none that the corpus's reply says itself."""
    talk = [Line(said.speaker == "supporter", said.text, said.strategy) for said in dialog.utterances[: 2 * turn + 1]]
    found = drafts(write, talk, DRAWN, seed)
    texts = [one.text for one in (*found, *alone(found, talk), *crossed(found, talk))]
    other = [text for text in dict.fromkeys(texts) if text != dialog.utterances[2 * turn + 1].text]
    return random.Random(seed).sample(other, min(WRONG, len(other)))


def _example(dialog: Dialog, place: Place, words: Words) -> Example:
    said = dialog.utterances[: 2 * place.turn + 2]
    pieces = [(one.speaker == "supporter", one.text) for one in said[:-1]]
    shares = np.array([OWN, *[DRAFT] * WRONG], np.float32)
    return example(words, pieces, (said[-1].text, *place.drafts), shares)
