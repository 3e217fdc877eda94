"""Everything that is held of a person is given back: each column is, or is no word of theirs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from sqlalchemy import text

from bot.dialog import SelfReport
from bot.people import person_of
from bot.store import Rating, Store
from bot.store.tables import metadata
from bot.store.transaction import Transaction
from bot.testing.scripted import NOON

Exchange = Callable[..., Awaitable[Any]]
KEY = "t:1:0:me"
ME = person_of(KEY)
NOT_GIVEN = {
    "data_key.person": "only there so that the key can be found",
    "data_key.wrapped": "a key, by which nothing can be read without the operator's",
    "consent.id": "the order, which the list has",
    "consent.person": "whoever asks",
    "conversation.person": "whoever asks",
    "conversation.version": "counts the writes",
    "turn.conversation_id": "the talk they stand in",
    "state_part.conversation_id": "the talk they stand in",
    "state_part.version": "of the program's own format",
    "rating.conversation_id": "the talk they stand in",
    "inbox.person": "whoever asks",
    "inbox.digest": "four bytes under a random key, which say nothing but whether an id comes with the same words",
    "inbox.done": "told by the list it is in",
    "inbox.tries": "a count of this program's own starts",
    "seen.door": "the channel of whoever asks",
    "api_token.name": "of programs, not of people",
    "api_token.digest": "of programs, not of people",
    "api_token.at": "of programs, not of people",
    "safety.day": "nobody's",
    "safety.level": "nobody's",
    "safety.kind": "nobody's",
    "safety.count": "nobody's",
    "safety.referred": "counts, without saying in whom",
}
GIVEN = {
    "person.id": ("person",),
    "person.created_at": ("since",),
    "consent.purpose": ("consents", 0, "purpose"),
    "consent.given": ("consents", 0, "given"),
    "consent.version": ("consents", 0, "version"),
    "consent.at": ("consents", 0, "at"),
    "conversation.id": ("conversations", 0, "id"),
    "conversation.created_at": ("conversations", 0, "created_at"),
    "conversation.updated_at": ("conversations", 0, "updated_at"),
    "conversation.undo": ("conversations", 0, "before"),
    "turn.number": ("conversations", 0, "turns", 0, "number"),
    "turn.speaker": ("conversations", 0, "turns", 0, "speaker"),
    "turn.text": ("conversations", 0, "turns", 0, "text"),
    "turn.at": ("conversations", 0, "turns", 0, "at"),
    "turn.verdict": ("conversations", 0, "turns", 0, "verdict"),
    "turn.strategy": ("conversations", 0, "turns", 0, "strategy"),
    "state_part.name": ("conversations", 0, "state", "self_report"),
    "state_part.data": ("conversations", 0, "state", "self_report", "first"),
    "rating.number": ("conversations", 0, "ratings", 0, "turn"),
    "rating.scale": ("conversations", 0, "ratings", 0, "scale"),
    "rating.value": ("conversations", 0, "ratings", 0, "value"),
    "rating.at": ("conversations", 0, "ratings", 0, "at"),
    "inbox.id": ("waiting", 0, "id"),
    "inbox.conversation_id": ("waiting", 0, "conversation"),
    "inbox.event": ("waiting", 0, "event"),
    "inbox.text": ("waiting", 0, "text"),
    "inbox.at": ("waiting", 0, "at"),
    "inbox.replaces": ("waiting", 0, "replaces"),
    "inbox.answered_with": ("answered", 0, "answered_with"),
    "outbox.id": ("answers", 0, "id"),
    "outbox.conversation_id": ("answers", 0, "conversation"),
    "outbox.inbox_id": ("answers", 0, "to"),
    "outbox.text": ("answers", 0, "text"),
    "outbox.status": ("answers", 0, "status"),
    "outbox.pieces": ("answers", 0, "pieces"),
    "outbox.turn": ("answers", 0, "turn"),
    "outbox.at": ("answers", 0, "at"),
    "seen.place": ("seen", 0, "place"),
    "seen.event": ("seen", 0, "event"),
}


OF_STUDIES = "study_"
"""Participants are known by a made-up name alone: `attune study export` gives out what they judged."""


def test_every_column_is_given_back_or_there_is_a_reason() -> None:
    tables = [table for table in metadata.tables.values() if not table.name.startswith(OF_STUDIES)]
    columns = {str(column) for table in tables for column in table.columns}
    assert {*GIVEN, *NOT_GIVEN} == columns
    assert not GIVEN.keys() & NOT_GIVEN.keys()


async def test_everything_stands_where_it_should(address: str, exchange: Exchange) -> None:
    async with Store.open(address) as store:
        await store.people.consent(ME, "keep", True, NOON)
        await exchange(store, KEY, "mine", "yours", SelfReport(3))
        await store.people.rate(KEY, Rating(4), NOON)
        await store.receive(KEY, "waits", "7", NOON)
        await store.see("t", "1", "7")
        await store.see("t", "2", "8")  # of somebody else
        await exchange(store, "t:2:0:you", "theirs", "not mine")
        held = await store.people.export(ME)
    found = dict[str, Any]()
    for column, path in GIVEN.items():
        value: Any = held
        for step in path:
            value = value[step]
        found[column] = value
    assert (found["turn.text"], found["outbox.text"], found["inbox.text"]) == ("mine", "yours", "waits")
    assert (found["state_part.data"], found["rating.value"], found["inbox.event"]) == (3, 4, "7")
    assert held["seen"] == [{"place": "1", "event": "7"}]
    assert "theirs" not in str(held)
    assert "not mine" not in str(held)


async def test_what_is_damaged_is_given_back_as_it_is(tmp_path: Path, exchange: Exchange) -> None:
    async with Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}") as store:
        await exchange(store, KEY, "mine", "yours", SelfReport(3))

        def damage(tx: Transaction) -> None:
            tx.execute(text("UPDATE turn SET text = x'ff'"))
            tx.execute(text("UPDATE state_part SET data = '[[['"))

        await store._run(damage)
        talk = (await store.people.export(ME))["conversations"][0]
    assert talk["turns"][0]["text"] == repr(b"\xff")
    assert talk["state"]["self_report"] == "[[["
