"""What a language model wrote, made fit to be sent: one utterance, whole sentences, ordinary spacing and capitals."""

from __future__ import annotations

import re
from collections.abc import Iterable

TAG = re.compile(r"^\s*\[[^\]]{1,40}\]\s*")
NEXT_SPEAKER = re.compile(r"\b(?:user|bot|seeker|supporter|speaker|listener|human|person|assistant)\s?:", re.IGNORECASE)
END = re.compile(r"[.!?…][\"'”’)]*(?=\s|$)")
LOOSE_MARK = re.compile(r"\s+([.,!?;:…)])")
LOOSE_APOSTROPHE = re.compile(r"(?<=\w)\s?(['’])\s?(s|m|re|ve|ll|d|t)\b", re.IGNORECASE)
START = re.compile(r"(^|[.!?…][\"'”’)]*\s+)([\"'“‘(]*)([^\W\d_])")
MYSELF = re.compile(r"(?<![\w'’.])i(?=$|[\s,.!?;:'’])")
NAME = re.compile(r"(?<=[a-z,;] )[A-Z][\w'’-]+")
WORD = re.compile(r"[\w'’-]+")


def tidy(text: str, finished: bool, heard: Iterable[str] = ()) -> str | None:
    """The first utterance of `text`, cut at a sentence's end; None when no whole sentence is there.

    `finished` says that the writer came to an end by itself: its last sentence then counts without a full stop. A text
    without any capital, as uncased tokenizers write, gets those of English, and of names as `heard` spells them.
    """
    said = TAG.sub("", text).strip().partition("\n")[0]
    said = " ".join(NEXT_SPEAKER.split(said)[0].split())
    said = _whole(LOOSE_APOSTROPHE.sub(r"\1\2", LOOSE_MARK.sub(r"\1", said)), finished)
    if not any(char.isalpha() for char in said):
        return None
    return said if any(char.isupper() for char in said) else recase(said, heard)


def words(text: str) -> list[str]:
    """The words of a text in lower case, each with one kind of apostrophe."""
    found = (word.lower().replace("\u2019", "'").strip("'-") for word in WORD.findall(text))
    return [word for word in found if word]


def recase(text: str, heard: Iterable[str] = ()) -> str:
    """Capitals at the start of sentences, in `I`, and in names somebody wrote with one in the middle of a sentence."""
    names = {name.lower(): name for line in heard for name in NAME.findall(line)}
    named = WORD.sub(lambda found: names.get(found[0], found[0]), text)
    started = START.sub(lambda found: f"{found[1]}{found[2]}{found[3].upper()}", named)
    return MYSELF.sub("I", started)


def _whole(text: str, finished: bool) -> str:
    """Up to the last sentence that ended."""
    ends = [found.end() for found in END.finditer(text)]
    if text and finished and (not ends or ends[-1] < len(text)):
        return f"{text.rstrip(',;:- ')}."
    return text[: ends[-1]] if ends else ""
