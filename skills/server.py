"""Replies of a large language model behind an OpenAI-compatible server, off by default.

A responder (`bot.drafts`): it is asked after the skills, guided by what they have understood, and what is whole by the
deadline goes before their proposals, unless the guard refuses it. Where it says nothing, for whatever reason, the bot's
own choice (`rank`) stands and the trace says why. It is not asked about a talk in which danger stands or was spoken of
lately, nor where a skill has an answer to what was asked for.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Annotated

import msgspec

from bot.config.places import Place
from bot.course import Course
from bot.dialog import Conversation, EmotionState, Reply, StageState, Turn, TurnView
from bot.errors import Withheld
from bot.frontends.options import read_text
from bot.people import person_of
from bot.registry import Draft, Responder, responder
from bot.sends import Sends
from bot.step import NOT_KEPT, ORDINARY
from skills.care.state import CareState
from skills.cause import Cause
from skills.intensity import Intensity
from skills.memory import Offered, Told
from skills.mode import Mode
from skills.policy import SUGGESTING, Policy, policy
from skills.problem import Problem
from skills.strategy import StrategyPlan
from skills.writer.breaker import Breaker
from skills.writer.brief import DEFINITIONS, Switches, brief
from skills.writer.card import Card, card
from skills.writer.client import WHOLE, Client, Sampling, Source, Written
from skills.writer.leak import LEAKED, Leak
from skills.writer.prompt import Line
from skills.writer.spending import Limits, Spending, spending
from skills.writer.spoken import Spoken, refused, spoken
from skills.writer.template import EXAMPLE, SHIPPED, Prompt, Template, prompt, tokens

NAME = "server"
SCORE = 1.5
"""Before the bot's own choice (up to 1.0), after a direct answer about what the bot is (2.0)."""
KEY = "ATTUNE_SERVER_KEY"
"""Where the server's key stands in the environment; KEY_FILE names a file with it."""
NEWEST = 40
"""Messages of a talk that are sent at most."""
LATE = 0.9
"""Of the deadline: a server from which nothing came by then has failed."""
ENDS = WHOLE | {"length", "content_filter", "tool_calls"}
"""How a server says that a reply ended; what else it says is not repeated."""
Positive = Annotated[int, msgspec.Meta(ge=1)]
Count = Annotated[int, msgspec.Meta(ge=0)]
Seconds = Annotated[float, msgspec.Meta(ge=0)]
Warmth = Annotated[float, msgspec.Meta(ge=0, le=2)]


@responder(
    "server",
    reads=(EmotionState, Intensity, Cause, Problem, Mode, StageState, StrategyPlan, Told, Offered, CareState),
    sends=Sends("the last forty messages of your talk and what was understood of them", to="base_url"),
)
def server(
    *,
    base_url: str,
    model: str,
    api_key_file: Place = "",
    prompt: Place = "",
    persona: Place = "",
    words: Positive = 60,
    temperature: Warmth = 0.7,
    max_tokens: Positive = 200,
    context: Annotated[int, msgspec.Meta(ge=512)] = 4096,
    reasons: bool = False,
    stream: bool = True,
    retries: Count = 2,
    failures: Positive = 3,
    rest: Seconds = 30.0,
    person_per_day: Count = 50_000,
    all_per_day: Count = 0,
    emotion: bool = True,
    cause: bool = True,
    stage: bool = True,
    demonstrations: bool = True,
) -> Responder:
    """Asks a language model of an OpenAI-compatible server for a reply, guided by what the skills have understood.

    Its key is in `api_key_file`, ATTUNE_SERVER_KEY or the file that ATTUNE_SERVER_KEY_FILE names. Raises ConfigError or
    MissingPackage when the bot is built; the server is first asked when somebody writes.
    """
    guide = guidance(prompt, persona, words, context - max_tokens, Switches(emotion, cause, stage, demonstrations))
    sampling = Sampling(max_tokens, temperature, reasons)
    client = Client(base_url, model, key(api_key_file), sampling, retries, stream)
    return Server(
        guide, client, Breaker(failures, rest), Limits(person_per_day, all_per_day), spending(base_url, model)
    )


@dataclass(frozen=True, slots=True)
class Guidance:
    """What turns a talk into a prompt of at most `room` tokens, for a reply of at most `words` words."""

    template: Template
    card: Card
    words: int
    room: int
    switches: Switches
    leaks: Leak

    def __call__(self, turn: TurnView) -> Prompt:
        told = self.template.render(brief(turn, self.switches), self.card, self.words)
        return prompt(told, spoken_of(turn.conversation), self.room)


def guidance(template: str, persona: str, words: int, room: int, switches: Switches) -> Guidance:
    """By the files of a bot file; ours where it names none."""
    compiled, speaks = Template(Path(template) if template else SHIPPED), card(Path(persona)) if persona else Card()
    prompt(compiled.render(EXAMPLE, speaks, words), (), room)
    leaks = Leak((*compiled.own, *speaks.manner, *DEFINITIONS.values()))
    return Guidance(compiled, speaks, words, room, switches, leaks)


def key(file: str = "") -> str:
    """The server's key from a file, else from the environment, else from the file that is named there; or none."""
    if file:
        return read_text(Path(file), "api_key_file")
    if named := os.environ.get(f"{KEY}_FILE"):
        return os.environ.get(KEY) or read_text(Path(named), f"{KEY}_FILE")
    return os.environ.get(KEY, "").strip()


def spoken_of(conversation: Conversation) -> Sequence[Turn]:
    """The newest messages of a talk, none from before or within the last exchange that only the guard answered."""
    turns = conversation.turns
    course = conversation.state.get(Course) or Course()
    alone = {one.at for one in course.exchanges if (one.emotion, one.stage, one.strategy) == (None, None, None)}
    stops = [place for place, turn in enumerate(turns[:-1]) if turn.text == NOT_KEPT or turn.at in alone]
    after = turns[stops[-1] + 1 :] if stops else turns
    while after[0].speaker == "bot" and len(after) > 1:
        after = after[1:]  # the guard's own words, or a greeting
    return after[-NEWEST:]


@dataclass(frozen=True, slots=True)
class Server:
    """See `server`; `name` is whose replies they are, and `keeps` what must live as long as they are asked for."""

    guidance: Guidance
    client: Source
    breaker: Breaker
    limits: Limits
    spending: Spending
    name: str = NAME
    keeps: object = None

    async def propose(self, turn: TurnView, deadline: float, /) -> AsyncIterator[Draft]:
        """What the model has written so far, in whole sentences; in the end its reply. Raises Withheld where it may

        not be asked, and where what it wrote is not to be said.
        """
        if any(reply.score > ORDINARY for reply in turn.proposals):
            return
        care = turn.get(CareState)
        if care and care.lately:
            raise Withheld("danger stands in this talk, or was spoken of lately")
        prompt, now, written = self.guidance(turn), policy(turn), Written()
        async with aclosing(self._asked(prompt, turn, deadline)) as found:
            async for written in found:
                if written.finish is None and (draft := self._draft(written, turn, now)):
                    yield draft
        yield self._final(written, prompt, turn, now)

    async def _asked(self, prompt: Prompt, turn: TurnView, deadline: float) -> AsyncGenerator[Written, None]:
        """What the model has written so far, as far as breaker and budget let it be asked."""
        started, person = monotonic(), person_of(turn.conversation.id)
        most = prompt.tokens + self.client.max_tokens
        with self.breaker.trying() as trial, self.spending.reserved(person, most, self.limits) as bill:
            try:
                asking = self.client.write(prompt.messages, started + deadline, turn.rng.getrandbits(31))
                async with aclosing(asking) as found:
                    async for written in found:
                        spent = prompt.tokens + tokens(written.text)
                        trial.worked, bill.spent = True, sum(written.used) if written.used else spent
                        yield written
            except asyncio.CancelledError:
                bill.spent = bill.spent or prompt.tokens  # the server has read it
                if trial.worked is None and monotonic() - started >= LATE * deadline:
                    trial.worked = False
                raise

    def _draft(self, written: Written, turn: TurnView, now: Policy) -> Draft | None:
        said = spoken(written.text, self.guidance.words, ended=False)
        wrong = not said.text or self._refused(said, now, turn)
        return None if wrong else Draft(self._reply(said, now))

    def _final(self, written: Written, prompt: Prompt, turn: TurnView, now: Policy) -> Draft:
        said = spoken(written.text, self.guidance.words, ended=written.finish in WHOLE)
        if wrong := self._refused(said, now, turn):
            end = written.finish if written.finish in ENDS else "another end"
            raise Withheld(f"what the model wrote is not to be said: {wrong} ({end})")
        used = f"{written.used[0]} tokens read, {written.used[1]} written" if written.used else ""
        return Draft(self._reply(said, now), final=True, note=", ".join(filter(None, (used, prompt.note))))

    def _refused(self, said: Spoken, now: Policy, turn: TurnView) -> str:
        if self.guidance.leaks(said.text):
            return LEAKED
        return refused(said, now, _lines(turn), self.guidance.words)

    def _reply(self, said: Spoken, now: Policy) -> Reply:
        """A suggestion is remembered, so that it is known what a refusal is about."""
        offers = (now.offered.adding(now.user_turns, [(said.text, said.text)]),) if said.strategy in SUGGESTING else ()
        return Reply(said.text, self.name, SCORE, said.strategy, offers)


def _lines(turn: TurnView) -> list[Line]:
    return [Line(said.speaker == "bot", said.text) for said in turn.conversation.turns]
