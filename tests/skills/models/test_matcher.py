"""The two sides of the dual encoder, with and without maps of their own."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from safetensors.numpy import save_file

from bot.errors import WeightsError
from skills.encoder import shared_text_encoder
from skills.models import tensors
from skills.models.files import digest
from skills.models.matcher import Matcher

WORDS = ("one", "two", "three", "four", "five", "six")
TALK = [(index % 2 == 1, f"This is line {word}.") for index, word in enumerate(WORDS)]
TEXTS = ["That sounds hard.", "What happened next?"]
ROLL = np.roll(np.eye(384, dtype=np.float32), 1, axis=1)
"""Under this map the first number comes last."""


def shipped(folder: Path, **maps: NDArray[np.float32]) -> Path:
    """A folder of weights with the real adapter and these maps."""
    pins = {"encoder": tensors.pins()["encoder"]}
    (folder / "encoder.safetensors").symlink_to(tensors.WEIGHTS / "encoder.safetensors")
    if maps:
        save_file({name: np.ascontiguousarray(value) for name, value in maps.items()}, folder / "retrieval.safetensors")
        pins["retrieval"] = digest(folder / "retrieval.safetensors")
    (folder / tensors.PINS).write_text(json.dumps(pins))
    return folder


def test_without_maps_the_vectors_are_the_encoders(tmp_path: Path) -> None:
    encoder = shared_text_encoder()
    matcher = Matcher(encoder, shipped(tmp_path))
    assert matcher.identity == encoder.identity
    words, model = encoder.text_encoder.words, encoder.text_encoder
    assert np.array_equal(matcher.contexts([TALK]), model([words.context(TALK[2:], 96)]))
    assert np.array_equal(matcher.replies(TEXTS), model([words.utterance(text, True, 64) for text in TEXTS]))
    assert matcher.replies([]).shape == matcher.contexts([]).shape == (0, 384)


def test_four_utterances_are_read_and_who_said_them() -> None:
    matcher = Matcher(shared_text_encoder())
    said_by_others = [(not own, text) for own, text in TALK]
    all_, four, other = matcher.contexts([TALK, TALK[-4:], said_by_others])
    assert all_ == pytest.approx(four, abs=2e-2)  # in one batch of half precision the last digits differ
    assert float(all_ @ other) < 0.995


def test_each_side_is_turned_by_its_own_map(tmp_path: Path) -> None:
    encoder = shared_text_encoder()
    folder = shipped(tmp_path, context=ROLL, reply=2 * np.eye(384, dtype=np.float32))
    plain, turned = Matcher(encoder, tmp_path / "nowhere"), Matcher(encoder, folder)
    assert turned.contexts([TALK]) == pytest.approx(np.roll(plain.contexts([TALK]), -1, axis=1), abs=1e-6)
    assert turned.replies(TEXTS) == pytest.approx(plain.replies(TEXTS), abs=1e-6)
    assert turned.identity == f"{encoder.identity}+{digest(folder / 'retrieval.safetensors')}"


def test_the_maps_are_for_the_shipped_adapter_alone(tmp_path: Path) -> None:
    base = shared_text_encoder("published")
    matcher = Matcher(base, shipped(tmp_path, context=ROLL, reply=ROLL))
    assert matcher.identity == base.identity
    words = base.text_encoder.words
    assert np.array_equal(matcher.replies(TEXTS), base.text_encoder([words.utterance(t, True, 64) for t in TEXTS]))


def test_maps_of_another_shape_are_refused(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match=r"retrieval\.safetensors: a tensor 'reply' of 384 x 384 is expected"):
        Matcher(shared_text_encoder(), shipped(tmp_path, context=ROLL, reply=ROLL[:5]))


def test_altered_maps_are_refused(tmp_path: Path) -> None:
    folder = shipped(tmp_path, context=ROLL, reply=ROLL)
    save_file({"context": ROLL, "reply": -ROLL}, folder / "retrieval.safetensors")
    with pytest.raises(WeightsError, match=r"retrieval\.safetensors was altered"):
        Matcher(shared_text_encoder(), folder)
