from __future__ import annotations

from pathlib import Path

import pytest

from agents.figures.pages import filled, outside, pages, shown
from agents.figures.record import Record
from agents.figures.tables import Table
from bot.errors import FiguresError

PAGE = Path("docs/x.md")
RECORDS = {
    "care": Record("attune eval care", (Table("", ("danger",), (("7",),)), Table("", ("talks",), (("8",),)))),
    "care-free": Record("attune eval care --bot free", (Table("", ("danger",), (("9",),)),)),
}
EMPTY = """\
Words.

<!-- figures care: begin -->
<!-- figures care: end -->

More.

<!-- figures care-free (danger): begin -->
| danger |
|---|
| 1, by hand |
<!-- figures care-free: end -->
"""


def test_blocks_are_filled_and_nothing_else_is_touched() -> None:
    full = filled(PAGE, EMPTY, RECORDS, {})
    assert "| 7 |" in full
    assert "| 8 |" in full
    assert "| 9 |" in full
    assert "by hand" not in full
    assert outside(full) == outside(EMPTY) == "Words.\n\n\n\nMore.\n\n\n"
    assert filled(PAGE, full, RECORDS, {}) == full
    assert shown(full) == {"care", "care-free"}


def test_a_block_shows_only_the_tables_it_names() -> None:
    text = EMPTY.replace("figures care: begin", "figures care (talks): begin")
    assert "| 7 |" not in filled(PAGE, text, RECORDS, {})


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (
            "figures care: end",
            "figures care-free: end",
            r"docs/x\.md: .*begin --> ends with <!-- .*free: end",
        ),
        ("figures care", "figures crisis", r"docs/x\.md: there are no figures 'crisis': choose from care, care-free"),
        ("<!-- figures care: end -->\n", "", r"docs/x\.md: a marker of figures has none that ends its block"),
        ("<!-- figures care: end -->", "<!-- figures care : end -->", r"a marker of figures has none"),
        ("(danger)", "(gate)", r"there is no table 'gate'"),
    ],
)
def test_a_wrong_marker_is_named(old: str, new: str, reason: str) -> None:
    with pytest.raises(FiguresError, match=reason):
        filled(PAGE, EMPTY.replace(old, new), RECORDS, {})


def test_every_page_is_looked_at(tmp_path: Path) -> None:
    (tmp_path / "docs" / "skills").mkdir(parents=True)
    for name in ("README.md", "docs/b.md", "docs/skills/a.md", "docs/c.txt"):
        (tmp_path / name).touch()
    assert [str(page.relative_to(tmp_path)) for page in pages(tmp_path)] == [
        "README.md",
        "docs/b.md",
        "docs/skills/a.md",
    ]
