import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.statistics.talks import stored
from bot.errors import CorpusError

GOOD = {
    "dialog": [
        {"speaker": "seeker", "content": "hm"},
        {"speaker": "supporter", "annotation": {"strategy": "Question"}},
        {"speaker": "listener", "annotation": {"strategy": "Other"}},
        {"speaker": "supporter", "annotation": {}},
    ]
}
MARKS = (None, "Question", "Others", None)


def test_a_list_and_lines_give_the_same(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps([GOOD, GOOD], indent=1))
    (tmp_path / "a.jsonl").write_text(json.dumps(GOOD) + "\n\n" + json.dumps(GOOD) + "\n")
    assert stored(tmp_path / "a.json") == stored(tmp_path / "a.jsonl") == (MARKS, MARKS)


@pytest.mark.parametrize(
    ("talk", "reason"),
    [
        ({}, "'dialog' must be a list of messages"),
        (3, "'dialog' must be a list of messages"),
        ({"dialog": []}, "'dialog' must be a list of messages"),
        ({"dialog": ["x"]}, "message 1: an object with 'speaker' and 'annotation' is expected"),
        ({"dialog": [{"speaker": "bot"}]}, r"message 1: speaker 'bot' is unknown \(choose from seeker, supporter"),
        (
            {"dialog": [{"speaker": "supporter", "annotation": {"strategy": "Hug"}}]},
            r"message 1: strategy 'Hug' is unknown \(choose from Question",
        ),
    ],
)
def test_damage_is_refused_with_its_place(tmp_path: Path, talk: Any, reason: str) -> None:
    (tmp_path / "a.json").write_text(json.dumps([GOOD, talk]))
    (tmp_path / "a.jsonl").write_text(json.dumps(GOOD) + "\n" + json.dumps(talk))
    with pytest.raises(CorpusError, match=f"a.json: talk 2: {reason}"):
        stored(tmp_path / "a.json")
    with pytest.raises(CorpusError, match=f"a.jsonl, line 2: {reason}"):
        stored(tmp_path / "a.jsonl")


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("a.json", "[\n{oops", "line 2: this is not JSON"),
        ("a.jsonl", "{}\n{oops", "line 1: 'dialog' must be"),
        ("a.jsonl", "\n{oops", "line 2: this is not JSON"),
        ("a.json", "{}", "a list of talks is expected"),
        ("a.json", '[{"dialog": [{"speaker": "seeker"}]}]', "no message in it has a strategy"),
        ("a.json", "[" * 100_000, "nested too deeply"),
    ],
)
def test_what_is_no_talk_is_refused(tmp_path: Path, name: str, text: str, reason: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(CorpusError, match=reason):
        stored(tmp_path / name)


VALUES = st.recursive(
    st.none() | st.integers() | st.sampled_from(["dialog", "seeker", "supporter", "Question"]),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["dialog", "speaker", "annotation"]), inner),
)


@given(st.lists(VALUES))
def test_any_json_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, talks: list[Any]) -> None:
    path = tmp_path_factory.mktemp("talks") / "a.json"
    path.write_text(json.dumps(talks))
    try:
        found = stored(path)
    except CorpusError:
        return
    assert len(found) == len(talks)
