"""A random walk over the store beside a model of it that fits on a page."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot import parts
from bot.dialog import Turn
from bot.errors import Conflict
from bot.parts import part
from bot.people import person_of
from bot.store import Loaded, Store, Vault
from bot.store.rows import Answered, Waiting
from bot.store.vault import new_key
from bot.testing.scripted import NOON

KEYS = ("t:1:0:me", "t:2:0:me", "t:1:0:you")
keys, events, times = st.sampled_from(KEYS), st.integers(0, 4), st.integers(0, 40)


@part("test_walk_note", version=1)
@dataclass(frozen=True, slots=True)
class Note:
    text: str


@part("test_walk_care", version=1)
@dataclass(frozen=True, slots=True)
class Care:
    level: int


@dataclass
class Answer:
    text: str
    status: str = "ready"
    at: datetime = NOON


@dataclass
class Message:
    text: str
    waits: bool = True
    answered_with: int | None = None


@dataclass
class Talk:
    """What a conversation should be."""

    said: list[tuple[str, str]] = field(default_factory=list)
    note: str | None = None
    care: int | None = None
    before: tuple[int, str | None] | None = None
    version: int = 0


class Walk(RuleBasedStateMachine):
    """Two stores over one file, as two processes have them."""

    def __init__(self) -> None:
        super().__init__()
        self.talks: dict[str, Talk] = {}
        self.inbox: dict[tuple[str, str], int] = {}
        self.messages: dict[int, tuple[str, Message]] = {}
        self.outbox: dict[int, tuple[str, int, Answer]] = {}
        self.given: set[int] = set()
        self.now, self.number = NOON, 0
        self.stale: list[tuple[Loaded, Waiting]] = []
        self.loop = asyncio.new_event_loop()
        self.folder = TemporaryDirectory()

    def run(self, doing: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(doing)

    @initialize(sealed=st.booleans())
    def open(self, sealed: bool) -> None:
        vault = Vault(new_key()) if sealed else Vault()
        url = f"sqlite+aiosqlite:///{Path(self.folder.name) / 't.db'}"
        self.opened = [Store.open(url, vault) for _ in range(2)]
        self.stores: list[Store] = [self.run(one.__aenter__()) for one in self.opened]

    def teardown(self) -> None:
        for one in getattr(self, "opened", ()):
            self.run(one.__aexit__(None, None, None))
        self.loop.close()
        self.folder.cleanup()

    @property
    def store(self) -> Store:
        self.number += 1
        return self.stores[self.number % 2]

    def talk(self, key: str) -> Talk:
        return self.talks.get(key, Talk())

    # -- what may happen

    @rule(key=keys, event=events)
    def receive(self, key: str, event: int) -> None:
        text = f"text {len(self.given)}"
        row = self.run(self.store.receive(key, text, str(event), self.now))
        if (key, str(event)) in self.inbox:
            assert row.id == self.inbox[key, str(event)]
            return
        assert row.id not in self.given
        self.given.add(row.id)
        self.inbox[key, str(event)] = row.id
        self.messages[row.id] = (key, Message(text))
        assert row == Waiting(row.id, key, text)

    def waiting(self, key: str) -> list[Waiting]:
        return [Waiting(id, of, one.text) for id, (of, one) in self.messages.items() if of == key and one.waits]

    @rule(key=keys, learns=st.sampled_from([None, "note", "care"]), merged=st.booleans())
    def commit(self, key: str, learns: str | None, merged: bool) -> None:
        waiting = self.waiting(key)
        if not waiting:
            return
        row, others = waiting[-1], waiting[:-1] if merged else []
        stands = self.run(self.store.take_up(row))
        assert list(stands.waiting) == waiting
        assert stands.loaded == self.run(self.store.load(key))
        learnt = {"note": (Note(row.text),), "care": (Care(row.id),), None: ()}[learns]
        before = stands.loaded.conversation
        after = before.add(Turn("user", row.text, self.now)).knowing(*learnt).add(Turn("bot", "ok", self.now))
        answered = Answered(others=tuple(other.id for other in others))
        self.stale.append((stands.loaded, row))
        reply = f"reply {row.id}"
        made = self.run(self.store.commit(stands.loaded, after, row.id, reply, self.now, answered=answered))
        talk = self.talks.setdefault(key, Talk())
        talk.before = (len(talk.said), talk.note)
        talk.said.append((row.text, "ok"))
        talk.note = row.text if learns == "note" else talk.note
        talk.care = row.id if learns == "care" else talk.care
        talk.version += 1
        for one in (row, *others):
            self.messages[one.id][1].waits = False
            self.messages[one.id][1].answered_with = row.id
        assert -made.id not in self.given
        self.given.add(-made.id)
        self.outbox[made.id] = (key, row.id, Answer(reply, at=self.now))

    @precondition(lambda self: self.stale)
    @rule(data=st.data())
    def commit_too_late(self, data: st.DataObject) -> None:
        loaded, row = data.draw(st.sampled_from(self.stale))
        with pytest.raises(Conflict):
            self.run(self.store.commit(loaded, loaded.conversation, row.id, "late", self.now))

    @rule(key=keys, undo=st.booleans())
    def take_back(self, key: str, undo: bool) -> None:
        loaded, talk = self.run(self.store.load(key)), self.talk(key)
        if undo:
            done = self.run(self.store.undo(loaded, self.now))
            assert done == (talk.before is not None)
            if talk.before:
                talk.said, talk.note = talk.said[: talk.before[0]], talk.before[1]
        else:
            self.run(self.store.reset(loaded, self.now))
            self.talks[key] = talk
            talk.said, talk.note, done = [], None, True
        if done:
            talk.before, talk.version = None, talk.version + 1
            for of, _, answer in self.outbox.values():
                if of == key and answer.status == "sent":
                    answer.text = ""

    @rule(key=keys, event=events)
    def dismiss(self, key: str, event: int) -> None:
        self.run(self.store.dismiss(key, str(event)))
        id = self.inbox.get((key, str(event)))
        if id is not None and self.messages[id][1].waits:
            self.gone(lambda message: message == id)

    @rule(key=keys)
    def forget(self, key: str) -> None:
        self.run(self.store.forget(key))
        self.talks.pop(key, None)
        self.gone(lambda message: self.messages[message][0] == key)

    @rule(person=st.sampled_from(["t:me", "t:you"]))
    def forget_person(self, person: str) -> None:
        self.run(self.store.people.forget(person))
        for key in [key for key in self.talks if person_of(key) == person]:
            del self.talks[key]
        self.gone(lambda message: person_of(self.messages[message][0]) == person)

    def gone(self, which: Any) -> None:
        lost = {id for id in self.messages if which(id)}
        self.messages = {id: one for id, one in self.messages.items() if id not in lost}
        self.inbox = {event: id for event, id in self.inbox.items() if id not in lost}
        self.outbox = {id: one for id, one in self.outbox.items() if one[1] not in lost}

    @precondition(lambda self: self.outbox)
    @rule(data=st.data(), seconds=times)
    def claim(self, data: st.DataObject, seconds: int) -> None:
        self.now += timedelta(seconds=seconds)
        id = data.draw(st.sampled_from(sorted(self.outbox)))
        answer = self.outbox[id][2]
        died = answer.status == "sending" and self.now - answer.at >= timedelta(seconds=60)
        free = answer.status == "ready" or died
        assert self.run(self.store.claim(id, self.now)) == free
        if free:
            answer.status, answer.at = "sending", self.now

    @precondition(lambda self: self.outbox)
    @rule(data=st.data(), status=st.sampled_from(["sent", "ready"]))
    def mark(self, data: st.DataObject, status: Any) -> None:
        id = data.draw(st.sampled_from(sorted(self.outbox)))
        answer = self.outbox[id][2]
        if answer.status == "sending":
            self.run(self.store.mark(id, status, self.now))
            answer.status, answer.at = status, self.now

    # -- what always holds

    @invariant()
    def conversations_are_as_they_should_be(self) -> None:
        for key in KEYS if hasattr(self, "stores") else ():
            loaded, talk = self.run(self.store.load(key)), self.talk(key)
            said = loaded.conversation
            assert list(zip(said.said("user"), said.said("bot"), strict=True)) == talk.said
            assert said.state.get(Note) == (Note(talk.note) if talk.note else None)
            assert said.state.get(Care) == (Care(talk.care) if talk.care else None)
            assert loaded.version == talk.version

    @invariant()
    def boxes_are_as_they_should_be(self) -> None:
        if not hasattr(self, "stores"):
            return
        waiting = [Waiting(id, key, one.text) for id, (key, one) in self.messages.items() if one.waits]
        assert self.run(self.store.waiting("")) == waiting
        unsent = [(id, key, answer.text) for id, (key, _, answer) in self.outbox.items() if answer.status != "sent"]
        assert [(one.id, one.conversation_id, one.text) for one in self.run(self.store.unsent(""))] == sorted(unsent)
        for _, (key, message, answer) in self.outbox.items():
            found = self.run(self.store.outgoing(message))
            assert (found.conversation_id, found.text) == (key, answer.text)


@pytest.fixture(autouse=True)
def lasting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "LASTING", ("test_walk_care",))


def test_any_walk_ends_where_the_model_does() -> None:
    from hypothesis.stateful import run_state_machine_as_test

    run_state_machine_as_test(Walk, settings=settings(max_examples=12, stateful_step_count=25))
