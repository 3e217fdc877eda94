from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.dialog import SupportStage
from bot.errors import ConfigError
from skills.moves import load

ASK: dict[str, Any] = {
    "id": "ask.job.01",
    "text": "What was that morning like?",
    "move": "ask",
    "strategy": "Question",
    "stages": ["exploration"],
    "emotions": ["sad"],
    "problem": "job crisis",
    "intensity": [2, 5],
    "for": ["I lost my job"],
}


def bank(folder: Path, *lines: dict[str, Any], name: str = "moves") -> Path:
    path = folder / f"{name}.jsonl"
    path.write_bytes(b"\n".join(msgspec.json.encode(line) for line in lines))
    return folder


def test_a_line_becomes_a_move(tmp_path: Path) -> None:
    (move,) = load(bank(tmp_path, ASK))
    assert (move.id, move.text, move.move) == ("ask.job.01", "What was that morning like?", "ask")
    assert move.stages == (SupportStage.EXPLORATION,)
    assert move.cues == ("I lost my job",)
    assert move.intensity == (2, 5)
    assert (move.intent, move.person, move.tense) == ("neutral", "any", "any")
    assert move.mode == ("support", "celebrate", "chat", "listen")
    assert (move.topic, move.reaction, move.asks) == ("job", False, True)


def test_files_are_read_in_the_order_of_their_names(tmp_path: Path) -> None:
    bank(tmp_path, {**ASK, "id": "ask.b.01"}, {**ASK, "id": "ask.a.02"}, name="two")
    bank(tmp_path, {**ASK, "id": "ask.c.03"}, name="one")
    assert [move.id for move in load(tmp_path)] == ["ask.c.03", "ask.b.01", "ask.a.02"]


def test_a_reaction_is_told_by_its_kind(tmp_path: Path) -> None:
    reflect = {
        **ASK,
        "id": "reflect.job.02",
        "text": "That stings.",
        "move": "reflect",
        "strategy": "Reflection of feelings",
    }
    (move,) = load(bank(tmp_path, reflect))
    assert move.reaction
    assert not move.asks


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"strategy": "Hope"}, ["'Hope'", "Question"]),
        ({"emotions": ["sad", "blue"]}, ["'blue'", "lonely"]),
        ({"problem": "taxes"}, ["'taxes'", "job crisis"]),
        ({"intensity": [0, 3]}, ["[0, 3]"]),
        ({"intensity": [4, 3]}, ["[4, 3]"]),
        ({"intensity": [4, 6]}, ["[4, 6]"]),
        ({"move": "reflect"}, ["reflect"]),
        ({"move": "shout"}, ["shout"]),
        ({"stages": ["ending"]}, ["ending"]),
        ({"mood": "blue"}, ["mood"]),
        ({"intent": "praying"}, ["praying"]),
        ({"mode": []}, ["mode is empty", "celebrate"]),
        ({"mode": ["party"]}, ["party"]),
        ({"person": "they"}, ["they"]),
        ({"tense": "never"}, ["never"]),
        ({"needs": ["weather"]}, ["'weather'", "job"]),
        ({"forbids": ["weather"]}, ["'weather'", "job"]),
    ],
)
def test_a_wrong_line_is_named_with_its_place(tmp_path: Path, change: dict[str, Any], words: list[str]) -> None:
    bank(tmp_path, ASK, {**ASK, "id": "ask.job.02", **change})
    with pytest.raises(ConfigError) as error:
        load(tmp_path)
    for word in [f"{tmp_path / 'moves.jsonl'}:2", *words]:
        assert word in str(error.value)


def test_an_id_is_given_once(tmp_path: Path) -> None:
    bank(tmp_path, ASK, {**ASK, "text": "What then?"})
    with pytest.raises(ConfigError, match=r"moves\.jsonl:2: the id 'ask\.job\.01' is taken"):
        load(tmp_path)


def test_a_folder_without_moves_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no bank here"):
        load(tmp_path)


def test_words_that_are_no_json_are_named_with_their_place(tmp_path: Path) -> None:
    (tmp_path / "moves.jsonl").write_text("{", encoding="utf8")
    with pytest.raises(ConfigError, match=r"moves\.jsonl:1"):
        load(tmp_path)
