"""The shelf's recipe: fewer numbers, by which the same lines are near."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

from agents.training import shelf
from agents.training.common.run import Run
from agents.training.shelf import in_eight_bits, principal, train
from skills import openings
from skills.encoder import shared_text_encoder
from skills.models.matcher import Matcher
from skills.shelf import digest, numbers, written
from skills.shelf_vectors import of_contexts
from skills.sizes import SMALL

TEXT = """
## a cat
P: my cat died last night
S [Question]: How long did you have your cat?
S [Others]: The house must feel empty without her.

## an exam
P: my exam is tomorrow
S: Which one?
P: chemistry
S [Question]: What worries you about chemistry?

## after: anything
S [Others]: I'm listening.
"""


def test_by_the_first_axes_products_stay_what_they_are() -> None:
    random = np.random.default_rng(1)
    vectors = (random.normal(size=(40, 3)) @ random.normal(size=(3, 8))).astype(np.float32)
    axes = principal(vectors, 3)
    assert axes.shape == (3, 8)
    assert axes @ axes.T == pytest.approx(np.eye(3), abs=1e-5)
    kept = vectors @ axes.T
    assert kept @ kept.T == pytest.approx(vectors @ vectors.T, rel=1e-3, abs=1e-3)
    assert (np.diff((kept**2).sum(axis=0)) < 0).all()  # the first says most


def test_eight_bits_are_off_by_half_a_step_at_most() -> None:
    vectors = np.random.default_rng(2).normal(size=(20, 6)).astype(np.float32)
    codes, scales = in_eight_bits(vectors)
    assert codes.dtype == np.int8
    assert np.abs(codes).max(axis=1).tolist() == [127] * 20
    off = np.abs(codes.astype(np.float32) * scales[:, None] - vectors)
    assert (off <= scales[:, None] / 2 + 1e-6).all()


def test_what_is_saved_is_of_the_lines_and_finds_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "few.txt").write_text(TEXT, encoding="utf8")
    told = openings.read(tmp_path)
    monkeypatch.setattr(openings, "read", lambda: told)
    monkeypatch.setattr(shelf, "FOLDER", tmp_path / "vectors")
    run = Run(tmp_path, tmp_path, size=SMALL, out=tmp_path / "out")
    train(run)
    (path,) = run.finish()
    held = load_file(path)
    rows = written(told)
    assert held["digest"].tobytes() == digest(rows)
    encoder = shared_text_encoder()
    replies = numbers(held["replies"], held["reply_scales"]) @ held["reply_axes"].astype(np.float32)
    assert replies == pytest.approx(Matcher(encoder).replies([line.text for line, _ in rows]), abs=0.03)
    contexts = [opening.context for opening in told if opening.context]
    kept = numbers(held["openings"], held["opening_scales"]) @ held["opening_axes"].astype(np.float32)
    assert kept == pytest.approx(of_contexts(contexts, encoder), abs=0.03)
