import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agents.evaluation import contrast_set, judged
from agents.evaluation.command import eval_
from agents.evaluation.judged import Figure
from agents.metrics.intervals import Interval
from agents.training.common.run import Run
from bot.engine import Engine
from bot.errors import WeightsError

PAIR = {"id": "fl-002", "a": "We won", "a_valence": "glad", "b": "We lost", "b_valence": "sad", "contrast": "negation"}
TALK = {
    "emotion_type": "sadness",
    "problem_type": "job crisis",
    "experience_type": "Current Experience",
    "situation": "Our own invention.",
    "survey_score": {"seeker": {}, "supporter": {}},
    "dialog": [
        {"speaker": "seeker", "annotation": {}, "content": "I lost my keys."},
        {"speaker": "supporter", "annotation": {"strategy": "Question"}, "content": "Where?"},
        {"speaker": "seeker", "annotation": {}, "content": "By the lake."},
        {"speaker": "supporter", "annotation": {"strategy": "Question"}, "content": "And now?"},
        {"speaker": "seeker", "annotation": {}, "content": "Now nothing."},
    ],
}


@pytest.fixture
def corpora(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three talks of ESConv of three turns, one of EmpatheticDialogues of one; one pair of lines."""
    data = tmp_path / "corpora"
    told = data / "empatheticdialogues/empatheticdialogues"
    told.mkdir(parents=True)
    header = "conv_id,utterance_idx,context,prompt,speaker_idx,utterance,selfeval,tags\n"
    (told / "valid.csv").write_text(f"{header}c,1,sad,p,1,Hello.,,\nc,2,sad,p,0,Hi.,,\n", encoding="utf8")
    (data / "esconv").mkdir()
    (data / "esconv/valid.json").write_text(json.dumps([TALK, TALK, TALK]), encoding="utf8")
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets/contrast_set.jsonl").write_text(json.dumps(PAIR), encoding="utf8")
    monkeypatch.setattr(contrast_set, "SETS", tmp_path / "sets")
    return data


@pytest.fixture(autouse=True)
def judge(monkeypatch: pytest.MonkeyPatch) -> None:
    def measured(run: Run, split: str, engine: Engine, groups: int) -> Iterator[Figure]:
        yield Figure(
            f"{engine.name} {split} {run.seed}", Interval(0.5, 0.4, 0.6), Interval(0.25, 0, 1), None, f"{groups} groups"
        )

    monkeypatch.setattr(judged, "measure", measured)


def invoke(*args: object) -> Result:
    return CliRunner().invoke(eval_, ["replies", *map(str, args)], catch_exceptions=False)


def test_json_has_every_figure(corpora: Path, bot_file: Path) -> None:
    found = json.loads(invoke("--datapath", corpora, "--bot", bot_file, "--seed", 3, "--json").stdout)
    assert (found["bot"], found["contrast_set"]["wrong"]["of"], found["contrast_set"]["wrong"]["hits"]) == (
        "kind",
        2,
        0,
    )
    # The scripted bot says "What happened?", "That sounds hard." and "What happened?" again.
    habits = found["habits"]
    assert (habits["talks"], habits["replies"]) == (4, 10)
    assert habits["openers"] == {"what happened": 7, "that sounds hard": 3}
    assert habits["top"]["share"]["value"] == 0.7
    assert habits["replies_again"]["count"] == 3
    assert found["refusing"]["refusals"] == 0
    assert found["judged"][0]["measure"] == "kind valid 3"


def test_people_get_tables_with_every_mistake(corpora: Path, bot_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    bot = bot_file.with_name("hard.toml")
    text = '[guard]\noff = "a test"\n[[skills]]\nuse = "./kind.py:words"\nfirst = "That sounds so hard."\n'
    bot.write_text(text, encoding="utf8")
    shown = invoke("--datapath", corpora, "--bot", bot, "--talks", 2, "--groups", 5).output
    assert "fl-002a glad: We won" in shown
    assert "fl-002b" not in shown
    assert "3 talks, 7 replies" in shown
    assert "a suggestion after one of 0 refusals" in shown
    assert "hard valid 7" in shown
    assert "5 groups" in shown


def test_the_pairs_alone_need_no_corpus(corpora: Path, bot_file: Path) -> None:
    found = json.loads(invoke("--bot", bot_file, "--json").stdout)
    assert found["contrast_set"]["pairs"]["of"] == 1
    assert (found["habits"], found["refusing"], found["judged"]) == (None, None, [])


def test_without_the_judge_all_else_is_measured(corpora: Path, bot_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*args: object) -> Iterator[Figure]:
        raise WeightsError("judge is not there")

    monkeypatch.setattr(judged, "measure", missing)
    done = invoke("--datapath", corpora, "--bot", bot_file, "--json")
    assert "nothing is judged: judge is not there" in done.stderr
    assert json.loads(done.stdout)["habits"]["talks"] == 4
