"""The WebSocket, over a real server on loopback and a real store."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from bot.config import Rules
from bot.dialog import Reply, SkillResult, TurnView, Verdict
from bot.engine import Engine
from bot.limits import EMERGENCY, MINUTE_FULL, Limits
from bot.registry import Draft, Skill, Watch
from bot.testing import FakeClock

Door = Callable[..., AbstractAsyncContextManager[Any]]

FIRST, SECOND = "first-event-1", "second-event-2"


async def test_a_message_is_acknowledged_when_it_is_in_the_inbox_and_then_answered(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, opened.visited() as visit, visit.socket() as socket:
        await socket.say("hello", FIRST)
        assert await socket.told("kept", "reply") == {"kind": "kept", "id": FIRST}
        reply = await socket.told("reply")
        assert reply["text"] == "You said: hello"
        assert [row.id for row in await opened.store.unsent("web:")] == [reply["id"]]
        await socket.got(reply["id"])
        await _until(opened, lambda unsent: unsent == [])
        talk = await opened.sessions.known(visit.conversation_id)
        assert [turn.text for turn in talk.turns] == ["hello", "You said: hello"]


async def test_not_acknowledged_before_the_row_is_there(
    door: Door, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with door(echo) as opened, opened.visited() as visit, visit.socket() as socket:
        receive, go = opened.store.receive, asyncio.Event()

        async def slow(*said: Any) -> Any:
            await go.wait()
            return await receive(*said)

        monkeypatch.setattr(opened.store, "receive", slow)
        await socket.say("hello", FIRST)
        assert await socket.silent("kept", "reply")
        go.set()
        async with visit.socket() as again:  # a page that went away without an acknowledgement says it again
            await again.say("hello", FIRST)
            assert (await again.told("kept"))["id"] == FIRST
            assert (await again.told("reply"))["text"] == "You said: hello"
        assert (await opened.sessions.known(visit.conversation_id)).said("user") == ("hello",)


async def test_a_reply_comes_again_until_it_is_confirmed(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, opened.visited() as visit:
        async with visit.socket() as socket:
            await socket.say("hello", FIRST)
            first = await socket.told("reply")
        async with visit.socket() as socket:
            assert await socket.told("reply") == first | {"to": None}
            await socket.got(first["id"])
            await _until(opened, lambda unsent: unsent == [])
        async with visit.socket() as socket:
            assert await socket.silent("reply")


async def test_an_old_message_that_comes_again_brings_no_old_answer(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, opened.visited() as visit, visit.socket() as socket:
        await socket.say("hello", FIRST)
        await socket.got((await socket.told("reply"))["id"])
        await _until(opened, lambda unsent: unsent == [])
        await socket.say("hello", FIRST)
        assert (await socket.told("answered", "reply"))["kind"] == "answered"


async def test_a_turn_goes_on_when_its_page_goes_away(door: Door) -> None:
    begun, go = threading.Event(), threading.Event()

    def slow(turn: TurnView) -> SkillResult:
        begun.set()
        go.wait(5)
        return SkillResult(replies=(Reply("Here I am.", "slow", 1.0),))

    async with door(slow) as opened, opened.visited() as visit:
        async with visit.socket() as socket:
            await socket.say("hello", FIRST)
            await socket.told("kept")
            await asyncio.to_thread(begun.wait, 5)
        go.set()
        async with visit.socket() as socket:
            assert (await socket.told("reply"))["text"] == "Here I am."


async def test_nothing_is_lost_and_nothing_doubled_over_a_restart(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, opened.visited() as visit:
        async with visit.socket() as socket:
            await socket.say("one", FIRST)
            unconfirmed = await socket.told("reply")
        await opened.store.receive(visit.conversation_id, "two", SECOND, opened.sessions._clock())
        cookies = visit.client.cookies
    async with door(echo) as opened, opened.visited() as visit:
        visit.client.cookies = cookies
        async with visit.socket() as socket:
            await socket.say("two", SECOND)  # the acknowledgement was lost with the process
            replies = {(await socket.told("reply"))["text"] for _ in range(2)}
            assert replies == {unconfirmed["text"], "You said: two"}
        assert (await opened.sessions.known(visit.conversation_id)).said("user") == ("one", "two")


async def test_both_tabs_hear_everything_and_either_may_confirm(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, opened.visited() as visit, visit.socket() as one, visit.socket() as other:
        await one.say("hello", FIRST)
        assert await other.told("said") == {"kind": "said", "id": FIRST, "text": "hello", "replaces": None}
        reply = await one.told("reply")
        assert await other.told("reply") == reply
        await other.got(reply["id"])
        await _until(opened, lambda unsent: unsent == [])


async def test_nobody_hears_or_confirms_what_is_anothers(door: Door, echo: Skill) -> None:
    async with (
        door(echo) as opened,
        opened.visited() as mine,
        opened.visited() as theirs,
        mine.socket() as one,
        theirs.socket() as other,
    ):
        await one.say("mine alone", FIRST)
        reply = await one.told("reply")
        await other.got(reply["id"])
        assert await other.silent("reply", "said", "draft")
        assert [row.id for row in await opened.store.unsent("web:")] == [reply["id"]]


class Drafting:
    """Writes in two steps, the second when it is let."""

    def __init__(self) -> None:
        self.go = asyncio.Event()

    async def propose(self, turn: TurnView, deadline: float, /) -> AsyncIterator[Draft]:
        yield Draft(Reply("I hear you.", "slow", 2.0))
        await self.go.wait()
        yield Draft(Reply("I hear you. What happened then?", "slow", 2.0))


async def test_what_a_slow_responder_writes_is_shown_as_it_comes(door: Door, echo: Skill) -> None:
    slow = Drafting()
    async with door(echo, slow) as opened, opened.visited() as visit, visit.socket() as socket:
        await socket.say("hello", FIRST)
        await socket.told("writing")
        assert (await socket.told("draft", "reply")) == {"kind": "draft", "text": "I hear you."}
        slow.go.set()
        assert (await socket.told("reply"))["text"] == "I hear you. What happened then?"


async def test_who_writes_again_is_not_kept_waiting_by_a_reply_to_what_came_before(door: Door, echo: Skill) -> None:
    slow = Drafting()  # it is never let write on
    async with door(echo, slow) as opened, opened.visited() as visit, visit.socket() as socket:
        await socket.say("hello", FIRST)
        assert (await socket.told("draft", "reply")) == {"kind": "draft", "text": "I hear you."}
        await socket.say("wait", SECOND)
        reply = await asyncio.wait_for(socket.told("reply"), 4)  # the wait that it was given is five seconds
        assert (reply["to"], reply["text"]) == (FIRST, "I hear you.")


class Watcher:
    """Stops whatever speaks of danger."""

    def watch(self, view: TurnView, /) -> Watch:
        if "danger" in view.text:
            return Watch(Verdict(2, "suicide", True), reply=Reply("Please call somebody now.", "guard", 1.0))
        return Watch()

    def refuse(self, reply: Reply, /) -> str | None:
        return None


async def test_limits_give_the_message_back_but_never_turn_danger_away(door: Door, echo: Skill) -> None:
    limits = Limits(Rules(per_minute=1), clock=FakeClock())
    engine = Engine((("echo", echo),), Watcher())
    async with (
        door(echo, engine=engine, limits=limits) as opened,
        opened.visited() as visit,
        visit.socket() as socket,
    ):
        await socket.say("one", FIRST)
        await socket.told("reply")
        await socket.say("two", SECOND)
        refused = await socket.told("refused", "kept")
        assert refused == {"kind": "refused", "id": SECOND, "text": f"{MINUTE_FULL} {EMERGENCY}"}
        await socket.say("I am in danger", "third-event-3")
        assert (await socket.told("reply"))["text"] == "Please call somebody now."
        assert await opened.store.waiting("web:") == []


async def test_a_message_that_is_too_long_comes_back_with_a_reason(door: Door, echo: Skill) -> None:
    async with door(echo, longest=20) as opened, opened.visited() as visit, visit.socket() as socket:
        await socket.say("x" * 21, FIRST)
        refused = (await socket.told("refused"))["text"]
        assert "21 characters" in refused
        assert refused.endswith(EMERGENCY)
        await socket.say("\U0001f331" * 20, SECOND)
        assert (await socket.told("reply"))["text"] == "You said: " + "\U0001f331" * 20


async def test_danger_is_heard_in_a_message_that_is_too_long(door: Door, echo: Skill) -> None:
    engine = Engine((("echo", echo),), Watcher())
    async with (
        door(echo, engine=engine, longest=20) as opened,
        opened.visited() as visit,
        visit.socket() as socket,
    ):
        await socket.say("x" * 60 + " I am in danger " + "x" * 60, FIRST)
        assert (await socket.told("reply", "refused"))["text"] == "Please call somebody now."


async def test_hanging_up_in_the_middle_is_no_error(door: Door, echo: Skill, caplog: pytest.LogCaptureFixture) -> None:
    async with door(echo) as opened, opened.visited() as visit:
        for _ in range(5):
            async with visit.socket() as socket:
                await socket.say("hello", FIRST)
                socket.wire.transport.abort()
        await _until(opened, lambda unsent: len(unsent) == 1)
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"Origin": "https://elsewhere.example"}, 4403),
        ({"Origin": "null"}, 4403),
        ({"Cookie": ""}, 4401),
        ({"Cookie": "attune=somebody.else.forged"}, 4401),
    ],
)
async def test_strangers_are_sent_away(door: Door, echo: Skill, headers: dict[str, str], code: int) -> None:
    async with door(echo) as opened, opened.visited() as visit, visit.socket(**headers) as socket:
        with pytest.raises(ConnectionClosed) as closed:
            await socket.wire.recv()
        assert closed.value.rcvd
        assert closed.value.rcvd.code == code


async def test_one_person_has_only_so_many_pages(door: Door, echo: Skill) -> None:
    async with door(echo, tabs=1) as opened, opened.visited() as visit, visit.socket() as one:
        await one.say("hello", FIRST)
        await one.told("kept")
        async with visit.socket() as other:
            with pytest.raises(ConnectionClosed) as closed:
                await other.wire.recv()
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 4429


NONSENSE: tuple[str | bytes, ...] = (
    "",
    "{",
    "[" * 50_000,
    '{"kind": "say", "id": "first-event-1"}',
    '{"kind": "say", "id": "../../etc", "text": "x"}',
    '{"kind": "got", "id": -1}',
    '{"kind": "got", "id": 99999999999999999999999}',
    b"\x00\xff\xfe",
)


async def test_frames_without_sense_are_passed_over_then_end_it(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, opened.visited() as visit, visit.socket() as socket:
        for frame in NONSENSE[:-1]:
            await socket.wire.send(frame)
        await socket.say("\ud83d still here"[1:], FIRST)
        assert (await socket.told("reply"))["text"] == "You said: still here"
        await socket.wire.send(NONSENSE[-1])
        with pytest.raises(ConnectionClosed):
            await socket.told("nothing")


async def test_stopping_finishes_the_turn_and_gives_it_to_the_page(door: Door) -> None:
    begun, go = threading.Event(), threading.Event()

    def slow(turn: TurnView) -> SkillResult:
        begun.set()
        go.wait(5)
        return SkillResult(replies=(Reply("Before I go.", "slow", 1.0),))

    async with door(slow) as opened, opened.visited() as visit, visit.socket() as socket:
        await socket.say("hello", FIRST)
        await asyncio.to_thread(begun.wait, 5)
        opened.stop.set()
        await asyncio.sleep(0.05)
        assert (await visit.client.get("/readyz")).status_code == 503
        await socket.say("too late", SECOND)  # not acknowledged: the page keeps it for the next process
        go.set()
        reply = await socket.told("reply", "refused")
        assert reply["text"] == "Before I go."
        await socket.got(reply["id"])
        with pytest.raises(ConnectionClosed) as closed:
            await socket.told("kept")
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 1012
        await opened.running
        assert await opened.store.unsent("web:") == []
        assert await opened.store.waiting("web:") == []


async def test_stars_are_asked_for_after_every_second_answer(door: Door, echo: Skill) -> None:
    async with door(echo, ask_stars=True) as opened, opened.visited() as visit, visit.socket() as socket:
        await socket.say("one", FIRST)
        await socket.told("reply")
        assert await socket.silent("ask")
        await socket.say("two", SECOND)
        asked = await socket.told("ask")
        assert [action for _, action in asked["buttons"]] == [f"stars:{number}" for number in range(1, 6)]


async def _until(opened: Any, ready: Callable[[list[Any]], bool]) -> None:
    async with asyncio.timeout(5):
        while not ready(await opened.store.unsent("web:")):
            await asyncio.sleep(0.01)
