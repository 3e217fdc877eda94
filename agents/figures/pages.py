"""The pages that show figures: each block stands between two markers, and nobody writes in it by hand.

`<!-- figures NAME: begin -->` and `<!-- figures NAME: end -->`: all tables of docs/figures/NAME.json.
`<!-- figures NAME (danger; turns of talks): begin -->`: those that are named so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from agents.figures.record import Record
from bot.errors import FiguresError

BLOCK = re.compile(
    r"^(?P<begin><!-- figures (?P<name>[a-z0-9-]+)(?: \((?P<tables>[^)\n]+)\))?: begin -->)\n"
    r"(?P<text>(?:(?!<!-- figures ).*\n)*?)"
    r"(?P<end><!-- figures (?P<last>[a-z0-9-]+): end -->)$",
    re.MULTILINE,
)
MARKER = re.compile(r"^<!-- figures .*-->$", re.MULTILINE)


def pages(root: Path) -> Iterator[Path]:
    """The README and every page of docs."""
    yield root / "README.md"
    yield from sorted((root / "docs").rglob("*.md"))


def filled(page: Path, text: str, records: Mapping[str, Record], inputs: Mapping[str, str]) -> str:
    """The page's text with every block as its record has it now.

    FiguresError for a marker that has no other, or names figures that are not kept.
    """
    if 2 * len(BLOCK.findall(text)) != len(MARKER.findall(text)):
        raise FiguresError(f"{page}: a marker of figures has none that ends its block, or stands inside another's")

    def block(match: re.Match[str]) -> str:
        name = match["name"]
        if match["last"] != name:
            raise FiguresError(f"{page}: {match['begin']} ends with {match['end']}")
        if name not in records:
            raise FiguresError(f"{page}: there are no figures {name!r}: choose from {', '.join(records)}")
        tables = [part.strip() for part in (match["tables"] or "").split(";") if part.strip()]
        return f"{match['begin']}\n{records[name].text(inputs, tables)}\n{match['end']}"

    return BLOCK.sub(block, text)


def outside(text: str) -> str:
    """What of a page stands in no block."""
    return BLOCK.sub("", text)


def shown(text: str) -> set[str]:
    """The names of the figures that a page shows."""
    return {match["name"] for match in BLOCK.finditer(text)}
