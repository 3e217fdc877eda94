from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from agents.corpora import annomi

VIDEO = "https://example.org/b"
"""An address that falls into train."""


def rows(key: str, quality: str, *said: tuple[str, str, Sequence[str]]) -> list[tuple[str, ...]]:
    """Who, what, and each annotator's label."""
    found: list[tuple[str, ...]] = []
    for number, (who, text, labels) in enumerate(said):
        for annotator, label in enumerate(labels):
            therapist = who == "therapist"
            flags = ("False", "n/a") * 3 if therapist else ("n/a",) * 6
            coded = (str(annotator), *((label, "n/a") if therapist else ("n/a", label)), *flags)
            found.append((key, quality, "sleep", "A talk", VIDEO, str(number), who, "00:00:13", text, *coded))
    return found


@pytest.fixture
def corpus(tmp_path: Path) -> None:
    (tmp_path / "annomi").mkdir()
    talk = [("client", f"So {number}.", ["neutral"]) for number in range(11)]
    told = [
        *rows("1", "high", ("therapist", "How do you sleep?", ["question"]), ("client", "Less.", ["change"])),
        *rows("2", "low", *talk, ("therapist", "Stop.", ["other", "therapist_input", "therapist_input"])),
        *rows("3", "high", ("client", "I nap.", ["sustain"]), ("therapist", "You nap.", ["reflection"])),
    ]
    with (tmp_path / "annomi" / annomi.FILE).open("w", encoding="utf8", newline="") as out:
        csv.writer(out).writerows([(*annomi.ABOUT, *annomi.SAID, *annomi.CODED, *annomi.FLAGS), *told])


@pytest.mark.usefixtures("corpus")
def test_a_behaviour_is_what_most_annotators_saw_in_the_last_line(
    messages: Callable[..., list[dict[str, Any]]],
) -> None:
    first, second, third = messages("annomi")
    assert second == {
        "text": "\n".join([*(f"client: So {number}." for number in range(1, 11)), "therapist: Stop."]),
        "labels": ["therapist_input"],
        "label_candidates": ["question", "reflection", "therapist_input", "other"],
        "speakers": [*["client"] * 10, "therapist"],
        "turn": 11,
        "utterance": "Stop.",
        "label": "therapist_input",
        "answers": ["other", "therapist_input", "therapist_input"],
        "quality": "low",
        "topic": "sleep",
        "conversation": "2",
    }
    assert (first["text"], first["labels"]) == ("therapist: How do you sleep?", ["question"])
    assert (third["text"], third["labels"]) == ("client: I nap.\ntherapist: You nap.", ["reflection"])


@pytest.mark.usefixtures("corpus")
def test_talk_types_are_the_clients(messages: Callable[..., list[dict[str, Any]]]) -> None:
    found = messages("annomi:TalkType")
    assert [each["labels"][0] for each in found] == ["change", *["neutral"] * 11, "sustain"]
    assert found[0]["label_candidates"] == ["change", "neutral", "sustain"]
    assert found[0]["text"] == "therapist: How do you sleep?\nclient: Less."


@pytest.mark.usefixtures("corpus")
def test_the_therapist_is_next_and_an_opening_is_no_example(messages: Callable[..., list[dict[str, Any]]]) -> None:
    low, high = messages("annomi:Next")
    assert (low["text"].count("\n"), low["labels"], low["label"]) == (9, ["Stop."], "therapist_input")
    assert (high["text"], high["labels"], high["speakers"]) == ("client: I nap.", ["You nap."], ["client"])
    assert messages("annomi:NextHigh") == [high]


@pytest.mark.usefixtures("corpus")
def test_parlai_evaluates_it(commanded: Callable[..., Any]) -> None:
    report = commanded("eval_model", "annomi:TalkType")
    assert (report["exs"].value(), report["accuracy"].value()) == (13, 1.0)
