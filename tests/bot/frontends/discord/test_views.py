from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.frontends.discord.views import draw
from bot.frontends.menu import Button, Page


async def test_a_page_becomes_messages_with_what_belongs_to_it_at_the_end() -> None:
    page = Page(
        "word " * 700, ((Button("Yes", "a:yes"), Button("No", "a:no")),), b"png", "a curve", ("all.json", b"{}")
    )
    first, last = draw(page)
    assert (first.view, first.files) == (None, [])
    assert last.view
    assert [item.custom_id for item in last.view.walk_children()] == ["a:yes", "a:no"]  # type: ignore[attr-defined]
    assert [(file.filename, file.description) for file in last.files] == [("mood.png", "a curve"), ("all.json", None)]


async def test_long_rows_are_broken() -> None:
    row = tuple(Button(str(number), f"n:{number}") for number in range(7))
    (drawn,) = draw(Page("Which?", (row,)))
    assert drawn.view
    assert [len(part["components"]) for part in drawn.view.to_components()] == [5, 2]


@given(st.lists(st.integers(1, 12), max_size=12))
async def test_no_page_is_more_than_discord_takes(rows: list[int]) -> None:
    buttons = tuple(
        tuple(Button("x" * 100, f"{number}:{place}") for place in range(size)) for number, size in enumerate(rows)
    )
    (drawn,) = draw(Page("Which?", buttons))
    parts = drawn.view.to_components() if drawn.view else []
    assert len(parts) <= 5
    assert all(1 <= len(part["components"]) <= 5 for part in parts)
    assert sum(len(part["components"]) for part in parts) == min(25, sum(rows))
    assert all(len(item["label"]) <= 80 for part in parts for item in part["components"])
