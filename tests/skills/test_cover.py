from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest

from bot.dialog import SupportStage
from bot.errors import ConfigError
from skills.cover import ROLES, STAGES, common, empty, matrix, seen
from skills.labels import EMOTIONS
from skills.moves import Move, load

Make = Callable[..., Move]
SAD, JOYFUL = EMOTIONS.index("sad"), EMOTIONS.index("joyful")


def test_a_move_counts_in_the_cells_it_names(make: Make) -> None:
    found = matrix(
        [
            make("reflect.a.01", "A.", emotions=("sad",), stages=(SupportStage.COMFORTING,), mode=("support",)),
            make("ask.b.02", "B?", emotions=("sad", "joyful"), mode=("celebrate",)),
            make("offer.c.03", "C.", emotions=("sad",), stages=(SupportStage.ACTION,), mode=("support",)),
            make("close.d.04", "D.", emotions=("sad",)),
            make("reflect.e.05", "E.", emotions=EMOTIONS[:12]),
        ]
    )
    assert found[SAD].tolist() == [[0, 0, 0], [1, 0, 0], [0, 0, 1]]
    assert found[JOYFUL].tolist() == [[0, 1, 0]] * 3
    assert found.sum() == 5
    assert (found.shape, ROLES) == ((32, len(STAGES), 3), ("reaction", "question", "suggestion"))


def test_the_common_half_is_the_more_frequent_half_and_never_an_unseen_cell() -> None:
    counts = np.zeros((32, 3), np.int64)
    counts[:, 0] = np.arange(32) + 1
    counts[:20, 1] = 50
    found = common(counts)
    assert found.sum() == 48
    assert found[:20, 1].all()
    assert found[:, 0].sum() == 28
    assert found[4:, 0].all()
    counts[:, 0] = 0
    assert common(counts).sum() == 20


def test_an_empty_common_cell_is_named(make: Make) -> None:
    counts = np.zeros((32, 3), np.int64)
    counts[SAD, 2] = counts[JOYFUL, 2] = 1
    assert empty([], counts) == [
        *("joyful, action: no reaction", "joyful, action: no question"),
        *("sad, action: no reaction", "sad, action: no question", "sad, action: no suggestion"),
    ]


def test_the_shipped_bank_has_something_for_every_common_cell() -> None:
    assert empty(load(), seen()) == []
    assert seen().sum() > 1000


def test_counts_are_read_by_name_and_a_broken_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "common.json"
    path.write_bytes(msgspec.json.encode({"sad": {"action": 3}}))
    assert seen(path)[SAD].tolist() == [0, 0, 3]
    path.write_text("{", encoding="utf8")
    with pytest.raises(ConfigError, match="attune eval cover"):
        seen(path)
