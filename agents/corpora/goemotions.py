"""GoEmotions (Demszky et al., ACL 2020): Reddit comments, each with one or more of 27 emotions, or neutral.

A line of `train.tsv`, `dev.tsv` or `test.tsv` is text, label numbers with commas between, and the comment's id, with
tabs between and no quoting. It is the release that is filtered by the raters' agreement. Licence: Apache-2.0 (the
repository), CC BY 4.0 (the data).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from agents.corpora.reading import lines_of, numbered, of_part, refuse
from agents.corpora.shown import Line, Talk

FOLDER = "goemotions"
FILES = {"train": "train.tsv", "valid": "dev.tsv", "test": "test.tsv"}
LABELS = (
    "admiration", "amusement", "anger", "annoyance", "approval", "caring", "confusion", "curiosity", "desire",
    "disappointment", "disapproval", "disgust", "embarrassment", "excitement", "fear", "gratitude", "grief", "joy",
    "love", "nervousness", "optimism", "pride", "realization", "relief", "remorse", "sadness", "surprise", "neutral",
)  # fmt: skip
"""In the order of their numbers, as in the release's emotions.txt."""

EKMAN: Mapping[str, tuple[str, ...]] = {
    "anger": ("anger", "annoyance", "disapproval"),
    "disgust": ("disgust",),
    "fear": ("fear", "nervousness"),
    "joy": (
        "joy", "amusement", "approval", "excitement", "gratitude", "love", "optimism", "relief", "pride", "admiration",
        "desire", "caring",
    ),
    "sadness": ("sadness", "disappointment", "embarrassment", "grief", "remorse"),
    "surprise": ("surprise", "realization", "confusion", "curiosity"),
    "neutral": ("neutral",),
}  # fmt: skip
"""The six basic emotions and neutral, each with its labels (ekman_mapping.json, which leaves neutral out)."""

SENTIMENT: Mapping[str, tuple[str, ...]] = {
    "positive": EKMAN["joy"],
    "negative": (*EKMAN["fear"], *EKMAN["sadness"], *EKMAN["disgust"], *EKMAN["anger"]),
    "ambiguous": EKMAN["surprise"],
    "neutral": ("neutral",),
}
"""Three sentiments and neutral, each with its labels (sentiment_mapping.json, which leaves neutral out)."""


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment. `labels` are names from `LABELS`, at least one, in the order of their numbers."""

    id: str
    text: str
    labels: tuple[str, ...]


def load(datapath: str | Path, part: str) -> tuple[Comment, ...]:
    """The comments of one part (train, valid or test) below `datapath`, in the file's order. Raises CorpusError."""
    folder = Path(datapath) / FOLDER
    path = folder / of_part(folder, part, FILES)
    return tuple(_comment(path, line, content) for line, content in lines_of(path))


def grouped(labels: Iterable[str], groups: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Which groups of `EKMAN` or `SENTIMENT` the labels fall into, each once, in the order of the groups."""
    wanted = set(labels)
    return tuple(group for group, members in groups.items() if wanted.intersection(members))


def count(datapath: str | Path, part: str) -> dict[str, int]:
    """How many comments a part has, and how many labels these have together."""
    comments = load(datapath, part)
    return {"comments": len(comments), "labels": sum(len(comment.labels) for comment in comments)}


def talks(datapath: str | Path, part: str) -> Iterator[Talk]:
    """Each comment of a part as it is shown."""
    for comment in load(datapath, part):
        notes = tuple(("emotion", label) for label in comment.labels)
        about = (("sentiment", ", ".join(grouped(comment.labels, SENTIMENT))),)
        yield Talk(comment.id, (Line("author", comment.text, notes),), about)


def _comment(path: Path, line: int, content: str) -> Comment:
    cells = content.split("\t")
    if len(cells) != 3:
        refuse(path, line, f"{len(cells)} columns where 3 are expected: text, labels, id")
    text, numbers, key = cells
    if not (text.strip() and key):
        refuse(path, line, "the text or the id is empty")
    labels = tuple(numbered(path, line, "label", number, LABELS) for number in numbers.split(","))
    if len(set(labels)) < len(labels):
        refuse(path, line, f"a label is there twice: {numbers!r:.60}")
    return Comment(key, text.strip(), labels)
