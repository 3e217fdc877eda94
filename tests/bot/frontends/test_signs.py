from __future__ import annotations

import asyncio

import pytest

from bot.frontends.signs import repeated
from tests.bot.frontends.channel import no_sign


async def test_a_sign_is_repeated_until_the_block_ends() -> None:
    signs: list[int] = []
    enough = asyncio.Event()

    async def sign() -> None:
        signs.append(1)
        if len(signs) == 3:
            enough.set()
        raise OSError("its failure is nobody's concern")

    async with repeated(sign, 0.001):
        await enough.wait()
    shown = len(signs)
    await asyncio.sleep(0.01)
    assert len(signs) == shown


async def test_no_sign_is_shown_while_it_is_not_calm() -> None:
    signs: list[int] = []

    async def sign() -> None:
        signs.append(1)

    async with repeated(sign, 0.001, lambda: False):
        await asyncio.sleep(0.01)
    assert signs == []


async def test_a_failing_block_still_fails() -> None:
    with pytest.raises(ValueError, match="inside"):
        async with repeated(no_sign, 1):
            raise ValueError("inside")
