"""The pages hang together: each is found from docs/index.md, and every link leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
INDEX = ROOT / "docs/index.md"
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def prose(page: Path) -> str:
    """A page without its fenced blocks, in which nothing is a link or a heading."""
    return re.sub(r"^( *)```.*?^ *```$", "", page.read_text(encoding="utf8"), flags=re.DOTALL | re.MULTILINE)


def links(page: Path) -> list[str]:
    """Where a page's links and pictures lead, those out of the repository left out."""
    found = re.findall(r"\]\(\s*([^)\s]+)\s*\)", re.sub(r"`[^`\n]*`", "``", prose(page)))
    return [link for link in found if "://" not in link]


def anchors(page: Path) -> set[str]:
    """What can stand after # in a link to a page: its headings in small letters, words joined by hyphens."""
    seen: dict[str, int] = {}
    found = set()
    for heading in re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE):
        words = re.sub(r"\]\([^)]*\)", "", heading).strip().lower()
        name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        found.add(f"{name}-{seen[name]}" if name in seen else name)
        seen[name] = seen.get(name, 0) + 1
    return found


def leads_nowhere(page: Path, link: str) -> bool:
    place, _, anchor = link.partition("#")
    goal = (page.parent / place).resolve() if place else page
    if not goal.is_relative_to(ROOT) or not goal.exists():
        return True
    return bool(anchor) and (goal.suffix != ".md" or anchor not in anchors(goal))


def reached(start: Path) -> set[Path]:
    """The pages that links lead to from `start`, and from those."""
    found, left = {start}, [start]
    while left:
        page = left.pop()
        goals = {(page.parent / link.partition("#")[0]).resolve() for link in links(page)}
        more = {goal for goal in goals if goal.suffix == ".md" and goal.is_relative_to(ROOT / "docs")} - found
        found |= more
        left += more
    return found


def test_every_link_leads_to_a_file_of_ours_and_a_heading_in_it() -> None:
    found = [(str(page.relative_to(ROOT)), link) for page in PAGES for link in links(page)]
    assert [one for one in found if leads_nowhere(ROOT / one[0], one[1])] == []
    assert len(found) > 100


def test_every_page_is_found_from_the_index() -> None:
    lost = set((ROOT / "docs").rglob("*.md")) - reached(INDEX)
    assert sorted(str(page.relative_to(ROOT)) for page in lost) == []


def test_the_readme_leads_to_the_index() -> None:
    assert "docs/index.md" in links(ROOT / "README.md")


def test_a_link_to_nothing_is_seen(tmp_path: Path) -> None:
    page = ROOT / "docs/page.md"
    assert leads_nowhere(page, "none.md")
    assert leads_nowhere(page, "care.md#none")
    assert leads_nowhere(page, "../../outside.md")
    assert not leads_nowhere(page, "care.md#what-is-looked-for")
    text = "# One `two`: three\n\n## Same\n\n## Same\n\n```\n# none\n[no](no.md)\n```\n[a](b.md#c) `[no](no.md)`\n"
    (tmp_path / "page.md").write_text(text)
    assert anchors(tmp_path / "page.md") == {"one-two-three", "same", "same-1"}
    assert links(tmp_path / "page.md") == ["b.md#c"]
