from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from agents.corpora.empathetic import Dialog, Utterance
from agents.corpora.exchanges import Exchange
from agents.training.common.run import Run
from agents.training.heads import calibration
from agents.training.heads.calibration import VOICE, sharpness, talked, told
from skills.labels import EMOTIONS
from skills.models import feeling

HEADER = "conv_id,utterance_idx,context,prompt,speaker_idx,utterance,selfeval,tags"


def test_what_was_told_is_the_speakers_words_of_four_utterances() -> None:
    said = tuple((bool(place % 2), f"u{place}") for place in range(5))
    assert [told(Exchange(said[:place], "")) for place in (1, 3, 5)] == ["u0", "u0 u2", "u2 u4"]


def test_n_grams_of_talks_learn_from_situations_and_from_what_the_one_who_tells_said() -> None:
    said = (Utterance("speaker", "a", "1"), Utterance("listener", "b", "2"), Utterance("speaker", "c", "1"))
    assert talked([Dialog("1", "sad", "it rained", said)]) == (["it rained", "a c"], ["sad", "sad"])


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
    calibration.train(run)
    run.finish()
    found = feeling.load(tmp_path)
    assert found.alone == pytest.approx(VOICE * 20, rel=0.01)  # never wrong: the end of the grid
    assert found.talk == pytest.approx(VOICE * 20, rel=0.01)
    assert found.told.top("xproud day", 1) == ("proud",)
