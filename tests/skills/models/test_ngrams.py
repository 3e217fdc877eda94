from __future__ import annotations

import json
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from safetensors.numpy import save_file

from bot.errors import WeightsError
from skills.models import ngrams
from skills.models.files import digest
from skills.models.ngrams import Ngrams, counted


def key(name: str) -> int:
    return zlib.crc32(name.encode())


def small() -> Ngrams:
    names = {"word rain": (1.0, [100, 0]), "word sun": (2.0, [0, 50]), "pair no sun": (1.0, [127, -127])}
    keys = np.array(sorted(map(key, names)), np.uint32)
    by_key = {key(name): value for name, value in names.items()}
    rarity = np.array([by_key[int(item)][0] for item in keys], np.float32)
    weights = np.array([by_key[int(item)][1] for item in keys], np.int8)
    step, bias = np.array([0.01, 0.02], np.float32), np.array([0.25, 0.0], np.float32)
    return Ngrams(("sad", "glad"), keys, rarity, weights, step, bias)


def test_words_pairs_and_runs_of_characters_are_counted() -> None:
    assert counted("Oh OH!") == {
        key("word oh"): 2,
        key("word !"): 1,
        key("pair oh oh"): 1,
        key("pair oh !"): 1,
        key("run  oh"): 2,
        key("run oh "): 2,
        key("run  oh "): 2,
        key("run  ! "): 1,
    }
    assert counted("Don’t") == counted("don't")


def test_scores_are_those_worked_out_by_hand() -> None:
    model = small()
    rain, sun = model.scores(["rain", "sun sun"])
    assert rain == pytest.approx([0.25 + 1.0, 0.0])  # the one feature it has, of length one
    assert sun == pytest.approx([0.25, 1.0])
    both = model.scores(["no sun"])[0]  # rarities 2 and 1: 2/√5 and 1/√5
    assert both == pytest.approx([0.25 + 1.27 / 5**0.5, (2 * 1.0 - 2.54) / 5**0.5], abs=1e-5)
    assert model.scores(["fog"])[0] == pytest.approx([0.25, 0.0])


def test_the_likeliest_labels_come_first() -> None:
    assert small().top("sun", 2) == ("glad", "sad")
    assert small().top("fog", 1) == ("sad",)
    with pytest.raises(ValueError, match="k must be from 1 to 2, and is 3"):
        small().top("sun", 3)


@given(st.text(max_size=40))
def test_any_text_has_finite_scores(text: str) -> None:
    assert np.isfinite(small().scores([text])).all()


def test_a_file_is_read_back_and_a_wrong_name_refused(tmp_path: Path) -> None:
    model, path = small(), tmp_path / "ngrams.safetensors"
    parts = ("keys", "rarity", "weights", "step", "bias")
    save_file(
        {f"emotion.{part}": getattr(model, part) for part in parts}, path, {"labels": '{"emotion":["sad","glad"]}'}
    )
    (tmp_path / "pins.json").write_text(json.dumps({"ngrams": digest(path)}), encoding="utf8")
    found = ngrams.load("emotion", tmp_path)
    assert found.labels == ("sad", "glad")
    assert found.scores(["no sun"]) == pytest.approx(model.scores(["no sun"]))
    with pytest.raises(WeightsError, match=r"no classifier is called 'topic' \(there are: emotion"):
        ngrams.load("topic", tmp_path)


def test_the_shipped_ones_know_what_plain_lines_are_about() -> None:
    emotion, topic = ngrams.load("emotion"), ngrams.load("topic")
    assert (len(emotion.labels), len(topic.labels)) == (32, 13)
    assert emotion.top("I was so jealous of my friend's new car", 1) == ("jealous",)
    assert emotion.top("I heard a noise in the dark and I was scared to go down", 5)[0] in {"afraid", "terrified"}
    assert topic.top("My boss fired me and I can't find a new job", 1) == ("job crisis",)
