"""Which event loop holds the doors."""

from __future__ import annotations

import asyncio
import sys

import pytest

from bot.run import loop


async def _kind() -> str:
    return type(asyncio.get_running_loop()).__module__.partition(".")[0]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no uvloop for Windows")
def test_it_is_uvloop() -> None:
    assert loop.run(_kind()) == "uvloop"


def test_it_is_pythons_own_where_uvloop_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "find_spec", lambda _: None)
    assert loop.run(_kind()) == "asyncio"


def test_what_goes_wrong_in_it_is_raised() -> None:
    async def fail() -> None:
        raise ValueError("five")

    with pytest.raises(ValueError, match="five"):
        loop.run(fail())
