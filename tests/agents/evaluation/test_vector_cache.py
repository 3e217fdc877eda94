from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.evaluation import vector_cache
from agents.evaluation.vector_cache import VectorCache


def test_what_was_encoded_once_is_read_again_and_nothing_else(
    words: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector_cache, "CHUNK", 2)
    first = VectorCache(words, tmp_path).replies(["a b", "c", "d"])
    assert words.encoded == ["a b", "c", "d"]
    again = VectorCache(words, tmp_path).replies(["a b", "c", "e"])
    assert words.encoded == ["a b", "c", "d", "e"]  # the second chunk differs
    assert np.array_equal(first[:2], again[:2])
    assert first.dtype == np.float32
    VectorCache(words, tmp_path).contexts([[(False, "a b")], [(False, "c")]])
    assert words.encoded[4:] == ["a b", "c"]  # another side
    assert [path.suffix for path in tmp_path.rglob("*.*")] == [".safetensors"] * 4
