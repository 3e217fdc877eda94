"""`attune annotate`, from dialogs to accepted labels, with simulated annotators and the shipped classifier."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agents.verdicts import item as items
from bot.config import CONFIGS
from worlds.annotation.command import annotate
from worlds.annotation.dialogs import Dialog, LabelledDialog, read, write
from worlds.command import study

SAID = (
    ("I lost my job today.", "sad"),
    ("We won the cup! I can't believe it!", "joyful"),
    ("He lied to me again and I could scream.", "furious"),
    ("What happened then?", "questioning"),
    ("I'm so sorry that you lost her.", "sympathizing"),
)
DIALOGS = [Dialog(f"d{at}", ("So?", f"{SAID[at % 5][0]} ({at})")) for at in range(40)]


def run(*args: object) -> Result:
    return CliRunner().invoke(annotate, [str(arg) for arg in args])


@pytest.fixture(autouse=True)
def secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ATTUNE_WEB_SECRET", "a secret that is long enough for tests")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    write(DIALOGS, tmp_path / "dialogs.jsonl")
    return tmp_path / "dialogs.jsonl"


def test_the_classifier_suggests_three_labels_of_the_codebook(tmp_path: Path, source: Path) -> None:
    assert run("items", source, "--out", tmp_path / "items.jsonl", "--count", 20).exit_code == 0
    found = items.load(tmp_path / "items.jsonl")
    assert len(found) == 20
    assert all(len({one.text for one in item.candidates}) == 3 for item in found)
    wanted = dict(SAID)
    hits = [wanted[item.context[-1].text.rsplit(" (", 1)[0]] in {one.text for one in item.candidates} for item in found]
    assert sum(hits) >= 12


def test_labels_that_the_classifier_does_not_know_are_not_suggested(tmp_path: Path, source: Path) -> None:
    book = tmp_path / "book.toml"
    book.write_text('[[label]]\nname = "wistful"\n[[label]]\nname = "sad"\n', encoding="utf8")
    assert run("items", source, "--codebook", book, "--out", tmp_path / "items.jsonl").exit_code == 0
    assert {item.candidates for item in items.load(tmp_path / "items.jsonl", fewest=0)} == {()}


def test_from_simulated_annotators_to_accepted_labels(tmp_path: Path, source: Path) -> None:
    path, database = tmp_path / "mine.toml", tmp_path / "held.db"
    run("items", source, "--out", tmp_path / "items.jsonl")
    path.write_text((CONFIGS / "studies" / "annotation.toml").read_text(encoding="utf8"), encoding="utf8")
    simulated = ["simulate", str(path), "--participants", "6", "--database", str(database)]
    assert "6 participants now" in CliRunner().invoke(study, simulated).output
    labels = tmp_path / "labels.jsonl"
    assert "dialogs have an agreed label" in run("labels", path, "--database", database, "--out", labels).output
    agreed = read(labels, LabelledDialog)
    assert len(agreed) > 20
    assert {one.provenance for one in agreed} == {"manual", "suggested"}
    assert all(2 * one.votes > one.of for one in agreed)
    assert run("export", labels, "--out", tmp_path / "tasks.json").exit_code == 0
    assert len(json.loads((tmp_path / "tasks.json").read_text())) == len(agreed)
    assert run("import", tmp_path / "tasks.json", "--out", tmp_path / "back.jsonl").exit_code == 0
    back = read(tmp_path / "back.jsonl", LabelledDialog)
    assert [(one.id, one.label) for one in back] == [(one.id, one.label) for one in agreed]


def test_expansion_is_accepted_only_where_people_found_enough_right(tmp_path: Path, source: Path) -> None:
    given = [LabelledDialog(one.id, one.utterances, SAID[at % 5][1], "manual") for at, one in enumerate(DIALOGS[:10])]
    labels, out = tmp_path / "labels.jsonl", tmp_path / "proposed.jsonl"
    write(given, labels)
    assert "same label, %" in run("expand", labels, source).output
    assert "--bar and --out go together" in run("expand", labels, source, "--bar", 0.8).output
    assert "30 dialogs" in run("expand", labels, source, "--bar", 0.8, "--out", out).output
    wanted = {one.id: SAID[at % 5][1] for at, one in enumerate(DIALOGS)}
    assert all(one.label == wanted[one.id] for one in read(out, LabelledDialog))
    sampled = read(tmp_path / "proposed.check.jsonl", Dialog)
    for label, code in (("neutral", 1), ("", 0)):
        checked = [LabelledDialog(one.id, one.utterances, label or wanted[one.id], "manual") for one in sampled]
        write(checked, tmp_path / "checked.jsonl")
        told = run("accept", out, tmp_path / "checked.jsonl", "--out", tmp_path / "more.jsonl")
        assert told.exit_code == code
        assert (tmp_path / "more.jsonl").exists() == (code == 0)
    assert "right: 100 [" in told.output
    assert {one.provenance for one in read(tmp_path / "more.jsonl", LabelledDialog)} == {"manual"}  # all were looked at
