"""The selection: what it reads of a talk, over a tiny encoder, what is refused, and the one that ships."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from safetensors.numpy import save_file

from bot.errors import WeightsError
from skills import openings, selection
from skills.encoder import shared_text_encoder
from skills.models.encoder import TextEncoder
from skills.retrieve import Retrieve, retrieve
from skills.selection import KEPT, Selection, digest
from skills.sizes import BASE, SMALL, Size
from tests.skills.models.tiny import Tiny, install

LINES, NAMES = ("A cat.", "A dog.", "A fish."), ("pets", "news")
GENERAL = [line.text for opening in openings.read() if opening.general for line in opening.lines]
TALK = ((False, "ab cd"), (True, "ef"), (False, "gh ij"))


def drawn(size: Size, rank: int = 2) -> dict[str, NDArray[Any]]:
    """The tensors of a file for this size, numbers at random."""
    rng = np.random.default_rng(3)
    d, wide = size.width, 3 * size.width
    shapes: dict[str, tuple[int, ...]] = {
        "look": (d,),
        "query": (5, wide),
        "shift": (5,),
        "lines": (3, 5),
        "bias": (3,),
    }
    shapes |= {"kinds": (2, wide), "kinds_bias": (2,), "heeded": (1,)}
    maps = {"qkv": (3 * d, d), "out": (d, d), "up": (size.inner, d), "down": (d, size.inner)}
    for number in range(size.layers - size.shared):
        for name, (out, into) in maps.items():
            shapes |= {f"layers.{number}.{name}.a": (rank, into), f"layers.{number}.{name}.b": (out, rank)}
    found: dict[str, NDArray[Any]] = {
        name: (0.1 * rng.normal(size=shape)).astype(np.float32) for name, shape in shapes.items()
    }
    return found | {"of_kind": np.array([0, 0, 1], np.int16), "digest": np.frombuffer(digest(LINES), np.uint8)}


def made(folder: Path, size: Size, changed: Mapping[str, NDArray[Any]] = {}) -> Selection:
    path = folder / "selection.safetensors"
    save_file({**drawn(size), **changed}, path, {"kinds": json.dumps(NAMES)})
    return Selection(TextEncoder(size=size), path)


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tiny:
    return install(tmp_path, monkeypatch)


@pytest.fixture
def own(tiny: Tiny, tmp_path: Path) -> Selection:
    return made(tmp_path, tiny.size)


def test_kinds_are_shares_and_lines_have_chances(own: Selection) -> None:
    (read,) = own.read([TALK])
    assert read.kinds.sum() == pytest.approx(1, abs=1e-5)
    assert np.exp(read.lines).sum() == pytest.approx(1, abs=1e-5)
    assert (read.kinds.shape, read.lines.shape) == ((2,), (3,))
    assert (own.names, own.learnt) == (NAMES, digest(LINES))


def test_who_spoke_and_what_was_said_before_counts(own: Selection) -> None:
    alone, turned = TALK[-1:], tuple((not bot, text) for bot, text in TALK[:-1]) + TALK[-1:]
    found = [read.lines for read in own.read([TALK, alone, turned])]
    assert np.abs(found[0] - found[1]).max() > 1e-4
    assert np.abs(found[0] - found[2]).max() > 1e-4


def test_many_are_read_as_each_alone(own: Selection, tiny: Tiny, tmp_path: Path) -> None:
    talks = [TALK, TALK[:1], ((False, "kl mn op " * 30),), TALK]
    again = made(tmp_path, tiny.size)
    for together, talk in zip(own.read(talks), talks, strict=True):
        (alone,) = again.read([talk])
        assert together.lines == pytest.approx(alone.lines, abs=1e-3)


def test_the_chance_of_a_line_rises_with_the_share_of_its_kind(tiny: Tiny, tmp_path: Path) -> None:
    sure = np.array([20, -20], np.float32)
    nothing = np.zeros((2, 3 * tiny.size.width), np.float32)
    plain, told = (
        made(tmp_path, tiny.size, {"kinds": nothing, "kinds_bias": sure, "heeded": np.array([much], np.float32)})
        for much in (0, 1)
    )
    ((before,), (after,)) = plain.read([TALK]), told.read([TALK])
    least = np.log(selection.UNLIKELY)
    assert (after.lines[0] - after.lines[2]) - (before.lines[0] - before.lines[2]) == pytest.approx(-least, abs=1e-3)


def test_what_was_read_lately_is_not_read_again(own: Selection, monkeypatch: pytest.MonkeyPatch) -> None:
    (first,) = own.read([TALK])
    monkeypatch.setattr(own, "_made", lambda batch: pytest.fail(f"{batch} is read again"))
    assert own.read([TALK, TALK]) == [first, first]


def test_only_so_many_are_kept(own: Selection) -> None:
    own.read([((False, f"ab {chr(97 + number % 26)} {chr(97 + number // 26)}"),) for number in range(KEPT + 9)])
    assert len(own._known) == KEPT


def test_a_file_for_another_size_is_refused(tiny: Tiny, tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match=r"selection.safetensors: 'query' is not of 192 numbers, as size 'base' has"):
        made(tmp_path, tiny.size, {"query": np.zeros((5, 64), np.float32)})


def test_a_file_of_an_older_recipe_is_refused_by_what_it_lacks(tiny: Tiny, tmp_path: Path) -> None:
    path = tmp_path / "selection.safetensors"
    save_file({"query": drawn(tiny.size)["query"]}, path, {"adapter": "default"})
    with pytest.raises(WeightsError, match=r"selection.safetensors: 'look' is not of 64 numbers"):
        Selection(TextEncoder(size=tiny.size), path)
    save_file(drawn(tiny.size), path)
    with pytest.raises(WeightsError, match=r"selection.safetensors: 2 kinds, and names of 0"):
        Selection(TextEncoder(size=tiny.size), path)


def test_what_ships_is_of_our_general_lines_and_kinds_and_once_in_memory() -> None:
    own = selection.shipped(shared_text_encoder(size=BASE))
    assert own is not None
    assert own is selection.shipped(shared_text_encoder(size=BASE))
    assert own.learnt == digest(GENERAL)
    assert own.names == tuple(openings.kinds())


@pytest.mark.parametrize("other", [("default", SMALL), ("published", SMALL)])
def test_none_ships_for_another_encoder(other: tuple[str, Size]) -> None:
    assert selection.shipped(shared_text_encoder(*other)) is None


def test_of_other_lines_it_is_refused_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skills.retrieve.digest", lambda texts: digest([*texts, "One more."]))
    with pytest.raises(WeightsError, match=r"made from other lines .* attune train selection"):
        retrieve(shared_text_encoder(size=BASE))


def test_lines_of_ones_own_are_found_by_cosines_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("## after: good news\nS [Others]: How lovely!\n")
    found = retrieve(shared_text_encoder(size=BASE), shelf=str(tmp_path))
    assert isinstance(found, Retrieve)
    assert found.selection is None
