"""Answers on their way: whose they are to send, and what is noted of that."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot.errors import StoreError
from bot.outbox import Outbox
from bot.store import Store
from bot.testing import FakeClock
from bot.turns import Answer
from tests.bot.room import KEY, bot, echo, opened

STALE = timedelta(seconds=9)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that can note nothing."""

    async def fails(*_: object) -> bool:
        raise StoreError("full")

    for name in ("claim", "mark", "sent_pieces"):
        monkeypatch.setattr(Store, name, fails)


async def test_an_answer_is_with_whoever_goes_on_sending_it(tmp_path: Path) -> None:
    clock = FakeClock()
    async with opened(tmp_path, bot(echo)) as (sessions, store):
        outbox, answer = Outbox(store, clock, STALE), await sessions.say(KEY, "hi")
        assert await outbox.sending(answer)
        clock.tick(8)
        await outbox.sent_pieces(answer, 1)
        clock.tick(8)
        assert not await outbox.sending(answer)
        clock.tick(2)
        assert await outbox.sending(answer)


async def test_one_that_is_put_back_or_was_taken_before_a_start_can_be_taken_at_once(tmp_path: Path) -> None:
    clock = FakeClock()
    async with opened(tmp_path, bot(echo)) as (sessions, store):
        outbox, answer = Outbox(store, clock, STALE), await sessions.say(KEY, "hi")
        assert await outbox.sending(answer)
        await outbox.unsendable(answer)
        assert await outbox.sending(answer)
        clock.tick(1)
        assert await outbox.sending(answer, outbox.ago(timedelta(0)))


@pytest.mark.usefixtures("broken")
async def test_what_cannot_be_noted_is_logged_and_holds_nobody_up(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(tmp_path, bot(echo)) as (sessions, store):
        outbox, answer = Outbox(store, FakeClock(), STALE), await sessions.say(KEY, "hi")
        for note in (outbox.sent(answer), outbox.unsendable(answer), outbox.sent_pieces(answer, 1)):
            await note
    assert caplog.text.count(f"conversation {KEY}: what was sent is not noted: full") == 3


@pytest.mark.usefixtures("broken")
async def test_one_that_could_not_be_kept_is_sent_without_the_store(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(tmp_path, bot(echo)) as (_, store):
        outbox, unkept = Outbox(store, FakeClock(), STALE), Answer(0, KEY, "Are you safe?")
        assert await outbox.sending(unkept)
        await outbox.sent(unkept)
    assert caplog.text == ""
