"""The heads of crisis acts, voices, young and misheard, from lines written for this project (`crisis/*.txt`) and from

what people said in talks that were played with the bot (`crisis/played.jsonl`), each message labelled.

What stands against them are the guard's own lines of danger and calm (`agents.training.heads.danger`).
"""

from __future__ import annotations

import json
import logging
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import numpy as np

from agents.training.common.fit import Settings, Table, fit_unit
from agents.training.common.run import Run
from agents.training.common.vectors import Vectorizer
from agents.training.heads import danger
from agents.training.heads.danger_rows import ANSWERS
from bot.json_lines import read_json_lines
from skills.care.crisis_acts import ACTS, EASING, FREE, MISHEARD, VOICES, YOUNG, likeliest
from skills.care.own import stated_age
from skills.care.plain import sentences
from skills.models.head import Head
from skills.models.served import PUBLISHED

log = logging.getLogger(__name__)
LINES = Path(__file__).parent / "crisis"
PLAYED = LINES / "played.jsonl"
OFTEN = 2
"""How often a message of a played talk counts, beside a line that was written by itself."""
SETTINGS = Settings(rate=3e-3, decay=0.3, dropout=0.2, epochs=120, balance=0.5)
OTHERS = 1500
"""Lines of danger and calm that stand against a head."""
ADULTS = 6000
"""More of them where a mistake is seen by every adult."""
Example = tuple[str, str]


class Played(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message to the guard, behind its words, in a talk in which it had heard a kind and a level of danger.

    `act` is what the answer must take up first, `also` what else is told; `kind` and `level` are what the danger is.
    `earlier` is what the person had said since the danger began, oldest first, as far as it is known, and `kept` what
    they had said before that.
    """

    text: str
    before: str
    act: str
    kind: str
    level: int
    heard: tuple[str, int]
    also: tuple[str, ...] = ()
    aside: bool = False
    earlier: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()

    @property
    def eases(self) -> tuple[str, ...]:
        """Of what else is told, that after which less is urged: help, company, means that are away."""
        return tuple(act for act in self.also if act in EASING)


def train(run: Run) -> None:
    """Fit and save `crisis_acts`, `voices`, `young` and `misheard`, and log which acts are heard in talks set aside."""
    vectorizer, others = run.vectorizer(), list(danger.lines())
    random.Random(run.seed).shuffle(others)
    recipes = (
        *(("crisis_acts", ACTS, acts(others)), ("voices", VOICES, voices(others)), ("young", YOUNG, young(others))),
        ("misheard", MISHEARD, misheard(others)),
    )
    for name, labels, examples in recipes:
        head = fitted(vectorizer, examples, labels, run.seed)
        log.info("%s: %d lines, temperature %.2f", name, len(examples), head.temperature)
        run.save_head(name + (FREE if run.adapter == PUBLISHED else ""), head)
        if name == "crisis_acts":
            log.info(
                "%s, talks set aside: %d heard, %d rightly, of %d", name, *heard(vectorizer, head, played(aside=True))
            )


def heard(vectorizer: Vectorizer, head: Head, said: Sequence[Played]) -> tuple[int, int, int]:
    """In how many messages an act is heard, in how many it is one that is told, and how many tell one."""
    shares = head.probabilities(vectorizer([vectorizer.words.utterance(one.text) for one in said]))
    found = [(act, one) for row, one in zip(shares, said, strict=True) if (act := likeliest(row))]
    return len(found), sum(act in (one.act, *one.also) for act, one in found), sum(one.act != "none" for one in said)


def played(path: Path = PLAYED, *, aside: bool = False) -> list[Played]:
    """Messages of played talks: those that are learnt, or those set aside, which are of other players."""
    return [one for one in read_json_lines(path, Played) if one.aside == aside]


def fitted(vectorizer: Vectorizer, examples: Sequence[Example], labels: Sequence[str], seed: int) -> Head:
    """The head of one question."""
    return fit_unit(_table(vectorizer, examples, labels), labels, seed, SETTINGS)


def lines(name: str, folder: Path = LINES) -> Iterator[Example]:
    """(text, label) of a file in which "# label" stands above the lines it is true of."""
    label = ""
    for row in (folder / f"{name}.txt").read_text(encoding="utf8").splitlines():
        if row.startswith("# "):
            label = row[2:]
        elif row:
            yield row, label


def acts(others: Sequence[danger.Line]) -> list[Example]:
    said = played()
    told = [(one.text, one.act) for one in said] * OFTEN + [(one.text, act) for one in said for act in one.eases]
    return [*lines("acts"), *told, *((line.text, "none") for line in others[:OTHERS])]


def voices(others: Sequence[danger.Line]) -> list[Example]:
    """Lines of psychosis against those of real danger from, and for, people."""
    heard = [(line.text, "voices") for line in others if line.kind == "psychosis"]
    real = [(line.text, "real") for line in others if line.kind in ("abuse", "violence", "third_party", "self_harm")]
    return [*lines("voices"), *heard, *real[:OTHERS]]


def young(others: Sequence[danger.Line]) -> list[Example]:
    """Signs of a young writer against everything else; whoever states an age is left out."""
    said = [line.text for line in others if stated_age(" ".join(sentences(line.text))) is None]
    return [*lines("young"), *((text, "adult") for text in said[:ADULTS])]


def misheard(others: Sequence[danger.Line], path: Path = ANSWERS, *, aside: bool = False) -> list[Example]:
    """Answers to the guard's questions by people in no danger against those of people in danger, and all other lines.

    Who is in danger may also turn to something else (`crisis/deflected.txt`). `aside`: only answers set aside.
    """
    found: list[Example] = []
    for row in map(json.loads, path.read_text(encoding="utf8").splitlines()):
        if row["aside"] == aside:
            calm = row["first_level"] == row["second_level"] == 0
            said = [(row[name], row[f"{name}_level"]) for name in ("first", "second")]
            found += [(text, "misheard" if calm else "meant") for text, level in said if calm or level]
    if aside:
        return found
    danger_lines = [line.text for line in others if line.level][:OTHERS]
    acts_lines = [text for text, _ in lines("acts")]
    told = [(one.text, "meant" if one.level else "misheard") for one in played()]
    return [*found, *told, *lines("deflected"), *((text, "meant") for text in (*acts_lines, *danger_lines))]


def _table(vectorizer: Vectorizer, examples: Sequence[Example], labels: Sequence[str]) -> Table:
    vectors = vectorizer([vectorizer.words.utterance(text) for text, _ in examples])
    numbers = np.array([labels.index(label) for _, label in examples], np.int64)
    _, groups = np.unique([text for text, _ in examples], return_inverse=True)  # what comes twice is held out together
    return Table(vectors, numbers, groups)
