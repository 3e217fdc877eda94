"""Files of items: what is written is read, and what is damaged is named."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from agents.verdicts import item
from bot.errors import CorpusError
from tests.agents.verdicts.examples import CAT, ITEMS, MOVING


def test_items_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    item.save(ITEMS.values(), path)
    assert item.load(path) == [MOVING, CAT]


@pytest.mark.parametrize(
    ("damaged", "message"),
    [
        ({"candidates": CAT.candidates[:1]}, "line 2: an item has 2 to 8 candidates, and this one has 1"),
        ({"candidates": CAT.candidates * 5}, "line 2: an item has 2 to 8 candidates, and this one has 10"),
        ({"context": CAT.context[:2]}, "line 2: a context ends with a message of the person"),
        ({"id": MOVING.id}, "line 2: the id 'moving.0' is taken by an earlier item"),
    ],
)
def test_a_damaged_item_is_named(damaged: dict[str, object], message: str, tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    item.save([MOVING, msgspec.structs.replace(CAT, **damaged)], path)
    with pytest.raises(CorpusError, match=message):
        item.load(path)


def test_what_is_no_item_is_named(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    path.write_text('{"id": "a", "talk": "a", "context": [{"speaker": "cat", "text": "m"}], "candidates": []}\n')
    with pytest.raises(CorpusError, match=r"line 1: this is no item: Invalid enum value 'cat'"):
        item.load(path)


def test_whole_talks_and_replies_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    talk = (item.Said("person", "hello"), item.Said("supporter", "hi"))
    whole = item.Item("a", "a", (), (item.Candidate("", "one", talk), item.Candidate("", "two", talk[:1])))
    item.save([whole], path)
    assert item.load(path, whole=True) == [whole]
    with pytest.raises(CorpusError, match="line 1: its candidates are to be replies, not whole talks"):
        item.load(path)
    item.save([MOVING], path)
    with pytest.raises(CorpusError, match="line 1: its candidates are to be whole talks"):
        item.load(path, whole=True)
