import re
import sqlite3
import traceback
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import delete, select

from bot.errors import ConfigError, StoreError
from bot.parts import part
from bot.people import person_of
from bot.store import Store, Vault
from bot.store.tables import data_key
from bot.store.vault import MARK, Box, new_key
from bot.testing.scripted import NOON

Exchange = Callable[..., Awaitable[Any]]
Rows = Callable[[Store], Awaitable[dict[str, list[dict[str, Any]]]]]
KEY, OTHER = "t:1:0:me", "t:2:0:you"
ME = person_of(KEY)
SECRET = "my cat Sokrates died"
words = st.text(max_size=40)


@part("test_vault_note", version=1)
@dataclass(frozen=True, slots=True)
class Note:
    text: str


def sound(text: str) -> str:
    return "".join(char for char in text if char != "\0" and not 0xD800 <= ord(char) < 0xE000)


@given(words)
def test_what_a_box_seals_it_opens_and_nobody_else_reads(text: str) -> None:
    box = Box(new_key().encode())
    sealed = box.seal(text)
    assert box.open(sealed) == sound(text)
    if sound(text):
        assert re.fullmatch(rf"{MARK}[\w=-]+", sealed, re.ASCII)
        for other in (Box(new_key().encode()), Box()):
            with pytest.raises(StoreError) as caught:
                other.open(sealed)
            assert sealed not in str(caught.value)


@given(words)
def test_without_a_key_words_are_written_as_they_are_and_never_taken_for_sealed(text: str) -> None:
    assert Box().seal(text) == sound(text).lstrip(MARK)
    assert Box().open(Box().seal(text)) == Box(new_key().encode()).open(Box().seal(text)) == Box().seal(text)


@given(words)
def test_what_is_no_seal_is_not_opened(text: str) -> None:
    with pytest.raises(StoreError, match="sealed with a key that is gone"):
        Box(new_key().encode()).open(MARK + text)


def test_a_data_key_is_opened_by_any_of_the_operators_keys_and_wrapped_by_the_first() -> None:
    old, new = new_key(), new_key()
    wrapped = Vault(old).new_key()
    sealed = Vault(old).box(wrapped).seal(SECRET)
    again = Vault(new, old).rewrap(wrapped)
    for vault, key in ((Vault(old), wrapped), (Vault(new, old), wrapped), (Vault(new), again)):
        assert vault.box(key).open(sealed) == SECRET
    with pytest.raises(StoreError, match="ATTUNE_KEY is not the key that this store was sealed with"):
        Vault(new).box(wrapped)
    with pytest.raises(StoreError, match="name the old one after the new"):
        Vault(new).rewrap(wrapped)
    for fails in (Vault().new_key, lambda: Vault().rewrap(wrapped)):
        with pytest.raises(ConfigError, match="without ATTUNE_KEY no data key"):
            fails()


def test_keys_come_from_the_environment_or_a_file(tmp_path: Path) -> None:
    old, new = new_key(), new_key()
    wrapped = Vault(old).new_key()
    (tmp_path / "key").write_text(f"{new},\n{old}\n")
    assert not Vault.from_environment({}).seals
    assert not Vault.from_environment({"ATTUNE_KEY": " "}).seals
    for environment in ({"ATTUNE_KEY": f"{new}, {old}"}, {"ATTUNE_KEY_FILE": str(tmp_path / "key")}):
        Vault.from_environment(environment).box(wrapped)
    with pytest.raises(ConfigError, match=r"nosuch: the file cannot be read: FileNotFoundError"):
        Vault.from_environment({"ATTUNE_KEY_FILE": str(tmp_path / "nosuch")})


@pytest.mark.parametrize("key", ["short", "A" * 43, "A" * 40, "\u00e9" * 44])
def test_a_key_that_is_none_is_not_repeated(key: str) -> None:
    with pytest.raises(ConfigError, match="ATTUNE_KEY must hold 32 bytes") as caught:
        Vault.from_environment({"ATTUNE_KEY": key})
    assert key not in "".join(traceback.format_exception(caught.value))


async def test_sealed_rows_hold_no_plain_word(address: str, exchange: Exchange, rows: Rows) -> None:
    async with Store.open(address, Vault(new_key())) as store:
        for event in "12":  # the second leaves a state to come back to
            await exchange(store, KEY, SECRET, SECRET[::-1], Note(SECRET + event), event=event)
        await store.receive(KEY, SECRET, "waits", NOON)
        written = str(await rows(store))
        assert "Sokrates" not in written
        assert "setarkoS" not in written
        loaded = await store.load(KEY)
        assert loaded.conversation.said("user") == (SECRET, SECRET)
        assert loaded.conversation.state.get(Note) == Note(SECRET + "2")
        assert [row.text for row in await store.waiting("")] == [SECRET]
        assert [answer.text for answer in await store.unsent("")] == [SECRET[::-1]] * 2
        assert (await store.people.export(ME))["conversations"][0]["turns"][0]["text"] == SECRET
        assert await store.undo(loaded, NOON)
        assert (await store.load(KEY)).conversation.state.get(Note) == Note(SECRET + "1")


async def test_a_copy_without_the_data_keys_cannot_be_read(tmp_path: Path, exchange: Exchange) -> None:
    key, copy = new_key(), tmp_path / "copy.db"
    async with Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}", Vault(key)) as store:
        await exchange(store, KEY, SECRET, SECRET, Note(SECRET))
        await store.receive(KEY, SECRET, "waits", NOON)
        await exchange(store, OTHER, "hello")
        with closing(sqlite3.connect(tmp_path / "t.db")) as database, closing(sqlite3.connect(copy)) as backup:
            database.backup(backup)
            backup.execute("DELETE FROM data_key")
            backup.commit()
    async with Store.open(f"sqlite+aiosqlite:///{copy}", Vault(key)) as store:
        with pytest.raises(StoreError, match="sealed with a key that is gone"):
            await store.load(KEY)
        with pytest.raises(StoreError, match="sealed with a key that is gone"):
            await store.people.export(ME)
        assert await store.waiting("") == []
        assert await store.unsent("") == []
        # Who comes back is told that something is wrong until they let what can't be read go.
        assert await store.people.forget(ME)
        await exchange(store, KEY, "I am back")
        assert (await store.load(KEY)).conversation.said("user") == ("I am back",)


async def test_forgetting_destroys_the_key_to_what_backups_hold(address: str, exchange: Exchange, rows: Rows) -> None:
    key = new_key()
    async with Store.open(address, Vault(key)) as store:
        await exchange(store, KEY, SECRET)
        sealed = next(row["text"] for row in (await rows(store))["turn"])
        first = (await rows(store))["data_key"]
        assert await store.people.forget(ME)
        assert (await rows(store))["data_key"] == []
        await exchange(store, KEY, SECRET)
        (again,) = (await rows(store))["data_key"]
        assert Vault(key).box(first[0]["wrapped"]).open(sealed) == SECRET
        with pytest.raises(StoreError, match="sealed with a key that is gone"):
            Vault(key).box(again["wrapped"]).open(sealed)


async def test_one_whose_key_is_gone_holds_up_nobody_else(
    address: str, exchange: Exchange, caplog: pytest.LogCaptureFixture
) -> None:
    async with Store.open(address, Vault(new_key())) as store:
        for conversation in (KEY, OTHER):
            await exchange(store, conversation, SECRET)
            await store.receive(conversation, SECRET, "waits", NOON)
        await store._run(lambda tx: tx.execute(delete(data_key).where(data_key.c.person == ME)))
        assert [row.conversation_id for row in await store.waiting("")] == [OTHER]
        assert [answer.conversation_id for answer in await store.unsent("")] == [OTHER]
    assert f"conversation {KEY}: a message is passed over" in caplog.text
    assert SECRET not in caplog.text


async def test_a_store_that_is_sealed_wants_its_key(address: str, exchange: Exchange) -> None:
    async with Store.open(address, Vault(new_key())) as store:
        await exchange(store, KEY, SECRET)
    for vault, words in ((Vault(), "is sealed: set ATTUNE_KEY"), (Vault(new_key()), "is not the key that this store")):
        with pytest.raises(StoreError, match=words):
            async with Store.open(address, vault):
                pass


async def test_a_key_that_comes_later_seals_from_then_on_and_what_was_plain_when_told_to(
    address: str, exchange: Exchange, rows: Rows
) -> None:
    old, new = new_key(), new_key()
    async with Store.open(address, Vault()) as store:
        for event in "12":
            await exchange(store, KEY, SECRET, "Oh, Sokrates.", Note(SECRET + event), event=event)
        await exchange(store, OTHER, "nothing of Sokrates")
        await store.receive(KEY, SECRET, "waits", NOON)
    async with Store.open(address, Vault(old)) as store:
        assert (await store.load(KEY)).conversation.said("user") == (SECRET, SECRET)
        await exchange(store, KEY, "sealed Sokrates", event="3")
        assert "sealed Sokrates" not in str(await rows(store))
        assert await store.rotate() == 2
        assert "Sokrates" not in str(await rows(store))
        before = await rows(store)
    async with Store.open(address, Vault(new, old)) as store:
        assert await store.rotate() == 2
        after = await rows(store)
        assert {name for name in after if after[name] != before[name]} == {"data_key"}
    async with Store.open(address, Vault(new)) as store:
        loaded = await store.load(KEY)
        assert loaded.conversation.said("user") == (SECRET, SECRET, "sealed Sokrates")
        assert loaded.conversation.state.get(Note) == Note(SECRET + "2")
        assert [row.text for row in await store.waiting("")] == [SECRET]
        assert (await store.load(OTHER)).conversation.said("user") == ("nothing of Sokrates",)
        assert await store.undo(loaded, NOON)
    with pytest.raises(StoreError, match="is not the key that this store was sealed with"):
        async with Store.open(address, Vault(old)):
            pass


async def test_who_rotates_without_the_old_key_changes_nothing(address: str, exchange: Exchange, rows: Rows) -> None:
    old, new = new_key(), new_key()
    async with Store.open(address, Vault(old)) as store:
        await exchange(store, KEY, SECRET)
        before = await rows(store)
        store._database.vault = Vault(new)
        with pytest.raises(StoreError, match="name the old one after the new"):
            await store.rotate()
        assert await rows(store) == before


async def test_a_wrapped_key_is_no_key(address: str, exchange: Exchange) -> None:
    async with Store.open(address, Vault(new_key())) as store:
        await exchange(store, KEY, SECRET)
        wrapped = await store._run(lambda tx: tx.execute(select(data_key.c.wrapped)).scalar_one())
    with pytest.raises(ValueError, match="Fernet key must be 32"):
        Fernet(wrapped)
