"""Replies of a large language model in a GGUF file, off by default; it runs in this process and nothing is sent.

It is guided and held as a model behind a server is (`skills.server`): the same prompt, the same checks, the same guard.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from bot.config.places import Place
from bot.dialog import EmotionState, StageState
from bot.registry import Responder, responder
from skills.care.state import CareState
from skills.cause import Cause
from skills.intensity import Intensity
from skills.memory import Offered, Told
from skills.mode import Mode
from skills.problem import Problem
from skills.server import Positive, Server, Warmth, guidance
from skills.strategy import StrategyPlan
from skills.writer.breaker import Breaker
from skills.writer.brief import Switches
from skills.writer.client import Client, Sampling
from skills.writer.local import serve
from skills.writer.spending import Limits, Spending

NAME = "gguf"
FAILURES, REST = 3, 30.0


@responder(
    "gguf",
    reads=(EmotionState, Intensity, Cause, Problem, Mode, StageState, StrategyPlan, Told, Offered, CareState),
    sends=None,
)
def gguf(
    *,
    model: Place,
    prompt: Place = "",
    persona: Place = "",
    words: Positive = 60,
    temperature: Warmth = 0.7,
    max_tokens: Positive = 200,
    context: Annotated[int, msgspec.Meta(ge=512)] = 4096,
    threads: Positive = 1,
    emotion: bool = True,
    cause: bool = True,
    stage: bool = True,
    demonstrations: bool = True,
) -> Responder:
    """Asks a language model in a GGUF file (`model`) for a reply, guided by what the skills have understood.

    Raises ConfigError, WeightsError or MissingPackage when the bot is built.
    """
    guide = guidance(prompt, persona, words, context - max_tokens, Switches(emotion, cause, stage, demonstrations))
    at = serve(Path(model), context, threads)
    sampling = Sampling(max_tokens, temperature, stop=at.stop)
    client = Client(at.base_url, Path(model).name, at.key, sampling, retries=0)
    return Server(guide, client, Breaker(FAILURES, REST), Limits(), Spending(), NAME, at)
