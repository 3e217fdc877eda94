"""Sentences as lists of plain lower-case words; what is asked, supposed or only held by somebody is marked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile

from skills.spans import listed
from skills.spans.elided import completed
from skills.spans.lexicon import NOUNS, RELATIONS
from skills.spans.pronouns import resolved
from skills.spans.unreal import made_up, names_story, nothing_of, speech, taken_back
from skills.spans.verbs import NO_OBJECT, base_of
from skills.spans.words import (
    CAPITALS,
    FEARED,
    GRAVE,
    GRAVE_TOGETHER,
    LAUGHTER,
    OPENERS,
    PREPOSITIONS,
    SPELLINGS,
    STATES,
    SUPPOSED,
    THOUGHT,
    TRAITS,
    WHO,
)

MUCH = 2000
"""Characters of an utterance that are read."""
TOKEN = re.compile(r"[A-Za-z]+(?:['-][A-Za-z]+)*'?|\d+|\.{2,}|[.!?\n]+|[,;:()]|\S")
IN_LAW = re.compile(r"\b(?:mother|father|sister|brother|daughter|son)s? in law\b", re.IGNORECASE)
SPLIT = re.compile(r"^(i|we|they)('m|'re|'ve)$")
COMMA, NAME = ",", "·"
PAUSES = frozenset(",;:()-–—…")
QUOTES = frozenset('"“”«»*<>[]{}|@#/')
NOTHING_FROM = QUOTES | {"if", "unless"}
SMALL = {
    str(place + 2): word
    for place, word in enumerate(["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"])
}
"""Numbers as words: a span holds no digits."""
POSSESSED = frozenset({"my", "her", "his", "their", "our", "me", "us", "the", "a"})
DONE_ALONE = NO_OBJECT | listed("leave move quit start lose fail pass forget stop")
"""Verbs whose participle nobody *is*: "my mum's left", but "my mum's stressed", "my car's parked outside"."""
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
    if taken_back(heard):
        return
    capitals = heard.isupper() or heard.istitle()
    words: list[str] = []
    told: list[list[str]] = []
    for token in [*TOKEN.findall(heard), "."]:
        if token[0] not in ".!?\n" or (token[0] == "." and len(token) > 1):
            plain = _plain(token, first=not words, capitals=capitals)
            words += plain if plain != [COMMA] or words[-1:] != plain else []
            continue
        told.append(_short_is(_before_the_question(words) if "?" in token else words))
        words = []
    for found in resolved(completed(_real([words for words in told if words]))):
        yield Sentence(tuple(found), _doubtful(found))


def _real(told: list[list[str]]) -> list[list[str]]:
    """The sentences before a story or a dream begins, without "he" and "she" of a film that is only spoken of."""
    found: list[list[str]] = []
    story = False
    for words in takewhile(lambda words: not made_up(words), told):
        first = next((word for word in words if word not in OPENERS and word != COMMA), "")
        if story and first in ("he", "she", "they", "it"):
            continue
        story = names_story(words) and RELATIONS.isdisjoint(words)
        found.append(words)
    return found


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
    if lower in SMALL:
        return [SMALL[lower]]
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
    """ "mom's getting married" is told of her, "mom's lost her job" too; "mom's house" is not."""
    found: list[str] = []
    for place, word in enumerate(words):
        after = words[place + 1] if place + 1 < len(words) else ""
        short = word.endswith("'s") and (word[:-2] in NOUNS or word[:-2] in WHO or word in ("he's", "she's"))
        helper = _helper(after, words[place + 2 : place + 3]) if short else ""
        found += [word[:-2], helper] if helper else [word]
    return found


def _helper(after: str, then: list[str]) -> str:
    """What `'s` is short for before a word: "is", as it stands, or "has"; empty where it may be neither."""
    next_word, base = then[0] if then else "", base_of(after, "participle")
    is_so = after in STATES | TRAITS and next_word not in NOUNS  # "my mum's late", but "my dad's late wife"
    if is_so or after in PREPOSITIONS - {"to"} or after in ("not", "always", "still"):
        return "'s"
    if after in ("been", "got") or base in DONE_ALONE or (base and next_word in POSSESSED):
        return "has"
    return "'s" if base_of(after, "gerund") else ""


def _doubtful(words: list[str]) -> frozenset[int]:
    """Places behind "if", "I wish", "she says": to the end, or to where the talk comes back to what is so."""
    if not NOTHING_FROM.isdisjoint(words) or grave(words) or nothing_of(words):
        return frozenset(range(len(words)))
    found = set(range(speech(words), len(words)))
    supposed = thought = False
    for place, word in enumerate(words):
        if place and (words[place - 1] not in THOUGHT or words[place - 1] in FEARED):
            supposed, thought = supposed and word not in RESUMES, thought and word not in RECALLS
        amazed = word == "believe" and place > 0 and words[place - 1] in ("can't", "couldn't")
        about = word in FEARED and words[place + 1 : place + 2] in (["about"], ["of"], ["for"])
        supposed = supposed or (word in SUPPOSED and not _told_all_the_same(words, place))
        thought = thought or (word in THOUGHT and not amazed and not about)
        if supposed or thought:
            found.add(place)
    return frozenset(found)


def _told_all_the_same(words: list[str], place: int) -> bool:
    """ "My car won't start" and "I was supposed to start on Monday" are so, though not done."""
    word, before = words[place], words[place - 1] if place else ""
    after = words[place + 1] if place + 1 < len(words) else ""
    if word in ("won't", "will"):
        return word == "won't" or after == "not"
    return word == "supposed" and after == "to" and before in ("was", "were", "'m", "'re", "am", "are", "is")
