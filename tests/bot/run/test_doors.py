from __future__ import annotations

import asyncio
import logging

import pytest

from bot.errors import BotError, ConfigError
from bot.run import doors
from bot.run.doors import Open, hold_all, pause_after

SECRET = "token-and-words"


def opened(stop: asyncio.Event, log: list[str], name: str, linger: float = 0.0) -> Open:
    """A door that stands open until it is time, and then closes after `linger` seconds."""

    async def door() -> None:
        log.append(f"{name} open")
        await stop.wait()
        await asyncio.sleep(linger)
        log.append(f"{name} closed")

    return door


def failing(*errors: Exception, then: Open) -> Open:
    left = list(errors)

    async def door() -> None:
        if left:
            await asyncio.sleep(0.02)
            raise left.pop(0)
        await then()

    return door


@pytest.fixture
def stop() -> asyncio.Event:
    return asyncio.Event()


async def test_all_are_open_until_it_is_time_and_close_in_peace(stop: asyncio.Event) -> None:
    said: list[str] = []
    running = asyncio.create_task(hold_all({"a": opened(stop, said, "a", 0.05), "b": opened(stop, said, "b")}, stop))
    await asyncio.sleep(0.02)
    assert said == ["a open", "b open"]
    stop.set()
    await running
    assert said == ["a open", "b open", "b closed", "a closed"]


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ConfigError("Telegram refuses this token"), "the door b cannot be opened: Telegram refuses this token$"),
        (ValueError(SECRET), r"the door b cannot be opened: ValueError at test_doors\.py:\d+"),
    ],
)
async def test_one_that_cannot_be_opened_stops_all_and_is_named(
    stop: asyncio.Event, error: Exception, reason: str
) -> None:
    said: list[str] = []
    door = failing(error, then=opened(stop, said, "b"))
    with pytest.raises(BotError, match=reason) as caught:
        await hold_all({"a": opened(stop, said, "a"), "b": door}, stop)
    assert said == ["a open", "a closed"]
    assert SECRET not in str(caught.value)


async def test_one_that_fails_later_is_opened_again_while_the_others_go_on(
    stop: asyncio.Event, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setattr(doors, "LONGEST_PAUSE", 0.01)
    said: list[str] = []
    again: list[str] = []
    # Refused is ConfigError too: once a door stood open, not even that stops the others.
    door = failing(ValueError(SECRET), ConfigError("refused"), OSError(SECRET), then=opened(stop, said, "b"))
    running = asyncio.create_task(
        hold_all({"a": opened(stop, said, "a"), "b": door}, stop, opening=0.0, again=again.append)
    )
    while len(said) < 2:
        await asyncio.sleep(0.01)
    stop.set()
    await running
    assert said[:2] == ["a open", "b open"]
    assert again == ["b", "b", "b"]
    assert [message.split(": ")[1].split(" at ")[0] for message in caplog.messages] == [
        "ValueError",
        "ConfigError",
        "OSError",
    ]
    assert SECRET not in caplog.text


def test_the_pause_grows_to_a_limit() -> None:
    assert [pause_after(failures) for failures in (1, 2, 3, 9, 10, 5000)] == [1, 2, 4, 256, 300, 300]


async def test_one_that_cannot_be_reached_is_tried_a_few_times(
    stop: asyncio.Event, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(doors, "LONGEST_PAUSE", 0.0)
    said: list[str] = []
    down = [BotError("Telegram cannot be reached: NetworkError")] * 4
    running = asyncio.create_task(hold_all({"b": failing(*down, then=opened(stop, said, "b"))}, stop))
    while not said:
        await asyncio.sleep(0.01)
    stop.set()
    await running
    assert len(caplog.messages) == 4

    stop.clear()
    door = failing(*down, *down, then=opened(stop, said, "b"))
    with pytest.raises(BotError, match="the door b cannot be opened: Telegram cannot be reached: NetworkError"):
        await hold_all({"b": door}, stop)


async def test_one_that_closes_by_itself_is_opened_again(
    stop: asyncio.Event, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(doors, "LONGEST_PAUSE", 0.0)

    async def closes() -> None:
        if len(caplog.messages) == 3:
            stop.set()

    await hold_all({"a": closes}, stop, opening=0.0)
    assert caplog.messages == ["the door a failed: it closed by itself; it is opened again in 0 s"] * 3


async def test_one_that_hangs_is_left_behind(stop: asyncio.Event, caplog: pytest.LogCaptureFixture) -> None:
    said: list[str] = []

    async def hangs() -> None:
        await asyncio.sleep(60)

    running = asyncio.create_task(hold_all({"a": opened(stop, said, "a"), "slow": hangs}, stop, grace=0.05))
    await asyncio.sleep(0.02)
    stop.set()
    await running
    assert said == ["a open", "a closed"]
    assert caplog.messages == ["not closed after 0 seconds: slow"]
