"""What never goes to a server, and what nothing is written down of."""

from __future__ import annotations

import io
import logging
from datetime import timedelta
from pathlib import Path

import pytest

from bot.course import Course, Exchange
from bot.dialog import Conversation, Reply
from bot.logs import logged
from bot.sessions import Sessions
from bot.step import NOT_KEPT
from bot.store import Store
from bot.testing import FakeClock
from bot.testing.chat_completions import ChatCompletions, Told
from bot.testing.scripted import NOON
from skills.care.state import CareState
from skills.server import KEY, key, spoken_of
from tests.skills.asked import OWN, SECRET, asking, engine, responder_of, said, there, turn

pytest.importorskip("openai")
__all__ = ["there"]


async def test_words_of_danger_never_leave(there: ChatCompletions) -> None:
    step = await turn(asking(there), "there is danger")
    assert step.reply.text == "Are you safe?"
    step = await turn(asking(there), "so low", bot=engine(learnt=(CareState(level=1, kind="suicide"),)))
    assert step.reply.text == OWN
    assert step.trace.missed == (("server", "withheld: danger stands in this talk, or was spoken of lately"),)
    after = engine(learnt=(CareState(answered=3),))
    assert (await turn(asking(there), "it rains", bot=after)).trace.missed[0][1].startswith("withheld: danger")
    assert there.asked == []


async def test_to_another_machine_nothing_is_sent_of_what_the_guard_found_anything_in(there: ChatCompletions) -> None:
    afar = responder_of("https://ai.example.org/v1")
    free = Conversation("t:1::me", outside=True)
    step = await turn(afar, "so low", talk=free)
    assert step.trace.missed == (("server", "withheld: the guard found something in these words, so they go nowhere"),)


async def test_without_the_persons_consent_another_machine_gets_nothing() -> None:
    step = await turn(responder_of("https://ai.example.org/v1"))
    assert step.reply.text == OWN
    assert step.trace.unasked == (("server", "ai.example.org"),)


async def test_an_answer_to_what_was_asked_for_is_not_asked_about(there: ChatCompletions) -> None:
    asked_for = Reply("I'm a program.", "persona", 2.0, "Others")
    step = await turn(asking(there), "are you human", bot=engine(asked_for))
    assert step.reply.text == "I'm a program."
    assert there.asked == []


def test_nothing_from_before_the_guards_last_answer_is_sent() -> None:
    hidden = said("hello", "Hi.", NOT_KEPT, "Are you safe?", "yes", "Good.", "my exam went badly")
    assert [turn.text for turn in spoken_of(hidden)] == ["yes", "Good.", "my exam went badly"]
    kept = said("hello", "Hi.", "I want to die", "Are you safe?", "yes", "Good.", "my exam went badly")
    exchanges = (
        Exchange(NOON, "sad"),
        Exchange(NOON + timedelta(minutes=1)),  # the guard alone answered
        Exchange(NOON + timedelta(minutes=2), "content"),
    )
    marked = kept.knowing(Course(exchanges))
    assert [turn.text for turn in spoken_of(marked)] == ["yes", "Good.", "my exam went badly"]
    assert len(spoken_of(said(*("a", "b") * 60, "now"))) == 40


async def test_nothing_of_openais_own_environment_is_sent(
    there: ChatCompletions, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("API_KEY", "ORG_ID", "PROJECT_ID", "ADMIN_KEY"):
        monkeypatch.setenv(f"OPENAI_{name}", "of-openai")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    assert (await turn(asking(there))).reply.skill == "server"
    assert "of-openai" not in str(there.heads)
    there.key = "the-key"
    (tmp_path / "key").write_text("the-key\n")
    assert (await turn(asking(there))).trace.missed[0][1] == "failed: AuthenticationError 401"
    assert (await turn(asking(there, api_key_file=str(tmp_path / "key")))).reply.skill == "server"
    monkeypatch.setenv(f"{KEY}_FILE", str(tmp_path / "key"))
    assert (await turn(asking(there))).reply.skill == "server"
    monkeypatch.setenv(KEY, "another")
    assert key() == "another"
    assert "the-key" not in repr(asking(there, api_key_file=str(tmp_path / "key")))


async def test_nothing_that_was_said_is_logged(there: ChatCompletions, monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    there.told = [Told(fault="error event"), Told(status=500)]
    with logged("plain", out):
        for name in ("openai", "httpx2", "httpcore2"):
            logging.getLogger(name).info(SECRET)
        for _ in range(3):
            await turn(asking(there))
    assert "the slow responder server: failed: APIError" in out.getvalue()
    assert "Fluffington" not in out.getvalue()


async def test_through_sessions_the_reply_is_kept_and_the_process_needs_no_engine(
    there: ChatCompletions, tmp_path: Path
) -> None:
    async with (
        Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}") as store,
        Sessions(engine(), store, [("server", asking(there))], wait=10, clock=FakeClock()) as sessions,
    ):
        answer = await sessions.say("t:1::me", SECRET)
        assert answer.text.startswith("Fluffington is gone")
        there.told = [Told(status=500)]
        assert (await sessions.say("t:1::me", "yes")).text == OWN
        assert [body["messages"][-1]["content"] for body in there.asked] == [SECRET, "yes"]
