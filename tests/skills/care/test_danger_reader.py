"""The danger reader: what it reads, that shares are shares, and which files it refuses; over a tiny encoder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from safetensors.numpy import save_file

from bot.errors import WeightsError
from skills.care import danger_classifier, danger_reader
from skills.care.danger_classifier import LABELS, DangerClassifier, DangerEstimate, Utterance, judged
from skills.care.danger_reader import BEFORE, TOKENS, DangerReader, read_as
from skills.care.detect import read_talk
from skills.care.guess import level_of
from skills.models.encoder import TextEncoder, Words
from skills.models.head import Floats
from skills.sizes import BASE, Size
from tests.skills.models.tiny import TINY, Tiny, install

LONG = "ab cd ef " * 400


def drawn(size: Size, rank: int = 2) -> dict[str, NDArray[np.float32]]:
    """The tensors of a file for this size, numbers at random."""
    rng = np.random.default_rng(3)
    maps = {
        "qkv": (3 * size.width, size.width),
        "out": (size.width, size.width),
        "up": (size.inner, size.width),
        "down": (size.width, size.inner),
    }
    shapes = {"look": (size.width,), "weight": (LABELS, 3 * size.width), "bias": (LABELS,)}
    for number in range(size.layers - size.shared):
        for name, (out, into) in maps.items():
            shapes[f"layers.{number}.{name}.a"] = rank, into
            shapes[f"layers.{number}.{name}.b"] = out, rank
    found = {name: (0.1 * rng.normal(size=shape)).astype(np.float32) for name, shape in shapes.items()}
    return found | {"powers": np.array([0.5, 1, 2], np.float32)}


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tiny:
    return install(tmp_path, monkeypatch)


@pytest.fixture
def reader(tiny: Tiny, tmp_path: Path) -> DangerReader:
    save_file(drawn(tiny.size), tmp_path / "danger.safetensors")
    return DangerReader(TextEncoder(size=tiny.size), tmp_path / "danger.safetensors")


def said(text: str, *before: str) -> Utterance:
    return Utterance(np.zeros((1, 1), np.float32), text, before)


def shares(reader: DangerReader, utterances: list[Utterance]) -> Floats:
    return reader.scored(reader.features(utterances))


def test_shares_of_each_sum_to_one(reader: DangerReader) -> None:
    found = shares(reader, [said("ab cd"), said("ef", "gh ij", "kl"), said("")])
    assert found.shape == (3, LABELS)
    assert found.dtype == np.float32
    assert found.min() >= 0
    assert found.sum(1).tolist() == pytest.approx([1] * 3, abs=1e-5)


def test_powers_are_those_of_the_file(reader: DangerReader) -> None:
    assert reader.powers == (0.5, 1.0, 2.0)
    (found,) = shares(reader, [said("ab cd")])
    assert judged(found, reader.powers).some == pytest.approx(float(1 - found[0]) ** 0.5, abs=1e-4)


def test_what_was_said_before_counts_and_in_which_order(reader: DangerReader) -> None:
    alone, after, turned, other = shares(
        reader, [said("ab"), said("ab", "cd ef", "gh"), said("ab", "gh", "cd ef"), said("gh", "cd ef", "ab")]
    )
    assert all(np.abs(alone - one).max() > 1e-4 for one in (after, turned, other))
    assert np.abs(after - turned).max() > 1e-4
    assert np.abs(after - other).max() > 1e-4


def test_many_are_read_in_one_pass_as_each_alone(reader: DangerReader) -> None:
    many = [said("ab cd"), said("ef", "gh ij", "kl mn op qr"), said(LONG, "ab"), said("x")]
    together = shares(reader, many)
    for row, one in zip(together, many, strict=True):
        assert row.tolist() == pytest.approx(shares(reader, [one])[0].tolist(), abs=1e-4)


def test_of_what_was_said_before_so_many_utterances_are_read(reader: DangerReader) -> None:
    before = [letter * 2 for letter in "abcdefg"]
    many, few, fewer = shares(
        reader, [said("xy", *before), said("xy", *before[-BEFORE:]), said("xy", *before[1 - BEFORE :])]
    )
    assert many.tolist() == pytest.approx(few.tolist(), abs=1e-5)
    assert np.abs(many - fewer).max() > 1e-4


def test_the_end_of_long_input_is_read(reader: DangerReader, tiny: Tiny) -> None:
    words = Words(tiny.size)
    assert len(read_as(words, [LONG]).ids) == len(read_as(words, ["ab", LONG, "cd"]).ids) == TOKENS
    assert read_as(words, ["xy", LONG, "cd"]) == read_as(words, [LONG, "cd"])
    assert set(read_as(words, [LONG, "cd"]).speakers) == {0}
    found = shares(reader, [said(LONG), said(f"xy {LONG}"), said(f"{LONG} xy")])
    assert found[0].tolist() == pytest.approx(found[1].tolist(), abs=1e-5)
    assert np.abs(found[0] - found[2]).max() > 1e-4


def wider(size: Size) -> dict[str, NDArray[np.float32]]:
    return drawn(replace(size, width=2 * size.width))


def without_powers(size: Size) -> dict[str, NDArray[np.float32]]:
    return {name: tensor for name, tensor in drawn(size).items() if name != "powers"}


@pytest.mark.parametrize(("made", "named"), [(wider, "look"), (without_powers, "powers")])
def test_a_file_of_another_size_is_refused_by_name(
    made: Callable[[Size], dict[str, NDArray[np.float32]]], named: str, tiny: Tiny, tmp_path: Path
) -> None:
    path = tmp_path / "danger.safetensors"
    save_file(made(tiny.size), path)
    with pytest.raises(WeightsError, match=rf"{path}: a tensor '{named}' of .* is expected for size 'base'"):
        DangerReader(TextEncoder(size=tiny.size), path)


def test_it_reads_with_the_changes_of_the_file(tiny: Tiny, reader: DangerReader, tmp_path: Path) -> None:
    unchanged = {name: 0 * part if name.endswith(".b") else part for name, part in drawn(tiny.size).items()}
    save_file(unchanged, tmp_path / "unchanged.safetensors")
    other = DangerReader(TextEncoder(size=tiny.size), tmp_path / "unchanged.safetensors")
    assert np.abs(shares(reader, [said("ab")]) - shares(other, [said("ab")])).max() > 1e-4


def test_in_full_precision_it_finds_nearly_the_same(
    reader: DangerReader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "whole"
    folder.mkdir()
    whole = install(folder, monkeypatch, replace(TINY, block=0)).size
    exact = DangerReader(TextEncoder(size=whole), tmp_path / "danger.safetensors")
    one = said("ab cd", "ef gh")
    assert shares(reader, [one])[0].tolist() == pytest.approx(shares(exact, [one])[0].tolist(), abs=0.02)


def test_the_same_file_is_loaded_once(tiny: Tiny, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "danger.safetensors"
    save_file(drawn(tiny.size), path)
    read = TextEncoder(size=tiny.size)

    class Shared:
        text_encoder = read

    monkeypatch.setattr(danger_reader, "shared_text_encoder", lambda *_: Shared())
    assert danger_reader.load(path, "one", tiny.size) is danger_reader.load(path, "one", tiny.size)
    danger_reader.load.cache_clear()


@pytest.fixture(scope="module")
def shipped() -> DangerClassifier:
    return danger_classifier.load(size=BASE)


@pytest.mark.parametrize(
    "text",
    [
        "the tablets are counted out on my bedside table and nobody is home until morning",
        "i keep slicing my arms open in the shower",
        "he shoved me into the wall again and took my keys so i cannot go anywhere",
    ],
)
def test_the_one_that_ships_hears_what_no_pattern_knows(text: str, shipped: DangerClassifier) -> None:
    finding = read_talk([text], heard=danger_classifier.estimate(said(text), shipped)).finding
    assert finding is not None
    assert finding.level >= 2


@pytest.mark.parametrize(
    "texts",
    [
        ("we painted the kitchen yellow and it looks lovely",),
        ("my sister got married on Saturday", "it rained all day", "yes"),
        ("I have an exam on Monday", "I could sleep for a week", "anyway, which chapter would you start with?"),
    ],
)
def test_the_one_that_ships_leaves_ordinary_talk_alone(texts: tuple[str, ...], shipped: DangerClassifier) -> None:
    *before, last = texts
    heard = danger_classifier.estimate(said(last, *before), shipped)
    assert read_talk([last], heard=heard).finding is None


def test_the_one_that_ships_takes_a_yes_for_what_it_says_yes_to(shipped: DangerClassifier) -> None:
    calm, grave = danger_classifier.estimate_all(
        [
            said("yes, tonight", "we want to paint the kitchen yellow", "the paint is in the hall already"),
            said("yes, tonight", "i don't want to be here any more", "i've counted out all of his tablets"),
        ],
        shipped,
    )
    assert grave.present > calm.present


def test_a_hint_is_asked_about_sooner_where_danger_was_spoken_of() -> None:
    hint = DangerEstimate("suicide", 0.9, 0.4, 0.3, in_context=True)
    assert level_of(hint, denied=False, alone=True) == 0
    assert level_of(hint, denied=False, alone=True, lately=True) == 1
    assert level_of(hint, denied=True, alone=True, lately=True) == 0  # somebody who said that it is not so is believed
