"""The writer as a ParlAI agent: behind the guard where somebody talks with it, measured where there are labels."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("parlai")
from parlai.core.loader import load_agent_module
from parlai.core.message import Message
from parlai.core.opt import Opt
from parlai.scripts.eval_model import EvalModel
from parlai.scripts.interactive import Interactive

from agents import generative_agent
from agents.generative_agent import EmpatheticGenerativeAgent
from agents.likelihood import Expected
from agents.metrics.perplexity import Likelihood
from bot.errors import ConfigError, WeightsError
from skills.writer import package
from skills.writer.prompt import Line
from tests.skills.writer.tiny import install

GUARDED = 'name = "guarded"\n[guard]\nuse = "safety"\n'
HUMAN = "I lost my own mother too, so I know how it is."
PLAIN = "That sounds like a hard week."
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
            {"speaker": "seeker", "content": "They ran out of money.", "annotation": {}},
            {"speaker": "seeker", "content": "I am scared.", "annotation": {}},
            {"speaker": "supporter", "content": "I hear that.", "annotation": {"strategy": "Others"}},
        ],
    }
]


class Fake:
    """A writer that drafts the same lines and keeps the prompts; finds each word worth half a nat, its end nothing."""

    def __init__(self, *lines: str) -> None:
        self.lines = lines
        self.told: list[str] = []
        self.asked: list[list[tuple[list[Line], str]]] = []
        self.seeds: list[int] = []

    def write(self, told: str, count: int, seed: int) -> Sequence[str]:
        self.told.append(told)
        self.seeds.append(seed)
        # The model chooses a strategy where the prompt leaves it open.
        return [f"Others]: {line}" if told.endswith("[") else f" {line}" for line in self.lines[:count]]

    def score(self, talks: Sequence[Sequence[Line]], replies: Sequence[str]) -> list[Expected]:
        self.asked.append([(list(talk), reply) for talk, reply in zip(talks, replies, strict=True)])
        return [
            Expected(Likelihood(len(reply.split()) / 2, len(reply.split()) + 1, len(reply.split()), len(reply)), 1)
            for reply in replies
        ]


@pytest.fixture
def guarded(tmp_path: Path) -> str:
    path = tmp_path / "guarded.toml"
    path.write_text(GUARDED, encoding="utf8")
    return str(path)


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Fake:
    found = Fake(HUMAN, PLAIN)
    monkeypatch.setattr(generative_agent, "_writer", lambda options: (found.write, found))
    monkeypatch.setenv("PARLAI_DATAPATH", str(tmp_path))
    return found


def tell(agent: Any, text: str | None, *, done: bool = False, **fields: Any) -> Any:
    agent.observe(Message({"id": "teacher", "text": text, "episode_done": done, **fields}))
    return agent.act()


def test_only_what_the_gate_lets_through_is_said_to_somebody(fake: Fake, guarded: str) -> None:
    assert load_agent_module("attune_generative") is EmpatheticGenerativeAgent
    agent = EmpatheticGenerativeAgent(Opt(bot=guarded))
    found = tell(agent, "My week was long.")
    assert (found["text"], found["skill"]) == (PLAIN, "generative")
    assert "metrics" not in found
    fake.lines = (HUMAN,)
    again = tell(agent, "And now it rains.")
    assert HUMAN not in again["text"]
    assert again["text"]
    assert f"Person: My week was long.\nSupporter: {PLAIN}\nPerson: And now it rains.\nSupporter" in fake.told[-1]


def test_danger_is_answered_by_the_guard_and_never_reaches_the_writer(fake: Fake, guarded: str) -> None:
    agent = EmpatheticGenerativeAgent(Opt(bot=guarded))
    found = tell(agent, "I am going to kill myself tonight.")
    assert found["safety"]["stopped"]
    assert PLAIN not in found["text"]
    assert fake.told == []


def test_labels_change_nothing_for_somebody_who_talks(fake: Fake, guarded: str) -> None:
    agent = EmpatheticGenerativeAgent(Opt(bot=guarded, interactive_mode=True))
    assert tell(agent, "My week was long.", eval_labels=["gold"])["text"] == PLAIN
    assert fake.asked == []


def test_a_label_is_measured_and_the_talk_goes_on_with_it(fake: Fake, guarded: str) -> None:
    agent = EmpatheticGenerativeAgent(Opt(bot=guarded))
    first = tell(agent, "a\nb", eval_labels=["one two"])
    assert first["text"] == HUMAN  # ungated
    agent.self_observe(first)
    tell(agent, "c", eval_labels=["three"], done=True)
    tell(agent, "x\ny\nz", eval_labels=["four"], speakers=["speaker", "listener", "speaker"])
    assert [[*batch] for batch in fake.asked] == [
        [([Line(False, "a"), Line(False, "b")], "one two")],
        [([Line(False, "a"), Line(False, "b"), Line(True, "one two"), Line(False, "c")], "three")],
        [([Line(False, "x"), Line(True, "y"), Line(False, "z")], "four")],
    ]
    metrics = first["metrics"]
    assert metrics["ppl"].value() == pytest.approx(2.718281828 ** (1 / 3))
    assert metrics["ppl_word"].value() == pytest.approx(2.718281828**0.5)
    assert metrics["bits_per_character"].value() == pytest.approx(1 / 0.6931471806 / 7)
    assert metrics["token_acc"].value() == pytest.approx(1 / 3)


def test_what_it_says_does_not_depend_on_the_label(fake: Fake, guarded: str) -> None:
    told = []
    for label in ("one", "quite another"):
        tell(EmpatheticGenerativeAgent(Opt(bot=guarded)), "a", eval_labels=[label])
        told.append((fake.told[-1], fake.seeds[-1]))
    assert told[0] == told[1]
    tell(EmpatheticGenerativeAgent(Opt(bot=guarded, seed=3)), "a", eval_labels=["one"])
    assert fake.seeds[-1] != fake.seeds[0]


def test_where_no_draft_is_whole_nothing_is_said(fake: Fake, guarded: str) -> None:
    fake.lines = ()
    assert tell(EmpatheticGenerativeAgent(Opt(bot=guarded)), "a", eval_labels=["one"])["text"] == ""


def test_a_batch_is_measured_in_one_pass_beside_a_talk(fake: Fake, guarded: str) -> None:
    agent = EmpatheticGenerativeAgent(Opt(bot=guarded))
    clones = [agent.clone() for _ in range(4)]
    messages = [
        {"text": "a", "eval_labels": ["one"]},
        {"text": "My week was long."},
        {"text": "b", "eval_labels": ["two"]},
        {"batch_padding": True, "episode_done": True},
    ]
    acts = agent.batch_act([clone.observe(Message(message)) for clone, message in zip(clones, messages, strict=True)])
    assert [act.get("text") for act in acts] == [HUMAN, PLAIN, HUMAN, None]
    assert [[reply for _, reply in batch] for batch in fake.asked] == [["one", "two"]]
    assert clones[1].common is agent.common


@pytest.mark.parametrize("batchsize", [1, 2])
def test_eval_model_prints_perplexity_accuracy_f1_and_bleu(
    fake: Fake, guarded: str, tmp_path: Path, batchsize: int
) -> None:
    (tmp_path / "esconv").mkdir()
    (tmp_path / "esconv" / "valid.json").write_text(json.dumps(ESCONV * 3), encoding="utf8")
    fake.lines = ("What happened then?",)
    report = EvalModel.main(
        model="agents.generative_agent:EmpatheticGenerativeAgent",
        bot=guarded,
        task="agents.teachers.esconv",
        datatype="valid",
        datapath=str(tmp_path),
        batchsize=batchsize,
    )
    assert report["exs"].value() == 6
    # "What happened?" and "I hear that.": 5 words of half a nat each, 7 tokens, 26 characters, two first choices.
    assert report["ppl"].value() == pytest.approx(2.718281828 ** (2.5 / 7))
    assert report["ppl_word"].value() == pytest.approx(2.718281828**0.5)
    assert report["token_acc"].value() == pytest.approx(2 / 7)
    assert report["bits_per_character"].value() == pytest.approx(2.5 / 26 / 0.6931471806)
    # Two of three words, two of two: 4 / 5; nothing of "I hear that."
    assert report["f1"].value() == pytest.approx(0.4)
    assert report["bleu_corpus-1"].value() == pytest.approx(3 / 8)
    assert "bleu-4" in report


def test_interactive_talks_behind_the_guard(
    fake: Fake, guarded: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines: Iterator[str] = iter(["My week was long.", "[EXIT]"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(lines))
    Interactive.main(model="agents.generative_agent:EmpatheticGenerativeAgent", bot=guarded)
    assert f"[attune_generative]: {PLAIN}" in capsys.readouterr().out


def test_a_bot_file_without_a_guard_is_refused(fake: Fake, bot_file: Path) -> None:
    with pytest.raises(ConfigError, match=r"kind\.toml: the writer answers people behind a guard only"):
        EmpatheticGenerativeAgent(Opt(bot=str(bot_file)))


def test_a_model_that_is_not_there_is_named_with_the_place_and_the_command(
    guarded: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiny = install(tmp_path, monkeypatch)
    shutil.rmtree(tiny.site / "tiny_language_model_part2-1.0.0.dist-info")
    with pytest.raises(WeightsError) as caught:
        EmpatheticGenerativeAgent(Opt(bot=guarded))
    said = str(caught.value)
    assert "tiny-language-model-part2==1.0.0" in said
    assert f"{package.NAME} is joined from them, and they are looked for in " in said
    assert package.INSTALL in said


@pytest.mark.slow
def test_the_writer_itself_in_batches_and_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLAI_DATAPATH", str(tmp_path))
    (tmp_path / "esconv").mkdir()
    (tmp_path / "esconv" / "valid.json").write_text(json.dumps(ESCONV * 2), encoding="utf8")
    reports = [
        EvalModel.main(
            model="agents.generative_agent:EmpatheticGenerativeAgent",
            task="agents.teachers.esconv",
            datatype="valid",
            datapath=str(tmp_path),
            batchsize=size,
        )
        for size in (1, 2)
    ]
    alone, together = (
        {name: report[name].value() for name in ("ppl", "ppl_word", "token_acc", "f1", "bleu-4")} for report in reports
    )
    assert alone == pytest.approx(together, rel=1e-3)
    assert 1 < alone["ppl"] < 60
