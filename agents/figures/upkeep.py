"""The documentation held against its figures: which are kept, which pages differ, and what is out of date."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from agents.figures.pages import filled, pages, shown
from agents.figures.record import Record, load
from agents.figures.sources import SOURCES
from bot.errors import FiguresError


def folder(root: Path) -> Path:
    """Where figures are kept. FiguresError outside a checkout, which alone has documentation."""
    found = root / "docs" / "figures"
    if not found.is_dir():
        raise FiguresError(f"{found}: there is no such folder; figures are kept in a checkout")
    return found


def kept(root: Path) -> dict[str, Record]:
    """Every set of figures by its name."""
    return {path.stem: load(path) for path in sorted(folder(root).glob("*.json"))}


def write(root: Path, records: Mapping[str, Record], inputs: Mapping[str, str]) -> list[Path]:
    """Write every block; the pages that this has changed."""
    changed: list[Path] = []
    for page in pages(root):
        text = page.read_text(encoding="utf8")
        new = filled(page.relative_to(root), text, records, inputs)
        if new != text:
            page.write_text(new, encoding="utf8")
            changed.append(page.relative_to(root))
    return changed


def complaints(root: Path, records: Mapping[str, Record], inputs: Mapping[str, str]) -> list[str]:
    """What is wrong: pages that differ from their figures, figures that no page shows, figures that are out of date."""
    return [*_pages(root, records, inputs), *_old(records, inputs)]


def _pages(root: Path, records: Mapping[str, Record], inputs: Mapping[str, str]) -> Iterator[str]:
    seen: set[str] = set()
    for page in pages(root):
        text = page.read_text(encoding="utf8")
        seen |= shown(text)
        if filled(page.relative_to(root), text, records, inputs) != text:
            yield f"{page.relative_to(root)}: its figures are not those of docs/figures: attune figures"
    yield from (f"docs/figures/{name}.json: no page shows it" for name in records if name not in seen)


def _old(records: Mapping[str, Record], inputs: Mapping[str, str]) -> Iterator[str]:
    """Of figures that take a minute or two; older ones that take longer are said to be so where they stand."""
    for name, source in SOURCES.items():
        if name not in records or source.corpora:
            continue
        if set(records[name].inputs) != set(source.inputs) or (older := records[name].older_than(inputs)):
            what = ", ".join(older) if records[name].inputs else "what it measures"
            yield f"docs/figures/{name}.json: older than {what}: attune figures {name}"
