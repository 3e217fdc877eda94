from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def corpus(tmp_path: Path) -> None:
    (tmp_path / "reccon").mkdir()
    talk = [
        {"turn": 1, "speaker": "A", "utterance": "My goat won the prize and ate it .", "emotion": "neutral"},
        {"turn": 2, "speaker": "B", "utterance": "Oh .", "emotion": "neutral"},
        {
            "turn": 3,
            "speaker": "A",
            "utterance": "What luck !",
            "emotion": "happy",
            "expanded emotion cause evidence": [1, 1, 3],
            "expanded emotion cause span": ["won the prize", "ate it", "luck"],
            "type": ["self-contagion"],
        },
    ]
    (tmp_path / "reccon" / "dailydialog_train.json").write_text(json.dumps({"tr_5": [talk]}), encoding="utf8")


TALK = "A: My goat won the prize and ate it .\nB: Oh .\nA: What luck !\n"
FIRST = {
    "emotion": "happiness",
    "target": "What luck !",
    "target_turn": 3,
    "candidate": "My goat won the prize and ate it .",
    "candidate_turn": 1,
    "spans": ["won the prize", "ate it"],
    "types": ["self-contagion"],
    "conversation": "tr_5",
}
GOAT = "My goat won the prize and ate it ."


@pytest.mark.usefixtures("corpus")
def test_every_utterance_up_to_the_target_is_a_cause_or_none(messages: Callable[..., list[dict[str, Any]]]) -> None:
    found, alone = messages("reccon"), messages("reccon:EntailmentAlone")
    asked = f"emotion: happiness\ntarget: A: What luck !\ncandidate: A: {GOAT}"
    answer = {"labels": ["cause"], "label_candidates": ["cause", "no cause"]}
    assert found[0] == FIRST | answer | {"text": TALK + asked}
    assert alone[0] == FIRST | answer | {"text": asked}
    for each in (found, alone):
        assert [told["labels"][0] for told in each] == ["cause", "no cause", "cause"]
        assert [told["candidate_turn"] for told in each] == [1, 2, 3]
        assert each[1]["spans"] == []


@pytest.mark.usefixtures("corpus")
def test_each_span_is_an_example_and_where_it_stands_is_told(messages: Callable[..., list[dict[str, Any]]]) -> None:
    found, alone = messages("reccon:Span"), messages("reccon:SpanAlone")
    question = f"What in “{GOAT}” causes the happiness of “What luck !”?"
    assert found[0] == FIRST | {"text": TALK + question, "labels": ["won the prize"], "answer_starts": [11]}
    assert alone[0] == FIRST | {"text": f"A: {GOAT}\n{question}", "labels": ["won the prize"], "answer_starts": [11]}
    for each in (found, alone):
        assert [told["labels"][0] for told in each] == ["won the prize", "ate it", "no cause", "luck"]
        assert each[2]["answer_starts"] == []
        for told in (each[0], each[1], each[3]):
            assert told["text"][told["answer_starts"][0] :].startswith(told["labels"][0])
    assert [told["answer_starts"] for told in found] == [[11], [29], [], [54]]
    assert [told["answer_starts"] for told in alone] == [[11], [29], [], [8]]


@pytest.mark.usefixtures("corpus")
def test_parlai_evaluates_it(commanded: Callable[..., Any]) -> None:
    report = commanded("eval_model", "reccon:Span")
    assert (report["exs"].value(), report["accuracy"].value()) == (4, 1.0)
    assert (report["span_em_positive"].value(), report["span_f1"].value()) == (1, 1)
    report = commanded("eval_model", "reccon")
    assert (report["label_positive_f1"].value(), report["label_macro_f1"].value()) == (1, 1)
