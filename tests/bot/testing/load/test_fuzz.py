from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.testing.load import strange
from bot.testing.load.fuzz import PLACES

seeds = st.integers(0, 2**32)


@given(seeds)
def test_the_same_seed_is_the_same_nonsense(seed: int) -> None:
    def made() -> list[object]:
        random = Random(seed)
        sample = {"update_id": 1, "message": {"text": "hi", "chat": {"id": 1}}}
        return [strange.body(random, sample), strange.telegram(random, "m"), strange.discord(random, "m")]

    assert made() == made()


@given(seeds)
def test_what_is_strange_still_fits_the_schema(seed: int) -> None:
    random = Random(seed)
    kind, content = strange.telegram(random, "[1.2]")
    said = content.get("text", "")
    assert json.loads(json.dumps(content)) == content
    assert len(said) <= 4096
    if kind == "message" and "[1.2]" in said:
        assert said.endswith("[1.2]")
        assert not said.startswith("/")
    message = strange.discord(random, "[1.2]")
    assert len(message["content"]) <= 2000
    assert message["content"] == "" or message["content"].endswith("[1.2]")


def test_bytes_are_broken_in_many_ways() -> None:
    random = Random(7)
    right = {"update_id": 1, "message": {"text": "hi"}}
    made = [strange.body(random, right) for _ in range(400)]

    def reads(body: bytes) -> bool:
        try:
            json.loads(body)
        except (ValueError, RecursionError):
            return False
        return True

    share = sum(map(reads, made)) / len(made)
    assert 0.2 < share < 0.9
    assert len(set(made)) > 300
    assert any(len(body) > 2000 for body in made)


@pytest.mark.parametrize("where", PLACES)
async def test_nonsense_breaks_nothing(tmp_path: Path, where: str) -> None:
    found = await PLACES[where](tmp_path, 150, 3)
    assert found.count >= 150
    assert found.ended is None
    assert (found.broken, found.ledger.waiting(), found.ledger.crossed) == (0, 0, 0)
    assert len(found.ledger.said) >= 2
    assert found.rows()["the program ended by itself"] == "no"
