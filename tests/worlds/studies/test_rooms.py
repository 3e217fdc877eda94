"""Rooms in a database: who meets whom, which labels are offered, and what is erased."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from cryptography.fernet import Fernet
from sqlalchemy import delete

from bot.errors import StudyError
from bot.store import Store
from bot.store.tables import study_item
from skills.labels import EMOTIONS
from tests.worlds.studies.conftest import Make
from worlds.studies import self_dialog, support, wizard_of_oz
from worlds.studies.meeting import Left
from worlds.studies.room import Joined, Said, Told
from worlds.studies.rooms import (
    LABEL,
    OFFERED,
    OzRooms,
    SpeakerListenerRooms,
    SupportRooms,
    WritingRooms,
    open_rooms,
)
from worlds.studies.support import Form

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
TOLD = Told("proud", "I mended the garden gate.")
JOINED = Joined(TOLD)
FORM = Form("job crisis", "anxiety", 4, "They closed the shop.", "Current Experience")


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'rooms.db'}"


@pytest_asyncio.fixture
async def rooms(make_collection: Make, url: str) -> AsyncIterator[SpeakerListenerRooms]:
    async with SpeakerListenerRooms.open(url, make_collection()) as found:
        yield found


async def test_the_second_meets_the_first_and_the_third_waits(rooms: SpeakerListenerRooms) -> None:
    assert (await rooms.join("ann", JOINED, NOW)).waits
    assert (await rooms.join("ann", Joined(Told("sad", "Again.")), NOW)).told == (TOLD,)  # the form came twice
    assert (await rooms.join("ben", JOINED, NOW)).seats == ("ann", "ben")
    assert (await rooms.join("cai", JOINED, NOW)).seats == ("cai",)
    await rooms.step("ann", Said("1", "Guess what."), NOW)
    kept = await rooms.of("ben")
    assert kept is not None
    assert kept.room.talks[0][0].text == "Guess what."


async def test_nobody_meets_who_has_gone_or_waited_too_long(rooms: SpeakerListenerRooms) -> None:
    await rooms.join("ann", JOINED, NOW)
    await rooms.step("ann", Left(), NOW)
    assert (await rooms.join("ben", JOINED, NOW)).seats == ("ben",)
    assert (await rooms.join("cai", JOINED, NOW + timedelta(minutes=11))).seats == ("cai",)
    with pytest.raises(StudyError, match="tell first what this page asks"):
        await rooms.step("dan", Left(), NOW)


async def test_many_at_once_are_seated_two_by_two(rooms: SpeakerListenerRooms) -> None:
    names = [f"p{number}" for number in range(20)]
    await asyncio.gather(*(rooms.join(name, JOINED, NOW) for name in names))
    kept = await rooms.everything()
    assert [len(one.room.seats) for one in kept] == [2] * 10
    assert {name for one in kept for name in one.room.seats} == {*names}


async def test_the_labels_that_were_chosen_least_are_offered(rooms: SpeakerListenerRooms) -> None:
    offered = await rooms.offered("ann")
    assert len({*offered}) == OFFERED
    assert offered == await rooms.offered("ann")
    assert {*offered} <= {*EMOTIONS}
    for number, label in enumerate(EMOTIONS[:-OFFERED]):
        await rooms.join(f"p{number}", Joined(Told(label, "So it was.")), NOW)
    assert {*await rooms.offered("ann")} == {*EMOTIONS[-OFFERED:]}
    await rooms.forget("p0")  # with who met them, by labels that nobody has chosen then
    assert {*EMOTIONS[:2]} & {*await rooms.offered("ann")}


async def test_no_room_is_read_to_offer_labels_but_once_where_they_were_not_counted(
    rooms: SpeakerListenerRooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, label in enumerate(EMOTIONS[:-OFFERED]):
        await rooms.join(f"p{number}", Joined(Told(label, "So it was.")), NOW)
    await rooms.join("p0", Joined(Told(EMOTIONS[-1], "The form came twice.")), NOW)
    read, kept = [], SpeakerListenerRooms._kept

    def counted(self: SpeakerListenerRooms, tx: Any, row: Any) -> Any:
        read.append(row)
        return kept(self, tx, row)

    monkeypatch.setattr(SpeakerListenerRooms, "_kept", counted)
    assert {*await rooms.offered("ann")} == {*EMOTIONS[-OFFERED:]}
    assert read == []
    labels = study_item.c.item.startswith(LABEL)  # as a database of an earlier version
    await rooms._database.run(lambda tx: tx.execute(delete(study_item).where(labels)))
    for _ in range(2):
        assert {*await rooms.offered("ann")} == {*EMOTIONS[-OFFERED:]}
        assert len(read) == 15  # 29 people, two by two


async def test_who_come_at_once_by_two_servers_over_one_postgresql_are_seated_two_by_two(
    make_collection: Make, on_postgres: str
) -> None:
    async with (
        SpeakerListenerRooms.open(on_postgres, make_collection()) as left,
        SpeakerListenerRooms.open(on_postgres, make_collection()) as right,
    ):
        both = (left, right)
        await asyncio.gather(*(both[number % 2].join(f"p{number}", JOINED, NOW) for number in range(20)))
        assert [len(one.room.seats) for one in await left.everything()] == [2] * 10


async def test_the_talks_go_with_either_of_the_two(rooms: SpeakerListenerRooms) -> None:
    await rooms.join("ann", JOINED, NOW)
    await rooms.join("ben", JOINED, NOW)
    assert await rooms.forget("ben")
    assert not await rooms.forget("ben")
    assert await rooms.everything() == []


async def test_nothing_is_known_of_who_is_forgotten(rooms: SpeakerListenerRooms, url: str) -> None:
    await rooms.join("ann", JOINED, NOW)
    await rooms.join("ben", JOINED, NOW)
    async with Store.open(url) as store:
        assert await store.people.export("study:ann") != await store.people.export("study:cai")
        await rooms.forget("ann")
        assert not await store.people.forget("study:ann")


async def test_words_are_sealed_where_there_is_a_key(
    make_collection: Make, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ATTUNE_KEY", Fernet.generate_key().decode())
    async with SpeakerListenerRooms.open(url, make_collection()) as rooms:
        await rooms.join("ann", JOINED, NOW)
        await rooms.join("ben", JOINED, NOW)
        await rooms.step("ann", Said("1", "Nobody else reads this."), NOW)
        kept = await rooms.of("ben")
        assert kept is not None
        assert kept.room.talks[0][0].text == "Nobody else reads this."
    held = b"".join(path.read_bytes() for path in tmp_path.glob("rooms.db*"))
    assert b"garden gate" not in held
    assert b"Nobody else" not in held


async def test_a_seeker_waits_for_a_supporter_and_not_for_another_seeker(make_collection: Make, url: str) -> None:
    loaded = make_collection(kind="seeker_supporter")
    async with open_rooms(url, loaded) as rooms:
        assert isinstance(rooms, SupportRooms)
        for name in ("ann", "ben"):
            await rooms.join(name, support.Joined(FORM), NOW)
        assert (await rooms.join("cai", support.Joined(), NOW)).seats == ("ann", "cai")
        assert (await rooms.join("dan", support.Joined(), NOW)).seats == ("ben", "dan")
        assert (await rooms.join("eve", support.Joined(), NOW)).seats == ("eve",)
        await rooms.step("ben", support.Said("1", "They closed the shop.", more=True), NOW)
        kept = await rooms.of("dan")
        assert kept is not None
        assert [one.text for one in kept.room.said] == ["They closed the shop."]


async def test_a_user_waits_for_a_wizard(make_collection: Make, url: str) -> None:
    loaded = make_collection(kind="wizard_of_oz", first='bots = ["default"]', situations=1)
    async with open_rooms(url, loaded) as rooms:
        assert isinstance(rooms, OzRooms)
        for name in ("ann", "ben"):
            await rooms.join(name, wizard_of_oz.Joined("s1"), NOW)
        assert (await rooms.join("cai", wizard_of_oz.Joined(), NOW)).seats == ("ann", "cai")


async def test_who_writes_both_sides_meets_nobody(make_collection: Make, url: str) -> None:
    async with open_rooms(url, make_collection(kind="self_dialog", situations=1)) as rooms:
        assert isinstance(rooms, WritingRooms)
        for name in ("ann", "ben", "ann"):
            assert (await rooms.join(name, self_dialog.Joined(), NOW)).seats == (name,)
        await rooms.step("ann", self_dialog.Begun("s1", 2), NOW)
        await rooms.step("ann", self_dialog.Said("s1", "1", "Nobody came."), NOW)
        assert [len(one.room.dialogs) for one in await rooms.everything()] == [1, 0]
        assert await rooms.forget("ann")
        assert [one.room.seats for one in await rooms.everything()] == [("ben",)]
