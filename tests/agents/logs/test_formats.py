from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agents.corpora import esconv
from agents.logs import formats
from agents.logs.collect import Said, Talk
from bot.errors import CorpusError

TALKS = (
    Talk(
        1,
        (
            Said("user", "I lost my job"),
            Said("bot", "That is hard.\u2028Truly.", "Reflection of feelings", 4),
            Said("user", "yes"),
            Said("user", "very"),
            Said("bot", "What happened?", "a plan of our own"),
        ),
        (5, None),
    ),
    Talk(2, (Said("bot", "Welcome back."), Said("user", "hi"), Said("bot", "Hi.", stars=2)), cut=True),
)


def test_esconv_is_read_back_by_our_parser_with_equal_turns(tmp_path: Path) -> None:
    formats.write(formats.esconv(TALKS), tmp_path / "out")
    first, second = esconv.load(tmp_path / "out", "train")
    assert [(said.speaker, said.text, said.strategy, said.feedback) for said in first.utterances] == [
        ("seeker", "I lost my job", None, None),
        ("supporter", "That is hard.\u2028Truly.", "Reflection of feelings", None),
        ("seeker", "yes", None, 4),
        ("seeker", "very", None, None),
        ("supporter", "What happened?", None, None),
    ]
    assert [(said.speaker, said.text, said.feedback) for said in second.utterances] == [
        ("supporter", "Welcome back.", None),
        ("seeker", "hi", None),
        ("supporter", "Hi.", 2),
    ]
    assert first.survey == esconv.Survey(initial_intensity=5)
    assert (first.emotion, first.problem, first.experience, first.situation) == ("", "", "", "")


def teacher(task: str, **options: Any) -> list[dict[str, Any]]:
    pytest.importorskip("parlai")
    from parlai.core.params import ParlaiParser
    from parlai.core.teachers import create_task_agent_from_taskname

    given = ["--task", task, "--datatype", "train:ordered", "--image-mode", "no_image_model"]
    for name, value in options.items():
        given += [f"--{name}", str(value)]
    (made,) = create_task_agent_from_taskname(ParlaiParser(add_parlai_args=True).parse_args(given))
    found = []
    while not made.epoch_done():
        found.append(dict(made.act()))
    return found


def test_esconv_is_read_back_by_our_teacher_with_equal_turns(tmp_path: Path) -> None:
    formats.write(formats.esconv(TALKS), tmp_path / "out")
    told = teacher("agents.teachers.esconv", datapath=tmp_path / "out")
    assert [(message["text"], message["labels"], message["feedback"]) for message in told] == [
        ("I lost my job", ["That is hard.\u2028Truly."], 4),
        ("yes\nvery", ["What happened?"], None),
        ("__SILENCE__", ["Welcome back."], 2),
        ("hi", ["Hi."], 2),
    ]


def test_parlai_is_read_back_by_parlais_own_teacher_with_equal_turns(tmp_path: Path) -> None:
    formats.write(formats.parlai(TALKS), tmp_path / "out")
    told = teacher("jsonfile", **{"jsonfile-datapath": tmp_path / "out/talks.jsonl"})
    assert [(message["text"], *message["labels"], message["y_turn"]["stars"]) for message in told] == [
        ("I lost my job", "That is hard.\u2028Truly.", 4),
        ("yes\nvery", "What happened?", None),
        ("__SILENCE__", "Welcome back.", None),
        ("hi", "Hi.", 2),
    ]
    assert [message["episode_done"] for message in told] == [False, True, False, True]


def test_json_lines_hold_the_turns_as_they_are(tmp_path: Path) -> None:
    formats.write(formats.jsonl(TALKS), tmp_path / "out")
    first, second = map(json.loads, (tmp_path / "out/talks.jsonl").read_text(encoding="utf8").splitlines())
    for row, talk in zip((first, second), TALKS, strict=True):
        assert [Said(**turn) for turn in row["turns"]] == list(talk.turns)
        assert (row["person"], row["cut"]) == (talk.person, talk.cut)
    assert first["intensity"] == {"first": 5, "last": None}
    assert second["intensity"] is None


def test_a_folder_with_something_in_it_is_refused_and_an_empty_one_taken(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    formats.write({"a.txt": "1"}, tmp_path / "out")
    with pytest.raises(CorpusError, match="not empty"):
        formats.write({"a.txt": "2"}, tmp_path / "out")
    assert (tmp_path / "out/a.txt").read_text() == "1"
    assert (tmp_path / "out").stat().st_mode & 0o077 == 0


def test_a_folder_that_cannot_be_finished_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CorpusError):
        formats.write({"a.txt": "1", "a.txt/b": "2"}, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []
