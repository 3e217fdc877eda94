from pathlib import Path
from typing import Any

import pytest

from agents.corpora import intents
from agents.curation.dialogs import Dialog, Turn
from agents.curation.labelling import Labelled, label, maker, shipped
from bot.errors import ConfigError
from skills.labels import EMOTIONS


def dialog(*texts: str) -> Dialog:
    return tuple(Turn(text, None, None) for text in texts)


def test_emotionality_is_the_sum_over_emotions_and_the_mean_over_turns(fake: Any) -> None:
    (found,) = label([dialog("Sad.", "Joy.", "No.")], fake)
    assert found.turns == (1.0, 0.5, 0.0)
    assert found.emotionality == 0.5
    assert found.top[1] == (("joyful", 0.5), ("questioning", 0.3), ("neutral", 0.2))
    assert found.top[2] == (("neutral", 1.0), ("sad", 0.0), ("joyful", 0.0))


def test_turns_of_several_dialogs_are_labelled_together_and_stay_apart(fake: Any) -> None:
    talks = [dialog("Sad.", "No."), dialog("Joy.", "Joy.", "Sad."), dialog("No.", "No.")]
    found = list(label(talks, fake, batch=4))
    assert fake.asked == [5, 2]
    assert [item.dialog for item in found] == talks
    assert [item.emotionality for item in found] == [0.5, 0.6667, 0.0]
    assert found == list(label(talks, fake, batch=1))


def test_without_a_labeller_dialogs_pass_as_they_are() -> None:
    assert list(label([dialog("a", "b")], None)) == [Labelled(dialog("a", "b"))]
    assert maker("none")() is None


def test_the_default_labeller_tells_feelings_from_what_listeners_do() -> None:
    labeller = shipped()
    texts = ["When my dog died I could not stop crying for days.", "What did you do then?"]
    shares = labeller(texts)
    assert shares.shape == (2, len(labeller.labels)) == (2, 41)
    assert shares.sum(axis=1) == pytest.approx([1, 1], abs=1e-5)
    felt = shares[:, [name in EMOTIONS for name in labeller.labels]].sum(axis=1)
    assert felt[0] > 0.8
    assert felt[1] < 0.2
    assert [labeller.labels[place] for place in shares.argmax(axis=1)][1] == "questioning"


@pytest.mark.parametrize("name", ["nothing", "agents.nowhere:x", "agents.curation.labelling:x", "math:sqrt"])
def test_what_makes_no_labeller_is_refused(name: str) -> None:
    with pytest.raises(ConfigError, match=f"--labeller {name}: .*agents.curation.labelling:shipped, or none"):
        maker(name)


@pytest.mark.corpus
def test_feelings_stand_before_intents(corpora: Path) -> None:
    """The figure of docs/curation.md: how often a text with an emotion stands above one without."""
    from sklearn.metrics import roc_auc_score

    said = intents.load(corpora, "valid")
    labeller = shipped()
    felt = labeller([item.text for item in said])[:, [name in EMOTIONS for name in labeller.labels]].sum(axis=1)
    area = roc_auc_score([item.label in EMOTIONS for item in said], felt)
    assert area == pytest.approx(0.996, abs=0.003)
