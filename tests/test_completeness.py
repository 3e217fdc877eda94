"""Everything a bot file can use has a test, a page, and a row in the README."""

from pathlib import Path

import pytest

from bot.registry import Listing, listings

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("item", listings(), ids=lambda item: item.name)
def test_everything_usable_is_tested_and_described(item: Listing) -> None:
    module = Path(item.place).stem
    assert list((ROOT / "tests/skills").glob(f"test_{module}*.py")), f"tests/skills/test_{module}.py is missing"
    assert (ROOT / f"docs/skills/{module}.md").is_file(), f"docs/skills/{module}.md is missing"
    assert f"`{item.name}`" in (ROOT / "README.md").read_text(encoding="utf8"), f"README.md has no row for {item.name}"
    assert item.summary, f"{item.place}: {item.name} says nothing of itself"
