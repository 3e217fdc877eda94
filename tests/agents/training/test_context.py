from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from agents.corpora.empathetic import Dialog, Utterance
from agents.training import context
from agents.training.context import VOICE, sharpness, turns
from agents.training.run import Run
from skills.labels import EMOTIONS
from skills.models import feeling

HEADER = "conv_id,utterance_idx,context,prompt,speaker_idx,utterance,selfeval,tags"


def test_every_turn_of_the_listener_has_at_most_four_utterances_before_it() -> None:
    said = tuple(Utterance("listener" if place % 2 else "speaker", f"u{place}", "1") for place in range(7))
    found = list(turns([Dialog("a", "sad", "it", said[:2]), Dialog("b", "proud", "it", said)]))
    assert [(turn.talk, turn.emotion, turn.reply) for turn in found] == [
        (0, "sad", "u1"),
        (1, "proud", "u1"),
        (1, "proud", "u3"),
        (1, "proud", "u5"),
    ]
    assert [text for _, text in found[-1].context] == ["u1", "u2", "u3", "u4"]
    assert (found[-1].last, found[-1].told) == ("u4", "u2 u4")
    assert found[2].told == "u0 u2"


def test_sharpness_is_where_sureness_is_how_often_one_is_right() -> None:
    """Right in nine of ten by two scores that lie one apart: e^f / (1 + e^f) = 0.9, so f = ln 9."""
    scores = np.tile([1.0, 0.0], (10, 1))
    assert sharpness(scores, np.array([0] * 9 + [1])) == pytest.approx(np.log(9), rel=0.03)


def test_what_is_saved_is_read_back(tmp_path: Path) -> None:
    rows = [HEADER]
    for number in range(len(EMOTIONS) * 8):
        emotion = EMOTIONS[number // 8]
        rows.append(f"{number},1,{emotion},x{emotion} day {number},1,My x{emotion} day.,,")
        rows.append(f"{number},2,{emotion},x{emotion} day {number},0,Oh.,,")
    path = tmp_path / "empatheticdialogues/empatheticdialogues/train.csv"
    path.parent.mkdir(parents=True)
    path.write_text("\n".join(rows) + "\n", encoding="utf8")
    run = Run(tmp_path, tmp_path, out=tmp_path)
    context.train(run)
    run.finish()
    found = feeling.load(tmp_path)
    assert found.alone == pytest.approx(VOICE * 20, rel=0.01)  # never wrong: the end of the grid
    assert found.talk == pytest.approx(VOICE * 20, rel=0.01)
