"""Levels of empathy by hand-made weights, and how quickly they are found."""

from __future__ import annotations

import json
import math
import time
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from safetensors.numpy import save_file

from bot.errors import WeightsError
from skills.empathy import KINDS, Empathy, counted, even, load, of_words
from skills.models import tensors
from skills.models.files import digest

WORDS = ("sad", "so sad", "why")
ORDER = sorted(WORDS, key=lambda word: zlib.crc32(word.encode()))


def made(**changed: np.ndarray) -> dict[str, np.ndarray]:
    """`sad` says strong emotional reactions, asking strong explorations, the first number of a vector weak ones."""
    words, vector, plain = (np.zeros((rows, 9), np.float32) for rows in (3, 384, 3))
    words[ORDER.index("sad"), 2] = 4
    vector[0, 1] = 3
    plain[0, 4], plain[1, 8], plain[2, 6] = 2, 5, 1
    keys = np.array([zlib.crc32(word.encode()) for word in ORDER], np.uint32)
    rest = {"rarity": np.ones(3, np.float32), "bias": np.zeros(9, np.float32), "prior": np.zeros(9, np.float32)}
    return {"keys": keys, "words": words, "vector": vector, "plain": plain, **rest, **changed}


def unit(*places: int) -> np.ndarray:
    found = np.zeros(384, np.float32)
    found[list(places)] = len(places) ** -0.5
    return found


def test_words_vector_nearness_and_form_each_add_to_their_scores() -> None:
    said, replies = unit(0), np.stack([unit(1), unit(0)])
    found = Empathy(made()).scores(said, replies, ["Sad. Sad!", "why?"])
    twice = 1 + math.log(2)
    assert found[0].ravel() == pytest.approx([0, 0, 4, 0, 0, 0, math.log(3), 0, 0])
    assert twice / math.hypot(twice) == 1  # the only known word is all of the words' length
    assert found[1].ravel() == pytest.approx([0, 3, 0, 0, 2, 0, math.log(2), 0, 5])


def test_levels_are_what_the_shares_expect() -> None:
    reader = Empathy(made())
    shares = reader.shares(unit(5), np.stack([unit(1)]), ["so sad"])
    values = 4 / math.sqrt(2)  # `sad` and `so sad` are both known, and of length one together
    strong = math.exp(values) / (2 + math.exp(values))
    assert shares[0, 0, 2] == pytest.approx(strong)
    assert shares.sum(axis=2) == pytest.approx(np.ones((1, 3)))
    levels = reader.levels(unit(5), np.stack([unit(1)]), ["so sad"])
    assert levels.shape == (1, len(KINDS))
    assert levels[0, 0] == pytest.approx(2 * strong + (1 - strong) / 2)


def test_one_talk_and_a_talk_for_each_reply_are_read_alike() -> None:
    random = np.random.default_rng(0)
    weights = {name: random.normal(size=(rows, 9)) for name, rows in (("words", 3), ("vector", 384), ("plain", 3))}
    reader, replies = Empathy(made(**weights)), random.normal(size=(3, 384)).astype(np.float32)
    said, texts = replies[0] + 1, ["sad", "why so sad?", "fine"]
    together = reader.levels(said, replies, texts)
    assert reader.levels(np.tile(said, (3, 1)), replies, texts) == pytest.approx(together)
    assert reader.levels(said, replies[1:2], texts[1:2]) == pytest.approx(together[1:2])
    assert reader.levels(said, replies[:0], []).shape == (0, 3)


def test_a_rare_level_is_chosen_a_little_sooner() -> None:
    prior = np.log([0.9, 0.1])
    assert even(np.log([[0.7, 0.3], [0.8, 0.2]]), prior).tolist() == [
        1,
        0,
    ]  # 0.3 / 0.1 ** 0.5 is above 0.7 / 0.9 ** 0.5


@given(st.text(max_size=40))
def test_any_text_has_values_of_length_one_or_none(text: str) -> None:
    keys = np.array(sorted(counted(text)), dtype=np.uint32)
    if len(keys):
        places, values = of_words(text, keys, np.ones(len(keys), np.float32))
        assert places.tolist() == sorted(set(places.tolist()), key=places.tolist().index)
        assert np.linalg.norm(values) == pytest.approx(1, abs=1e-5)


def test_what_is_missing_or_misshapen_is_named(tmp_path: Path) -> None:
    for name, held, fault in (
        ("short", made(vector=np.zeros((10, 9), np.float32)), r"'vector' of 384 x 9 is expected"),
        ("less", {"keys": made()["keys"]}, r"'rarity' of 3 is expected"),
    ):
        folder = tmp_path / name
        folder.mkdir()
        save_file(held, folder / "empathy.safetensors")
        (folder / tensors.PINS).write_text(json.dumps({"empathy": digest(folder / "empathy.safetensors")}))
        with pytest.raises(WeightsError, match=fault):
            load(folder)


def test_the_shipped_levels_tell_kinds_apart_within_a_millisecond() -> None:
    reader = load()
    texts = ["I'm so sorry, that must hurt.", "What happened then?", "The shop opens at nine."] + [
        f"Here is line {number}." for number in range(61)
    ]
    random = np.random.default_rng(0).normal(size=(65, 384)).astype(np.float32)
    vectors = random / np.linalg.norm(random, axis=1, keepdims=True)
    levels = reader.levels(vectors[0], vectors[1:] * 0, texts)
    assert levels[:3, 0].argmax() == 0
    assert levels[:3, 2].argmax() == 1
    times = []
    for _ in range(30):
        begun = time.process_time()
        reader.levels(vectors[0], vectors[1:], texts)
        times.append(time.process_time() - begun)
    assert min(times) < 0.001
