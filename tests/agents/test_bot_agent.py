from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from bot.dialog import Conversation
from bot.errors import ConfigError
from bot.sessions import utc_now

pytest.importorskip("parlai")
from parlai.core.loader import load_agent_module
from parlai.core.message import Message
from parlai.core.opt import Opt
from parlai.core.params import ParlaiParser
from parlai.core.worlds import BatchWorld, DialogPartnerWorld

from agents.border import Agent
from agents.bot_agent import BotAgent


@pytest.fixture
def agent(bot_file: Path) -> BotAgent:
    return BotAgent(Opt(task="talk", bot=str(bot_file)))


def hear(agent: BotAgent, text: str | None, *, done: bool = False, **fields: Any) -> str:
    words = {} if text is None else {"text": text}
    agent.observe(Message({"id": "teacher", "episode_done": done, **words, **fields}))
    return str(agent.act()["text"])


def lines(conversation: Conversation) -> list[str]:
    return [f"{turn.speaker}: {turn.text}" for turn in conversation.turns]


def test_parlai_finds_it_by_name_and_by_path() -> None:
    assert load_agent_module("attune") is load_agent_module("agents.bot_agent:BotAgent")


def test_the_bot_file_is_an_argument() -> None:
    parser = ParlaiParser(add_parlai_args=False, add_model_args=False)
    BotAgent.add_cmdline_args(parser, Opt())
    assert parser.parse_args([])["bot"] == "default"
    assert parser.parse_args(["--bot", "mine.toml"])["bot"] == "mine.toml"


def test_a_bot_file_that_is_not_there_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"nowhere\.toml: there is no such bot file"):
        BotAgent(Opt(task="talk", bot="nowhere.toml"))


def test_a_guard_that_is_off_is_told_at_the_start(bot_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    BotAgent(Opt(task="talk", bot=str(bot_file)))
    assert "The safety guard is off: a test" in capsys.readouterr().err


def test_what_would_be_sent_elsewhere_is_not_and_that_is_told(
    bot_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (bot_file.parent / "ai.py").write_text(
        "from bot.registry import skill\nfrom bot.sends import Sends\n"
        "@skill('ai', sends=Sends('the whole talk', to='url'))\n"
        "def ai(*, url: str = 'https://ai.example.org'):\n    return lambda turn: 1 / 0\n"
    )
    bot_file.write_text(bot_file.read_text("utf8") + '[[skills]]\nuse = "./ai.py:ai"\n', "utf8")
    agent = BotAgent(Opt(task="talk", bot=str(bot_file)))
    assert "this is not sent: ./ai.py:ai: ai.example.org gets the whole talk" in capsys.readouterr().err
    assert hear(agent, "hi") == "What happened?"
    (step,) = agent.engine.steps([(Conversation("c"), "hi")], utc_now())
    assert (step.trace.unasked, step.trace.dropped) == ((("ai", "ai.example.org"),), ())


def test_the_talk_goes_on_with_what_the_bot_said(agent: BotAgent) -> None:
    assert hear(agent, "hi", eval_labels=["gold"]) == "What happened?"
    assert hear(agent, "my cat ran away", labels=["gold"]) == "That sounds hard."
    assert lines(agent.talk.conversation) == [
        "user: hi",
        "bot: What happened?",
        "user: my cat ran away",
        "bot: That sounds hard.",
    ]


def test_a_new_talk_begins_after_the_last_message_of_an_episode(agent: BotAgent) -> None:
    first = agent.talk.conversation.id
    hear(agent, "hi")
    hear(agent, "bye", done=True)
    assert len(agent.talk.conversation.turns) == 4
    assert hear(agent, "hello") == "What happened?"
    assert lines(agent.talk.conversation) == ["user: hello", "bot: What happened?"]
    assert agent.talk.conversation.id != first


def test_reset_begins_a_new_talk(agent: BotAgent) -> None:
    hear(agent, "hi")
    agent.reset()
    assert agent.talk.conversation.turns == ()
    assert agent.observation is None


def test_a_clone_shares_the_engine_and_nothing_of_the_talk(agent: BotAgent) -> None:
    hear(agent, "hi")
    clone = agent.clone()
    assert clone.engine is agent.engine
    assert clone.talk.conversation.turns == ()
    assert clone.talk.conversation.id != agent.talk.conversation.id
    copy.deepcopy(agent.opt)
    assert all(value is None or isinstance(value, str) for value in agent.opt.values())


def test_a_batch_is_one_pass_and_each_answer_goes_to_its_talk(agent: BotAgent, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    clones = [agent.clone() for _ in range(4)]
    hear(clones[1], "earlier")
    steps = type(agent.engine).steps

    def counting(engine: Any, pairs: Any, now: Any) -> Any:
        sizes.append(len(pairs))
        return steps(engine, pairs, now)

    monkeypatch.setattr(type(agent.engine), "steps", counting)
    messages = [{"text": "a"}, {"text": "b"}, {"batch_padding": True, "episode_done": True}, {"text": "c"}]
    acts = agent.batch_act([clone.observe(Message(message)) for clone, message in zip(clones, messages, strict=True)])
    assert sizes == [3]
    assert [act.get("text") for act in acts] == ["What happened?", "That sounds hard.", None, "What happened?"]
    assert acts[2].is_padding()
    assert [clone.talk.conversation.said("user") for clone in clones] == [("a",), ("earlier", "b"), (), ("c",)]
    assert agent.talk.conversation.turns == ()


def test_its_own_words_are_not_noted_twice(agent: BotAgent) -> None:
    agent.observe(Message({"text": "hi", "episode_done": False}))
    agent.self_observe(agent.act())
    assert lines(agent.talk.conversation) == ["user: hi", "bot: What happened?"]


def test_an_opener_given_by_the_world_joins_the_talk(agent: BotAgent) -> None:
    agent.observe(Message({"text": "Hi!", "episode_done": False}))
    agent.observe({"episode_done": False})
    agent.self_observe({"text": "I had a long day.", "id": "attune"})
    assert lines(agent.talk.conversation) == ["user: Hi!", "bot: I had a long day."]
    assert hear(agent, "why?") == "That sounds hard."


def test_two_messages_are_answered_as_one(agent: BotAgent) -> None:
    agent.observe({"text": ""})
    agent.observe({"text": "hi"})
    hear(agent, "are you there?")
    assert agent.talk.conversation.said("user") == ("hi\nare you there?",)


def test_an_empty_line_is_answered_and_leaves_the_talk_as_it_was(agent: BotAgent) -> None:
    assert hear(agent, "  ").startswith("No words came through")
    assert agent.talk.conversation.turns == ()
    assert hear(agent, "hi") == "What happened?"


def test_where_nothing_was_said_nothing_is_answered(agent: BotAgent) -> None:
    assert agent.act()["text"] == ""
    assert hear(agent, None) == ""
    assert hear(agent, "__SILENCE__") == ""
    assert agent.talk.conversation.turns == ()


def test_respond_needs_no_world(agent: BotAgent) -> None:
    assert agent.respond("hi") == "What happened?"
    assert agent.batch_respond([Message(text="a"), Message(text="b")]) == ["What happened?", "What happened?"]


class Asker(Agent):  # type: ignore[misc]  # ParlAI has no types
    """Says `a`, then `b`, and keeps what it hears."""

    def __init__(self, opt: Any, shared: Any = None) -> None:
        super().__init__(opt, shared)
        self.heard: list[str] = []

    def act(self) -> Message:
        return Message({"text": "ab"[len(self.heard)], "episode_done": len(self.heard) == 1})

    def observe(self, observation: Any) -> Any:
        self.heard.append(observation["text"])
        return observation


def test_worlds_of_one_and_of_many_hear_the_same(agent: BotAgent) -> None:
    opt = Opt(task="talk", batchsize=3, datatype="valid")
    single = DialogPartnerWorld(opt, [Asker(opt), agent.clone()])
    batch = BatchWorld(opt, DialogPartnerWorld(opt, [Asker(opt), agent]))
    for _ in range(2):
        single.parley()
        batch.parley()
    wanted = ["What happened?", "That sounds hard."]
    assert [world.agents[0].heard for world in (single, *batch.worlds)] == [wanted] * 4
