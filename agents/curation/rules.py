"""The rules by which a subtitle line is cleaned. Each takes a text and gives it back cleaner, empty where it must go.

The papers do not say how they cleaned; these rules are our own, and each is counted in the report.
"""

from __future__ import annotations

import html
import re
import unicodedata
from contextlib import suppress

GARBLED = re.compile("[ÂÃâ][\u0080-¿€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]")
INVISIBLE = re.compile("[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060\ufeff\ufffd]")
TAG = re.compile(r"</?\s*(?:i|b|u|s|font|br|c|span)\b[^<>]{0,80}>|\{[\\yYcC$][^{}]{0,80}\}", re.IGNORECASE)
SOUND = re.compile(r"\[[^\[\]]*(?:\]|$)|\([^()]*(?:\)|$)|\*[^*]{1,60}\*|^[^\[(]*\]")
SONG = re.compile(r"[♪♫♬]|^\s*#.*[^#\d\s]|^\s*¶")
CREDIT = re.compile(
    r"https?:|www\.|\.(?:com|org|net)\b|opensubtitles|addic7ed|subscene|podnapisi|\bsub(?:title)?s? (?:by|edited)\b"
    r"|^\W*(?:\w+ (?:and|&) )?(?:caption(?:s|ed|ing)?|transcri(?:pt|bed)|translat(?:ed|ion)|corrections?|corrected"
    r"|sync(?:ed|hroni[sz]ed|hro)?|encoded|ripp?ed|timing|resync(?:ed)?) by\b|\badvertise your\b"
    r"|\bsupport us and become\b|©|\ball rights reserved\b",
    re.IGNORECASE,
)
LONE_L = re.compile(r"(?<![\w'’])l(?=$|\s|['’](?:m|ve|ll|d)\b|[,.!?])|\bl(?=(?:t|f|n|s|t['’]s|sn['’]t)\b)")
TALL_I = re.compile(r"(?<=[a-z])I+(?=[a-z]|\b)")
SPACES = re.compile(r"\s+")
LOOSE = re.compile(r"(?<!\s)\s+(?=[,.!?;:](?:\s|$|[.!?]))")
LATIN_SHARE = 0.5


def encoding(text: str) -> str:
    """UTF-8 that was once read as Windows-1252 (`â€™`) is read anew; invisible characters go; letters are composed."""
    if GARBLED.search(text):
        with suppress(UnicodeError):  # where some of it was right as it stood
            text = text.encode("cp1252").decode("utf8")
    return unicodedata.normalize("NFC", INVISIBLE.sub("", text))


def markup(text: str) -> str:
    """Tags of style and place go, entities are read."""
    return html.unescape(TAG.sub("", text))


def sounds(text: str) -> str:
    """What is heard but not said, in brackets or between stars, goes, also where the bracket is never closed."""
    return SOUND.sub("", text)


def songs(text: str) -> str:
    """A line that is sung goes."""
    return "" if SONG.search(text) else text


def credits(text: str) -> str:
    """A line in which the subtitle's makers name or advertise themselves or others goes."""
    return "" if CREDIT.search(text) else text


def letters(text: str) -> str:
    """`l` that a scanner read for `I`, and `I` for `l`: `l'm`, `lt's`, `wiII`."""
    return TALL_I.sub(lambda found: "l" * len(found[0]), LONE_L.sub("I", text))


def spacing(text: str) -> str:
    """One space between words, none before a mark."""
    return LOOSE.sub("", SPACES.sub(" ", text)).strip()


def wordless(text: str) -> str:
    """A line without a letter goes."""
    return text if any(char.isalpha() for char in text) else ""


def foreign(text: str) -> str:
    """A line most of whose letters are not of the Latin alphabet goes."""
    found = [char for char in text if char.isalpha()]
    latin = sum(char < "\u0250" for char in found)
    return text if latin >= LATIN_SHARE * len(found) else ""
