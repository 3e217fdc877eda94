"""A large model behind a server: asked by the real `openai` library over this machine's own address.

What it says is held by the guard, and wherever it says nothing the bot's own choice stands and the trace says why.
"""

from __future__ import annotations

import asyncio
import io
import logging
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.build import responders
from bot.config import read
from bot.consent import SendingResponder
from bot.course import Course, Exchange
from bot.dialog import Conversation, PastStrategies, Reply, StageState, SupportStage, Turn
from bot.drafts import Drafted, drafts
from bot.engine import NOT_KEPT, Engine, Step
from bot.errors import BotError, ConfigError
from bot.logs import logged
from bot.people import person_of
from bot.registry import Responder, find
from bot.sends import recipients
from bot.sessions import Sessions
from bot.store import Store
from bot.testing import FakeClock, ScriptedSkill
from bot.testing.chat_completions import ChatCompletions, Told
from bot.testing.scripted import NOON
from skills.care.state import CareState
from skills.memory import Offered
from skills.server import KEY, Server, key, server, spoken_of
from skills.writer.spending import spending
from tests.bot.room import Alarm

pytest.importorskip("openai")
OWN = "The bot's own words."
SECRET = "my cat Fluffington died"
REPLY = "[Reflection of feelings] Fluffington is gone, and the house is quiet. That hurts."


@pytest.fixture
async def there() -> AsyncIterator[ChatCompletions]:
    async with ChatCompletions(reply=REPLY) as found:
        yield found


def asking(there: ChatCompletions, **settings: Any) -> Any:
    return server(base_url=there.base_url, model="tiny", **{"retries": 0} | settings)


def engine(*proposed: Reply, learnt: tuple[object, ...] = ()) -> Engine:
    skill = ScriptedSkill(proposed[0] if proposed else Reply(OWN, "retrieve", 0.9, "Question"), learnt=learnt)
    return Engine((("scripted", skill),), Alarm())


async def turn(
    responder: Responder,
    said: str = SECRET,
    *,
    bot: Engine | None = None,
    wait: float = 10,
    shown: list[str] | None = None,
    talk: Conversation | None = None,
) -> Step:
    """A turn as doors have it made, without a store."""
    bot = bot or engine()
    pending = bot.understand([(talk or Conversation("t:1::me"), said)], NOON)[0]
    found = Drafted() if pending.settled else await _drafts(responder, bot, pending, wait, shown)
    trace = replace(pending.trace, unasked=found.unasked, missed=found.missed, notes=found.notes)
    return bot.finish(replace(pending, trace=trace), found.replies)


async def _drafts(responder: Responder, bot: Engine, pending: Any, wait: float, shown: list[str] | None) -> Drafted:
    async def allowed(text: str) -> bool:
        return bot.allows(text)

    async def show(text: str) -> None:
        if shown is not None:
            shown.append(text)

    return await drafts(allowed, pending, [("server", responder)], wait, show if shown is not None else None)


@pytest.mark.parametrize("stream", [True, False])
async def test_its_reply_goes_out_with_its_strategy_and_what_it_cost(there: ChatCompletions, stream: bool) -> None:
    step = await turn(asking(there, stream=stream))
    assert step.reply.text == "Fluffington is gone, and the house is quiet. That hurts."
    assert (step.reply.skill, step.reply.strategy) == ("server", "Reflection of feelings")
    assert step.conversation.state.get(PastStrategies) == PastStrategies(("Reflection of feelings",))
    ((name, note),) = step.trace.notes
    assert name == "server"
    assert note.endswith("tokens read, 13 written")
    (body,) = there.asked
    assert body["messages"][-1] == {"role": "user", "content": SECRET}
    assert body["messages"][0]["role"] == "system"
    assert OWN in body["messages"][0]["content"]  # what the skills propose, as an example
    assert (body["max_tokens"], body["temperature"], body.get("stream", False)) == (200, 0.7, stream)


async def test_the_same_turn_asks_with_the_same_seed(there: ChatCompletions) -> None:
    await turn(asking(there))
    await turn(asking(there))
    await turn(asking(there), talk=Conversation("t:1::you"))
    seeds = [body["seed"] for body in there.asked]
    assert seeds[0] == seeds[1] != seeds[2]


async def test_a_model_that_thinks_first_is_asked_in_its_way_and_its_thoughts_stay_unsaid(
    there: ChatCompletions,
) -> None:
    there.told = [Told(reply="<think>They are sad. I could ask.</think>\n[Question] What was he like?")]
    shown: list[str] = []
    step = await turn(asking(there, reasons=True), shown=shown)
    assert (step.reply.text, step.reply.strategy) == ("What was he like?", "Question")
    assert all("sad" not in text for text in shown)
    assert there.asked[0]["max_completion_tokens"] == 200
    assert "temperature" not in there.asked[0]


async def test_whole_sentences_that_the_guard_allows_are_shown_as_they_come(there: ChatCompletions) -> None:
    shown: list[str] = []
    there.told = [Told(reply="[Question] He was with you for long. You are rude! What now?")]
    step = await turn(asking(there), shown=shown)
    assert shown == ["He was with you for long."]
    assert step.reply.text == "He was with you for long."
    assert ("server", "rude") in step.trace.refused


async def test_a_reply_that_the_guard_refuses_leaves_the_bots_own(there: ChatCompletions) -> None:
    there.told = [Told(reply="[Others] How rude of you.")]
    step = await turn(asking(there))
    assert step.reply.text == OWN
    assert step.trace.refused == (("server", "rude"),)


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ("", "empty"),
        ("[Question] Supporter, yes?\nPerson: no\nuser: yes.", "tag"),
        (f"[Others] {SECRET} {SECRET} {SECRET} {SECRET}.", "repeats itself"),
        ("[Reflection of feelings] Привет, как дела у тебя.", "foreign"),
        ("[Providing Suggestions] Take a long walk tonight.", "Providing Suggestions is not allowed now"),
        (f"[Reflection of feelings] {' '.join(f'word{place}' for place in range(61))}.", "too long"),
    ],
)
async def test_what_is_not_to_be_said_is_withheld_with_the_reason(there: ChatCompletions, reply: str, why: str) -> None:
    there.told = [Told(reply=reply)]
    step = await turn(asking(there))
    assert step.reply.text == OWN
    ((_, told),) = step.trace.missed
    assert told == f"withheld: what the model wrote is not to be said: {why} (stop)"


async def test_a_reply_is_cut_after_its_last_whole_sentence_within_so_many_words(there: ChatCompletions) -> None:
    there.told = [Told(reply="[Others] One two three four. Five six seven eight. Nine and so on", finish="length")]
    assert (await turn(asking(there, words=8))).reply.text == "One two three four. Five six seven eight."
    there.told = [Told(reply="[Others] One two three four. Five six seven eight. Nine.")]
    assert (await turn(asking(there, words=5))).reply.text == "One two three four."


FAILURES = [
    (Told(status=500), "InternalServerError 500"),
    (Told(status=503), "InternalServerError 503"),
    (Told(status=401), "AuthenticationError 401"),
    (Told(status=400), "BadRequestError 400"),
    (Told(fault="cut"), "APIConnectionError"),
    (Told(fault="unfinished"), "its answer broke off"),
    (Told(fault="malformed"), "a piece of its answer makes no sense: JSONDecodeError"),
    (Told(fault="error event"), "APIError"),
    (Told(fault="moved", headers={"Location": "http://127.0.0.1:9/v1/chat/completions"}), "307"),
]


@pytest.mark.parametrize(("told", "why"), FAILURES)
async def test_whatever_fails_the_bots_own_choice_stands_and_the_trace_says_why(
    there: ChatCompletions, told: Told, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    there.told = [told]
    step = await turn(asking(there))
    assert step.reply.text == OWN
    ((_, found),) = step.trace.missed
    assert found.startswith("failed: ")
    assert why in found
    assert "Fluffington" not in caplog.text + found


@pytest.mark.parametrize("fault", ["no json", "no choices", "malformed"])
async def test_a_whole_answer_that_makes_no_sense_is_a_failure(there: ChatCompletions, fault: Any) -> None:
    there.told = [Told(fault=fault)]
    step = await turn(asking(there, stream=False))
    assert step.reply.text == OWN
    assert step.trace.missed[0][1].startswith("failed: its answer")


async def test_of_an_answer_that_breaks_off_only_what_was_shown_stands(there: ChatCompletions) -> None:
    there.told = [Told(fault="cut"), Told(fault="cut")]
    assert (await turn(asking(there))).reply.text == OWN
    there.reply = "[Reflection of feelings] The house is quiet. And then he came and left"
    shown: list[str] = []
    assert (await turn(asking(there), shown=shown)).reply.text == "The house is quiet."
    assert shown == ["The house is quiet."]


async def test_nobody_there_is_a_failure(there: ChatCompletions) -> None:
    async with ChatCompletions() as gone:
        away = asking(gone)
    step = await turn(away)
    assert step.reply.text == OWN
    assert step.trace.missed[0][1].startswith("failed: APIConnectionError")


async def test_a_slow_server_is_late_and_is_hung_up_on(there: ChatCompletions) -> None:
    there.told = [Told(fault="slow"), Told(fault="stall")]
    step = await turn(asking(there), wait=0.5)
    assert (step.reply.text, step.trace.missed[0][1]) == (OWN, "late")
    await there.until(lambda: there.hung_up == 1)
    there.reply = "[Reflection of feelings] The house is quiet. And then he came and left"
    step = await turn(asking(there), wait=0.5)
    assert (step.reply.text, step.trace.missed[0][1]) == ("The house is quiet.", "late")
    await there.until(lambda: there.hung_up == 2)


async def test_what_may_help_is_asked_again_and_nothing_else(there: ChatCompletions) -> None:
    there.told = [Told(status=500), Told(status=429, headers={"Retry-After": "0"})]
    assert (await turn(asking(there, retries=2))).reply.skill == "server"
    assert len(there.asked) == 3
    there.told = [Told(status=400)]
    assert (await turn(asking(there, retries=2))).reply.text == OWN
    assert len(there.asked) == 4


async def test_a_server_that_wants_more_time_than_there_is_is_not_waited_for(there: ChatCompletions) -> None:
    there.told = [Told(status=429, headers={"Retry-After": "30"})]
    step = await asyncio.wait_for(turn(asking(there, retries=5), wait=20), 10)
    assert step.reply.text == OWN
    assert step.trace.missed == (("server", "withheld: its server is busy and asks to wait 30 s"),)


async def test_after_failures_in_a_row_it_is_left_alone_and_then_tried_once(there: ChatCompletions) -> None:
    asked = asking(there, failures=2, rest=60)
    assert isinstance(asked, Server)
    there.told = [Told(status=500), Told(status=500)]
    for _ in range(2):
        await turn(asked)
    step = await turn(asked)
    assert len(there.asked) == 2
    assert step.trace.missed == (
        ("server", "withheld: its server failed 2 times in a row, and is tried again in 60 s"),
    )
    asked.breaker._until = 0.0
    assert (await turn(asked)).reply.skill == "server"
    assert (await turn(asked)).reply.skill == "server"


async def test_a_server_from_which_nothing_came_in_time_has_failed(there: ChatCompletions) -> None:
    asked = asking(there, failures=1, rest=60)
    there.told = [Told(fault="slow")]
    await turn(asked, wait=0.3)
    assert "tried again" in (await turn(asked)).trace.missed[0][1]


async def test_a_person_and_all_together_have_their_tokens_of_a_day(there: ChatCompletions) -> None:
    asked = asking(there, person_per_day=900)
    assert (await turn(asked)).reply.skill == "server"
    spent = spending(there.base_url, "tiny").spent(person_of("t:1::me"))
    usage = sum(int(part.split()[0]) for part in (await turn(asking(there))).trace.notes[0][1].split(", "))
    assert spent == usage  # by the server's own count
    step = await turn(asked)
    assert step.reply.text == OWN
    assert step.trace.missed[0][1].startswith("withheld: this person's tokens for today are used up (")
    assert (await turn(asked, talk=Conversation("t:1::you"))).reply.skill == "server"
    everybody = asking(there, person_per_day=0, all_per_day=1500)
    step = await turn(everybody, talk=Conversation("t:1::she"))
    assert step.trace.missed[0][1].startswith("withheld: everybody's tokens for today are used up (")


async def test_what_failed_at_once_costs_nothing(there: ChatCompletions) -> None:
    there.told = [Told(status=500)]
    await turn(asking(there))
    assert spending(there.base_url, "tiny").spent(person_of("t:1::me")) == 0


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


def responder_of(url: str) -> Responder:
    spec = find("server", "responder", Path())
    made = server(base_url=url, model="tiny", retries=0)
    return SendingResponder(made, recipients("server", spec.sends, {"base_url": url}))


async def test_an_answer_to_what_was_asked_for_is_not_asked_about(there: ChatCompletions) -> None:
    asked_for = Reply("I'm a program.", "persona", 2.0, "Others")
    step = await turn(asking(there), "are you human", bot=engine(asked_for))
    assert step.reply.text == "I'm a program."
    assert there.asked == []


def said(*lines: str) -> Conversation:
    turns = [
        Turn(("user", "bot")[place % 2], text, NOON + timedelta(minutes=place // 2)) for place, text in enumerate(lines)
    ]
    return Conversation("t:1::me", tuple(turns))


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


async def test_the_oldest_turns_go_first_and_the_trace_tells_it(there: ChatCompletions) -> None:
    long = said(*(f"number {place} {'word ' * 60}" for place in range(20)))
    step = await turn(asking(there, context=1800), talk=long)
    messages = there.asked[0]["messages"]
    assert messages[-1]["content"] == SECRET
    assert messages[1]["role"] == "user"
    assert "number 0 " not in str(messages)
    assert step.trace.notes[0][1].endswith(f"{20 - len(messages) + 2} oldest messages left out")


async def test_a_suggestion_is_remembered_so_that_a_refusal_is_known(there: ChatCompletions) -> None:
    there.told = [Told(reply="[Providing Suggestions] You could write to the vet tonight.")]
    learnt = (StageState(SupportStage.ACTION, 3), PastStrategies(("Reflection of feelings",)))
    told = said(*("it was a long year and I sat with him at night " * 2, "That is long.") * 3)
    bot = engine(learnt=learnt)
    step = await turn(asking(there), talk=told.knowing(*learnt), bot=bot)
    assert step.reply.strategy == "Providing Suggestions"
    offered = step.conversation.state.get(Offered)
    assert offered
    assert [offer.topic for offer in offered.made] == ["You could write to the vet tonight."]


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


def test_the_shipped_bot_file_is_the_default_bot_with_a_server_on_this_machine() -> None:
    config, default = read("llm"), read("default")
    assert (config.skills, config.guard, config.writer) == (default.skills, default.guard, default.writer)
    ((name, made),) = responders(config)
    assert (name, isinstance(made, SendingResponder)) == ("server", True)


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"context": 700}, "the guidance takes"),
        ({"prompt": "no.j2"}, "no.j2: cannot be read"),
        ({"persona": "no.toml"}, "no.toml: cannot be read"),
        ({"api_key_file": "no.key"}, "api_key_file no.key cannot be read"),
    ],
)
def test_what_cannot_be_used_is_named_when_the_bot_is_made(settings: dict[str, Any], why: str) -> None:
    with pytest.raises(ConfigError, match=why):
        server(base_url="http://127.0.0.1:9/v1", model="tiny", **settings)


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(BotError, match=r"pip install 'attune-bot\[openai\]'"):
        server(base_url="http://127.0.0.1:9/v1", model="tiny")
