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
    APART,
    BORNE_OUT,
    BankIndex,
    Sought,
    _quantise,
    _unit,
    encode,
    fingerprint,
    index,
    learnt_map,
    map_for,
    mapped,
    over,
    write,
)
from skills.encoder import shared_text_encoder
from skills.models import tensors
from skills.moves import Move, load
from skills.retrieve import INDEX
from tests.skills.conftest import SIZE
from tests.skills.copied import DAMAGES

Make = Callable[..., Move]
EAST, NORTH = np.array([1, 0], np.float32), np.array([0, 1], np.float32)
BETWEEN = np.array([0.6, 0.8], np.float32)
SAME = np.eye(2, dtype=np.float32)


def plain(words: Any) -> Any:
    """A map that changes nothing."""
    return np.eye(SIZE, dtype=np.float32)


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
    return over(moves, texts, cues, SAME)


def test_fits_are_the_best_cue_and_the_text(moves: tuple[Move, ...]) -> None:
    fits = tiny(moves).fits([Sought(Vectors(last=EAST, context=NORTH), 0.4)])[0]
    assert fits.last == pytest.approx([-1, 0.8, 0.0])  # cosines of 1 and .6: the nearest, and half-way to the next
    length = np.hypot(0.4, 0.6)
    assert fits.now == pytest.approx([-1, (0.4 + 0.72) / 2 / length, 0.6 / length])
    assert fits.text == pytest.approx([0.0, 1.0, 0.8])


def test_last_words_that_tell_much_count_by_themselves_a_little_less(moves: tuple[Move, ...]) -> None:
    away = Vectors(last=EAST, context=-EAST)  # together they are as the longer part of them is
    assert tiny(moves).fits([Sought(away, 0.49)])[0].now[1] < 0
    assert tiny(moves).fits([Sought(away, 0.51)])[0].now[1] == pytest.approx(0.8)
    half = tiny(moves).fits([Sought(Vectors(last=EAST, context=-BETWEEN), 0.5)])[0].now
    assert half[1] == pytest.approx(0.8 - ALONE)


def test_a_bank_without_cues_fits_nothing_by_cue(make: Make) -> None:
    rows = np.stack([EAST, NORTH])
    plain = over((make("reflect.a.01", "Oh."), make("reflect.a.02", "Ah.")), rows, np.zeros((0, 2), np.float32), SAME)
    assert plain.fits([Sought(Vectors(EAST, EAST), 1.0)])[0].last.tolist() == [-1, -1]


def test_likeness_is_to_the_nearest_of_the_rows(moves: tuple[Move, ...]) -> None:
    every, some = np.ones(3, bool), np.array([True, False, True])
    assert tiny(moves).likeness([], some).tolist() == [0, 0]
    assert tiny(moves).likeness([0], every) == pytest.approx([1, 0, 0.6])
    assert tiny(moves).likeness([0, 1], some) == pytest.approx([1, 0.8])


def test_a_stored_index_keeps_the_cosines(moves: tuple[Move, ...], words: Any, tmp_path: Path) -> None:
    write(tmp_path / "moves.safetensors", moves, words, plain(words))
    stored = index(moves, words, tmp_path / "moves.safetensors", plain(words))
    texts, cues = encode(moves, words, plain(words))
    assert stored.rows @ stored.rows.T == pytest.approx(
        np.concatenate([texts, cues]) @ np.concatenate([texts, cues]).T, abs=0.01
    )
    assert np.linalg.norm(stored.rows, axis=1) == pytest.approx(1.0, abs=1e-6)
    assert stored.sets.tolist() == [[0, 1], [2, 3]]  # there are three cues: no more of them in the second
    assert stored.own.tolist() == [2, 0, 1]


def test_moves_with_the_same_cues_share_a_set_and_fit_alike(make: Make) -> None:
    both = make("ask.b.01", "What then?", "east", "between"), make("ask.b.02", "And now?", "east", "between")
    shared = over(both, np.stack([EAST, NORTH]), np.stack([EAST, BETWEEN]), SAME)
    assert shared.sets.tolist() == [[0, 1]]
    assert shared.fits([Sought(Vectors(EAST, EAST), 1.0)])[0].last == pytest.approx([0.8, 0.8])


def test_an_index_is_made_once_for_a_bank_and_an_encoder(moves: tuple[Move, ...], words: Any, tmp_path: Path) -> None:
    missing = tmp_path / "moves.safetensors"
    index(moves, words, missing, plain(words))
    made = words.texts
    index(moves, words, missing, plain(words))
    assert words.texts == made == 6
    index(moves[:2], words, missing, plain(words))
    assert words.texts == made + 4
    words.identity = "other weights"
    index(moves, words, missing, plain(words))
    assert words.texts == made + 4 + 6


@pytest.mark.parametrize("how", ["one bit flipped", "cut short", "empty", "another file", "missing"])
def test_an_index_that_was_damaged_in_the_cache_is_made_again(
    moves: tuple[Move, ...], words: Any, cache: Path, how: str
) -> None:
    whole = index(moves, words, None, plain(words))
    (path,) = cache.glob("*.safetensors")
    data = DAMAGES[how](path.read_bytes())
    path.unlink()
    if data is not None:
        path.write_bytes(data)
    made = words.texts
    again = index(moves, words, None, plain(words))
    assert np.array_equal(again.rows, whole.rows)
    assert words.texts == 2 * made


def test_a_cache_that_cannot_be_written_costs_only_time(
    moves: tuple[Move, ...], words: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*given: object, **named: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(bank_index, "save_file", full)
    assert index(moves, words, tmp_path / "none", plain(words)).rows.shape[0] == 6


def test_the_fingerprint_knows_text_cue_and_encoder(make: Make, moves: tuple[Move, ...], words: Any) -> None:
    first = fingerprint(moves, words, SAME)
    retold = (make("reflect.a.01", "That stings."), *moves[1:])
    recued = (*moves[:2], make("ask.c.03", "And now?", "my cat ran off"))
    prints = {first, fingerprint(retold, words, SAME), fingerprint(recued, words, SAME)}
    words.identity = "other"
    assert len({*prints, fingerprint(moves, words, SAME)}) == 4


def test_the_shipped_index_belongs_to_the_shipped_bank_and_encoder() -> None:
    wanted = fingerprint(load(), shared_text_encoder(), learnt_map())
    with safe_open(tensors.find(INDEX), "numpy") as file:
        assert file.metadata()["fingerprint"] == wanted, "the bank or the encoder changed: attune bank index"


def test_eight_bits_keep_two_digits_of_a_cosine(tmp_path: Path) -> None:
    rows = np.random.default_rng(0).normal(size=(50, 384)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    kept = _unit(_quantise(rows).astype(np.float32))
    assert np.abs(kept @ kept.T - rows @ rows.T).max() < 0.01


def test_two_ways_of_saying_it_that_are_near_count_for_more_than_one(make: Make) -> None:
    moves = (make("reflect.a.01", "Oh.", "one", "two"), make("reflect.b.01", "Ah.", "three", "four"))
    cues = np.stack([EAST, NORTH, EAST, BETWEEN])
    fits = over(moves, np.zeros((2, 2), np.float32), cues, SAME).fits([Sought(Vectors(EAST, EAST), 1.0)])[0]
    assert fits.last == pytest.approx([1 - BORNE_OUT * 1.0, 1 - BORNE_OUT * 0.4])


def test_cues_and_words_meet_under_the_map(make: Make) -> None:
    turned = np.array([[0, 1], [1, 0]], np.float32)
    moves = (make("reflect.a.01", "Oh.", "one"),)
    fits = over(moves, EAST[None], mapped(NORTH[None], turned), turned).fits([Sought(Vectors(EAST, EAST), 1.0)])[0]
    assert fits.text == pytest.approx([1.0])  # texts are left as they are
    assert fits.last == pytest.approx([0.0])
    again = over(moves, EAST[None], mapped(EAST[None], turned), turned).fits([Sought(Vectors(EAST, EAST), 1.0)])[0]
    assert again.last == pytest.approx([1.0])


def test_a_sentence_alone_may_be_what_a_cue_is_about(moves: tuple[Move, ...]) -> None:
    fits = tiny(moves).fits([Sought(Vectors(EAST, EAST), 0.6, NORTH[None], NORTH[None])])[0]
    assert fits.now[2] == pytest.approx(1 - APART)
    assert fits.last[2] == pytest.approx(1 - APART)


def test_the_map_is_for_the_vectors_it_was_learnt_from_alone() -> None:
    assert np.array_equal(map_for(shared_text_encoder()), learnt_map())
    assert np.array_equal(map_for(shared_text_encoder("published")), np.eye(384))


def test_the_shipped_map_brings_ways_of_saying_one_thing_together() -> None:
    encoder, mapping = shared_text_encoder(), learnt_map()
    same, other = [], []
    for one, two, three in (
        ("they let me go at work", "i was made redundant today", "they let me go first in the queue"),
        ("nobody came to my birthday", "i sat there alone with the cake", "my birthday cake was great"),
        ("we had to put the cat to sleep", "our cat died at the vet's", "the cat slept all day"),
    ):
        rows = encoder.encode_texts([one, two, three])
        plain, turned = rows @ rows.T, mapped(rows, mapping) @ mapped(rows, mapping).T
        same.append(turned[0, 1] - plain[0, 1])
        other.append(turned[0, 2] - plain[0, 2])
    assert np.mean(same) > np.mean(other)


def test_many_turns_fit_as_each_does_alone(moves: tuple[Move, ...]) -> None:
    sought = [
        Sought(Vectors(EAST, NORTH), 0.6, NORTH[None], np.stack([EAST, BETWEEN])),
        Sought(Vectors(NORTH, EAST), 0.3),
        Sought(Vectors(BETWEEN, EAST), 0.5, np.stack([EAST, NORTH])),
    ]
    together = tiny(moves).fits(sought)
    for one, fits in zip(sought, together, strict=True):
        (alone,) = tiny(moves).fits([one])
        for name in ("last", "now", "text"):
            assert getattr(fits, name) == pytest.approx(getattr(alone, name))
