"""Subtitles made for measuring speed: lines of our own words, with the dirt of real ones, the same for a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

PER_FILE = 1000
"""Lines of a file, about those of a film."""
WHO = ("I", "you", "we", "they", "my sister", "the doctor", "your friend", "nobody")
DOES = ("heard", "forgot", "loved", "lost", "found", "wanted", "hated", "missed", "remembered", "broke")
WHAT = ("the old house", "that song", "it all", "the keys", "a letter", "the last train", "your voice", "the truth")
WHEN = ("", " last night", " again", " before the storm", " in the end", " for years", " on Sunday")
SHORT = ("Why?", "No.", "Of course.", "I'm sorry.", "Really?", "Don't.", "Thank you so much!", "Well...")
DIRT = ("[door slams] {}", "<i>{}</i>", "- {}", "MAN: {}", "♪ {} ♪", "(sighs) {}", "Subtitles by {}", "l'm sure {}")


def write(folder: Path, lines: int, seed: int) -> None:
    """`lines` lines in files of `PER_FILE`, three in four as OpenSubtitles' XML and one in four as SubRip."""
    for number, first in enumerate(range(0, lines, PER_FILE)):
        said = list(_lines(random.Random(seed * 1_000_003 + number), min(PER_FILE, lines - first)))
        place = folder / f"{number // 100:04d}"
        place.mkdir(parents=True, exist_ok=True)
        if number % 4 == 3:
            (place / f"{number:06d}.srt").write_text(_srt(said), encoding="utf8")
        else:
            (place / f"{number:06d}.xml").write_text(_xml(said), encoding="utf8")


def _lines(rng: random.Random, count: int) -> Iterator[tuple[int, int, str]]:
    """Begin, end and text of each line; one silence in ten is longer than five seconds."""
    now = 1000
    for _ in range(count):
        who, does, what, when = (rng.choice(words) for words in (WHO, DOES, WHAT, WHEN))
        text = rng.choice(SHORT) if rng.random() < 0.3 else f"{who[0].upper()}{who[1:]} {does} {what}{when}."
        if rng.random() < 0.15:
            text = rng.choice(DIRT).format(text)
        end = now + 800 + 40 * len(text)
        yield now, end, text
        now = end + (rng.randint(5001, 30000) if rng.random() < 0.1 else rng.randint(0, 2000))


def _xml(lines: list[tuple[int, int, str]]) -> str:
    body = "\n".join(
        f'  <s id="{number}">\n    <time id="T{number}S" value="{stamp(start)}" />\n'
        + "".join(f'    <w id="{number}.{place}">{escape(word)}</w>\n' for place, word in enumerate(text.split(), 1))
        + f'    <time id="T{number}E" value="{stamp(end)}" />\n  </s>'
        for number, (start, end, text) in enumerate(lines, 1)
    )
    return f'<?xml version="1.0" encoding="utf-8"?>\n<document id="1">\n{body}\n</document>\n'


def _srt(lines: list[tuple[int, int, str]]) -> str:
    return "".join(
        f"{number}\n{stamp(start)} --> {stamp(end)}\n{text}\n\n" for number, (start, end, text) in enumerate(lines, 1)
    )


def stamp(milliseconds: int) -> str:
    """`01:02:03,456`."""
    seconds, rest = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d},{rest:03d}"
