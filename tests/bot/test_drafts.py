"""What of a slow responder's words may answer, wherever it breaks off, and what is told of one that did not end."""

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.consent import SendingResponder
from bot.dialog import Conversation, Reply, TurnView
from bot.drafts import Drafted, drafts
from bot.engine import Engine
from bot.errors import ServerError, Withheld
from bot.registry import Draft, Responder
from bot.sends import Recipient
from bot.testing import ScriptedSkill
from bot.testing.scripted import NOON
from tests.bot.room import Alarm

SECRET = "my cat Fluffington died"
SENTENCES = ("That sounds hard.", "Dr. Lee said 3.5 hours, e.g. at night.", "You are rude!", "What helps you now?")
ENGINE = Engine((("bank", ScriptedSkill(Reply("The bank's own words.", "bank", 1.0))),), Alarm())
PENDING = ENGINE.understand([(Conversation("t:1::me"), SECRET)], NOON)[0]


@dataclass
class Writer:
    """Writes `text` so far at each of `cuts`; then it ends, raises or hangs."""

    text: str
    cuts: tuple[int, ...]
    error: BaseException | None = None
    hangs: bool = False
    final: bool = False
    closed: list[bool] = field(default_factory=list)

    async def propose(self, turn: TurnView, deadline: float, /) -> AsyncIterator[Draft]:
        try:
            for cut in self.cuts:
                yield Draft(Reply(self.text[:cut], "writer", 2.0))
                await asyncio.sleep(0)
            if self.final:
                yield Draft(Reply(self.text, "writer", 2.0), final=True)
            if self.error:
                raise self.error
            if self.hangs:
                await asyncio.Event().wait()
        finally:
            self.closed.append(True)


async def allowed(text: str) -> bool:
    return ENGINE.allows(text)


async def asked(*responders: Responder, wait: float = 0.02, shown: list[str] | None = None) -> Drafted:
    async def show(text: str) -> None:
        if shown is not None:
            shown.append(text)

    named = [(f"./ai.py:{place}", responder) for place, responder in enumerate(responders)]
    return await drafts(allowed, PENDING, named, wait, show if shown is not None else None)


def answer(found: Drafted) -> str:
    return ENGINE.finish(PENDING, found.replies).reply.text


def whole(text: str) -> bool:
    """Whether a text is made of the first sentences of all."""
    return text in {" ".join(SENTENCES[:count]) for count in range(1, len(SENTENCES) + 1)}


@given(st.lists(st.integers(1, len(" ".join(SENTENCES))), min_size=1, max_size=5), st.booleans(), st.booleans())
def test_nothing_half_or_refused_answers_wherever_it_breaks_off(cuts: list[int], hangs: bool, seen: bool) -> None:
    slow = Writer(" ".join(SENTENCES), tuple(sorted(cuts)), hangs=hangs)
    shown: list[str] | None = [] if seen else None
    text = answer(asyncio.run(asked(slow, wait=0.001 if hangs else 1, shown=shown)))
    assert text == "The bank's own words." or (whole(text) and "rude" not in text)
    for earlier in shown or []:
        assert text.startswith(earlier)
    assert slow.closed == [True]


@given(st.lists(st.integers(1, len(" ".join(SENTENCES))), min_size=1, max_size=5))
def test_of_one_that_raises_only_what_was_shown_stands(cuts: list[int]) -> None:
    shown: list[str] = []
    slow = Writer(" ".join(SENTENCES), tuple(sorted(cuts)), error=ValueError(SECRET))
    assert answer(asyncio.run(asked(slow))) == "The bank's own words."
    text = answer(asyncio.run(asked(slow, shown=shown)))
    assert text == (shown[-1] if shown else "The bank's own words.")


async def test_a_final_draft_goes_as_it_is_and_is_not_waited_beyond() -> None:
    for slow in (
        Writer("no full stop here", (5,), final=True, hangs=True),
        Writer("no full stop here", (5,), final=True, error=ValueError(SECRET)),
    ):
        found = await asyncio.wait_for(asked(slow, wait=60), 5)
        assert answer(found) == "no full stop here"
        assert found.missed == ()
        assert slow.closed == [True]


async def test_where_the_guard_refuses_more_what_was_shown_stands() -> None:
    shown: list[str] = []
    slow = Writer("That sounds hard. You are rude! And", (17, 18, 31, 35), hangs=True)
    assert answer(await asked(slow, shown=shown)) == "That sounds hard."
    assert shown == ["That sounds hard."]
    assert answer(await asked(slow)) == "The bank's own words."


async def test_each_that_did_not_end_is_named_with_why(caplog: pytest.LogCaptureFixture) -> None:
    def refused() -> httpx.HTTPStatusError:
        request = httpx.Request("POST", f"https://me:{SECRET}@ai.example.org/v1", content=SECRET)
        return httpx.HTTPStatusError(SECRET, request=request, response=httpx.Response(503, text=SECRET))

    there = (Recipient("ai", "your words", "127.0.0.1:9", outside=False),)
    async with httpx.AsyncClient() as client:

        class Calls:
            async def propose(self, turn: TurnView, deadline: float, /) -> AsyncIterator[Draft]:
                await client.post("http://127.0.0.1:9/", content=turn.text)
                yield Draft(Reply("never", "calls", 1.0))

        found = await asked(
            SendingResponder(Calls(), there),
            Writer("", (), error=refused()),
            Writer("A whole one.", (12,), hangs=True),
            Writer("", (), error=asyncio.CancelledError()),
            Writer("All.", (), final=True),
            wait=2,
        )
    assert found.missed == (
        ("./ai.py:0", "failed: ConnectError ECONNREFUSED (127.0.0.1:9)"),
        ("./ai.py:1", "failed: HTTPStatusError 503"),
        ("./ai.py:2", "late"),
        ("./ai.py:3", "failed: CancelledError"),
    )
    levels = {record.levelno for record in caplog.records}
    assert levels == {logging.ERROR, logging.WARNING}
    assert "the slow responder ./ai.py:1: failed: HTTPStatusError 503" in caplog.text
    assert "Fluffington" not in caplog.text


async def test_who_may_not_see_a_talk_is_not_asked() -> None:
    afar = (Recipient("ai", "your words", "ai.example.org", outside=True),)
    slow = Writer("From afar.", (10,), final=True)
    held = await asked(SendingResponder(slow, afar))
    assert (held.replies, held.unasked, slow.closed) == ((), (("./ai.py:0", "ai.example.org"),), [])
    view = replace(PENDING.view, conversation=replace(PENDING.view.conversation, outside=True))
    found = await drafts(allowed, replace(PENDING, view=view), [("ai", SendingResponder(slow, afar))], 5)
    assert [reply.text for reply in found.replies] == ["From afar."]


async def test_one_that_holds_back_or_tells_of_its_reply_is_heard_in_the_trace(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Telling:
        async def propose(self, turn: TurnView, deadline: float, /) -> AsyncIterator[Draft]:
            assert [reply.text for reply in turn.proposals] == ["The bank's own words."]
            yield Draft(Reply("That sounds", "told", 2.0), note="begun")
            yield Draft(Reply("That sounds hard.", "told", 2.0), final=True, note="3 tokens")

    resting, broken = Writer("Whole.", (6,), error=Withheld("it rests")), Writer("", (), error=ServerError("cut off"))
    with caplog.at_level(logging.INFO):
        found = await asked(resting, Telling(), broken)
    assert found.missed == (("./ai.py:0", "withheld: it rests"), ("./ai.py:2", "failed: cut off"))
    assert found.notes == (("./ai.py:1", "3 tokens"),)
    assert [reply.text for reply in found.replies] == ["That sounds hard."]
    assert {record.levelno for record in caplog.records} == {logging.INFO, logging.ERROR}


async def test_where_the_guard_refuses_a_final_draft_what_was_shown_before_stands() -> None:
    slow = Writer("That sounds hard. You are rude!", (18,), final=True)
    assert answer(await asked(slow, shown=[])) == "That sounds hard."
    assert answer(await asked(slow)) == "The bank's own words."


async def test_what_the_guard_found_anything_in_goes_to_no_other_machine() -> None:
    engine = Engine((("bank", ScriptedSkill("The bank's own words.")),), Alarm())
    talk = Conversation("t:1::me", outside=True)
    pending = engine.understand([(talk, "so low today")], NOON)[0]
    slow = Writer("All.", (4,), final=True)
    afar, here = (Recipient("ai", "your words", host, outside=host != "[::1]") for host in ("ai.example.org", "[::1]"))
    named = [("afar", SendingResponder(slow, (afar,))), ("here", SendingResponder(slow, (here,)))]
    found = await drafts(allowed, pending, named, 5)
    assert found.missed == (("afar", "withheld: the guard found something in these words, so they go nowhere"),)
    assert [reply.text for reply in found.replies] == ["All."]
    assert slow.closed == [True]
