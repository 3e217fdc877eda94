"""One whole reply against one bare encoder pass over the same input, in turns, so that a busy machine slows both."""

from __future__ import annotations

import os
import platform
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np

from agents.metrics.intervals import Interval, Rows, interval
from bot.dialog import Conversation, Turn
from bot.engine import Engine
from bot.errors import ConfigError
from bot.registry import Encoder
from bot.step import Step

NOW = datetime(2026, 1, 5, 18, tzinfo=UTC)
FLAGS = ("avx2", "avx512f", "avx512_vnni", "avx512_bf16", "amx_int8", "asimddp", "i8mm", "sve")
"""What decides how fast the encoder runs, where Linux reports it."""

TALKS = (
    (
        "Hi",
        "I don't really know where to start.",
        "They told us on Monday that our whole department is being closed.",
        "Eleven years. I trained half of the people who get to stay.",
        "My wife says we'll manage, and I nod, and then I lie awake and do sums until four.",
        "Yes",
        "I haven't told my kids. The older one starts college in autumn and I promised her she'd never have to borrow.",
        "I feel ashamed, which is stupid, I know it wasn't my doing.",
        "Maybe.",
        "What should I even say to them?",
        "That sounds doable. I could do it on Sunday when we're all home.",
        "Thanks, it helped to write it down.",
    ),
    (
        "my best friend hasn't answered me in three weeks",
        "we had a stupid argument about her boyfriend and i said he was using her",
        "i mean he is",
        "she read it. two blue ticks. nothing since",
        "I keep typing messages and deleting them. Yesterday I wrote almost a page about how we met in fifth grade and "
        "how she came to every single one of my swim meets even though she hates the smell of chlorine, and then I "
        "deleted that too.",
        "idk",
        "everyone else in our group is acting like nothing happened, they just invite us on different days",
        "I'm angry at her and I miss her, both, all the time",
        "no I haven't tried calling",
        "what if she doesn't pick up?",
        "you're not listening, i said i already wrote to her",
        "ok. good night",
    ),
    (
        "I got the results back and I passed!!",
        "The bar exam. Third time. I'd honestly given up on it.",
        "My mother cried on the phone.",
        "My dad would have been so proud. He died in the spring.",
        "It's strange to be this happy and this sad on the same day.",
        "He used to quiz me over breakfast with his reading glasses upside down to make me laugh.",
        "I don't know whether I should go to the party my friends are throwing on Friday.",
        "Part of me wants to go and part of me wants to sit in his chair with a cup of tea.",
        "Exactly",
        "How do I tell them without spoiling it for everybody?",
        "You're right, they knew him too.",
        "Are you a real person, by the way?",
    ),
)
"""Written for this measurement: short and long lines, questions, bare answers, good news."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What the figures were measured on. `load` is the number of processes that wanted a core in the last minute."""

    system: str
    cores: int
    flags: tuple[str, ...]
    load: float
    python: str
    runtime: str


@dataclass(frozen=True, slots=True)
class Latency:
    """Medians in milliseconds over `pairs` of a reply and a pass, their ratio, and the reply's parts."""

    pairs: int
    reply_ms: Interval
    pass_ms: Interval
    ratio: Interval
    parts_ms: dict[str, float]


@dataclass(frozen=True, slots=True)
class Pair:
    """One measurement: seconds of a reply and of a pass, and the reply itself."""

    reply: float
    bare: float
    step: Step


def latency(engine: Engine, repeats: int) -> Latency:
    """Median of one reply and of one encoder pass, over talks of 1 to 12 turns. ConfigError for a bot without encoder.

    A pass is `engine.encoder.encode` of one conversation: the same tokens through the same network. Both find the words
    tokenised already.
    """
    if engine.encoder is None:
        raise ConfigError(f"bot {engine.name!r} has no [encoder], so there is no pass to compare its replies with")
    pairs = list(measured(engine, engine.encoder, repeats))
    replies = np.array([pair.reply for pair in pairs]) * 1000
    passes = np.array([pair.bare for pair in pairs]) * 1000

    def quotient(rows: Rows) -> float:
        return float(np.median(replies[rows]) / np.median(passes[rows]))

    return Latency(
        pairs=len(pairs),
        reply_ms=interval(len(pairs), lambda rows: np.median(replies[rows])),
        pass_ms=interval(len(pairs), lambda rows: np.median(passes[rows])),
        ratio=interval(len(pairs), quotient),
        parts_ms=parts([pair.step for pair in pairs]),
    )


def measured(engine: Engine, encoder: Encoder, repeats: int) -> Iterator[Pair]:
    """Each turn of the talks `repeats` times: reply and pass by turns, each of them first every other time."""
    turns = list(unfolded(engine))
    for conversation, text in turns:  # once for nothing, so that everything is warm
        encoder.encode([conversation.add(Turn("user", text, NOW))])
    for repeat in range(repeats):
        for place, (conversation, text) in enumerate(turns):
            heard = conversation.add(Turn("user", text, NOW))
            if (repeat + place) % 2:
                bare = _pass(encoder, heard)
                reply, step = _reply(engine, conversation, text)
            else:
                reply, step = _reply(engine, conversation, text)
                bare = _pass(encoder, heard)
            yield Pair(reply, bare, step)


def unfolded(engine: Engine) -> Iterator[tuple[Conversation, str]]:
    """Every conversation as it stands before each of the person's lines, with that line."""
    for number, talk in enumerate(TALKS):
        conversation = Conversation(f"bench:{number}::person")
        for text in talk:
            yield conversation, text
            conversation = engine.step(conversation, text, NOW).conversation


def parts(steps: list[Step]) -> dict[str, float]:
    """Median milliseconds of the guard, the encoder, each skill and the choice, as the engine's trace has them."""
    found: dict[str, list[float]] = defaultdict(list)
    for step in steps:
        for name, ms in step.trace.ms:
            found[name].append(ms)
    return {name: median(values) for name, values in found.items()}


def machine() -> Machine:
    """This machine in figures, without its name."""
    described = Path("/proc/cpuinfo")
    capable = set(described.read_text().split()) if described.is_file() else set()
    return Machine(
        system=f"{platform.system()} {platform.machine()}",
        cores=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
        flags=tuple(name for name in FLAGS if name in capable),
        load=round(os.getloadavg()[0], 2),
        python=platform.python_version(),
        runtime=version("onnxruntime"),
    )


def _reply(engine: Engine, conversation: Conversation, text: str) -> tuple[float, Step]:
    began = perf_counter()
    step = engine.step(conversation, text, NOW)
    return perf_counter() - began, step


def _pass(encoder: Encoder, heard: Conversation) -> float:
    began = perf_counter()
    encoder.encode([heard])
    return perf_counter() - began
