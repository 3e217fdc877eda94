"""Stages and transitions beside their baselines."""

from __future__ import annotations

import numpy as np
import pytest

from agents.corpora import esconv
from agents.corpora.esconv import Utterance
from agents.evaluation.understanding.single import Asked
from agents.evaluation.understanding.stage import counted, f1, passing, present
from agents.training.common.tables import Talks, before
from agents.training.examples import supported


def known(*said: Utterance) -> Talks:
    dialogs = (esconv.Dialog("sadness", "job crisis", "Current Experience", "a bad day", esconv.Survey(), said),)
    examples = tuple(supported(dialogs))
    empty = np.zeros((len(examples), 4), np.float32)
    return Talks(dialogs, examples, empty, empty)


def test_the_present_stage_is_of_what_was_done_and_turns_are_of_the_seeker() -> None:
    asked = [Utterance("seeker", "so"), Utterance("seeker", "sad"), Utterance("supporter", "Why?", "Question")]
    offered = [Utterance("seeker", "why"), Utterance("supporter", "Try this.", "Providing Suggestions")]
    talk = known(*asked, *offered * 4)
    assert present(talk).tolist() == [-1, 0, 2, 2, 2]
    assert counted(talk).tolist() == [0, 0, 0, 1, 1]
    assert [len(said) for said in before(talk)] == [2, 4, 6, 8, 10]


def test_f1_is_of_passing_alone() -> None:
    truth, guess = np.array([1, 1, 0, 0, 1]), np.array([1, 0, 1, 0, 1])
    assert f1(truth, guess, 2) == pytest.approx(2 * 2 / 6)
    assert f1(truth * 0, guess * 0, 2) == 0


def test_passing_stands_beside_always_saying_so() -> None:
    truth, guess = np.array([1, 1, 0, 0]), np.array([1, 1, 0, 1])
    asked = Asked("stage", truth, 2, np.arange(4), "passing: ")
    found = {row.measure: row for row in passing(asked, guess, {"always": np.ones(4, int)})}
    assert list(found) == ["passing: F1", "passing: macro-F1", "passing: accuracy"]
    first = found["passing: F1"]
    assert first.shipped is not None
    assert first.shipped.value == pytest.approx(4 / 5)
    assert dict(first.beside) == {"always": pytest.approx(2 / 3)}
