"""The act head learns the first act of every labelled message, and is measured on dialogues it did not see."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from agents.corpora.written import Dialog, Utterance
from agents.evaluation.understanding import acts as evaluation
from agents.training.common.run import Run
from agents.training.heads import acts as recipe
from skills.labels import ACTS

SAID = {
    "tell": "my boss shouted at me again today",
    "goodbye": "bye, talk tomorrow",
    "ask_advice": "what should I do now?",
}


def dialogs(count: int) -> list[Dialog]:
    def said(act: str, number: int) -> tuple[Utterance, Utterance]:
        heard = Utterance("person", f"{SAID[act]} {'so ' * (number % 3)}", acts=(act,))
        return heard, Utterance("supporter", "Go on.", "Others")

    unlabelled = (Utterance("person", "hm"), Utterance("supporter", "Hm?", "Question"))
    talks = [(*said("tell", n), *unlabelled, *said(("goodbye", "ask_advice")[n % 2], n)) for n in range(count)]
    return [Dialog("work", "anger", (4, 3), "cook", "leaves", talk) for talk in talks]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run(tmp_path, tmp_path, seed=3, adapter="published", out=tmp_path)


def test_every_labelled_message_is_read_alone_and_in_its_talk(run: Run) -> None:
    table = recipe.examples(run.vectorizer(), dialogs(2))
    assert [ACTS[label] for label in table.labels] == ["tell", "goodbye", "tell", "ask_advice"]
    assert table.groups.tolist() == [0, 0, 1, 1]
    last, context = np.split(table.features, 2, axis=1)
    assert np.linalg.norm(last[0] - context[0]) < 0.35  # a first message is its own talk, but for who speaks next
    assert np.linalg.norm(last[1] - context[1]) > np.linalg.norm(last[0] - context[0])


def test_acts_are_told_apart_on_dialogues_left_out(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sklearn")
    monkeypatch.setattr("agents.corpora.written.read", lambda: dialogs(60))
    for module in (recipe, evaluation):
        monkeypatch.setattr(module, "ACTS", tuple(SAID))  # a label that is never there has no prior
    found = {row.measure: row for row in evaluation.rows(run, "valid")}
    accuracy = found["5 folds: accuracy"]
    assert accuracy.shipped is not None
    assert accuracy.shipped.value > 0.9
    assert dict(accuracy.beside)["majority"] == 0.5
    recipe.train(run)
    (made,) = run.finish()
    assert made.name == "acts.safetensors"
