"""Subtitles in the XML of OpenSubtitles 2018 (Lison, Tiedemann & Kouylekov 2018): sentences with times between words.

`<s>` is a sentence; in it stand `<w>` words, or plain text, and `<time id="T7S" value="00:01:02,345"/>` where a
subtitle begins (S) or ends (E). A sentence in the middle of a subtitle has no time of its own. The file is read as a
stream, and by defusedxml: a file that defines entities is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING

from agents.corpora.reading import refuse
from agents.curation.lines import Line, milliseconds, timed

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

LOOSE = (
    (re.compile(r"\s+(?=[.,!?;:…%)\]}])"), ""),
    (re.compile(r"(?<=[(\[{$#])\s+"), ""),
    (re.compile(r"\s*(['’])\s*(?=(?:s|m|t|d|re|ve|ll|em)\b)", re.IGNORECASE), r"\1"),
    (re.compile(r"(?i)(?<=\b(?:ca|do|is|wo)|.[dens])\s+(?=n['’]t\b)"), ""),
    (re.compile(r"\"\s+([^\"]*?)\s+\""), r'"\1"'),
)
"""What tokens leave apart, and how it is written."""


def read(file: IO[bytes], path: Path) -> Iterator[Line]:
    """The sentences of one file, as they come. CorpusError names file, line and reason; `path` is only its name."""
    from xml.etree.ElementTree import ParseError

    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import iterparse

    try:
        root: Element | None = None
        for event, element in iterparse(file, events=("start", "end")):
            if root is None:
                root = element
            elif event == "end" and element.tag == "s":
                yield _line(element)
                root.clear()  # what was read is let go, or the whole film would stay in memory
    except ParseError as error:
        refuse(path, error.position[0], f"this is not XML: {error.msg}")
    except DefusedXmlException as error:
        refuse(path, None, f"it defines entities or refers to others, which a subtitle has no use for: {error}")
    except (LookupError, ValueError) as error:
        refuse(path, 1, f"its encoding cannot be read: {error}")


def _line(sentence: Element) -> Line:
    times = {"S": [], "E": []}  # type: dict[str, list[int | None]]
    for mark in sentence.iter("time"):
        times.setdefault(mark.get("id", "")[-1:], []).append(milliseconds(mark.get("value", "")))
    words = [word.text or "" for word in sentence.iter("w")]
    text = joined(words) if words else " ".join("".join(sentence.itertext()).split())
    return timed(text, times["S"][0] if times["S"] else None, times["E"][-1] if times["E"] else None)


def joined(words: list[str]) -> str:
    """Words and marks as they are written: `Do n't , " he " said` becomes `Don't, "he" said`."""
    text = " ".join(" ".join(words).split())
    for loose, fast in LOOSE:
        text = loose.sub(fast, text)
    return text
