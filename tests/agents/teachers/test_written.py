"""The written corpus as teachers: replies, strategies and acts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from agents.corpora import written
from agents.corpora.written import STRATEGIES
from skills.labels import ACTS

Messages = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def first() -> written.Dialog:
    return written.load("", "valid")[0]


def test_a_reply_answers_a_message(first: written.Dialog) -> None:
    pytest.importorskip("parlai")
    from parlai.core.loader import load_teacher_module
    from parlai.core.opt import Opt

    task = "agents.teachers.written"
    made = load_teacher_module(task)(Opt(task=task, datatype="valid:ordered", datapath="nowhere"))
    assert made.num_episodes() == len(written.load("", "valid"))
    said = first.utterances
    message = dict(made.get(0, 1))
    assert (message["text"], message["labels"]) == (said[2].text, [said[3].text])
    assert message["history"] == [f"person: {said[0].text}", f"supporter: {said[1].text}"]
    assert (message["strategy"], message["acts"]) == (said[3].strategy, list(said[2].acts))
    assert (message["problem_type"], message["initial_intensity"]) == (first.problem, first.intensity[0])
    assert message["episode_done"] is (len(said) == 4)


def test_a_strategy_is_one_of_eight(messages: Messages, first: written.Dialog) -> None:
    found = messages("written:Strategy", "valid")
    assert found[0]["text"] == f"person: {first.utterances[0].text}"
    assert found[0]["labels"] == [first.utterances[1].strategy]
    assert found[1]["text"].count("\n") == 2
    assert all(message["label_candidates"] == list(STRATEGIES) for message in found)


def test_an_act_is_the_first_of_a_message(messages: Messages, first: written.Dialog) -> None:
    found = messages("written:Act", "valid")
    assert found[0]["labels"] == [first.utterances[0].acts[0]]
    assert all(message["labels"][0] in ACTS for message in found)
