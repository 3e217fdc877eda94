from pathlib import Path

import numpy as np

from agents.corpora import reccon
from agents.training.heads import cause_examples
from skills.cause import SIX
from skills.labels import EMOTIONS
from tests.agents.training.heads.reccon_talks import a_run


def test_questions_are_rows_of_the_utterances_with_what_is_known_of_them(tmp_path: Path) -> None:
    run = a_run(tmp_path)
    known = cause_examples.told(run, reccon.load(run.datapath, "train")[:2])
    assert known.groups.tolist() == [0, 0, 0, 1, 1, 1]
    asked = cause_examples.pairs(known, run.head("emotion", EMOTIONS))
    assert (asked.target.tolist(), asked.candidate.tolist()) == ([2, 2, 2, 5, 5, 5], [0, 1, 2, 3, 4, 5])
    assert asked.labels.tolist() == [0, 1, 1] * 2
    assert asked.groups.tolist() == [0, 0, 0, 1, 1, 1]
    assert asked.given[0].tolist() == [float(name == "happiness") for name in SIX]
    assert asked.read[0, SIX.index("happiness")] > 0.5
    length_of_2, exclaims, asks = asked.rest[1, 3:6]
    assert (round(float(np.expm1(length_of_2))), exclaims, asks) == (12, 0.0, 1.0)
    spans = cause_examples.spans(known, run.vectorizer().words)
    assert spans.rows.tolist() == [1, 2, 4, 5]
    assert spans.bounds.tolist() == [[3, 5], [0, 0]] * 2  # good day , my goat won
