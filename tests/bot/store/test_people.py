import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import insert

from bot.dialog import SelfReport, Verdict
from bot.errors import StoreError
from bot.parts import part
from bot.people import person_of
from bot.store import Consent, Purpose, Store
from bot.store.consents import CONSENT_VERSION
from bot.store.rows import Answered
from bot.store.tables import state_part
from bot.testing.scripted import NOON

Exchange = Callable[..., Awaitable[Any]]
Rows = Callable[[Store], Awaitable[dict[str, list[dict[str, Any]]]]]
KEY, GROUP, OTHER = "t:1:0:me", "t:-5:2:me", "t:2:0:you"
ME, YOU = person_of(KEY), person_of(OTHER)
SECRET = "my cat Sokrates died"
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@part("test_people_note", version=1)
@dataclass(frozen=True, slots=True)
class Note:
    text: str


async def care(store: Store, key: str) -> None:
    """What `skills/safety.py` keeps: this package doesn't know its class."""
    row = {"conversation_id": key, "name": "care", "version": 1, "data": '{"level":2}'}
    await store._run(lambda tx: tx.execute(insert(state_part).values(row)))


async def state(store: Store, key: str) -> dict[str, Any]:
    talks = (await store.people.export(person_of(key)))["conversations"]
    return next((talk["state"] for talk in talks if talk["id"] == key), {})


async def test_nothing_is_consented_to_until_it_is(address: str) -> None:
    async with Store.open(address) as store:
        assert await store.people.consents(ME) == {}
        assert await store.people.with_consent("keep") == []


async def test_the_newest_answer_counts_and_the_others_stay_on_record(address: str) -> None:
    answers: list[tuple[Purpose, bool]] = [("keep", True), ("research", True), ("keep", False), ("outside", False)]
    async with Store.open(address) as store:
        for hour, (purpose, given) in enumerate(answers):
            await store.people.consent(ME, purpose, given, NOON + hour * HOUR)
        await store.people.consent(YOU, "keep", True, NOON)
        assert await store.people.consents(ME) == {
            "keep": Consent("keep", False, CONSENT_VERSION, NOON + 2 * HOUR),
            "research": Consent("research", True, CONSENT_VERSION, NOON + HOUR),
            "outside": Consent("outside", False, CONSENT_VERSION, NOON + 3 * HOUR),
        }
        assert await store.people.with_consent("keep") == [YOU]
        assert await store.people.with_consent("research") == [ME]
        assert await store.people.with_consent("outside") == []
        held = (await store.people.export(ME))["consents"]
        assert [(one["purpose"], one["given"]) for one in held] == answers
        assert held[0]["at"] == "2030-01-01T12:00:00+00:00"
        assert {one["version"] for one in held} == {CONSENT_VERSION}


async def test_a_consent_for_what_is_not_asked_is_refused(address: str) -> None:
    async with Store.open(address) as store:
        with pytest.raises(StoreError, match="no consent is asked for 'sell'"):
            await store.people.consent(ME, "sell", True, NOON)  # type: ignore[arg-type]
        assert await store.people.consents(ME) == {}
        assert (await store.people.export(ME))["consents"] == []


async def test_stars_are_for_the_newest_reply_and_can_be_changed(address: str, exchange: Exchange) -> None:
    async with Store.open(address) as store:
        assert not await store.people.rate(KEY, 3, NOON)
        await exchange(store, KEY, "one")
        assert await store.people.rate(KEY, 2, NOON)
        assert await store.people.rate(KEY, 4, NOON + HOUR)
        await exchange(store, KEY, "two")
        assert await store.people.rate(KEY, 5, NOON + 2 * HOUR)
        assert (await store.people.export(ME))["conversations"][0]["ratings"] == [
            {"turn": 1, "stars": 4, "at": "2030-01-01T13:00:00+00:00"},
            {"turn": 3, "stars": 5, "at": "2030-01-01T14:00:00+00:00"},
        ]
        for stars in (0, 6, -1):
            with pytest.raises(StoreError, match=f"stars run from 1 to 5, not {stars}"):
                await store.people.rate(KEY, stars, NOON)
        await store.undo(await store.load(KEY), NOON)
        assert [one["turn"] for one in (await store.people.export(ME))["conversations"][0]["ratings"]] == [1]


async def test_an_export_is_all_that_is_held_of_a_person_and_nothing_of_others(
    address: str, exchange: Exchange
) -> None:
    found = Verdict(2, "suicide", stopped=True)
    async with Store.open(address) as store:
        await store.people.consent(ME, "keep", True, NOON)
        reflected = Answered(strategy="Reflection of feelings")
        await exchange(store, KEY, "hi \u00e9\n\U0001f41f", "Hello.", SelfReport(4), answered=reflected)
        await exchange(store, KEY, SECRET, "Are you safe?", keep="[not kept]", at=NOON + HOUR, answered=Answered(found))
        await store.people.rate(KEY, 5, NOON + HOUR)
        await store.receive(KEY, "still here", "last", NOON + 2 * HOUR)
        await exchange(store, OTHER, "not mine")
        await store._run(
            lambda tx: tx.execute(
                insert(state_part).values(conversation_id=KEY, name="torn", version=1, data='{"a": "b')
            )
        )
        held = await store.people.export(ME)
        assert json.loads(json.dumps(held)) == {
            "person": "t:me",
            "consents": [
                {"purpose": "keep", "given": True, "version": CONSENT_VERSION, "at": "2030-01-01T12:00:00+00:00"}
            ],
            "conversations": [
                {
                    "id": "t:1:0:me",
                    "created_at": "2030-01-01T12:00:00+00:00",
                    "updated_at": "2030-01-01T13:00:00+00:00",
                    "turns": [
                        {
                            "speaker": "user",
                            "text": "hi \u00e9\n\U0001f41f",
                            "at": "2030-01-01T12:00:00+00:00",
                            "verdict": None,
                            "strategy": None,
                        },
                        {
                            "speaker": "bot",
                            "text": "Hello.",
                            "at": "2030-01-01T12:00:00+00:00",
                            "verdict": None,
                            "strategy": "Reflection of feelings",
                        },
                        {
                            "speaker": "user",
                            "text": "[not kept]",
                            "at": "2030-01-01T13:00:00+00:00",
                            "verdict": "2 suicide",
                            "strategy": None,
                        },
                        {
                            "speaker": "bot",
                            "text": "Are you safe?",
                            "at": "2030-01-01T13:00:00+00:00",
                            "verdict": None,
                            "strategy": None,
                        },
                    ],
                    "state": {"self_report": {"first": 4, "last": None}, "torn": '{"a": "b'},
                    "ratings": [{"turn": 3, "stars": 5, "at": "2030-01-01T13:00:00+00:00"}],
                }
            ],
            "waiting": [{"conversation": KEY, "text": "still here", "at": "2030-01-01T14:00:00+00:00"}],
        }


async def test_of_a_stranger_there_is_nothing_to_give_back(address: str) -> None:
    async with Store.open(address) as store:
        assert await store.people.export("t:nobody") == {
            "person": "t:nobody",
            "consents": [],
            "conversations": [],
            "waiting": [],
        }
        assert not await store.people.forget("t:nobody")


async def test_a_forgotten_person_is_in_no_table_any_more(address: str, exchange: Exchange, rows: Rows) -> None:
    async with Store.open(address) as store:
        await exchange(store, OTHER, "not mine")
        before = await rows(store)
        for key in (KEY, GROUP):
            await exchange(store, key, SECRET, SECRET, Note(SECRET))
            await store.people.rate(key, 5, NOON)
            await store.receive(key, SECRET, "waits", NOON)
        await store.people.consent(ME, "keep", True, NOON)
        assert SECRET in str(await rows(store))
        assert await store.people.forget(ME)
        after = await rows(store)
        after.pop("sqlite_sequence", None), before.pop("sqlite_sequence", None)
        assert after == before
        assert not await store.people.forget(ME)


@pytest.mark.parametrize("seed", range(3))
async def test_no_copy_of_a_forgotten_word_stays_in_sqlites_files(
    tmp_path: Path, exchange: Exchange, seed: int
) -> None:
    # Rows of all sizes, so that SQLite moves them between pages and leaves copies behind.
    random, people = Random(seed), [f"t:{number}:0:{number}" for number in range(9)]

    def held(key: str) -> bool:
        return any(word(key).encode() in file.read_bytes() for file in tmp_path.iterdir())

    def word(key: str) -> str:
        return f"<secret of {key}>"

    async with Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}") as store:
        for number in range(110):
            key = random.choice(people)
            texts = [word(key) + "x" * random.choice((5, 300, 1500, 6000)) for _ in range(3)]
            await exchange(store, key, texts[0], texts[1], Note(texts[2]), event=str(number))
        for place, key in enumerate(people[:6]):
            assert held(key)
            if place % 3 == 0:
                await store.people.forget(person_of(key))
            elif place % 3 == 1:
                await store.forget(key)
            else:
                loaded = await store.load(key)
                for outgoing in await store.unsent(key):
                    await store.mark(outgoing.id, "sent")
                await store.reset(loaded, NOON)
            assert not held(key)
        assert all(map(held, people[6:]))


async def test_words_of_who_did_not_consent_go_first_and_what_care_needs_later(
    address: str, exchange: Exchange, rows: Rows
) -> None:
    async with Store.open(address) as store:
        for key in (KEY, OTHER):
            await exchange(store, key, SECRET, "Oh.", Note(SECRET))
            await care(store, key)
            await store.people.rate(key, 3, NOON)
        await store.people.consent(YOU, "keep", True, NOON)
        assert await store.expire(NOON, NOON - DAY) == 0  # not a moment too early
        assert await store.expire(NOON + HOUR, NOON - DAY) == 1
        assert await store.expire(NOON + HOUR, NOON - DAY) == 0
        mine, theirs = await store.load(KEY), await store.load(OTHER)
        assert (mine.conversation.turns, mine.version) == ((), 2)
        assert await state(store, KEY) == {"care": {"level": 2}}
        assert theirs.conversation.said("user") == (SECRET,)
        left = await rows(store)
        for name in ("turn", "rating", "inbox", "outbox", "state_part"):
            assert [row.get("conversation_id") for row in left[name] if row.get("name") != "care"].count(KEY) == 0
        assert not await store.undo(mine, NOON)
        await exchange(store, KEY, "again", event="new", at=NOON + 2 * HOUR)
        assert await store.expire(NOON + 3 * HOUR, NOON + HOUR) == 2
        assert await state(store, KEY) == {"care": {"level": 2}}
        assert (await store.load(OTHER)).version == 0
        assert await store.people.with_consent("keep") == [YOU]  # so that coming back needs no new question


async def test_consent_that_is_withdrawn_lets_words_go(address: str, exchange: Exchange) -> None:
    async with Store.open(address) as store:
        await exchange(store, KEY, SECRET)
        await store.people.consent(ME, "keep", True, NOON)
        assert await store.expire(NOON + HOUR, NOON - DAY) == 0
        await store.people.consent(ME, "keep", False, NOON)
        assert await store.expire(NOON + HOUR, NOON - DAY) == 1


async def test_a_talk_without_words_but_with_what_was_learnt_is_emptied_too(address: str) -> None:
    async with Store.open(address) as store:
        loaded = await store.load(KEY)
        await store.learn(loaded, loaded.conversation.knowing(Note(SECRET)), NOON)
        assert await store.expire(NOON + HOUR, NOON - DAY) == 1
        assert await state(store, KEY) == {}


async def test_talks_on_the_operators_terminal_stay(address: str, exchange: Exchange) -> None:
    key = "terminal:me:1"
    async with Store.open(address) as store:
        await exchange(store, key, SECRET)
        await store.receive("terminal:me:2", SECRET, "1", NOON)
        assert await store.expire(NOON + DAY, NOON + DAY) == 0
        assert (await store.load(key)).conversation.said("user") == (SECRET,)
        assert len(await store.waiting("terminal:")) == 1


@pytest.mark.parametrize("kept", [False, True])
async def test_a_message_that_has_just_come_outlives_the_talk_before_it(
    address: str, exchange: Exchange, kept: bool
) -> None:
    now = NOON + DAY
    async with Store.open(address) as store:
        await exchange(store, KEY, SECRET)
        await store.people.consent(ME, "keep", kept, NOON)
        row = await store.receive(KEY, "are you there?", "new", now)
        begun = await store.take_up(row)
        assert await store.expire(now - HOUR, now - HOUR if kept else NOON - DAY) == 1
        assert [one.text for one in await store.waiting(KEY)] == ["are you there?"]
        with pytest.raises(StoreError):  # the turn that was begun knew what had to go
            await store.commit(begun.loaded, begun.loaded.conversation, row.id, "Yes.", now)
        again = await store.take_up(row)
        assert again.loaded.conversation.turns == ()
        await store.commit(again.loaded, again.loaded.conversation, row.id, "Yes.", now)


async def test_messages_that_never_became_a_turn_and_people_without_anything_go_too(address: str, rows: Rows) -> None:
    async with Store.open(address) as store:
        await store.receive(KEY, SECRET, "1", NOON)
        await store.receive(OTHER, SECRET, "1", NOON)
        await store.people.consent(YOU, "keep", True, NOON)
        await store.expire(NOON + HOUR, NOON - DAY)
        assert [row.conversation_id for row in await store.waiting("")] == [OTHER]
        await store.people.consent(YOU, "keep", False, NOON)
        await store.expire(NOON + 2 * HOUR, NOON + HOUR)
        left = await rows(store)
        assert left["inbox"] == []
        assert [row["id"] for row in left["person"]] == [YOU]  # whose answers stay on record


async def test_danger_is_counted_by_day_and_kind_and_stays_when_people_are_forgotten(
    address: str, exchange: Exchange
) -> None:
    late = datetime(2030, 1, 1, 23, 59, tzinfo=UTC)
    days = [NOON, late, late + timedelta(minutes=1)]
    async with Store.open(address) as store:
        for number, at in enumerate(days):
            found = Answered(Verdict(2, "suicide", stopped=True))
            await exchange(store, KEY, "x", event=str(number), at=at, answered=found)
        await exchange(store, OTHER, "y", answered=Answered(Verdict(1, "abuse", stopped=False)))
        await store.people.forget(ME)
        first, second = NOON.date(), (NOON + DAY).date()
        assert await store.people.safety() == [
            (first, 1, "abuse", 1),
            (first, 2, "suicide", 2),
            (second, 2, "suicide", 1),
        ]
