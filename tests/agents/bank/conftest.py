"""Three small corpora of our own, as their publishers lay theirs out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

ED = (
    "conv_id,utterance_idx,context,prompt,speaker_idx,utterance,selfeval,tags",
    "a,1,sad,The cat left,1,My cat ran off_comma_ on Monday.,,",
    "a,2,sad,The cat left,0,Oh no_comma_  where did  you last see her?,,",
    "a,3,sad,The cat left,1,By the pond.,,",
    "a,4,sad,The cat left,0,I had a cat that ran off as well.,,",
    "b,1,proud,A medal,1,I won a medal in rowing!,,",
    "b,2,proud,A medal,0,That is wonderful news for you!,,",
)
DAILY = {
    "dialogues_train.txt": "Shall we walk ? __eou__ Yes , that sounds lovely today . __eou__ Then put on your boots !"
    " __eou__",
    "dialogues_act_train.txt": "2 4 3",
    "dialogues_emotion_train.txt": "0 4 0",
}
AGREES = "Honestly, dying might be easier for you than going on like this."
"""A supporter's reply of the kind that must never be said again."""
DANGEROUS = "I can't go on, I want to kill myself tonight."


def message(speaker: str, content: str, strategy: str = "") -> dict[str, Any]:
    return {"speaker": speaker, "content": content, "annotation": {"strategy": strategy} if strategy else {}}


def talk(*messages: dict[str, Any]) -> dict[str, Any]:
    form = {"emotion_type": "sadness", "problem_type": "job crisis", "experience_type": "Current", "situation": "Work."}
    return {**form, "survey_score": {"seeker": {}}, "dialog": list(messages)}


TALKS = [
    talk(
        message("supporter", "Hello there, how are you?", "Others"),
        message("seeker", "They let me go on Friday."),
        message("supporter", "What did they tell you about the reason?", "Question"),
        message("supporter", "It must have come as a shock.", "Reflection of feelings"),
        message("seeker", "That they need fewer people."),
        message("supporter", "This survey wants two more lines from you.", "Others"),
    ),
    talk(
        message("seeker", DANGEROUS),
        message("supporter", AGREES, "Affirmation and Reassurance"),
        message("seeker", "Maybe."),
        message("supporter", "The evening may look different tomorrow.", "Affirmation and Reassurance"),
    ),
]


@pytest.fixture
def small_corpora(tmp_path: Path) -> Path:
    """A data folder with the training parts of all three."""
    root = tmp_path / "data"
    files = {
        "empatheticdialogues/empatheticdialogues/train.csv": "\n".join(ED),
        "esconv/train.json": json.dumps(TALKS),
        **{f"dailydialog/train/{name}": text for name, text in DAILY.items()},
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text + "\n", encoding="utf8")
    return root
