from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors import safe_open

from bot.dialog import Vectors
from skills import bank_index
from skills.bank_index import (
    ALONE,
    STRANGE,
    BankIndex,
    _quantise,
    _unit,
    encode,
    fingerprint,
    index,
    over,
    stems,
    write,
)
from skills.encoder import shared_text_encoder
from skills.moves import Move, load
from skills.retrieve import WEIGHTS

Make = Callable[..., Move]
EAST, NORTH = np.array([1, 0], np.float32), np.array([0, 1], np.float32)
BETWEEN = np.array([0.6, 0.8], np.float32)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "attune"


@pytest.fixture
def moves(make: Make) -> tuple[Move, ...]:
    return (
        make("reflect.a.01", "That hurts."),
        make("ask.b.02", "What then?", "I lost my job", "they fired me"),
        make("ask.c.03", "And now?", "my dog ran off"),
    )


def tiny(moves: tuple[Move, ...]) -> BankIndex:
    texts = np.stack([EAST, NORTH, BETWEEN])
    cues = np.stack([EAST, BETWEEN, NORTH])
    return over(moves, texts, cues)


def test_fits_are_the_best_cue_and_the_text(moves: tuple[Move, ...]) -> None:
    fits = tiny(moves).fits(Vectors(last=EAST, context=NORTH), share=0.4)
    assert fits.last == pytest.approx([-1, 1.0, 0.0])
    assert fits.now == pytest.approx([-1, 0.72, 0.6])
    assert fits.text == pytest.approx([0.0, 1.0, 0.8])


def test_last_words_that_tell_much_count_by_themselves_a_little_less(moves: tuple[Move, ...]) -> None:
    fits = tiny(moves).fits(Vectors(last=EAST, context=NORTH), share=0.5)
    assert fits.now == pytest.approx([-1, 1.0 - ALONE, 0.5])


def test_a_bank_without_cues_fits_nothing_by_cue(make: Make) -> None:
    rows = np.stack([EAST, NORTH])
    plain = over((make("reflect.a.01", "Oh."), make("reflect.a.02", "Ah.")), rows, np.zeros((0, 2), np.float32))
    assert plain.fits(Vectors(EAST, EAST), 1.0).last.tolist() == [-1, -1]


def test_likeness_is_to_the_nearest_of_the_rows(moves: tuple[Move, ...]) -> None:
    assert tiny(moves).likeness([]).tolist() == [0, 0, 0]
    assert tiny(moves).likeness([0]) == pytest.approx([1, 0, 0.6])
    assert tiny(moves).likeness([0, 1]) == pytest.approx([1, 1, 0.8])


def test_a_stored_index_keeps_the_cosines(moves: tuple[Move, ...], words: Any, tmp_path: Path) -> None:
    write(tmp_path / "moves.safetensors", moves, words)
    stored = index(moves, words, tmp_path / "moves.safetensors")
    texts, cues = encode(moves, words)
    assert stored.rows @ stored.rows.T == pytest.approx(
        np.concatenate([texts, cues]) @ np.concatenate([texts, cues]).T, abs=0.01
    )
    assert np.linalg.norm(stored.rows, axis=1) == pytest.approx(1.0, abs=1e-6)
    assert stored.starts.tolist() == [0, 2]
    assert stored.cued.tolist() == [1, 2]


def test_an_index_is_made_once_for_a_bank_and_an_encoder(moves: tuple[Move, ...], words: Any, tmp_path: Path) -> None:
    missing = tmp_path / "moves.safetensors"
    index(moves, words, missing)
    made = words.texts
    index(moves, words, missing)
    assert words.texts == made == 6
    index(moves[:2], words, missing)
    assert words.texts == made + 4
    words.identity = "other weights"
    index(moves, words, missing)
    assert words.texts == made + 4 + 6


def test_a_cache_that_cannot_be_written_costs_only_time(
    moves: tuple[Move, ...], words: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*given: object, **named: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(bank_index, "save_file", full)
    assert index(moves, words, tmp_path / "none").rows.shape[0] == 6


def test_the_fingerprint_knows_text_cue_and_encoder(make: Make, moves: tuple[Move, ...], words: Any) -> None:
    first = fingerprint(moves, words)
    retold = (make("reflect.a.01", "That stings."), *moves[1:])
    recued = (*moves[:2], make("ask.c.03", "And now?", "my cat ran off"))
    prints = {first, fingerprint(retold, words), fingerprint(recued, words)}
    words.identity = "other"
    assert len({*prints, fingerprint(moves, words)}) == 4


def test_the_shipped_index_belongs_to_the_shipped_bank_and_encoder() -> None:
    wanted = fingerprint(load(), shared_text_encoder())
    with safe_open(WEIGHTS, "numpy") as file:
        assert file.metadata()["fingerprint"] == wanted, "the bank or the encoder changed: attune bank index"


def test_eight_bits_keep_two_digits_of_a_cosine(tmp_path: Path) -> None:
    rows = np.random.default_rng(0).normal(size=(50, 384)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    kept = _unit(_quantise(rows))
    assert np.abs(kept @ kept.T - rows @ rows.T).max() < 0.01


def test_a_cue_with_hardly_a_word_of_what_was_said_counts_for_less(moves: tuple[Move, ...]) -> None:
    bank = tiny(moves)
    plain = bank.fits(Vectors(EAST, EAST), 1.0)
    shared = bank.fits(Vectors(EAST, EAST), 1.0, stems("I have lost my job, they say"))
    strange = bank.fits(Vectors(EAST, EAST), 1.0, stems("I'm scared of flying"))
    assert plain.last[1] == shared.last[1] == pytest.approx(1.0)
    assert strange.last[1] == pytest.approx(1.0 - STRANGE)
    assert strange.last[2] == plain.last[2], "what is unlikely anyway is left alone"


def test_stems_are_the_words_of_the_matter() -> None:
    assert stems("I've been crying and my sister's dogs barked") == {"i've", "cry", "sister", "dog", "bark"}
    assert stems("I just don't know") == frozenset()
