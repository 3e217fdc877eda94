"""Names in a text: those that people give themselves, and those of others, by lists and by how they are used."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.logs import cues, lists, twofold
from agents.logs.patterns import Hit

WORD = r"[^\W\d_]{1,40}(?:-[^\W\d_]{1,40}|['’](?![sS]\b)[^\W\d_]{1,40}){0,3}"
NEAR = 40
"""So many characters round a word say how it is used."""
MORE = 3
"""A name has at most so many words more."""
_WORD = re.compile(WORD)
_FILLER = r"(?:(?:um+|uh+|er+|actually|just|like|mr\.?|mrs\.?|ms\.?|mx\.?|dr\.?)[\s,]+)*"
_STRONG = re.compile(rf"(?:{cues.STRONG})[\s:,]*{_FILLER}(?P<it>{WORD})", re.IGNORECASE)
_GLUED = re.compile(r"(?:我叫|我的名字是|名前は)(?P<it>[\u3040-\u30ff\u4e00-\u9fff]{2,4})")
_WEAK = re.compile(rf"\b(?:{cues.WEAK})[\s:]+{_FILLER}(?P<it>{WORD})", re.IGNORECASE)
_HERE = re.compile(
    rf"(?:^|[.!?,\n]\s{{0,9}}+)(?:{cues.GREETING}\W+)?(?P<it>{WORD}) (?:here|speaking|again)\b", re.IGNORECASE
)
_OWN = re.compile(rf"\b(?P<it>{WORD})(?: {WORD})? is my (?:real |full )?name\b", re.IGNORECASE)
_SIGNED = re.compile(
    rf"(?:\b(?:{cues.CLOSING})\s*,\s*|^\s*[-–—~]\s*)(?P<it>{WORD})(?: {WORD})?[\sx.!]*$", re.IGNORECASE
)
_GREETS = re.compile(rf"^\W*{cues.GREETING}\b\W*(?:(?:i['’]?m|i am|it['’]?s|this is|im)\s+)?$", re.IGNORECASE)
_TITLED = re.compile(rf"\b(?P<title>{cues.TITLE})\.? (?!(?:mr|mrs|ms|mx|dr)\b)(?P<it>{WORD})", re.IGNORECASE)
_RELATED = re.compile(
    rf"\b(?:{cues.RELATION})(?P<named>['’]?s name (?:is|was)| named| called|['’]?s called)?,? (?P<it>{WORD})",
    re.IGNORECASE,
)
_SURNAME = re.compile(rf"(?: (?:van|von|de|da|del|der|bin|al|el|la))? ({WORD})")
_BEGINS = re.compile(r"(?:^|[.!?:\n\"“(]|\.\.\.|…)\s{0,40}[\"“'(]{0,40}$")


def introduced(text: str) -> Iterator[Hit]:
    """The names that somebody gives themselves."""
    for found in (*_STRONG.finditer(text), *_GLUED.finditer(text)):
        if found["it"].casefold() not in cues.NO_NAME:
            yield _in_full(text, _with_more(text, found))
    for found in _WEAK.finditer(text):
        if _may_be(found) or _greeted(found) or _told(found):
            yield _with_more(text, found)
    for pattern in (_HERE, _OWN, _SIGNED):
        yield from (_with_more(text, found) for found in pattern.finditer(text) if _may_be(found))


def mentioned(text: str) -> Iterator[Hit]:
    """The names of others: listed ones, those behind a title or "my sister", and unknown words with a capital."""
    shouted = text.upper() == text
    for found in _TITLED.finditer(text):
        if _is_titled(found):
            yield _with_more(text, found)
    for found in _RELATED.finditer(text):
        if _is_related(found):
            yield _with_more(text, found)
    for found in _WORD.finditer(text):
        before, after = _round(text, *found.span())
        starts = _BEGINS.search(before) is not None
        acting = twofold.acts(found[0], before, after, starts=starts)
        if lists.is_given(found[0]) or acting or (not shouted and _is_strange(found[0], after, starts=starts)):
            yield _with_more(text, found)


def known(text: str, names: frozenset[str]) -> Iterator[Hit]:
    """Where names that were given elsewhere in the talk are said again; one that is a word too, only with a capital."""
    for found in _WORD.finditer(text):
        folded = found[0].casefold()
        if folded in names and (not lists.is_word(folded) or found[0][0].isupper()):
            yield Hit("name", *found.span())


def _capital(word: str) -> bool:
    return word[0].isupper() and not word.isupper()


def _may_be(found: re.Match[str]) -> bool:
    """Behind words that introduce somebody, but also much else."""
    word = found["it"]
    folded = word.casefold()
    if folded in cues.NO_NAME:
        return False
    if lists.is_given(word):
        return True
    if folded in lists.twofold():
        return _capital(word) and folded not in cues.TRAITS
    return _capital(word) and not lists.is_word(word)


def _greeted(found: re.Match[str]) -> bool:
    """ "hi im zlatka", "im jaz, hi", "its kev btw": an unknown word where a name is wanted."""
    word = found["it"]
    before, after = _round(found.string, *found.span("it"))
    if lists.is_word(word) or word.casefold() in cues.NO_NAME:
        return False
    begun = _GREETS.match(before) is not None
    return begun or re.match(rf"\W*(?:{cues.GREETING}|btw|by the way|here|again)\b", after, re.IGNORECASE) is not None


def _told(found: re.Match[str]) -> bool:
    """ "call me Squeak", "this is Hollis again", "I'm Sable, 23": a word with a capital where a name is told."""
    word = found["it"]
    _, after = _round(found.string, *found.span("it"))
    if not _capital(word) or word.casefold() in cues.NO_NAME | cues.TRAITS:
        return False
    return re.match(cues.CALLED, found[0], re.IGNORECASE) is not None or re.match(cues.TELLS, after) is not None


def _is_titled(found: re.Match[str]) -> bool:
    title, word = found["title"], found["it"]
    if word.casefold() in cues.NO_NAME:
        return False
    if lists.is_given(word) or (word[0].isupper() and not lists.is_word(word)):
        return True
    short = title.casefold() in cues.SHORT_TITLES
    return short and ((_capital(title) and _capital(word)) or not lists.is_word(word))


def _is_related(found: re.Match[str]) -> bool:
    word = found["it"]
    folded = word.casefold()
    if folded in cues.NO_NAME or folded in cues.AFTER_RELATION:
        return False
    if folded in lists.twofold() or (_capital(word) and not lists.is_word(word)):
        return True
    return found["named"] is not None and (not lists.is_word(word) or _capital(word))


def _is_strange(word: str, after: str, *, starts: bool) -> bool:
    """A word with a capital that no list has: inside a sentence, or at its beginning where it does what people do."""
    if not _capital(word) or len(word) < 3 or lists.is_word(word) or word.casefold() in cues.NO_NAME:
        return False
    return not starts or re.match(cues.DOES, after, re.IGNORECASE) is not None


def _round(text: str, start: int, end: int) -> tuple[str, str]:
    """What stands near, before and after."""
    return text[max(0, start - NEAR) : start], text[end : end + NEAR]


def _begun(word: str) -> str:
    """What stands before an apostrophe: "I’m" is "i"."""
    return word.casefold().replace("’", "'").partition("'")[0]


def _in_full(text: str, hit: Hit) -> Hit:
    """With a surname in small letters: "my name is dana whitlock"."""
    more = _SURNAME.match(text, hit.end)
    if more is None or more[1].casefold() in cues.NO_NAME or more[1].casefold() in cues.AFTER_RELATION:
        return hit
    last = re.match(r"\s*(?:$|[.,!?;)]|and i\b)", text[more.end() : more.end() + NEAR]) is not None
    return Hit(hit.kind, hit.start, more.end()) if last or not lists.is_word(more[1]) else hit


def _with_more(text: str, found: re.Match[str]) -> Hit:
    """The name with the names behind it: "Dana Whitlock", "Zanetti-Park"."""
    start, end = found.span("it") if "it" in found.re.groupindex else found.span()
    for _ in range(MORE if text[start].isupper() else 0):
        more = _SURNAME.match(text, end)
        if more is None or not more[1][0].isupper() or _begun(more[1]) in cues.NO_NAME:
            break
        if text[start:end].isupper() and lists.is_word(more[1]):
            break
        end = more.end()
    return Hit("name", start, end)
