"""What ships of trained tensors: each has a card, and all together stay small."""

from __future__ import annotations

from pathlib import Path

import pytest

from skills.models.tensors import WEIGHTS

ROOM = 12_000_000
"""Bytes for all tensors together."""
TOLD = (("Corpora", "Texts"), ("Licence",), ("Command",))
"""What each card says, in one of these words."""


def test_all_tensors_together_leave_room() -> None:
    assert sum(path.stat().st_size for path in WEIGHTS.glob("*.safetensors")) <= ROOM


@pytest.mark.parametrize("path", sorted(WEIGHTS.glob("*.safetensors")), ids=lambda path: path.stem)
def test_a_card_says_what_a_file_was_made_from_and_how(path: Path) -> None:
    card = path.with_suffix(".md").read_text(encoding="utf8")
    assert [words for words in TOLD if not any(f"**{word}" in card for word in words)] == []
