from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from bot.dialog import Conversation, Reply, Verdict
from bot.errors import MissingPackage
from bot.step import Step, Trace

pytest.importorskip("parlai")
from agents import border


def test_options_are_read_once_with_defaults() -> None:
    opt = {"bot": "my.toml", "task": "esconv", "datatype": "train:evalmode", "datapath": "/data", "verbose": True}
    assert border.read_options(opt) == border.Options("my.toml", "esconv", "train", Path("/data"))
    assert border.read_options({"bot": None, "datatype": "valid"}).bot == "default"
    assert border.read_options({"ed_seed": 7}).seed == 7


@pytest.mark.parametrize(
    ("opt", "shown"),
    [
        ({"display_add_fields": ""}, True),
        ({"display_examples": True}, True),
        ({"world_logs": "log"}, True),
        ({"outfile": None}, True),
        ({"dump_predictions_path": "texts"}, True),
        ({"model": "local_human"}, True),
        ({"model": "parlai.agents.safe_local_human.safe_local_human:SafeLocalHumanAgent"}, True),
        ({"display_examples": False, "world_logs": "", "model": "repeat_label"}, False),
    ],
)
def test_commands_that_print_or_log_what_teachers_say_are_told_apart(opt: dict[str, object], shown: bool) -> None:
    assert border.read_options(opt).shown is shown


def test_labels_are_never_read() -> None:
    heard = border.hear(
        {"id": "esconv", "text": "hi", "labels": ["gold"], "eval_labels": ["gold"], "episode_done": True}
    )
    assert heard == border.Heard("hi", "esconv", True, False)


def test_candidates_and_speakers_are_read_where_there_are_any() -> None:
    heard = border.hear({"text": "a\nb", "speakers": ["listener", "speaker"], "label_candidates": ["x", "y"]})
    assert (heard.speakers, heard.candidates) == (("listener", "speaker"), ("x", "y"))
    assert border.hear({"text": "a", "label_candidates": None}).candidates == ()


def test_options_of_retrieval_are_read_once_with_defaults() -> None:
    assert border.read_retrieval_options({"fixed_candidates": "", "weights": None}) == border.RetrievalOptions()
    opt = {"fixed_candidates": "my.txt", "adapter": "published", "weights": "made"}
    assert border.read_retrieval_options(opt) == border.RetrievalOptions(Path("my.txt"), "published", Path("made"))


def test_silence_and_no_text_are_not_words() -> None:
    assert border.hear({"text": border.SILENCE}).text is None
    assert border.hear({"episode_done": True}) == border.Heard(None, "someone", True, False)
    assert border.hear({"text": ""}).text == ""
    assert border.hear(border.padding()).padding


def test_an_answer_is_a_plain_message() -> None:
    step = Step(Conversation("c"), Reply("Hello.", "words", 1.0, "Question"), Trace(Verdict(2, "abuse", True)))
    assert border.tell("attune", step) == {
        "id": "attune",
        "text": "Hello.",
        "episode_done": False,
        "skill": "words",
        "strategy": "Question",
        "safety": {"level": 2, "kind": "abuse", "stopped": True},
    }


@pytest.mark.parametrize("module", ["agents.border", "agents.bot_agent", "agents.teachers.esconv"])
def test_without_parlai_the_command_to_install_it_is_named(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = ("agents.border", "agents.bot_agent", "agents.teachers.")
    for name in [name for name in sys.modules if name.partition(".")[0] == "parlai" or name.startswith(ours)]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "parlai", None)
    with pytest.raises(MissingPackage, match=r"ParlAI is not installed.*pip install --no-deps parlai==1\.7\.2"):
        importlib.import_module(module)


def test_a_package_that_parlai_lacks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "parlai"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "agents.border")
    monkeypatch.setitem(sys.modules, "iopath", None)
    monkeypatch.setitem(sys.modules, "iopath.common.file_io", None)
    with pytest.raises(MissingPackage, match=r"ParlAI cannot be imported \(.*iopath.*pip install"):
        importlib.import_module("agents.border")


def test_labels_are_given_to_who_asks_for_them_alone() -> None:
    assert border.labels({"text": "hi", "eval_labels": ["gold", "silver"], "labels": ["other"]}) == ("gold", "silver")
    assert border.labels({"text": "hi", "labels": ["gold"]}) == ("gold",)
    assert border.labels({"text": "hi"}) == border.labels({"labels": None}) == ()


def test_the_options_of_a_writer() -> None:
    assert border.read_generation_options({"adapter": "", "seed": None}) == border.GenerationOptions()
    given = {"adapter": "published", "writer_temperature": 0.0, "seed": 4, "interactive_mode": True}
    assert border.read_generation_options(given) == border.GenerationOptions("published", 0.0, 4, True)
