import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import insert

from bot.dialog import SelfReport, Verdict
from bot.errors import StoreError
from bot.people import person_of
from bot.store import Consent, Purpose, Rating, Store
from bot.store.consents import CONSENT_VERSION
from bot.store.rows import Answered
from bot.store.tables import state_part
from bot.testing.scripted import NOON

Exchange = Callable[..., Awaitable[Any]]
KEY, OTHER = "t:1:0:me", "t:2:0:you"
ME, YOU = person_of(KEY), person_of(OTHER)
SECRET = "my cat Sokrates died"
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


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
        assert not await store.people.rate(KEY, Rating(3), NOON)
        await exchange(store, KEY, "one")
        assert await store.people.rate(KEY, Rating(2), NOON)
        assert await store.people.rate(KEY, Rating(4), NOON + HOUR)
        await exchange(store, KEY, "two")
        assert await store.people.rate(KEY, Rating(5), NOON + 2 * HOUR)
        assert (await store.people.export(ME))["conversations"][0]["ratings"] == [
            {"turn": 1, "scale": "stars", "value": 4, "at": "2030-01-01T13:00:00+00:00"},
            {"turn": 3, "scale": "stars", "value": 5, "at": "2030-01-01T14:00:00+00:00"},
        ]
        for stars in (0, 6, -1):
            with pytest.raises(StoreError, match=f"stars are one of 1, 2, 3, 4, 5, not {stars}"):
                Rating(stars)
        await store.undo(await store.load(KEY), NOON)
        assert [one["turn"] for one in (await store.people.export(ME))["conversations"][0]["ratings"]] == [1]


async def test_a_thumb_is_for_any_reply_beside_its_stars_and_can_be_taken_back(
    address: str, exchange: Exchange
) -> None:
    up, down = Rating(1, "thumbs"), Rating(-1, "thumbs")
    with pytest.raises(StoreError, match="thumbs are one of -1, 1, not 0"):
        Rating(0, "thumbs")
    async with Store.open(address) as store:
        await exchange(store, KEY, "one")
        await exchange(store, KEY, "two")
        assert not await store.people.rate(KEY, up, NOON, 0)  # the person's own words
        assert not await store.people.rate(KEY, up, NOON, 9)
        assert await store.people.rate(KEY, up, NOON, 1)
        assert await store.people.rate(KEY, down, NOON + HOUR, 1)
        assert await store.people.rate(KEY, Rating(4), NOON, 1)
        assert await store.people.rate(KEY, up, NOON + 24 * HOUR)
        assert (await store.standing(KEY)).ratings == {1: (Rating(4), down), 3: (up,)}
        first, second = NOON.date(), (NOON + 24 * HOUR).date()
        counted = [(first, "stars", 4, 1), (first, "thumbs", -1, 1), (second, "thumbs", 1, 1)]
        assert await store.people.ratings() == counted
        assert await store.people.take_back_rating(KEY, "thumbs", 1)
        assert not await store.people.take_back_rating(KEY, "thumbs", 1)
        assert (await store.standing(KEY)).ratings == {1: (Rating(4),), 3: (up,)}
        await store.people.forget(ME)
        assert await store.people.ratings() == []


async def test_an_export_is_all_that_is_held_of_a_person_and_nothing_of_others(
    address: str, exchange: Exchange
) -> None:
    found = Verdict(2, "suicide", stopped=True)
    async with Store.open(address) as store:
        await store.people.consent(ME, "keep", True, NOON)
        reflected = Answered(strategy="Reflection of feelings")
        await exchange(store, KEY, "hi \u00e9\n\U0001f41f", "Hello.", SelfReport(4), answered=reflected)
        await exchange(store, KEY, SECRET, "Are you safe?", keep="[not kept]", at=NOON + HOUR, answered=Answered(found))
        await store.people.rate(KEY, Rating(5), NOON + HOUR)
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
            "since": "2030-01-01T12:00:00+00:00",
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
                            "number": 0,
                            "speaker": "user",
                            "text": "hi \u00e9\n\U0001f41f",
                            "at": "2030-01-01T12:00:00+00:00",
                            "verdict": None,
                            "strategy": None,
                        },
                        {
                            "number": 1,
                            "speaker": "bot",
                            "text": "Hello.",
                            "at": "2030-01-01T12:00:00+00:00",
                            "verdict": None,
                            "strategy": "Reflection of feelings",
                        },
                        {
                            "number": 2,
                            "speaker": "user",
                            "text": "[not kept]",
                            "at": "2030-01-01T13:00:00+00:00",
                            "verdict": "2 suicide",
                            "strategy": None,
                        },
                        {
                            "number": 3,
                            "speaker": "bot",
                            "text": "Are you safe?",
                            "at": "2030-01-01T13:00:00+00:00",
                            "verdict": None,
                            "strategy": None,
                        },
                    ],
                    "state": {"self_report": {"first": 4, "last": None}, "torn": '{"a": "b'},
                    "before": [
                        2,
                        [["self_report", 1, '{"first":4,"last":null}']],
                    ],
                    "ratings": [{"turn": 3, "scale": "stars", "value": 5, "at": "2030-01-01T13:00:00+00:00"}],
                }
            ],
            "waiting": [message(3, "last", NOON + 2 * HOUR) | {"text": "still here"}],
            "answered": [
                message(1, "event 0", NOON) | {"answered_with": None},
                message(2, "event 2", NOON + HOUR) | {"answered_with": None},
            ],
            "answers": [
                answer(1, "Hello.", NOON),
                answer(2, "Are you safe?", NOON + HOUR),
            ],
            "seen": [],
        }


def message(number: int, event: str, at: datetime) -> dict[str, object]:
    return {"id": number, "conversation": KEY, "event": event, "replaces": None, "at": at.isoformat()}


def answer(number: int, text: str, at: datetime) -> dict[str, object]:
    sent = {"status": "ready", "pieces": 0, "turn": 2 * number - 1, "at": at.isoformat()}
    return {"id": number, "conversation": KEY, "to": number, "text": text} | sent


async def test_of_a_stranger_there_is_nothing_to_give_back(address: str) -> None:
    async with Store.open(address) as store:
        assert await store.people.export("t:nobody") == {
            "person": "t:nobody",
            "since": None,
            "consents": [],
            "conversations": [],
            "waiting": [],
            "answered": [],
            "answers": [],
            "seen": [],
        }
        assert not await store.people.forget("t:nobody")


async def test_danger_is_counted_by_day_and_kind_and_stays_when_people_are_forgotten(
    address: str, exchange: Exchange
) -> None:
    late = datetime(2030, 1, 1, 23, 59, tzinfo=UTC)
    days = [NOON, late, late + timedelta(minutes=1)]
    async with Store.open(address) as store:
        for number, at in enumerate(days):
            found = Answered(Verdict(2, "suicide", stopped=True, referred=number != 1))
            await exchange(store, KEY, "x", event=str(number), at=at, answered=found)
        await exchange(store, OTHER, "y", answered=Answered(Verdict(1, "abuse", stopped=False)))
        await store.people.forget(ME)
        first, second = NOON.date(), (NOON + DAY).date()
        assert await store.people.safety() == [
            (first, 1, "abuse", 1),
            (first, 2, "suicide", 2),
            (second, 2, "suicide", 1),
        ]
        assert await store.people.referrals() == [("2030-01", "suicide", 2)]
