from datetime import timedelta
from pathlib import Path

import pytest

from bot.errors import StoreError
from bot.store import Store
from bot.testing.scripted import NOON


async def test_a_token_is_known_by_its_name_until_it_is_withdrawn(address: str) -> None:
    async with Store.open(address) as store:
        phone = await store.tokens.add("phone", NOON + timedelta(hours=1))
        tablet = await store.tokens.add("tablet", NOON)
        assert phone != tablet
        assert [await store.tokens.check(token) for token in (phone, tablet)] == ["phone", "tablet"]
        assert await store.tokens.names() == [("tablet", NOON), ("phone", NOON + timedelta(hours=1))]
        assert await store.tokens.remove("phone")
        assert not await store.tokens.remove("phone")
        assert [await store.tokens.check(token) for token in (phone, tablet)] == [None, "tablet"]
        again = await store.tokens.add("phone", NOON)
        assert again != phone
        assert await store.tokens.check(phone) is None


async def test_what_is_no_token_is_none(address: str) -> None:
    async with Store.open(address) as store:
        token = await store.tokens.add("phone", NOON)
        wrong = ("", " ", "attune_", token[:-1], token + "a", token.swapcase(), token + "\0", "\ud83d", "' OR 1=1 --")
        assert [await store.tokens.check(one) for one in wrong] == [None] * len(wrong)


async def test_a_name_is_given_once(address: str) -> None:
    async with Store.open(address) as store:
        token = await store.tokens.add("phone", NOON)
        with pytest.raises(StoreError, match="there is a token called 'phone' already"):
            await store.tokens.add("phone", NOON)
        assert await store.tokens.check(token) == "phone"


async def test_a_token_is_nowhere_in_the_files(tmp_path: Path) -> None:
    async with Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}") as store:
        token = await store.tokens.add("phone", NOON)
        written = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"phone" in written
    for part in (token, token.removeprefix("attune_"), token[-12:]):
        assert part.encode() not in written
