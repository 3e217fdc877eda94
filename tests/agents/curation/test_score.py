"""A corpus is scored in shards: the same bytes with any number of workers, also where a run goes on."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from agents.curation import score as module
from agents.curation.command import curate
from agents.curation.score import SCORES, SHARDS, Scoring, score
from bot.errors import ConfigError, CorpusError


@pytest.fixture
def job(tmp_path: Path, slow: Path, monkeypatch: pytest.MonkeyPatch) -> Scoring:
    """Attune's own dialogues, which ship, by a labeller that takes its words' checksum for a feeling."""
    monkeypatch.syspath_prepend(str(slow))
    (slow / "quick_labels.py").write_text("import slow_labels, time\nslow_labels.time.sleep = lambda s: None\n")
    with (slow / "quick_labels.py").open("a") as file:
        file.write("Quick = slow_labels.Slow\n")
    return Scoring("written", "valid", tmp_path, tmp_path / "out", labeller="quick_labels:Quick", workers=1)


def test_each_utterance_has_labels_and_no_words(job: Scoring) -> None:
    count = score(job)
    lines = [json.loads(line) for line in (job.out / SCORES).read_text(encoding="utf8").splitlines()]
    talks = job.talks()
    assert len(lines) == count == len(talks)
    assert [line["id"] for line in lines] == [talk.id for talk in talks]
    assert all(len(line["turns"]) == len(talk.lines) for line, talk in zip(lines, talks, strict=True))
    assert set(lines[0]["turns"][0]) == {"role", "labels", "emotionality"}
    assert len(lines[0]["turns"][0]["labels"]) == 3
    assert talks[0].lines[0].text not in (job.out / SCORES).read_text(encoding="utf8")


def test_a_run_that_was_stopped_goes_on_and_gives_the_same_bytes(job: Scoring, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SHARD", 7)
    score(job)
    again = replace(job, out=job.out.with_name("again"))
    score(again)
    shards = sorted((again.out / SHARDS).iterdir())
    assert len(shards) > 2
    (again.out / SCORES).unlink()
    shards[1].unlink()
    before = shards[0].stat().st_mtime_ns
    score(again)
    assert shards[0].stat().st_mtime_ns == before
    assert (again.out / SCORES).read_bytes() == (job.out / SCORES).read_bytes()


def test_the_folder_of_another_run_is_refused(job: Scoring) -> None:
    score(job)
    with pytest.raises(CorpusError, match="belongs to another run"):
        score(replace(job, part="train"))
    with pytest.raises(ConfigError, match="scores nothing"):
        score(replace(job, labeller="none"))


def test_the_command_says_where_the_scores_are(job: Scoring) -> None:
    options = ["--split", "valid", "--labeller", job.labeller, "--workers", "1"]
    result = CliRunner().invoke(curate, ["score", "written", "--out", str(job.out), *options], catch_exceptions=False)
    assert result.output.endswith(f"dialogs: {job.out / SCORES}\n")
