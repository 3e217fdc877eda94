from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A data folder with two small corpora made for these tests: their train parts, and ESConv's failed talks."""
    rows = [
        "conv_id,utterance_idx,context,prompt,speaker_idx,utterance,selfeval,tags",
        "a,1,proud,My plum jam won.,1,My jam won. Jam!,,",
        "a,2,proud,My plum jam won.,0,Wow_comma_ great jam,,",
        "b,1,sad,The pond is dry,2,The pond dried up,,",
        "b,2,sad,The pond is dry,0,Oh no,,",
        "b,3,sad,The pond is dry,2,Yes,,",
        "b,4,sad,The pond is dry,0,Oh dear,,",
    ]
    path = tmp_path / "corpora/empatheticdialogues/empatheticdialogues/train.csv"
    path.parent.mkdir(parents=True)
    path.write_text("\n".join(rows) + "\n", encoding="utf8")
    folder = tmp_path / "corpora/esconv"
    folder.mkdir()
    (folder / "train.json").write_text(json.dumps([esconv_talk(), esconv_talk(problem_type="job crisis")]))
    (folder / "FailedESConv.json").write_text(json.dumps([esconv_talk(stars=("4", "2"))]))
    return tmp_path / "corpora"


def esconv_talk(*, stars: tuple[str, str] | None = None, **changes: Any) -> dict[str, Any]:
    """Six messages: Question, Question, Information; the seeker gives stars in the second and in the last one."""
    one, two = ({"feedback": star} for star in stars) if stars else ({}, {})
    return {
        "experience_type": "Current Experience",
        "emotion_type": "anger",
        "problem_type": "academic pressure",
        "situation": "The lake froze.",
        "survey_score": {
            "seeker": {
                "initial_emotion_intensity": "5",
                "empathy": "4",
                "relevance": "4",
                "final_emotion_intensity": "2",
            },
            "supporter": {},
        },
        "dialog": [
            {"speaker": "supporter", "annotation": {"strategy": "Question"}, "content": "What froze, and when?"},
            {"speaker": "seeker", "annotation": one, "content": "The whole lake froze last night, boats too."},
            {"speaker": "supporter", "annotation": {"strategy": "Question"}, "content": "What boats?"},
            {"speaker": "seeker", "annotation": {}, "content": "Small ones"},
            {"speaker": "supporter", "annotation": {"strategy": "Information"}, "content": "Ice melts."},
            {"speaker": "seeker", "annotation": two, "content": "Right"},
        ],
    } | changes
