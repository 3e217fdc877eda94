"""Very many texts to search among: all utterances of the corpora that are here, then their clauses in new orders."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from agents.corpora import dailydialog, empathetic, esconv
from agents.corpora.catalogue import corpus

CORPORA = {"empathetic": empathetic, "esconv": esconv, "dailydialog": dailydialog}
PARTS = ("train", "valid")
CLAUSE = re.compile(r"(?<![.!?;,…])[.!?;,…]+\s+|(?<!\s)\s+(?=(?:and|but|because|so|when|if|that|who|which)\s)")
FEWEST, MOST = 3, 12
"""Words of a clause that is used again."""
JOINTS = (", ", ". ", " and ", " but ", " because ", "! ", "? ")


def many(datapath: Path, number: int, seed: int = 0) -> tuple[list[str], int]:
    """`number` different texts, and how many of them were really said. A longer list begins with the shorter ones."""
    rng = random.Random(seed)
    said = list(distinct(real(datapath)))
    rng.shuffle(said)
    texts = dict.fromkeys(said)
    fresh = (text for text in recombined(said, rng) if text not in texts)
    texts |= dict.fromkeys(islice(distinct(fresh), max(number - len(said), 0)))
    return list(texts)[:number], min(number, len(said))


def real(datapath: Path) -> Iterator[str]:
    """Every utterance of the training and validation parts of the corpora that are here."""
    for name, reader in CORPORA.items():
        here = corpus(name).here(datapath)
        dialogs = (dialog for part in PARTS if part in here for dialog in reader.load(datapath, part))
        texts = (" ".join(said.text.split()) for dialog in dialogs for said in dialog.utterances)
        yield from filter(None, texts)


def recombined(said: Sequence[str], rng: random.Random) -> Iterator[str]:
    """Without end: two or three clauses, each drawn from any utterance, joined into a text that nobody said."""
    clauses = [clause for text in said for clause in clauses_of(text)]
    while clauses:
        drawn = rng.choices(clauses, k=rng.choice((2, 2, 3)))
        text = drawn[0]
        for clause in drawn[1:]:
            text += rng.choice(JOINTS) + clause
        yield text


def clauses_of(text: str) -> list[str]:
    """The parts of a text between marks or before joining words, those of a usual length."""
    parts = (part.strip(" .!?;,…") for part in CLAUSE.split(text))
    return [part for part in parts if FEWEST <= len(part.split()) <= MOST]


def distinct(texts: Iterable[str]) -> Iterator[str]:
    """Each text once."""
    seen: set[str] = set()
    for text in texts:
        if text not in seen:
            seen.add(text)
            yield text
