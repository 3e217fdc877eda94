import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from agents.evaluation.command import eval_
from agents.figures.tables import cell, read
from bot.errors import CorpusError

TALK = {
    "emotion_type": "sadness",
    "problem_type": "job crisis",
    "experience_type": "Current Experience",
    "situation": "Our own invention.",
    "survey_score": {"seeker": {}, "supporter": {}},
    "dialog": [
        {"speaker": "seeker", "annotation": {}, "content": "I lost my keys."},
        {"speaker": "seeker", "annotation": {}, "content": "And my way."},
        {"speaker": "supporter", "annotation": {"strategy": "Question"}, "content": "Where did you lose them?"},
        {"speaker": "seeker", "annotation": {}, "content": "By the lake."},
        {"speaker": "supporter", "annotation": {"strategy": "Others"}, "content": "I see."},
        {"speaker": "seeker", "annotation": {}, "content": "Yes."},
    ],
}


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "data/esconv"
    folder.mkdir(parents=True)
    (folder / "valid.json").write_text(json.dumps([TALK, TALK, TALK]), encoding="utf8")
    return folder.parent


def run(*args: object) -> str:
    found = CliRunner().invoke(eval_, ["talk", *map(str, args)], catch_exceptions=False)
    assert found.exit_code == 0, found.output
    return found.stdout


def test_json_has_every_figure(corpus: Path, bot_file: Path) -> None:
    found = json.loads(run("--datapath", corpus, "--bot", bot_file, "--limit", 2, "--json"))
    assert (found["bot"], found["part"], found["talks"], found["turns"]) == ("kind", "valid", 2, 6)
    # The scripted bot says its first line again in the third turn.
    assert found["policy_violations"]["repeated_replies"]["places"] == [[1, 3], [2, 3]]
    assert found["policy_violations"]["repeated_replies"]["share"]["value"] == pytest.approx(1 / 3)
    assert found["policy_violations"]["question_runs"]["count"] == 0
    assert found["sixths"][0]["gold"]["Question"]["value"] == 1.0
    assert -1 <= found["likeness"]["reply"]["low"] <= found["likeness"]["reply"]["value"] <= 1


def test_people_get_tables(corpus: Path, bot_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    shown = run("--datapath", corpus, "--bot", bot_file)
    assert "kind on ESConv valid: 3 talks, 9 turns" in shown
    assert "repeated replies" in shown
    assert "100.00 [36.84, 100.00]" in shown


def test_a_page_gets_markdown(corpus: Path, bot_file: Path) -> None:
    violations, strategies, figures = read(run("--datapath", corpus, "--bot", bot_file, "--markdown"))
    assert violations.title.startswith("kind on ESConv valid: 3 talks, 9 turns")
    assert violations.rows[0][:4] == (
        "repeated replies",
        "3",
        cell("33.33 [33.33, 33.33]"),
        cell("100.00 [36.84, 100.00]"),
    )
    assert (strategies.name, figures.name) == ("ours (people's), %, by sixths", "figure")


def test_two_runs_are_the_same(corpus: Path, bot_file: Path) -> None:
    arguments = ("--datapath", corpus, "--bot", bot_file, "--json")
    assert run(*arguments) == run(*arguments)


def test_slow_responders_are_named_as_not_asked(corpus: Path, bot_file: Path) -> None:
    bot_file.write_text(bot_file.read_text("utf8") + '[[responders]]\nuse = "somebody"\n', "utf8")
    arguments = ["talk", "--datapath", str(corpus), "--bot", str(bot_file), "--json"]
    found = CliRunner().invoke(eval_, arguments, catch_exceptions=False)
    assert "its slow responders are not asked here" in found.stderr
    assert json.loads(found.stdout)["turns"] == 9


def test_what_would_be_sent_elsewhere_is_not_and_that_is_told(corpus: Path, bot_file: Path) -> None:
    (bot_file.parent / "ai.py").write_text(
        "from bot.registry import skill\nfrom bot.sends import Sends\n"
        "@skill('ai', sends=Sends('the whole talk', to='url'))\n"
        "def ai(*, url: str = 'https://ai.example.org'):\n    return lambda turn: 1 / 0\n"
    )
    bot_file.write_text(bot_file.read_text("utf8") + '[[skills]]\nuse = "./ai.py:ai"\n', "utf8")
    arguments = ["talk", "--datapath", str(corpus), "--bot", str(bot_file), "--json"]
    found = CliRunner().invoke(eval_, arguments, catch_exceptions=False)
    assert "this is not sent: ./ai.py:ai: ai.example.org gets the whole talk" in found.stderr
    assert json.loads(found.stdout)["dropped"] == {}


def test_a_missing_part_is_named_with_its_file(corpus: Path, bot_file: Path) -> None:
    with pytest.raises(CorpusError, match=r"esconv/train\.json: there is no such file"):
        run("--datapath", corpus, "--split", "train", "--bot", bot_file)


def test_help_needs_nothing_heavy() -> None:
    assert "--datapath" in run("--help")
