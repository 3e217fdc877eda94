"""What is said leaves the machine only with the person's word, wherever the engine runs and whoever waits beside."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from aiohttp import web
from click.testing import CliRunner

from bot.build import build, responders
from bot.cli import main
from bot.config import Config, read
from bot.consent import SendingSkill, recipients_of
from bot.dialog import Conversation, Reply, SkillResult, TurnView
from bot.engine import Engine
from bot.frontends.explain import as_table
from bot.frontends.menu import Menu
from bot.run.reload import made_of
from bot.sends import Recipient
from bot.sessions import Sessions
from bot.step import AnyEngine
from bot.store import Store
from bot.terms import terms_of
from bot.testing import FakeClock
from bot.testing.loopback import Loopback
from bot.testing.scripted import NOON
from bot.worker.engine import Engines
from tests.bot.frontends.test_explain import table

ROOT = Path(__file__).parents[2]
PLUGIN = '''
"""Asks a server over HTTP. What it declares is `url`; `via` is where a test has that name lead."""

import json, urllib.request
import httpx
from bot.dialog import Reply, SkillResult
from bot.registry import Draft, responder, skill
from bot.sends import Sends

@skill("bank")
def bank():
    return lambda turn: SkillResult(replies=(Reply("From the bank.", "bank", 0.5),))

@skill("ask", sends=Sends("your last message", to="url"))
def ask(*, via: str, url: str = "https://ai.example.org/v1"):
    def answer(turn):
        request = urllib.request.Request(via, turn.text.encode())
        with urllib.request.urlopen(request, timeout=20) as found:
            return SkillResult(replies=(Reply(found.read().decode(), "ask", 1.0),))
    return answer

@responder("ai", sends=Sends("the last twelve messages", to="url"))
def ai(*, via: str, url: str = "https://ai.example.org/v1"):
    class Asks:
        async def propose(self, turn, deadline, /):
            async with httpx.AsyncClient() as client:
                found = await client.post(via, content=turn.text)
            yield Draft(Reply(found.text, "ai", 2.0), final=True)
    return Asks()
'''
FILE = '[guard]\noff = "a test"\n[[skills]]\nuse = "./plugin.py:bank"\n'
SKILL = '[[skills]]\nuse = "./plugin.py:ask"\nvia = "{via}"\n'
RESPONDER = '[[responders]]\nuse = "./plugin.py:ai"\nvia = "{via}"\n'
LOCAL = 'url = "http://localhost:8080/v1"\n'
ANN, BOB = "t:1:0:ann", "t:2:0:bob"


class Model(Loopback):
    """An AI that says what it was asked, and remembers it."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def routes(self) -> list[web.RouteDef]:
        return [web.post("/", self._answer)]

    async def _answer(self, request: web.Request) -> web.Response:
        self.asked.append(await request.text())
        return web.Response(text=f"Heard: {self.asked[-1]}")


@pytest.fixture
async def model() -> AsyncIterator[Model]:
    async with Model() as opened:
        yield opened


@pytest.fixture
def engines() -> Iterator[Engines]:
    made = Engines()
    yield made
    made.close()


def bot(folder: Path, *parts: str, via: str = "http://127.0.0.1:9/") -> Config:
    (folder / "plugin.py").write_text(PLUGIN)
    (folder / "bot.toml").write_text(FILE + "".join(parts).format(via=via))
    return read(folder / "bot.toml")


@asynccontextmanager
async def talking(config: Config, start: Callable[[Config], AnyEngine] = build) -> AsyncIterator[Sessions]:
    made = await asyncio.to_thread(made_of, config, start)
    clock, terms = FakeClock(), terms_of(config, made.recipients)
    async with (
        Store.open(f"sqlite+aiosqlite:///{config.beside / 't.db'}") as store,
        Sessions(made.engine, store, made.responders, clock=clock, terms=terms, gather=0.05) as sessions,
    ):
        yield sessions


async def choose(sessions: Sessions, key: str, answer: str) -> None:
    page = await Menu(sessions, clock=FakeClock()).open(key, f"consent:outside:{answer}")
    assert "ai.example.org gets" in page.text


@pytest.mark.parametrize("part", [SKILL, RESPONDER])
async def test_nothing_is_sent_before_the_person_allows_it_nor_after_it_is_taken_back(
    tmp_path: Path, model: Model, part: str
) -> None:
    async with talking(bot(tmp_path, part, via=model.url)) as sessions:
        first = await sessions.say(ANN, "one")
        assert (first.text, model.asked) == ("From the bank.", [])
        assert first.step
        assert [host for _, host in first.step.trace.unasked] == ["ai.example.org"]
        assert "the person does not allow ai.example.org" in " ".join(table(first.step).split())
        await choose(sessions, ANN, "yes")
        assert (await sessions.say(ANN, "two")).text == "Heard: two"
        await choose(sessions, ANN, "no")
        assert (await sessions.say(ANN, "three")).text == "From the bank."
    assert model.asked == ["two"]


async def test_a_model_on_this_machine_asks_for_no_consent(tmp_path: Path, model: Model) -> None:
    async with talking(bot(tmp_path, SKILL, LOCAL, RESPONDER, LOCAL, via=model.url)) as sessions:
        assert not sessions.terms.outside
        assert (await sessions.say(ANN, "one")).text == "Heard: one"
    assert model.asked == ["one", "one"]


async def test_of_turns_understood_together_only_those_of_who_allows_it_are_sent(
    tmp_path: Path, model: Model, engines: Engines
) -> None:
    config = bot(tmp_path, SKILL, via=model.url)
    for start in (build, engines.start):
        model.asked.clear()
        async with talking(config, start) as sessions:
            await choose(sessions, ANN, "yes")
            said = [sessions.say(key, f"hi from {key}") for key in (ANN, BOB, "t:3:0:eve")]
            answers = [answer.text for answer in await asyncio.gather(*said)]
            assert answers == [f"Heard: hi from {ANN}", "From the bank.", "From the bank."]
        assert model.asked == [f"hi from {ANN}"]


async def test_what_another_process_left_is_sent_only_with_consent_too(tmp_path: Path, model: Model) -> None:
    async with talking(bot(tmp_path, SKILL, RESPONDER, via=model.url)) as sessions:
        await sessions.store.receive(BOB, "left behind", "event", FakeClock()() - timedelta(hours=1))
        assert [answer.text for answer in await sessions.unsent(BOB)] == ["From the bank."]
    assert model.asked == []


async def test_a_yes_to_one_address_is_none_to_another(tmp_path: Path, model: Model) -> None:
    async with talking(bot(tmp_path, SKILL, via=model.url)) as sessions:
        await choose(sessions, ANN, "yes")
        other = made_of(bot(tmp_path, SKILL, 'url = "https://other.example.net"\n', via=model.url), build)
        sessions.use(other.engine, other.responders, terms_of(other.config, other.recipients))
        assert (await sessions.say(ANN, "one")).text == "From the bank."
    assert model.asked == []


async def test_without_terms_and_without_a_store_nothing_is_sent(
    tmp_path: Path, model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = bot(tmp_path, SKILL, RESPONDER, via=model.url)
    async with talking(config) as sessions:
        await choose(sessions, ANN, "yes")
        (tmp_path / "t.db").rename(tmp_path / "gone.db")
        (tmp_path / "t.db").mkdir()
        await sessions.say(ANN, "the store fails")
    async with (
        Store.open(f"sqlite+aiosqlite:///{tmp_path / 'gone.db'}") as store,
        Sessions(build(config), store, responders(config)) as sessions,
    ):
        assert (await sessions.say(ANN, "no terms")).text == "From the bank."
    assert model.asked == []


def test_a_skill_that_takes_many_sees_only_those_that_are_allowed_and_gives_each_its_own() -> None:
    seen: list[str] = []

    class Many:
        def __call__(self, turn: TurnView, /) -> SkillResult:
            return self.many([turn])[0]

        def many(self, turns: Sequence[TurnView], /) -> list[SkillResult]:
            seen.extend(turn.text for turn in turns)
            return [SkillResult(replies=(Reply(f"{turn.text}!", "many", 1.0),)) for turn in turns]

    engine = Engine((("many", SendingSkill(Many(), (Recipient("many", "words", "ai.example.org", outside=True),))),))
    pairs = [(Conversation(text, outside=text in "bd"), text) for text in "abcd"]
    steps = engine.steps(pairs, NOON)
    assert seen == ["b", "d"]
    assert [step.reply.text for step in steps if step.reply.skill == "many"] == ["b!", "d!"]
    assert [step.trace.unasked for step in steps] == [
        (("many", "ai.example.org"),),
        (),
        (("many", "ai.example.org"),),
        (),
    ]
    assert engine.skills[0][1](steps_view(pairs[0])) == SkillResult()


def steps_view(pair: tuple[Conversation, str]) -> TurnView:
    return Engine(()).understand([pair], NOON)[0].view


async def chat(config: Config, *options: str) -> tuple[str, str]:
    """What `attune chat` writes and says aside, in a process of its own: this one's loop is the model's."""
    places = ["chat", "--bot", str(config.path), "--database", str(config.beside / "t.db")]
    command = [sys.executable, "-c", "from bot.cli import main; main()", *places, *options]
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdin=PIPE, stdout=PIPE, stderr=PIPE)
    out, aside = await process.communicate(b"one\ntwo\n")
    return out.decode(), aside.decode()


async def test_the_terminal_says_once_that_nothing_is_sent_yet(tmp_path: Path, model: Model) -> None:
    config = bot(tmp_path, SKILL, RESPONDER, via=model.url)
    out, aside = await chat(config, "--plain")
    assert out == "From the bank.\nFrom the bank.\n"
    assert aside.count("an outside service (ai.example.org), and sends nothing there until you allow it") == 1
    assert model.asked == []
    async with talking(config) as sessions:
        await choose(sessions, "terminal:me:x:local", "yes")
    out, aside = await chat(config, "--plain")
    assert (out, "outside service" in aside) == ("Heard: one\nHeard: two\n", False)


async def test_where_there_is_nobody_to_ask_nothing_is_sent(tmp_path: Path, model: Model) -> None:
    config = bot(tmp_path, SKILL, via=model.url)
    out, aside = await chat(config, "--each")
    assert out == "From the bank.\nFrom the bank.\n"
    assert "this is not sent: ./plugin.py:ask: ai.example.org gets your last message" in aside
    assert model.asked == []


def test_check_says_what_is_sent_where(tmp_path: Path) -> None:
    config = bot(tmp_path, SKILL, LOCAL, RESPONDER)
    found = CliRunner().invoke(main, ["check", str(config.path)])
    assert "bot.toml: ./plugin.py:ask: localhost:8080 gets your last message (it stays inside)\n" in found.stdout
    said = "./plugin.py:ai: ai.example.org gets the last twelve messages (only from people who allow it)\n"
    assert said in found.stdout
    assert [to.host for to in recipients_of(each for _, each in responders(config))] == ["ai.example.org"]


def test_explain_names_a_responder_that_failed(tmp_path: Path) -> None:
    async def said() -> str:
        async with talking(bot(tmp_path, RESPONDER, LOCAL)) as sessions:
            answer = await sessions.say(ANN, "hi")
            assert answer.step
            assert as_table(answer.step)
            return table(answer.step)

    shown = asyncio.run(said())
    assert "responder" in shown
    assert "./plugin.py:ai: failed: ConnectError ECONNREFUSED (localhost:8080)" in shown
