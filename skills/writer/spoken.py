"""Spoken: what a large model wrote, as a reply that can be said: without its thoughts, its tag and its marks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from bot.dialog import STRATEGIES
from bot.sentences import sentences, whole_sentences
from skills.models.tidy import words
from skills.policy import Policy
from skills.writer.check import fault
from skills.writer.prompt import Line

THOUGHTS = re.compile(r"\A\s*<(think|thinking|reasoning)>(?:.*?</\1>|.*\Z)", re.DOTALL)
"""What some models write before they answer; to the end of the text while they are at it."""
TAG = re.compile(r"\A\s*\[([^\]\n]{1,40})\]:?")
BEGUN = re.compile(r"\A\s*[\[<][^\]>]*\Z")
"""A tag that isn't closed yet."""
SPEAKER = re.compile(r"\A\s*(?:supporter|assistant|attune)\s?:\s*", re.IGNORECASE)
MARKS = re.compile(r"\*\*|__|`|^#+ ", re.MULTILINE)
NAMES = {name.lower(): name for name in STRATEGIES}
ASKS = "Question"


class Spoken(NamedTuple):
    """A reply and its strategy; None where it has none, and no text while there is nothing to be said yet."""

    text: str
    strategy: str | None = None


def spoken(raw: str, longest: int, *, ended: bool) -> Spoken:
    """What of a model's words so far can be said: whole sentences, no more than `longest` words.

    Where the model `ended` by itself its last sentence counts without a full stop.
    """
    said = THOUGHTS.sub("", raw)
    if BEGUN.match(said):
        return Spoken("")
    tag = TAG.match(said)
    strategy = NAMES.get(tag[1].strip().lower()) if tag else None
    said = said[tag.end() :] if tag and strategy else said
    said = " ".join(MARKS.sub("", SPEAKER.sub("", said)).split()).strip('"“” ')
    if ended and said and not whole_sentences(said).endswith(said[-1]):
        said = f"{said.rstrip(',;:- ')}."
    text = shortened(whole_sentences(said), longest)
    return Spoken(text, strategy or (ASKS if text.endswith("?") else None))


def shortened(text: str, longest: int) -> str:
    """The first sentences, no more than `longest` words; the first one whatever its length."""
    kept: list[str] = []
    for sentence in sentences(text):
        if kept and len(words(" ".join((*kept, sentence)))) > longest:
            break
        kept.append(sentence)
    return " ".join(kept)


def refused(reply: Spoken, now: Policy, talk: Sequence[Line], longest: int) -> str:
    """Why a reply is not to be said, by its form and by what may be done now; empty where it may be."""
    if wrong := fault(reply.text, talk, longest):
        return wrong
    return "" if now.allows(reply.text, reply.strategy) else f"{reply.strategy or ASKS} is not allowed now"
