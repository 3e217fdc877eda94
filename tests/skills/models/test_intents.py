from __future__ import annotations

import zlib

import numpy as np
import pytest

from skills.labels import EMOTIONS
from skills.models import intents
from skills.models.feeling import VOICE, Feeling
from skills.models.head import Head, softmax
from skills.models.intents import Intents
from skills.models.ngrams import Ngrams

KINDS = ("feeling", "questioning", "neutral")


def nothing(labels: tuple[str, ...]) -> Ngrams:
    rest = np.zeros(len(labels), np.float32)
    key = np.array([zlib.crc32(b"word why")], np.uint32)
    weights = np.zeros((1, len(labels)), np.int8)
    weights[0, 1] = 100
    return Ngrams(labels, key, np.ones(1, np.float32), weights, rest + 0.01, rest)


def test_what_is_likely_a_feeling_is_shared_out_among_the_feelings() -> None:
    emotion = np.zeros((32, 2))
    emotion[0, 1] = 8.0
    silent = nothing(EMOTIONS)
    feeling = Feeling(Head(((emotion, np.zeros(32)),), EMOTIONS, 1.0, {}), silent, silent, 0.0, 0.0)
    kinds = np.zeros((3, 2))
    kinds[0, 0] = 1.0
    head = Head(((kinds, np.zeros(3)),), KINDS, 0.5, {"loud": np.array([4.0])})
    reader = Intents(head, nothing(KINDS), feeling)
    assert reader.labels == (*EMOTIONS, "questioning", "neutral")
    vectors = np.array([[1.0, 0.0], [0.0, 1.0]], np.float32)
    told, asked = reader.shares(vectors, ["it is", "why"])
    ten = softmax(VOICE * np.array([[1.0 / 0.5, 0.0, 0.0], [0.0, 4.0, 0.0]]))
    assert told[:32] == pytest.approx(np.full(32, ten[0, 0] / 32), rel=1e-5)
    assert told[32:] == pytest.approx(ten[0, 1:], rel=1e-5)
    assert asked[32:] == pytest.approx(ten[1, 1:], rel=1e-5)
    assert asked[:32] == pytest.approx(ten[1, 0] * softmax(VOICE * emotion[:, 1]), rel=1e-5)
    assert reader.plain(vectors, ["it is", "why"])[0, 33] == pytest.approx(1 / (np.e + 2), rel=1e-5)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Why did she leave so early?", "questioning"),
        ("I am so sorry to hear that.", "sympathizing"),
        ("Congratulations, I wish you all the best!", "wishing"),
    ],
)
def test_plain_replies_are_named_by_the_shipped_reader(text: str, label: str) -> None:
    from skills.encoder import shared_text_encoder

    reader = intents.load()
    (shares,) = reader.shares(shared_text_encoder().encode_texts([text]), [text])
    assert reader.labels[int(shares.argmax())] == label
    assert shares.sum() == pytest.approx(1, abs=1e-5)
    assert len(shares) == 41
