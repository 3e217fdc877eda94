"""The context reader: what is read of a talk's end, over a tiny encoder."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from safetensors.numpy import save_file

from bot.dialog import Conversation, Turn
from bot.step import NOT_KEPT
from bot.testing.scripted import NOON
from skills.models.context_reader import SEEN, ContextReader, last, pieces
from skills.models.encoder import TextEncoder, Tokens
from tests.skills.models.tiny import Tiny, install

LONG = Tokens((0, 5, 2, 6, 7, 2), (1, 1, 1, 0, 0, 0))
SHORT = Tokens((0, 9, 2), (0, 0, 0))


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tiny:
    return install(tmp_path, monkeypatch)


def reader(tiny: Tiny, folder: Path, look: float = 0.0) -> ContextReader:
    """One whose layers are changed a little; every token is looked at alike where `look` is 0."""
    rng, d = np.random.default_rng(3), tiny.size.width
    changes: dict[str, NDArray[np.float32]] = {}
    for number in range(tiny.size.layers - tiny.size.shared):
        changes[f"layers.{number}.out.a"] = (0.1 * rng.normal(size=(2, d))).astype(np.float32)
        changes[f"layers.{number}.out.b"] = (0.1 * rng.normal(size=(d, 2))).astype(np.float32)
    save_file(changes, folder / "changes.safetensors")
    looked = (look * rng.normal(size=d)).astype(np.float32)
    return ContextReader(TextEncoder(size=tiny.size), folder / "changes.safetensors", looked)


def test_three_parts_are_read_and_the_means_are_of_one_length(tiny: Tiny, tmp_path: Path) -> None:
    (read,) = reader(tiny, tmp_path)([LONG])
    whole, lately, seen = np.split(read, 3)
    assert [np.linalg.norm(part) for part in (whole, lately)] == pytest.approx([tiny.size.width**0.5] * 2, rel=1e-4)
    assert np.abs(whole - lately).max() > 0.01
    mean = seen / SEEN  # all tokens are looked at alike: their mean
    assert mean / np.linalg.norm(mean) * tiny.size.width**0.5 == pytest.approx(whole, abs=1e-3)


def test_where_only_the_person_spoke_all_of_it_is_the_last_message(tiny: Tiny, tmp_path: Path) -> None:
    (read,) = reader(tiny, tmp_path)([Tokens((0, 9, 8, 2), (0, 0, 0, 0))])
    whole, lately, _ = np.split(read, 3)
    assert np.abs(whole - lately).max() > 1e-4  # but for the first token, which is nobody's


def test_what_is_looked_out_for_counts(tiny: Tiny, tmp_path: Path) -> None:
    alike, looked = (reader(tiny, tmp_path, look)([LONG])[0] for look in (0.0, 0.5))
    assert alike[: 2 * tiny.size.width] == pytest.approx(looked[: 2 * tiny.size.width], abs=1e-4)
    assert np.abs(alike - looked).max() > 0.01


def test_several_are_read_as_each_alone_in_their_order(tiny: Tiny, tmp_path: Path) -> None:
    own = reader(tiny, tmp_path)
    together = own([LONG, SHORT, LONG])
    assert together == pytest.approx(np.concatenate([own([LONG]), own([SHORT]), own([LONG])]), abs=1e-3)


def test_the_last_message_is_all_since_the_bot_spoke() -> None:
    assert last(Tokens((0, 5, 2, 6, 7, 2), (0, 1, 1, 0, 0, 0))) == 3
    assert last(Tokens((0, 5, 2, 6, 2), (0, 0, 0, 0, 0))) == 4
    assert last(Tokens((0, 5, 2), (1, 1, 1))) == 1
    assert last(Tokens((0,), (0,))) == 1


def test_of_a_talk_what_is_not_kept_is_not_read() -> None:
    turns = (
        Turn("user", "hi", NOON),
        Turn("bot", "hello", NOON),
        Turn("user", NOT_KEPT, NOON),
        Turn("user", "so", NOON),
    )
    assert pieces(Conversation("test", turns)) == [(False, "hi"), (True, "hello"), (False, "so")]
