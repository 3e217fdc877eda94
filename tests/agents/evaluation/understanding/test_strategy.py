"""The planner of strategies beside its baselines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agents.corpora.exchanges import Exchange
from agents.evaluation.understanding import strategy
from agents.evaluation.understanding.strategy import bigram, majority, numbers
from agents.training.common.run import Run
from agents.training.heads import strategy as recipe
from bot.dialog import STRATEGIES

WORDS = {
    "Question": "it all went wrong today",
    "Providing Suggestions": "what should I do now?",
    "Others": "thank you, bye",
}


def used(strategy: str, *past: str) -> Exchange:
    return Exchange(((False, "so sad"),), "Why?", label=strategy, position=len(past), past=past)


def talk(number: int) -> dict[str, object]:
    said = []
    for strategy_, words in WORDS.items():
        said.append({"speaker": "seeker", "annotation": {}, "content": f"{words} {number}"})
        said.append({"speaker": "supporter", "annotation": {"strategy": strategy_}, "content": "I see."})
    about = {"emotion_type": "sadness", "problem_type": "job crisis", "experience_type": "Current Experience"}
    return about | {"situation": "a bad day", "survey_score": {"seeker": {}}, "dialog": said}


def test_the_last_strategy_alone_is_a_baseline() -> None:
    learnt = [used("Question"), used("Others", "Question"), used("Others", "Others"), used("Information", "Question")]
    learnt.append(used("Others", "Question"))
    asked = [used("Question"), used("Question", "Question"), used("Question", "Self-disclosure", "Others")]
    assert [STRATEGIES[number] for number in bigram(learnt, asked)] == ["Question", "Others", "Others"]
    assert [STRATEGIES[number] for number in majority(learnt, asked)] == ["Others"] * 3
    assert numbers(asked).tolist() == [0, 0, 0]


def test_a_planner_that_learnt_is_right_where_the_majority_is_biased(tmp_path: Path) -> None:
    (tmp_path / "esconv").mkdir()
    for part, count in (("train", 24), ("valid", 5)):
        talks = [talk(number) for number in range(count)]
        (tmp_path / "esconv" / f"{part}.json").write_text(json.dumps(talks), encoding="utf8")
    run = Run(tmp_path, tmp_path, adapter="published", out=tmp_path)
    recipe.train(run)
    run.finish()
    found = {row.measure: row for row in strategy.rows(run, "valid")}
    accuracy, bias = found["accuracy"], found["preference bias"]
    assert accuracy.shipped is not None
    assert accuracy.shipped.value == 1
    assert dict(accuracy.beside)["majority"] == pytest.approx(1 / 3)
    assert dict(accuracy.beside)["after the last strategy"] == 1
    assert "TransESC" in accuracy.known
    assert bias.shipped is not None
    assert bias.shipped.value == 0
    assert dict(bias.beside)["majority"] == pytest.approx(7**0.5)
    assert found["first of a turn: accuracy"].shipped == accuracy.shipped
