"""Text as the safety patterns read it: lower-case words, one space apart, in sentences, with disguises undone.

"I wanna d!e" and "k i l l  m y s e l f" read like "i wanna die" and "kill myself"; apostrophes and accents are gone,
so "don't", "don’t" and "dont" are one word. Every step looks at each character a bounded number of times.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import groupby

KEYWORDS = (
    *("alive", "anymore", "better", "bridge", "dead", "death", "die", "dying", "end", "goodbye", "gun", "hang", "harm"),
    *("hurt", "jump", "kill", "killing", "knife", "life", "live", "living", "myself", "noose", "overdose", "pills"),
    *("plan", "rope", "suicidal", "suicide", "tonight", "unalive", "want"),
)
"""Words worth undoing a disguise for."""

SLANG = {
    "2night": "tonight", "2nite": "tonight", "tonite": "tonight", "2day": "today",
    "tmrw": "tomorrow", "tmr": "tomorrow",
    "2moro": "tomorrow", "rn": "right now", "u": "you", "ur": "your", "bc": "because", "cuz": "because", "n": "and",
    "sewerslide": "suicide", "sewerside": "suicide", "suislide": "suicide", "unlive": "unalive", "unaliving": "unalive",
    "kermit": "commit", "dieing": "dying", "kil": "kill", "kll": "kill", "kiil": "kill", "killl": "kill",
    "meself": "myself", "mum": "mom", "mam": "mom", "wana": "wanna", "wnna": "wanna", "wnt": "want", "gona": "gonna",
    "gunna": "gonna",
    "ima": "im gonna", "imma": "im gonna", "finna": "gonna",
    "rly": "really", "rlly": "really", "pls": "please", "plz": "please",
    "bestie": "friend", "bf": "boyfriend", "gf": "girlfriend", "suicidle": "suicidal", "suisidal": "suicidal",
}  # fmt: skip
GLUED = {
    "idontwantto": " i dont want to ", "iwantto": " i want to ", "wantto": " want to ", "iwanna": " i wanna ",
    "killmyself": " kill myself ", "endmylife": " end my life ", "hurtmyself": " hurt myself ",
    "cutmyself": " cut myself ",
    "enditall": " end it all ", "suicidal": " suicidal ", "suicide": " suicide ", "todie": " to die ",
}  # fmt: skip
"""What letters written apart or run together may spell, longest first where one holds another."""

_LEET = str.maketrans("01345789@$!|+", "oieastbgasiit")
_ACCENTS = {
    code: base for code in range(0xC0, 0x250) if (base := unicodedata.normalize("NFD", chr(code))[0]) != chr(code)
}
_INVISIBLE = dict.fromkeys((173, *range(8203, 8208), *range(8288, 8293), 65279, 39, 96, 180, 8216, 8217))
_APART = re.compile(r"\b[a-z](?:[ .\-_*]{1,2}[a-z]){3,}\b")
_STRETCHED = re.compile(r"(.)\1\1")
_ENDS = tuple(".!?;:…。")
_OUTER = '"#%&()*,-./:;<=>?[\\]^_{}~¡¿“”„«»…–—。、!+|'
_QUOTES = '"“„«「'
"""A word behind one of these is marked: what somebody else said must not be read as the speaker's own wish."""
LATELY = 256
"""So many texts read last are kept in memory as they were read: a turn is looked at several times, and then again."""
_WINDOW, _STEP, _LONGEST_WORD = 60, 45, 40


def _near(word: str) -> set[str]:
    """Every spelling one slip away: a letter left out, doubled, swapped with the next, or another in its place."""
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    left_out = {a + b[1:] for a, b in cuts if b}
    swapped = {a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1}
    letters = "abcdefghijklmnopqrstuvwxyz"
    other = {a + letter + b[1:] for a, b in cuts if b for letter in letters}
    added = {a + letter + b for a, b in cuts for letter in letters}
    return (left_out | swapped | other | added) - {word}


_SLIPS = {slip: word for word in ("suicide", "suicidal", "unalive", "overdose", "myself") for slip in _near(word)}
for _real in ("overdosed", "overdoses", "suicides", "unalived"):  # words of their own, no slips
    _SLIPS.pop(_real)
_SLIPS |= {"myslef": "myself", "mysefl": "myself", "sucidal": "suicidal", "sucide": "suicide", "suiside": "suicide"}
_SQUEEZED = {"".join(letter for letter, _ in groupby(word)): word for word in KEYWORDS}
_KNOWN = frozenset(KEYWORDS)


def fold(text: str) -> str:
    """Case, width, invisible characters, apostrophes and Latin accents evened out; other scripts stay as they are."""
    return unicodedata.normalize("NFKC", text).casefold().translate(_INVISIBLE).translate(_ACCENTS)


@lru_cache(LATELY)
def sentences(text: str) -> tuple[str, ...]:
    """The sentences of `text`, each as plain words with one space between; long ones in overlapping windows."""
    found: list[str] = []
    for line in _APART.sub(_join, fold(text)).splitlines():
        words: list[str] = []
        for token in line.split():
            word = _word(token)
            if word != (words[-1] if words else ""):  # "to to die"
                words.append(word)
            if token.endswith(_ENDS):
                found += _windows(words)
                words = []
        found += _windows(words)
    return tuple(found)


def _join(spelt: re.Match[str]) -> str:
    return _unglue(re.sub(r"[^a-z]", "", spelt[0]))


def _unglue(word: str) -> str:
    for glued, phrase in GLUED.items():
        word = word.replace(glued, phrase)
    return word


def _word(token: str) -> str:
    word = token.strip(_OUTER)[:_LONGEST_WORD]
    if not word.isalpha() and word:
        word = _unmask(word)
    if _STRETCHED.search(word):
        even = "".join(letter for letter, _ in groupby(word))
        word = _SQUEEZED.get(even, even)
    word = SLANG.get(word, word)
    plain = _unglue(_SLIPS.get(word, word)).strip()
    return f"quote {plain}" if token[0] in _QUOTES else plain


def _unmask(word: str) -> str:
    """A key word behind digits, symbols or stars; any other word as it is, without its punctuation."""
    letters = "".join(char for char in word.translate(_LEET) if char.isalpha())
    letters = _SLIPS.get(letters, letters)
    if letters in _KNOWN:
        return letters
    if "*" in word:
        same = [
            key
            for key in KEYWORDS
            if len(key) == len(word) and all(a in ("*", b) for a, b in zip(word, key, strict=True))
        ]
        return same[0] if same else word
    if word in SLANG:
        return SLANG[word]
    return re.sub(r"[^\w%]+", " ", word).strip()


def _windows(words: list[str]) -> list[str]:
    if not words:
        return []
    starts = range(0, max(1, len(words) - _WINDOW + _STEP), _STEP)
    return [" ".join(" ".join(words[start : start + _WINDOW]).split()) for start in starts]
