import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import main

ROOT = Path(__file__).parents[2]
SKILL = """
from bot.dialog import EmotionState, SkillResult
from bot.registry import skill

@skill("words", reads=(EmotionState,))
def words(*, loud: bool = False):
    return lambda turn: SkillResult()
"""


def check(folder: Path, text: str) -> Result:
    (folder / "kind.py").write_text(SKILL)
    (folder / "bot.toml").write_text(text)
    return CliRunner().invoke(main, ["check", str(folder / "bot.toml")])


GUARD = "[guard]\nuse = 'safety'\n"
WORDS = "[[skills]]\nuse = './kind.py:words'\n"


def test_skills_are_listed_without_importing_them() -> None:
    ask = (
        "import sys\nfrom bot.cli import main\n"
        "main(['skills'], standalone_mode=False)\n"
        "print('loaded:', [name for name in sys.modules if name.partition('.')[0] in ('skills', 'torch')])"
    )
    run = subprocess.run([sys.executable, "-c", ask], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in ("safety", "emotion", "retrieve", "EmotionState"):
        assert name in run.stdout
    assert run.stdout.splitlines()[-1] == "loaded: []"


def test_a_good_bot_file_passes(tmp_path: Path) -> None:
    (tmp_path / "alone.py").write_text(SKILL.replace(", reads=(EmotionState,)", ""))
    result = check(tmp_path, GUARD + "[[skills]]\nuse = './alone.py:words'\n")
    assert (result.exit_code, result.output) == (0, f"{tmp_path}/bot.toml: nothing to complain about\n")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (GUARD + WORDS + "loud = true\n", "skills[0]: words reads EmotionState, but nothing before it writes it"),
        ("[guard]\noff = 'a study'\n" + WORDS, "the safety guard is off: a study"),
        (GUARD, "no skill and no responder: every answer would be a fixed safe reply"),
    ],
)
def test_what_would_go_unnoticed_is_said(tmp_path: Path, text: str, complaint: str) -> None:
    result = check(tmp_path, text)
    assert result.exit_code == 1
    assert f"{tmp_path}/bot.toml: {complaint}\n" in result.stdout


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("gard = 1\n" + GUARD, "unknown key 'gard' (there are: name, encoder, guard"),
        (WORDS, '[guard] is missing: use = "safety", or off = "the reason"'),
        (GUARD + WORDS + "lowd = true\n", "has no setting 'lowd' (it takes: loud)"),
        (GUARD + WORDS + "loud = 3\n", "skills[0].loud = 3: Expected `bool`, got `int`"),
        (GUARD + "[[skills]]\nuse = 'nosuch'\n", "no skill is called 'nosuch' (there are: "),
        (GUARD + "[[skills]]\nuse = './kind.py:sentences'\n", "no decorated function 'sentences' (it has: words)"),
        (GUARD + "[[skills]]\nuse = 'safety'\n", "'safety' is of kind guard, and one of kind skill is wanted here"),
        ("name = ", "bot.toml: cannot be read: "),
    ],
)
def test_what_is_wrong_is_named_with_the_choices(tmp_path: Path, text: str, error: str) -> None:
    result = check(tmp_path, text)
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: ")
    assert error in result.stderr
    assert isinstance(result.exception, SystemExit)
