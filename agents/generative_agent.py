"""Replies by the writer as a ParlAI agent: `-m agents.generative_agent:EmpatheticGenerativeAgent`.

    parlai interactive -m agents.generative_agent:EmpatheticGenerativeAgent
    parlai eval_model -m agents.generative_agent:EmpatheticGenerativeAgent \\
        -t agents.teachers.empathetic_dialogues -dt valid --datapath DIR -ne 100

Where somebody talks with it, the bot file's guard (`--bot`) stands before the writer and behind it, as in a bot, and
nothing goes out but what passes. Where a message has labels it is measured: its reply is the writer's first whole
draft, behind no guard, and beside it goes how likely the label was, as ParlAI's metrics. The talk then goes on with the
label, as ParlAI's own models do; what the agent says never depends on one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from agents.border import (
    GenerationOptions,
    Heard,
    Message,
    add_bot_option,
    add_generation_options,
    labels,
    read_generation_options,
    read_options,
    register_agent,
    speak,
)
from agents.bot_agent import BotAgent, Common, Talk
from agents.likelihood import Scorer
from agents.retrieval_agent import pieces
from agents.teachers.likelihood import of_reply
from bot.build import build_guard
from bot.config import read
from bot.dialog import Reply, SkillResult, TurnView
from bot.distribution import missing
from bot.errors import ConfigError, MissingPackage
from bot.step import NOT_KEPT
from skills.models.encoder import Piece
from skills.writer.candidates import Write, drafts
from skills.writer.llama import MOST, Llama, Sampling
from skills.writer.prompt import NO_STRATEGY, Line, prompt

TRIES = 2
"""Drafts of a reply that is measured: seldom is one not whole."""
STEP = 0.01
"""Between the scores of two drafts: the first that may be said is said."""


@dataclass(slots=True)
class Measured(Talk):
    """One clone's talk: also what was `said` in a talk that is measured, and the `labels` that wait."""

    said: list[Piece] = field(default_factory=list)
    labels: tuple[str, ...] = ()

    @property
    def waits(self) -> bool:
        return bool(self.waiting or self.labels)

    @property
    def lines(self) -> list[Line]:
        return [Line(own, text) for own, text in self.said]


@dataclass(frozen=True, slots=True)
class Generation(Common):
    """What all clones share: the guarded engine, the writer without it, and what tells how likely a reply is."""

    writing: GenerationOptions
    write: Write
    scorer: Scorer


class Drafting:
    """A skill that proposes what the writer drafts: only what can be said at all, by its form and the last gate."""

    def __init__(self, write: Write) -> None:
        self._write = write

    def __call__(self, turn: TurnView, /) -> SkillResult:
        """The same drafts for the same turn."""
        kept = (said for said in turn.conversation.turns if said.text != NOT_KEPT)
        talk = [Line(said.speaker == "bot", said.text) for said in kept]
        found = drafts(self._write, talk, MOST, turn.rng.getrandbits(31))
        return SkillResult(
            replies=tuple(
                Reply(draft.text, "generative", 1 - place * STEP, draft.strategy or None)
                for place, draft in enumerate(found)
            )
        )


@register_agent("attune_generative")
class EmpatheticGenerativeAgent(BotAgent):
    """Answers with the writer's drafts. Its perplexity, accuracy and BLEU are of labels (`eval_model`).

    Raises WeightsError where the language model's packages are missing or altered, MissingPackage where what runs it
    is, and ConfigError for a bot file without a guard.
    """

    name = "attune_generative"
    common: Generation
    talk: Measured

    @classmethod
    def add_cmdline_args(cls, parser: Any, partial_opt: Any = None) -> Any:
        add_bot_option(parser)
        add_generation_options(parser)
        return parser

    def load(self, opt: Mapping[str, Any]) -> Generation:
        options, writing = read_options(opt), read_generation_options(opt)
        config = read(options.bot)
        if config.guard is None:
            raise ConfigError(f"{config.path}: the writer answers people behind a guard only, and there is none")
        write, scorer = _writer(writing)
        engine = replace(build_guard(config), skills=(("generative", Drafting(write)),))
        return Generation(engine, options, count(1), writing, write, scorer)

    def begin(self) -> Measured:
        return Measured(super().begin().conversation)

    def observe(self, observation: Mapping[str, Any]) -> Message:
        """Take note of a message, and of its labels where nobody talks with it."""
        self._labels = () if self.common.writing.interactive else labels(observation)
        return super().observe(observation)

    def note(self, heard: Heard) -> None:
        if not self._labels:
            super().note(heard)
            return
        if heard.text is not None:
            self.talk.said.extend(_pieces(heard))
        self.talk.labels = self._labels

    def answer(self, talks: Sequence[Talk]) -> list[Message]:
        """Those that are measured in one pass of the model, the others in one of the engine."""
        measured = [talk for talk in talks if isinstance(talk, Measured) and talk.labels]
        others = [talk for talk in talks if not any(talk is one for one in measured)]
        found = dict(zip(map(id, measured), self._measure(measured) if measured else (), strict=True))
        found |= zip(map(id, others), super().answer(others) if others else (), strict=True)
        return [found[id(talk)] for talk in talks]

    def _measure(self, talks: Sequence[Measured]) -> list[Message]:
        contexts, given = [talk.lines for talk in talks], [talk.labels[0] for talk in talks]
        expected = self.common.scorer.score(contexts, given)
        answers = []
        for talk, context, label, one in zip(talks, contexts, given, expected, strict=True):
            answers.append(speak(self.id, self._reply(context)))
            answers[-1]["metrics"] = dict(of_reply(one))
            talk.said.append((True, label))
            talk.labels = ()
        return answers

    def _reply(self, context: Sequence[Line]) -> str:
        """The writer's first whole draft, without a strategy; the same in whatever batch. "" where it ends none."""
        told = prompt(context, NO_STRATEGY)
        seed = hashlib.sha256(f"{self.common.writing.seed}\0{told}".encode()).digest()
        found = self.common.write(told, TRIES, int.from_bytes(seed[:4]) >> 1)
        return found[0].strip() if found else ""

    def self_observe(self, observation: Mapping[str, Any]) -> None:
        """A talk that is measured goes on with its labels; in others what was said is noted as a bot's is."""
        if not self.talk.said:
            super().self_observe(observation)


def _writer(options: GenerationOptions) -> tuple[Write, Scorer]:
    """The writer as it is served, and the whole model that it was cut from."""
    try:
        from skills.writer import model
    except ImportError as error:
        raise MissingPackage(missing(str(error.name))) from None
    adapter = model.adapter_path(options.adapter)
    llama = Llama(model.model(adapter))
    sampling = Sampling() if options.temperature is None else Sampling(options.temperature)
    return lambda told, count, seed: llama.drafts(told, count, seed, sampling), Scorer(adapter)


def _pieces(heard: Heard) -> Sequence[Piece]:
    """The lines of a message: by their speakers where it names them, all of them the other one's where it doesn't."""
    text = heard.text or ""
    return pieces(text, heard.speakers) if heard.speakers else [(False, line) for line in text.split("\n")]
