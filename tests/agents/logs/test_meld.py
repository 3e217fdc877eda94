from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from agents.corpora import meld as corpus
from agents.corpora.meld import Dialog, Utterance
from agents.logs import meld
from agents.logs.command import pseudonyms


def said(speaker: str, text: str) -> Utterance:
    return Utterance(0, speaker, text, "neutral", "neutral", 0.0, 1.0)


TALK = Dialog(
    1, 1, 1, (said("Anna", "Hi Will, and Waiter!"), said("Waiter", "Is Anna here?"), said("Will", "Mr. Qwop"))
)


@pytest.fixture(autouse=True)
def part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpus, "load", lambda datapath, part: (TALK,))


def test_only_names_of_speakers_are_used_and_roles_are_none() -> None:
    assert list(meld.uses("Will, ask Anna's waiter", frozenset({"Anna", "Will"}))) == [(0, 4), (10, 14)]
    found = meld.measure(Path(), "train")
    assert (found["as written"].hits, found["as written"].of) == (2, 2)
    assert (found["in small letters"].hits, found["in small letters"].of) == (1, 2)


def test_the_command_tells_of_both_parts() -> None:
    shown = CliRunner().invoke(pseudonyms, ["--datapath", "x"], catch_exceptions=False).output
    assert "names in MELD's valid part, in small letters: 1 of 2, 50 [" in shown
    assert shown.count("names in MELD's train part") == 2
