"""The recipe of the kinds head, on vectors and labels made up here."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from agents.training.heads.kinds import LABELS, apart, labelled, repeated, told_of
from bot.errors import CorpusError
from skills import openings

NAMES = ("they ask what to do", "good news", "about: money")


def test_a_message_counts_for_each_of_its_kinds_the_first_most() -> None:
    table = repeated(np.eye(2, dtype=np.float32), [[1], [0, 2]])
    assert table.labels.tolist() == [1, 1, 1, 0, 0, 0, 2, 2]
    assert table.groups.tolist() == [0, 0, 0, 1, 1, 1, 1, 1]
    assert table.features.shape == (8, 2)


def test_each_message_is_scored_by_a_head_that_did_not_see_it() -> None:
    rng = np.random.default_rng(0)
    ask, news = rng.normal((1, 0), 0.1, (60, 2)), rng.normal((0, 1), 0.1, (60, 2))
    vectors, labels = np.concatenate([ask, news]).astype(np.float32), [[0, 2]] * 60 + [[1]] * 60
    scores = apart(vectors, labels, 3, seed=7)
    assert [row.argmax() for row in scores] == [0] * 60 + [1] * 60
    assert (scores[:60, 2] > scores[:60, 1]).all()
    odd = apart(np.concatenate([vectors, [[9.0, 9.0]]]).astype(np.float32), [*labels, [2]], 3, seed=7)
    assert odd[-1].argmax() != 2, "its own label was seen"
    assert "first kind 1.000 among 1" in told_of(scores, labels, NAMES)
    assert "questions heard 1.000, elsewhere 0.000" in told_of(scores, labels, NAMES)


def test_a_kind_that_no_reply_is_written_for_is_named_and_so_is_a_message_without_one(tmp_path: Path) -> None:
    path = tmp_path / "kinds.jsonl"
    for kinds, message in (('"good nws"', "'good nws' is no kind"), ("", "a message has one to 4 kinds")):
        path.write_text(f'{{"kinds":["good news"],"item":"5/Mc000"}}\n{{"kinds":[{kinds}],"item":"5/a"}}\n')
        with pytest.raises(CorpusError, match=f"kinds.jsonl, line 2: {message}"):
            labelled(path, NAMES)


def test_our_labels_are_of_the_kinds_that_replies_are_written_for() -> None:
    names = openings.kinds()
    rows = labelled(LABELS, names)
    assert len(names) == len({*names})
    assert {row.kinds[0] for row in rows} >= {name for name in names if name.startswith("they ask")}
