"""How an answer between two is put, by kind of study: on a page in a browser and on the buttons of a chat alike."""

from __future__ import annotations

from worlds.studies.sections import Comparison
from worlds.studies.study import Study

Answers = tuple[tuple[str, str], ...]
"""What is read, and what a form then says of it, in the order in which they stand."""
TWO = ("A", "B")
REPLIES: Answers = (("Both are equally good", "equal"), ("Neither is good", "neither"))
TALKS: Answers = (("both alike", "equal"), ("neither", "neither"))


def between_replies(study: Study) -> Answers:
    """What may be said of two replies."""
    return (*((letter, letter.lower()) for letter in TWO), *(REPLIES if study.ties else ()))


def between_talks(study: Study, question: Comparison) -> Answers:
    """What may be said of two talks: of two that were held one after the other, or of two that are read."""
    first, second = ("the first", "the second")
    if study.kind == "acute":
        first, second = (question.choice.format(speaker=f"Speaker {letter}") for letter in TWO)
    return ((first, "a"), (second, "b"), *(TALKS if study.ties else ()))
