"""The language that somebody writes in, and the words that are held in it: `configs/crisis/words/*.toml`.

A file is named by its ISO 639 code. What it holds is for danger alone; docs/care.md says how little is followed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

import msgspec

from bot.toml import read_toml
from skills.care.languages import written_in
from skills.care.plain import fold

Languages: TypeAlias = "Mapping[str, Language]"
FEW = 2
"""So many different small words of a language tell it, if there are fewer of English."""
SHARE = 5
"""One of so many words must be among them: other languages in Latin letters have a few by chance."""
_SMALL = """
the and i im my you is was to of it its for with have not dont cant he she they we what how this that are be do just so
please can want yes no help thank thanks sorry
"""
ENGLISH = frozenset(_SMALL.split())
_SCRIPTS = (
    ("ja", re.compile("[぀-ヿ]")),
    ("ko", re.compile("[가-힣]")),
    ("zh", re.compile("[一-鿿]")),
    ("hi", re.compile("[ऀ-ॿ]")),
    ("ar", re.compile("[؀-ۿ]")),
    ("ru", re.compile("[Ѐ-ӿ]")),
)
"""The first that is found tells the language: Japanese has Chinese letters beside its own."""
_BETWEEN = re.compile("[^\\w\u0900-\u0903\u093a-\u094f\u064b-\u065f]+")
_OTHERS = re.compile("[پچژگٹڈڑےۓіїєґўјљњћџ]")
"""Letters of languages in the same scripts for which no words are held: Persian, Urdu, Ukrainian, Serbian."""

_CHAT = re.compile(r"[a-z][2-9][a-z]|\b[2-9][a-z]{3}")
"""Digits for letters, as Arabic is written in ours: its "el" and "ya" are no Spanish."""


class Sentences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said in danger; {emergency}, {number} and {directory} are filled in from the crisis lines."""

    thanks: str
    program: str
    believe: str
    close: str
    urgent: str
    means: str
    reach: str
    nowhere: str
    unheld: str
    country: str
    danger: str
    local: str
    ending: str
    safe: str
    near: str
    write: str
    hush: str
    glad: str
    unfollowed: str


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    language: str
    say: Sentences
    yes: tuple[str, ...]
    no: tuple[str, ...]
    small: str = ""
    here: tuple[str, ...] = ()
    home: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Language:
    """Words of one language, as `fold` spells them.

    `small` ones tell it; `here`, `home` and `beside` stand before the place where somebody is, which they come from,
    and any place.
    """

    name: str
    say: Sentences
    yes: frozenset[str]
    no: frozenset[str]
    small: frozenset[str]
    here: tuple[str, ...]
    home: tuple[str, ...]
    beside: tuple[str, ...]


def language_of(text: str, held: Languages, *, before: str = "") -> str:
    """The code of a message's language, `before` where it does not tell, "" for English and what is not held."""
    folded = fold(text)
    if (script := next((code for code, letters in _SCRIPTS if letters.search(folded)), "")) and _mostly(folded):
        return script if script in held and not _OTHERS.search(folded) else ""
    words = set(re.findall(r"[a-z]+", folded))
    ours = len(words & ENGLISH)
    counts = {code: len(words & language.small) for code, language in held.items()}
    most = max(counts.values(), default=0)
    if most >= FEW and most > ours and most * SHARE >= len(words) and not _CHAT.search(folded):
        likely = [code for code, count in counts.items() if count == most]
        return before if before in likely else likely[0]
    phrase = written_in(folded)
    if phrase and most >= ours:
        return phrase if phrase in held else ""
    return "" if ours >= FEW and ours > most else before


def answer_in_english(text: str, language: Language) -> str:
    """ "yes" or "no" for an answer that is nothing else in its language, else the text itself."""
    bare = _bare(text)
    return "yes" if bare in language.yes else "no" if bare in language.no else text


def _bare(text: str) -> str:
    """Folded words with the signs that Hindi and Arabic put on letters, without anything between."""
    return " ".join(_BETWEEN.sub(" ", fold(text)).split())


def _mostly(folded: str) -> bool:
    """Whether most letters are of another script than ours."""
    letters = [char for char in folded if char.isalpha()]
    return sum(char > "ɏ" for char in letters) * 2 > len(letters)


@cache
def languages() -> Languages:
    """The languages shipped with Attune. WeightsError when a file of them is missing or altered."""
    from skills import pins

    pins.check_all("crisis")
    return load(Path(__file__).parents[2] / "configs" / "crisis" / "words")


def load(folder: Path) -> Languages:
    """Read every `*.toml` of a folder. Raises ConfigError naming the file and the field."""
    return {path.stem: _language(path) for path in sorted(folder.glob("*.toml"))}


def _language(path: Path) -> Language:
    raw = read_toml(path, _File)
    yes, no = (frozenset(map(_bare, words)) for words in (raw.yes, raw.no))
    return Language(raw.language, raw.say, yes, no, frozenset(raw.small.split()), raw.here, raw.home, raw.beside)
