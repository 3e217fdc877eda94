"""`attune train`: what ships is left as it is unless it is asked for, whichever the recipe."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

import agents.training
from agents.training.command import ONE_SIZE, OWN, RECIPES, UNSHIPPED, train
from agents.training.common.run import Run
from bot.errors import ConfigError
from bot.folders import data
from skills import pins
from skills.labels import EMOTIONS
from skills.models import feeling
from skills.models.tensors import WEIGHTS
from tests.skills.copied import Copy

HEADER = "conv_id,utterance_idx,context,prompt,speaker_idx,utterance,selfeval,tags"
ROWS = [
    f"{number},{turn},{emotion},x{emotion} day {number},{2 - turn},{said},,"
    for number, emotion in enumerate(name for name in EMOTIONS for _ in range(8))
    for turn, said in ((1, f"My x{emotion} day."), (2, "Oh."))
]
WRITERS = {"save_file", "write_text", "write_bytes", "chmod", "replace", "rename"}
"""By what a file is written or put in its place; `replace` also is a dataclass's and a text's."""
ELSEWHERE = {
    "common.checkpoint": "checkpoints",
    "common.run": "the one writer of tensors",
    "common.token_states": "states kept beside the checkpoints",
    "common.vectors": "vectors kept beside the checkpoints",
    "encoder.lower_states": "lower states, below the checkpoints",
    "generators.network": "lower states, below the checkpoints",
}
"""Modules of agents/training that write, and what."""


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The person's home: no recipe writes into the real one."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for kind in ("papers", "generators"):
        monkeypatch.setattr(import_module(f"agents.training.{kind}.recipe"), "OUT", tmp_path / kind)


@pytest.fixture
def talks(tmp_path: Path) -> Path:
    """A corpus of EmpatheticDialogues' form in which a word tells the emotion."""
    path = tmp_path / "empatheticdialogues/empatheticdialogues/train.csv"
    path.parent.mkdir(parents=True)
    path.write_text("\n".join([HEADER, *ROWS]) + "\n", encoding="utf8")
    return tmp_path


def attune_train(name: str, folder: Path, *options: str) -> Result:
    where = ["--datapath", str(folder), "--checkpoints", str(folder / "checkpoints")]
    return CliRunner().invoke(train, [name, *where, *options])


def shipped() -> dict[str, tuple[int, int]]:
    """Every file of skills/weights and the list of checksums: inode and time of its last change."""
    files = [*sorted(WEIGHTS.iterdir()), pins.MANIFEST]
    return {path.name: (path.stat().st_ino, path.stat().st_mtime_ns) for path in files}


def test_a_recipe_writes_beside_what_ships_and_says_how_it_is_used(talks: Path) -> None:
    before = shipped()
    done = attune_train("context", talks)
    assert done.exit_code == 0, done.output
    assert shipped() == before
    made = data() / "weights"
    assert sorted(path.name for path in made.iterdir()) == ["context.safetensors", "pins.json"]
    assert feeling.load(made).alone != feeling.load().alone
    assert f"--weights {made}" in done.output
    assert f"cp {made / 'context.safetensors'} {WEIGHTS}/ && attune pins" in done.output


@pytest.mark.parametrize("name", RECIPES)
def test_no_recipe_is_given_what_ships(name: str, talks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each recipe is handed to the real writer, by the real command; only its learning is left out."""

    def learnt(run: Run) -> None:
        run.save(name, {"x": np.zeros(2)}, {})

    monkeypatch.setattr(import_module(f"agents.training.{RECIPES[name].module}"), "train", learnt)
    before = shipped()
    done = attune_train(name, talks)
    assert done.exit_code == 0, done.output
    made = Path(done.output.splitlines()[1])
    assert made.is_relative_to(talks)
    assert made.is_file()
    done = attune_train(name, talks, "--out", str(talks / "there"))
    assert (talks / "there" / f"{name}.safetensors").is_file()
    assert isinstance(attune_train(name, talks, "--out", str(WEIGHTS)).exception, ConfigError)
    assert shipped() == before


def test_nothing_but_a_run_writes_tensors() -> None:
    """Whatever else of agents/training writes files is listed, with what it writes."""
    folder = Path(agents.training.__file__).parent
    found = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf8"))):
            if isinstance(node, ast.Call) and _writes(node):
                found.add(".".join(path.relative_to(folder).with_suffix("").parts))
    assert found == set(ELSEWHERE)


def _writes(call: ast.Call) -> bool:
    if isinstance(call.func, ast.Name):
        return call.func.id in WRITERS - {"replace"} or (call.func.id == "open" and len(call.args) > 1)
    if not isinstance(call.func, ast.Attribute):
        return False
    several = call.func.attr == "replace" and len(call.args) > 1  # of a text
    return (call.func.attr in WRITERS and not several) or (call.func.attr == "open" and bool(call.args))


def test_what_fails_midway_leaves_all_as_it_was(talks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert attune_train("context", talks).exit_code == 0
    made = data() / "weights"
    before = {path.name: path.read_bytes() for path in made.iterdir()}

    def fails(run: Run) -> None:
        run.save("context", {"words": np.ones(2)}, {})
        raise MemoryError

    monkeypatch.setattr(import_module("agents.training.heads.calibration"), "train", fails)
    assert isinstance(attune_train("context", talks).exception, MemoryError)
    assert {path.name: path.read_bytes() for path in made.iterdir()} == before


@pytest.mark.parametrize("name", UNSHIPPED)
def test_what_never_ships_is_not_installed(name: str, talks: Path) -> None:
    done = attune_train(name, talks, "--install")
    assert done.exit_code == 2
    assert f"{name} cannot be installed: " in done.output


def test_installed_it_replaces_what_ships_and_is_to_be_pinned(
    talks: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    copy = Copy(tmp_path_factory.mktemp("rooms"))
    there = copy.place("weights/context.safetensors")
    before = there.read_bytes()
    done = copy.run(["attune.py", "train", "context", "--datapath", str(talks), "--install"])
    assert done.returncode == 0, done.stderr
    assert f"{there}\nThe bot refuses them until they are pinned: attune pins\n" in done.stdout
    assert not there.is_symlink()
    assert there.read_bytes() != before == (WEIGHTS / there.name).read_bytes()
    check = "from skills import pins; pins.check('weights/context.safetensors')"
    assert "was altered" in copy.run(["-c", check]).stderr
    assert copy.run(["attune.py", "pins"]).returncode == 0
    assert copy.run(["-c", check]).returncode == 0


@pytest.mark.parametrize("name", ONE_SIZE)
def test_what_is_made_for_one_size_is_refused_for_another(name: str, talks: Path) -> None:
    done = attune_train(name, talks, "--size", "base")
    assert done.exit_code == 2
    assert f"{name} makes nothing for --size base: " in done.output


def test_tensors_of_the_base_size_are_kept_apart(talks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        import_module("agents.training.heads.problem"), "train", lambda run: run.save("problem", {"x": np.zeros(2)}, {})
    )
    done = attune_train("problem", talks, "--size", "base")
    made = data() / "weights/base/problem.safetensors"
    assert str(made) in done.output
    assert f"attune eval heads --size base --weights {made.parent}, or" in done.output
    assert f"cp {made} {WEIGHTS / 'base'}/ && attune pins" in done.output
    assert Path(made).is_file()


@pytest.mark.parametrize("name", OWN)
def test_recipes_of_own_lines_need_no_corpus(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module(f"agents.training.{RECIPES[name].module}"), "train", lambda run: None)
    assert CliRunner().invoke(train, [name]).exit_code == 0


@pytest.mark.parametrize("name", ["pair", "judge"])
def test_the_rerankers_are_made_for_either_size(name: str) -> None:
    done = CliRunner().invoke(train, [name, "--size", "base"])
    assert "--datapath DIR is missing" in done.output
