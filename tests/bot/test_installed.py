"""Skills of installed packages: small ones, really installed by pip into a folder on the search path."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import main
from bot.errors import SkillError, SkillNotFound
from bot.registry import find

PROJECT = """
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"
[project]
name = "{name}"
version = "{version}"
[tool.setuptools]
py-modules = {modules}
[project.entry-points."attune.skills"]
{points}
"""
KIND = '''
from dataclasses import dataclass
from bot.dialog import EmotionState, SkillResult
from bot.parts import part
from bot.registry import skill

@part("kindness", version=1)
@dataclass(frozen=True)
class Kindness:
    words: int = 0

@skill("kind.words", reads=(EmotionState,), writes=(Kindness,))
def words(*, loud: bool = False):
    """Says a kind word.

    And this is no part of its summary.
    """
    return lambda turn: SkillResult()

def bare():
    """Not decorated."""
'''


def install(folder: Path, name: str, version: str, points: str, **modules: str) -> None:
    """Build a package of these modules and install it into `folder`/site."""
    source = folder / name
    source.mkdir()
    project = PROJECT.format(name=name, version=version, points=points, modules=[*modules])
    (source / "pyproject.toml").write_text(project)
    for module, text in modules.items():
        (source / f"{module}.py").write_text(text)
    options = ("--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--target", folder / "site")
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", *options, source],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packages")
    install(
        folder,
        "kind-words",
        "1.2",
        '"kind.words" = "kind_words_for_a_test:words"\n"kind.bare" = "kind_words_for_a_test:bare"\n'
        'emotion = "kind_words_for_a_test:words"',
        kind_words_for_a_test=KIND,
    )
    points = '"broken.import" = "broken_for_a_test:words"\n"broken.exit" = "exits_for_a_test:words"'
    install(
        folder,
        "broken",
        "0.1",
        points,
        broken_for_a_test="import no_such_library\n",
        exits_for_a_test="raise SystemExit(3)\n",
    )
    return folder / "site"


@pytest.fixture(autouse=True)
def installed(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(site)


def test_they_are_listed_with_whose_they_are_and_what_they_say_of_themselves() -> None:
    result = CliRunner().invoke(main, ["skills"])
    assert result.exit_code == 0, result.output
    entry = "skill kind.words (kind-words 1.2)\n    Says a kind word.\n    reads EmotionState; writes Kindness\n"
    assert entry in result.stdout
    assert "skill retrieve\n" in result.stdout


def test_one_that_cannot_be_used_is_named_with_the_reason_and_takes_no_other_with_it() -> None:
    result = CliRunner().invoke(main, ["skills"])
    assert result.stderr.splitlines() == [
        "not listed: 'broken.exit' of broken 0.1 (exits_for_a_test:words) cannot be loaded: SystemExit: 3",
        "not listed: 'broken.import' of broken 0.1 (broken_for_a_test:words) cannot be loaded: "
        "ModuleNotFoundError: No module named 'no_such_library'",
        "not listed: 'emotion' of kind-words 1.2 is hidden by Attune's own of that name",
        "not listed: 'kind.bare' of kind-words 1.2 (kind_words_for_a_test:bare) is not decorated with one of "
        "skill, encoder, guard, writer, responder",
    ]


def test_a_bot_file_can_use_them() -> None:
    assert find("kind.words", "skill", Path()).factory.__module__ == "kind_words_for_a_test"
    assert find("emotion", "skill", Path()).factory.__module__ == "skills.emotion"


@pytest.mark.parametrize(
    ("use", "reason"),
    [
        ("broken.import", "cannot be loaded: ModuleNotFoundError: No module named 'no_such_library'"),
        ("broken.exit", "cannot be loaded: SystemExit: 3"),
        ("kind.bare", "is not decorated with one of skill, encoder, guard, writer, responder"),
    ],
)
def test_a_bot_file_that_names_a_broken_one_is_told_whose_it_is_and_why(use: str, reason: str) -> None:
    with pytest.raises(SkillError, match=rf"'{use}' of (broken 0.1|kind-words 1.2) \(.*\) {reason}"):
        find(use, "skill", Path())


def test_a_misspelt_name_is_answered_with_theirs_and_imports_none_of_them() -> None:
    sys.modules.pop("kind_words_for_a_test", None)
    with pytest.raises(SkillNotFound) as found:
        find("kind.word", "skill", Path())
    expected = "no skill is called 'kind.word'; did you mean 'kind.words'? (there are: boundaries, cause, emotion, "
    assert expected in str(found.value)
    assert "; installed packages offer broken.exit, broken.import, emotion, kind.bare, kind.words; " in str(found.value)
    assert "kind_words_for_a_test" not in sys.modules
