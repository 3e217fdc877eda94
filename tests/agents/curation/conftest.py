from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from agents.curation import made
from skills.models.head import Floats

MODULE = """
import hashlib, time
import numpy as np

class Slow:
    labels = ("sad", "joyful", "questioning", "neutral")
    def __call__(self, texts):
        time.sleep(0.3)
        rows = np.array([list(hashlib.sha256(text.encode()).digest()[:4]) for text in texts], float) + 1
        return rows / rows.sum(axis=1, keepdims=True)
"""


class Fake:
    """Labels by the first letter: S is all sad, J half joyful, everything else neutral."""

    labels = ("sad", "joyful", "questioning", "neutral")

    def __init__(self) -> None:
        self.asked: list[int] = []

    def __call__(self, texts: Sequence[str]) -> Floats:
        self.asked.append(len(texts))
        rows = {"S": [1.0, 0, 0, 0], "J": [0, 0.5, 0.3, 0.2]}
        return np.array([rows.get(text[:1], [0, 0, 0, 1.0]) for text in texts])


@pytest.fixture
def fake() -> Fake:
    return Fake()


@pytest.fixture
def films(tmp_path: Path) -> Path:
    """Four made films of 1,000 lines, the last with fewer."""
    made.write(tmp_path / "films", 3200, 5)
    return tmp_path / "films"


@pytest.fixture
def slow(tmp_path: Path) -> Path:
    """A folder with a module `slow_labels` whose `Slow` is a labeller that takes its time."""
    folder = tmp_path / "modules"
    folder.mkdir()
    (folder / "slow_labels.py").write_text(MODULE, encoding="utf8")
    return folder
