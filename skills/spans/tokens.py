"""Sentences as lists of plain lower-case words; what is asked, supposed or only held by somebody is marked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from skills.spans.lexicon import RELATIONS
from skills.spans.pronouns import resolved
from skills.spans.verbs import base_of
from skills.spans.words import CAPITALS, FEARED, GRAVE, GRAVE_TOGETHER, LAUGHTER, SPELLINGS, SUPPOSED, THOUGHT

MUCH = 2000
"""Characters of an utterance that are read."""
TOKEN = re.compile(r"[A-Za-z]+(?:['-][A-Za-z]+)*'?|\d+|\.{2,}|[.!?\n]+|[,;:()]|\S")
IN_LAW = re.compile(r"\b(?:mother|father|sister|brother|daughter|son)s? in law\b", re.IGNORECASE)
SPLIT = re.compile(r"^(i|we|they)('m|'re|'ve)$")
COMMA, NAME, STRANGE = ",", "·", "°"
PAUSES = frozenset(",;:()-–—…")
QUOTES = frozenset('"“”«»*<>[]{}|@#/')
NOTHING_FROM = QUOTES | {"if", "unless"}
RESUMES = frozenset({"but", "because", "bc"})
RECALLS = RESUMES | {COMMA, "when", "after", "since", "so"}
"""Behind these the talk comes back from what is supposed, or thought, to what is so."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """`words` in lower case, `,` for any pause, a mark for names. `doubtful`: places from which nothing is taken."""

    words: tuple[str, ...]
    doubtful: frozenset[int]


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences of an utterance that state something."""
    heard = text[:MUCH].replace("’", "'").replace("…", "...").replace("`", "'")
    heard = IN_LAW.sub(lambda found: found[0].replace(" ", "-"), heard)
    capitals = heard.isupper() or heard.istitle()
    words: list[str] = []
    told: list[list[str]] = []
    for token in [*TOKEN.findall(heard), "."]:
        if token[0] not in ".!?\n" or (token[0] == "." and len(token) > 1):
            words += _plain(token, first=not words, capitals=capitals)
            continue
        told.append(_short_is(_before_the_question(words) if "?" in token else words))
        words = []
    for found in resolved([sentence for sentence in told if sentence]):
        yield Sentence(tuple(found), _doubtful(found))


def _plain(token: str, *, first: bool, capitals: bool) -> list[str]:
    """One token as words: contractions of a subject taken apart, what people mistype mended, names marked."""
    if token in PAUSES or token[0] == ".":
        return [COMMA]
    lower = token.lower()
    if lower in LAUGHTER:
        return [COMMA]
    if token[0].isupper() and not (first or capitals) and not _common(lower):
        return [NAME]
    lower = SPELLINGS.get(lower, lower)
    found = SPLIT.match(lower)
    return list(found.groups()) if found else lower.split()


def _common(word: str) -> bool:
    """A word that people write with a capital though it is nobody's name."""
    return word in CAPITALS or word in RELATIONS or word in ("i", "im", "ive") or word.startswith("i'")


def _before_the_question(words: list[str]) -> list[str]:
    """What stands before a question's last pause is no part of the question: "I lost my job, what now?"."""
    last = max((place for place, word in enumerate(words) if word == COMMA), default=0)
    return words[:last]


def grave(words: Iterable[str]) -> bool:
    """Whether a sentence may speak of violence, self-harm or sex: nothing of it is given back."""
    said = frozenset(words)
    return not GRAVE.isdisjoint(said) or any(said & one and said & other for one, other in GRAVE_TOGETHER)


def _short_is(words: list[str]) -> list[str]:
    """ "mom's getting married" is told of her; "mom's house" is not."""
    found: list[str] = []
    for word, after in zip(words, [*words[1:], ""], strict=False):
        verb = base_of(after, "gerund") or after in ("been", "not", "always", "still")
        short = word.endswith("'s") and (word[:-2] in RELATIONS or word in ("he's", "she's"))
        found += [word[:-2], "'s"] if verb and short else [word]
    return found


def _doubtful(words: list[str]) -> frozenset[int]:
    """Places behind "if", "I wish", "she says": to the end, or to where the talk comes back to what is so."""
    if not NOTHING_FROM.isdisjoint(words) or grave(words):
        return frozenset(range(len(words)))
    found: set[int] = set()
    supposed = thought = False
    for place, word in enumerate(words):
        if place and (words[place - 1] not in THOUGHT or words[place - 1] in FEARED):
            supposed, thought = supposed and word not in RESUMES, thought and word not in RECALLS
        amazed = word == "believe" and place > 0 and words[place - 1] in ("can't", "couldn't")
        supposed, thought = supposed or word in SUPPOSED, thought or (word in THOUGHT and not amazed)
        if supposed or thought:
            found.add(place)
    return frozenset(found)
