"""The whole run, also killed: the same bytes come out."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from agents.curation import made
from agents.curation.run import Job, curate
from bot.errors import BotError, ConfigError, CorpusError


def checksums(folder: Path) -> dict[str, str]:
    """Every result below an output folder."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*.json*"))
    }


def test_every_stage_adds_up(films: Path, tmp_path: Path) -> None:
    found = curate(Job(films, tmp_path / "out", top=30, labeller="none", workers=1))
    assert (found.files, found.left_out, found.stages["lines read"]) == (4, (), 3200)
    gone = sum(found.rules[name] for name in ("songs", "credits", "wordless", "foreign", "repeated"))
    assert found.stages["lines kept"] == 3200 - gone
    left = sum(
        found.rules[name] for name in ("dialogs too short", "dialogs with a turn too long", "dialogs of one text")
    )
    assert found.stages["dialogs kept"] == found.stages["dialogs found"] - left
    dialogs = (tmp_path / "out/dialogs.jsonl").read_text(encoding="utf8").splitlines()
    assert len(dialogs) == found.stages["dialogs chosen"] == 30
    assert json.loads((tmp_path / "out/report.json").read_text(encoding="utf8"))["stages"] == found.stages


def test_damaged_files_are_left_out_and_the_others_go_on(films: Path, tmp_path: Path) -> None:
    (films / "0000/000001.xml").write_text("<document><s>", encoding="utf8")
    found = curate(Job(films, tmp_path / "out", labeller="none", workers=1))
    assert len(found.left_out) == 1
    assert "000001.xml, line 1: this is not XML" in found.left_out[0]
    assert found.stages["lines read"] == 2200


def test_the_number_of_processes_changes_nothing(films: Path, tmp_path: Path) -> None:
    for workers in (1, 2):
        curate(Job(films, tmp_path / f"out{workers}", labeller="none", workers=workers))
    assert checksums(tmp_path / "out1") == checksums(tmp_path / "out2")
    assert len(checksums(tmp_path / "out1")) == 4 + 3


def test_the_folder_of_another_run_is_left_as_it_is(films: Path, tmp_path: Path) -> None:
    job = Job(films, tmp_path / "out", labeller="none", workers=1)
    curate(job)
    before = checksums(tmp_path / "out")
    with pytest.raises(CorpusError, match="top"):
        curate(replace(job, top=3))
    assert checksums(tmp_path / "out") == before


def test_two_runs_do_not_share_a_folder(films: Path, tmp_path: Path) -> None:
    job = Job(films, tmp_path / "out", labeller="none", workers=1)
    curate(job)
    with (job.out / "lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(CorpusError, match="another run is at work"):
            curate(job)


def test_wrong_names_are_refused_before_anything_is_written(films: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="--encoding klingon"):
        curate(Job(films, tmp_path / "out", labeller="none", encoding="klingon"))
    assert not (tmp_path / "out").exists()
    with pytest.raises(ConfigError, match="--labeller x"):
        curate(Job(films, tmp_path / "out", labeller="x", workers=1))
    assert not (tmp_path / "out").exists()


def test_a_process_that_is_killed_is_said(films: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "modules"
    folder.mkdir()
    (folder / "deadly.py").write_text(
        "import multiprocessing, os\ndef make():\n    if multiprocessing.parent_process():\n        os._exit(9)\n",
        encoding="utf8",
    )
    monkeypatch.syspath_prepend(str(folder))
    with pytest.raises(BotError, match="a process of this run was killed"):
        curate(Job(films, tmp_path / "out", labeller="deadly:make"))


def command(films: Path, out: Path, modules: Path) -> subprocess.Popen[bytes]:
    call = [sys.executable, "-m", "attune", "curate", "run", str(films), "--out", str(out)]
    path = os.pathsep.join([str(modules), str(Path(__file__).parents[3])])
    return subprocess.Popen(
        [*call, "--labeller", "slow_labels:Slow", "--top", "40"],
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.DEVNULL,
    )


def test_a_run_that_was_killed_goes_on_and_gives_the_same_bytes(tmp_path: Path, slow: Path) -> None:
    films = tmp_path / "films"
    made.write(films, 30_000, 9)
    assert command(films, tmp_path / "whole", slow).wait(120) == 0
    killed = command(films, tmp_path / "killed", slow)
    shards, end = tmp_path / "killed/shards", time.monotonic() + 60
    while len(list(shards.rglob("*.jsonl"))) < 5 and time.monotonic() < end:
        time.sleep(0.01)
    killed.send_signal(signal.SIGKILL)
    assert killed.wait(10) == -signal.SIGKILL
    done = {path: path.stat().st_mtime_ns for path in shards.rglob("*.jsonl")}
    assert 5 <= len(done) < 30
    assert not (tmp_path / "killed/dialogs.jsonl").exists()
    assert command(films, tmp_path / "killed", slow).wait(120) == 0
    assert checksums(tmp_path / "killed") == checksums(tmp_path / "whole")
    assert all(path.stat().st_mtime_ns == when for path, when in done.items())  # what was done is not done again
    assert not (tmp_path / "killed/aside").exists()
