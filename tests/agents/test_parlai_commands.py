"""ParlAI's own commands, run as they are, over our bot and our teacher."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("parlai")
from parlai.scripts.display_data import DisplayData
from parlai.scripts.eval_model import EvalModel
from parlai.scripts.interactive import Interactive
from parlai.scripts.self_chat import SelfChat

MODEL = "agents.bot_agent:BotAgent"
ESCONV = [
    {
        "emotion_type": "fear",
        "problem_type": "job crisis",
        "experience_type": "Current Experience",
        "situation": "My firm is closing.",
        "survey_score": {"seeker": {}, "supporter": {}},
        "dialog": [
            {"speaker": "seeker", "content": "We are closing.", "annotation": {}},
            {"speaker": "supporter", "content": "What happened?", "annotation": {"strategy": "Question"}},
        ],
    }
]
EMPATHETIC = """\
conv_id,utterance_idx,context,prompt,speaker_idx,utterance,selfeval,tags
hit:1,1,proud,I ran a race.,1,I ran a race_comma_ my first.,5|5|5_5|5|5,
hit:1,2,proud,I ran a race.,0,What happened?,5|5|5_5|5|5,
hit:1,3,proud,I ran a race.,1,I came in last and smiled.,5|5|5_5|5|5,
hit:1,4,proud,I ran a race.,0,That counts double.,5|5|5_5|5|5,
hit:2,1,sad,My plant died.,2,My plant died.,5|5|5_5|5|5,
hit:2,2,sad,My plant died.,3,Which one was it?,5|5|5_5|5|5,
"""


@pytest.fixture(autouse=True)
def own_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLAI_DATAPATH", str(tmp_path))  # ParlAI sets it, and would leave it behind


@pytest.fixture
def datapath(tmp_path: Path) -> str:
    """Both corpora in small, laid out as ParlAI's own build leaves them: nothing is fetched."""
    (tmp_path / "esconv").mkdir()
    (tmp_path / "esconv" / "valid.json").write_text(json.dumps(ESCONV), encoding="utf8")
    folder = tmp_path / "empatheticdialogues" / "empatheticdialogues"
    folder.mkdir(parents=True)
    (folder / "valid.csv").write_text(EMPATHETIC, encoding="utf8")
    (folder.parent / ".built").write_text("2020-01-01 00:00:00\n1.0", encoding="utf8")
    return str(tmp_path)


def test_display_data_of_our_teacher(datapath: str, capsys: pytest.CaptureFixture[str]) -> None:
    DisplayData.main(task="agents.teachers.esconv", datatype="valid", datapath=datapath)
    shown = capsys.readouterr().out
    assert "NEW EPISODE: esconv" in shown
    assert "We are closing." in shown
    assert "What happened?" in shown


@pytest.mark.parametrize("batchsize", [1, 2])
def test_eval_model_over_empathetic_dialogues(bot_file: Path, datapath: str, batchsize: int) -> None:
    report = EvalModel.main(
        model=MODEL,
        bot=str(bot_file),
        task="empathetic_dialogues",
        datatype="valid",
        datapath=datapath,
        batchsize=batchsize,
    )
    # The bot says "What happened?" first and "That sounds hard." second: right in the first of three.
    assert report["exs"].value() == 3
    assert report["accuracy"].value() == pytest.approx(1 / 3)


def test_eval_model_over_our_teacher(bot_file: Path, datapath: str) -> None:
    report = EvalModel.main(
        model=MODEL, bot=str(bot_file), task="agents.teachers.esconv", datatype="valid", datapath=datapath
    )
    assert (report["exs"].value(), report["accuracy"].value()) == (1, 1.0)


def test_self_chat_of_two_clones(bot_file: Path, tmp_path: Path) -> None:
    SelfChat.main(model=MODEL, bot=str(bot_file), selfchat_max_turns=3, outfile=str(tmp_path / "chat"))
    (talk,) = [json.loads(row) for row in (tmp_path / "chat.jsonl").read_text(encoding="utf8").splitlines()]
    said = [[(message["id"], message["text"]) for message in turn] for turn in talk["dialog"]]
    assert said == [
        [("attune_1", "What happened?"), ("attune_2", "What happened?")],
        [("attune_1", "That sounds hard."), ("attune_2", "That sounds hard.")],
    ]


def test_interactive_until_done_and_exit(
    bot_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines: Iterator[str] = iter(["hello", "my cat ran away", "[DONE]", "hello again", "[EXIT]"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(lines))
    Interactive.main(model=MODEL, bot=str(bot_file))
    said = [line for line in capsys.readouterr().out.splitlines() if line.startswith("[attune]")]
    assert said == ["[attune]: What happened?", "[attune]: That sounds hard.", "[attune]: What happened?"]
