"""Vectors of the shelf that ship, and vectors that are made and kept for other encoders and other lines."""

from __future__ import annotations

import logging
from pathlib import Path

import numpy as np
import pytest

from bot.errors import WeightsError
from skills import openings, shelf_vectors
from skills.encoder import ConversationEncoder, shared_text_encoder
from skills.models.head import Floats
from skills.models.matcher import Matcher
from skills.shelf import NAME, written
from skills.shelf_vectors import kept, load, shipped
from skills.sizes import BASE

TEXT = """
## a cat
P: my cat died last night
S [Question]: How long did you have your cat?
S [Reflection of feelings]: The house must feel empty without her.

## esconv 0123456789ab 2
S [Question]: Which exam is it?

## after: anything
S [Others]: I'm listening.
"""


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of a few openings, and a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "told").mkdir()
    (tmp_path / "told/few.txt").write_text(TEXT, encoding="utf8")
    return tmp_path / "told"


@pytest.fixture(params=["default", "published"])
def encoder(request: pytest.FixtureRequest) -> ConversationEncoder:
    return shared_text_encoder(request.param)


def context(encoder: ConversationEncoder, text: str) -> Floats:
    return encoder.text_encoder([encoder.text_encoder.words.context([(False, text)])])


def files(folder: Path) -> list[Path]:
    return sorted((folder.parent / "cache/attune" / NAME).iterdir())


def test_made_here_they_find_the_line_for_what_was_said(told: Path, encoder: ConversationEncoder) -> None:
    shelf = load(encoder, told)
    (cat, exam) = shelf.nearest(np.concatenate([context(encoder, text) for text in ("my cat died", "my exam")]), 3)
    assert {found.line.text for found in cat[:2]} == {line.text for line, _ in written(openings.read(told))[:2]}
    assert exam[0].line.text == "Which exam is it?"


def test_an_opening_without_words_has_zeros_and_the_rest_the_encoder_s_vectors(
    told: Path, encoder: ConversationEncoder
) -> None:
    found = openings.read(told)
    rows = written(found)
    vectors = kept(found, rows, encoder)
    assert vectors.openings[0] == pytest.approx(context(encoder, "my cat died last night")[0], abs=1e-3)
    assert not vectors.openings[1].any()
    replies = Matcher(encoder).replies([line.text for line, _ in rows])
    assert vectors.replies == pytest.approx(replies, abs=1e-2)


def test_they_are_made_once(told: Path, caplog: pytest.LogCaptureFixture) -> None:
    encoder = shared_text_encoder()
    with caplog.at_level(logging.WARNING):
        first, again = (load(encoder, told).nearest(context(encoder, "my cat"), 3) for _ in range(2))
    assert [found.line for found in first[0]] == [found.line for found in again[0]]
    assert [record.message for record in caplog.records] == [
        "making the vectors of 4 lines, once: this takes up to a minute"
    ]
    assert len(files(told)) == 1  # nothing lies aside


def test_other_lines_and_other_encoders_have_their_own(told: Path) -> None:
    load(shared_text_encoder(), told)
    load(shared_text_encoder("published"), told)
    (told / "more.txt").write_text("## a dog\nP: my dog\nS [Question]: What is he called?\n")
    load(shared_text_encoder(), told)
    assert len(files(told)) == 3


def test_a_damaged_file_is_made_again(told: Path) -> None:
    encoder = shared_text_encoder()
    load(encoder, told)
    (file,) = files(told)
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    load(encoder, told)
    assert file.read_bytes() == whole


def test_where_nothing_can_be_kept_they_are_made_all_the_same(told: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (told.parent / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(told.parent / "file"))
    assert load(shared_text_encoder(), told).lines


def test_those_that_ship_are_of_the_lines_that_ship() -> None:
    rows = written(openings.read())
    vectors = shipped(rows, BASE)
    assert vectors.replies.shape[0] == len(rows)
    assert vectors.openings.shape[0] == 1 + max(number for _, number in rows)
    assert vectors.openings.any(axis=1).all()
    with pytest.raises(WeightsError, match=r"shelf\.safetensors: made from other lines .*attune train shelf"):
        shipped(rows[1:], BASE)


def test_the_default_bot_s_encoder_takes_those_that_ship(monkeypatch: pytest.MonkeyPatch) -> None:
    def made(*_: object) -> None:
        pytest.fail("they ship")

    monkeypatch.setattr(shelf_vectors, "kept", made)
    encoder = shared_text_encoder(size=BASE)
    (found,) = load(encoder).nearest(context(encoder, "my cat died last night"), 20)
    assert sum("cat" in one.line.text for one in found) > 5
