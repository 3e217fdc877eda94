from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import create_engine, text

from bot.dialog import Conversation, DialogState, SelfReport, Turn, Verdict
from bot.errors import StateError
from bot.parts import decode, encode, part
from bot.store import rows
from bot.store.rows import Answered
from bot.store.tables import Moment
from bot.store.vault import Box, new_key
from bot.testing.scripted import NOON

BOXES = [Box(), Box(new_key().encode())]
SECRET = "my cat Sokrates died"
words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)


@part("test_rows_note", version=3)
@dataclass(frozen=True, slots=True)
class Note:
    text: str


def talk(*texts: str) -> Conversation:
    return Conversation(
        "t:1:0:me", tuple(Turn("bot" if place % 2 else "user", text, NOON) for place, text in enumerate(texts))
    )


def test_only_new_turns_are_written_each_with_what_concerns_its_speaker() -> None:
    answered = Answered(Verdict(3, "medical", stopped=True), "Information")
    made = rows.turn_rows(talk("a", "b", "c", "d"), 2, answered, Box())
    assert made == [
        {
            "conversation_id": "t:1:0:me",
            "number": 2,
            "speaker": "user",
            "text": "c",
            "at": NOON,
            "verdict": "3 medical",
            "strategy": None,
        },
        {
            "conversation_id": "t:1:0:me",
            "number": 3,
            "speaker": "bot",
            "text": "d",
            "at": NOON,
            "verdict": None,
            "strategy": "Information",
        },
    ]
    assert rows.turn_rows(talk("a", "b"), 2, answered, Box()) == []


@pytest.mark.parametrize("box", BOXES)
@given(note=words, before=st.integers(0, 9))
def test_a_snapshot_comes_back(box: Box, note: str, before: int) -> None:
    conversation = talk(*["x"] * before).knowing(Note(note), SelfReport(2, 5))
    kept = rows.snapshot(conversation, box)
    assert rows.restored(kept, box) == (before, [encode(Note(note)), encode(SelfReport(2, 5))])


@pytest.mark.parametrize("box", BOXES)
@given(note=words)
def test_parts_come_back_and_what_is_wrong_with_others_is_told_without_words(box: Box, note: str) -> None:
    made = rows.part_rows("t:1:0:me", [Note(note), SelfReport(4)], box)
    made += [
        {"name": "test_rows_gone", "version": 1, "data": box.seal(f'"{SECRET}"')},
        {"name": "test_rows_note", "version": 2, "data": box.seal(f'{{"text":"{SECRET}"}}')},
        {"name": "self_report", "version": 1, "data": box.seal(f'{{"first":"{SECRET}"}}')},
    ]
    query = text("SELECT :name AS name, :version AS version, :data AS data")
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        found = [
            connection.execute(query, {name: row[name] for name in ("name", "version", "data")}).one() for row in made
        ]
    engine.dispose()
    state, problems = rows.state_of(found, box)
    assert state == DialogState(Note(note), SelfReport(4))
    assert len(problems) == 3
    assert SECRET not in " ".join(problems)


def test_a_part_that_cannot_be_written_down_is_named() -> None:
    for wrong in (Note("a \ud83d"), Note(object())):  # type: ignore[arg-type]
        with pytest.raises(StateError, match="'test_rows_note' cannot be written down: "):
            rows.part_rows("t:1:0:me", [wrong], Box())


def test_moments_are_kept_in_utc() -> None:
    local = datetime.fromisoformat("2030-07-01T01:30:00+05:45")
    dialect = create_engine("sqlite://").dialect
    stored = Moment().process_bind_param(local, dialect)
    assert stored == datetime.fromisoformat("2030-06-30T19:45:00")
    assert Moment().process_result_value(stored, dialect) == local.astimezone(UTC)


@pytest.mark.parametrize("damaged", ["[" * 5000, "[" * 5000 + "]" * 5000, "{}", "nonsense", b"\xff"])
def test_damage_is_named_whatever_it_is(damaged: Any) -> None:
    with pytest.raises(StateError):
        rows.restored(damaged, Box())
    with pytest.raises(StateError):
        decode("test_rows_note", 3, Box().open(damaged))
