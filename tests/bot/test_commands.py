import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.build import build
from bot.cli import main
from bot.config import read
from bot.dialog import Conversation, Reply
from bot.testing import ScriptedSkill
from bot.testing.scripted import NOON

ROOT = Path(__file__).parents[2]
SKILL = """
from bot.dialog import EmotionState, SkillResult
from bot.registry import skill

@skill("words", reads=(EmotionState,))
def words(*, loud: bool = False):
    return lambda turn: SkillResult()
"""
STERN = """
from bot.registry import Watch, guard

class Stern:
    def watch(self, turn):
        return Watch()

    def refuse(self, reply):
        return "too soon" if reply.strategy == "Providing Suggestions" else None

@guard("stern")
def stern():
    return Stern()
"""


@pytest.fixture
def guard_file(tmp_path: Path) -> str:
    """A bot file with the guard alone, so that no network is read."""
    (tmp_path / "guard.toml").write_text(GUARD)
    return str(tmp_path / "guard.toml")


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


def gate(*args: str, said: str | None = None) -> Result:
    return CliRunner().invoke(main, ["gate", *args], input=said)


def test_the_gate_says_what_it_refuses_a_sentence_for(guard_file: str) -> None:
    allowed = gate("What was that like?", "--bot", guard_file)
    assert (allowed.exit_code, allowed.stdout) == (0, "allowed: What was that like?\n")
    refused = gate("I'm sure IT’LL ALL be okay.", "--bot", guard_file)
    assert refused.exit_code == 1
    assert refused.stdout == "refused, a promise, for “it'll all be okay”: I'm sure IT’LL ALL be okay.\n"


def test_the_gate_reads_lines_and_one_refused_fails_them(guard_file: str) -> None:
    result = gate("--json", "--bot", guard_file, said="It was not your fault.\nYou have depression.\n\n")
    assert result.exit_code == 1
    assert [json.loads(line) for line in result.stdout.splitlines()] == [
        {"text": "It was not your fault.", "allowed": True, "reason": None, "words": None},
        {"text": "You have depression.", "allowed": False, "reason": "a diagnosis", "words": "you have depression"},
        {"text": "", "allowed": False, "reason": "empty", "words": None},
    ]
    assert gate("--bot", guard_file, said="I'm listening.\nHow are you?\n").exit_code == 0


def test_the_gate_is_the_one_that_replies_pass(guard_file: str) -> None:
    lines = ["What was that like?", "I promise.", "I can't promise it will be okay.", "Hit back.", " ", "word " * 1000]
    rows = gate("--json", "--bot", guard_file, said="\n".join(lines) + "\n").stdout.splitlines()
    engine = build(read(guard_file))
    for line, row in zip(lines, rows, strict=True):
        proposed = ScriptedSkill(Reply(line, "scripted", 9.0))
        step = replace(engine, skills=(("scripted", proposed),)).step(Conversation("t:1::me"), "I lost my job", NOON)
        said = json.loads(row)
        assert said["allowed"] == (step.reply.text == line)
        assert step.trace.refused == (() if said["allowed"] else (("scripted", said["reason"]),))


def test_a_guard_of_ones_own_may_go_by_strategy_and_explain_nothing(tmp_path: Path) -> None:
    (tmp_path / "kind.py").write_text(STERN)
    (tmp_path / "bot.toml").write_text("[guard]\nuse = './kind.py:stern'\n")
    file = str(tmp_path / "bot.toml")
    assert gate("Walk.", "--bot", file).exit_code == 0
    result = gate("Walk.", "--bot", file, "--strategy", "Providing Suggestions")
    assert (result.exit_code, result.stdout) == (1, "refused, too soon: Walk.\n")
    assert "'Advice' is none of Question, " in gate("Walk.", "--bot", file, "--strategy", "Advice").stderr


def test_a_gate_that_is_off_says_so(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text("[guard]\noff = 'a study'\n")
    result = gate("I promise.", "--bot", str(tmp_path / "bot.toml"))
    assert (result.exit_code, result.stderr) == (0, "The safety guard is off: a study\n")


def test_check_names_a_skill_that_fails_over_a_first_message(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text(SKILL.replace(", reads=(EmotionState,)", "").replace("SkillResult()", "{}['key']"))
    result = check(tmp_path, GUARD + "[[skills]]\nuse = './odd.py:words'\n")
    assert result.exit_code == 1
    assert result.stdout.endswith(
        "bot.toml: skills[0]: words fails over a first message: KeyError at odd.py:7: 'key'\n"
    )


def test_check_says_why_a_skill_cannot_be_made_in_the_words_of_its_error(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text(SKILL.replace("    return", "    raise ValueError('no such bank')\n    return"))
    result = check(tmp_path, GUARD + "[[skills]]\nuse = './odd.py:words'\n")
    assert result.exit_code == 1
    reason = "skills[0]: './odd.py:words' cannot be made: ValueError at odd.py:7: no such bank\n"
    assert result.stderr == f"Error: {tmp_path}/bot.toml: {reason}"
