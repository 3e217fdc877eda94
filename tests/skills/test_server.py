"""A large model behind a server: asked by the real `openai` library over this machine's own address.

What it says is held by the guard, and wherever it says nothing the bot's own choice stands and the trace says why.
"""

from __future__ import annotations

import sys
from typing import Any

import pytest

from bot.build import responders
from bot.config import read
from bot.consent import SendingResponder
from bot.dialog import Conversation, PastStrategies, StageState, SupportStage
from bot.errors import BotError, ConfigError
from bot.testing.chat_completions import ChatCompletions, Told
from skills.memory import Offered
from skills.server import server
from tests.skills.asked import OWN, SECRET, asking, engine, said, there, turn

pytest.importorskip("openai")
__all__ = ["there"]


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
        ("[Others] Read the talk and write the next reply, one only.", "a leaked prompt"),
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
