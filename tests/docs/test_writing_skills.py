"""`docs/writing-skills.md` followed to the letter: its files written, its commands run, what they print compared."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from skills import boundaries, generate, persona, retrieve, retrieve_corpus, server
from skills.encoder import shared_text_encoder
from skills.sizes import BASE

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/writing-skills.md").read_text(encoding="utf8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"# ([\w/.-]+)(, at its end)?\n")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder like a checkout's, with an environment in which a package may be installed; ours is lent to it."""
    place = tmp_path_factory.mktemp("page")
    (place / "configs").symlink_to(ROOT / "configs")
    env = place / ".venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", env], check=True)
    ours = subprocess.run(
        [env / "bin/python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    lent = [str(ROOT), *(path for path in sys.path if path.endswith("site-packages"))]
    (Path(ours) / "lent.pth").write_text("\n".join(lent) + "\n")
    (env / "bin/attune").write_text(f'#!/bin/sh\nexec "{env}/bin/python" -m attune "$@"\n')
    (env / "bin/attune").chmod(0o755)
    return place


def run(folder: Path, commands: str) -> str:
    own = {
        "PATH": f"{folder / '.venv/bin'}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder / "data"),
        "OMP_NUM_THREADS": "1",
    }
    done = subprocess.run(
        ["bash", "-e", "-c", commands], cwd=folder, env=own, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{commands}\n{done.stdout}{done.stderr}"
    return done.stdout


def steps() -> Iterator[tuple[str, str, str | None]]:
    """(language, block, what it prints or None)."""
    found = BLOCK.findall(PAGE)
    for (language, body), (following, printed) in zip(found, [*found[1:], ("", "")], strict=True):
        if language != "text":
            yield language, body, printed if language == "sh" and following == "text" else None


def test_every_block_of_the_page_does_what_it_says(folder: Path) -> None:
    ran = 0
    for language, body, printed in steps():
        if language == "sh":
            said = run(folder, body)
            assert printed is None or said == printed, body
            ran += 1
            continue
        named = FILE.match(body)
        assert named, f"a block of {language} must begin with the name of its file:\n{body}"
        file = folder / named[1]
        file.parent.mkdir(exist_ok=True)
        file.write_text((file.read_text() if named[2] else "") + body)
    assert ran >= 10


def test_every_block_is_closed_and_is_run_or_compared() -> None:
    assert PAGE.count("\n```") == 2 * len(BLOCK.findall(PAGE))
    languages = [language for language, _ in BLOCK.findall(PAGE)]
    assert set(languages) == {"python", "toml", "sh", "text"}
    behind = {before for before, language in pairwise(languages) if language == "text"}
    assert behind == {"sh"}


def test_the_scores_are_those_of_the_skills() -> None:
    rows = dict(re.findall(r"^\| `([\w.]+)` \| ([\d.]+(?: to [\d.]+)?) \|", PAGE, re.MULTILINE))
    named = {"persona": persona.SURE, "memory": persona.SURE, "generate": generate.SCORE}
    named["server"] = server.SCORE
    named["boundaries"] = boundaries.FIXED
    assert {name: float(rows[name]) for name in named} == named
    assert (
        rows["retrieve"]
        == f"{retrieve.FIRST:.1f} to {retrieve.FIRST - retrieve.STEP * (sum(retrieve.PROPOSED) - 1):.1f}"
    )
    assert rows["retrieve.corpus"] == f"1.0 to {1 - retrieve_corpus.STEP * (retrieve_corpus.PROPOSED - 1):.1f}"


def test_the_examples_are_as_near_as_the_page_says() -> None:
    encoder = shared_text_encoder(size=BASE)
    (source,) = [body for language, body, _ in steps() if language == "python" and body.startswith("# breathe.py")]
    examples = encoder.encode_texts(re.findall(r'^    "(.*)",$', source, re.MULTILINE))
    assert len(examples) == 3
    near = (examples @ encoder.encode_texts(["I can't breathe", "can you guide me through some breaths"]).T).max(axis=0)
    assert re.findall(r'\((?:"[^"]*", )?(0\.\d\d)\)', PAGE) == [f"{value:.2f}" for value in near]
