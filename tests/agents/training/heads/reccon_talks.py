"""A corpus of twelve talks that are alike, for the recipe that learns from RECCON."""

from __future__ import annotations

import json
from pathlib import Path

from agents.training.common.run import Run


def turn(number: int, text: str, emotion: str = "neutral", *causes: tuple[int, str]) -> dict[str, object]:
    said = {"turn": number, "speaker": "BA"[number % 2], "utterance": text, "emotion": emotion}
    found = {
        "expanded emotion cause evidence": [place for place, _ in causes],
        "expanded emotion cause span": [span for _, span in causes],
        "type": ["hybrid"],
    }
    return said | found if causes else said


TALK = [
    turn(1, "Hello ."),
    turn(2, "Good day , my goat won ! It ate the prize ."),
    turn(3, "Splendid !", "happiness", (2, "my goat won"), (3, "Splendid")),
]


def a_run(folder: Path) -> Run:
    """A run whose corpora and tensors are in `folder`."""
    (folder / "reccon").mkdir()
    talks = {f"tr_{number}": [TALK] for number in range(12)}
    (folder / "reccon" / "dailydialog_train.json").write_text(json.dumps(talks), encoding="utf8")
    return Run(folder, folder, out=folder / "out")
