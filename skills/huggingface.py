"""Replies of a Hugging Face chat model, or of any seq2seq or causal one, in a local folder, off by default.

It is guided and held as a model behind a server is (`skills.server`); `skills.generate` gives a model the talk alone.
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
from skills.models.language import Kind, LanguageModel, Sampling
from skills.problem import Problem
from skills.server import Positive, Server, guidance
from skills.strategy import StrategyPlan
from skills.writer.breaker import Breaker
from skills.writer.brief import Switches
from skills.writer.folder import Folder
from skills.writer.spending import Limits, Spending

NAME = "huggingface"
FAILURES, REST = 3, 30.0


@responder(
    "huggingface",
    reads=(EmotionState, Intensity, Cause, Problem, Mode, StageState, StrategyPlan, Told, Offered, CareState),
    sends=None,
)
def huggingface(
    *,
    model: Place,
    kind: Kind = "auto",
    prompt: Place = "",
    persona: Place = "",
    words: Positive = 60,
    temperature: float = 0.7,
    max_tokens: Positive = 100,
    context: Annotated[int, msgspec.Meta(ge=512)] = 4096,
    emotion: bool = True,
    cause: bool = True,
    stage: bool = True,
    demonstrations: bool = True,
) -> Responder:
    """Asks a Hugging Face model in a folder (`model`) for a reply, guided by what the skills have understood.

    Raises ConfigError, WeightsError or MissingPackage when the bot is built.
    """
    loaded = LanguageModel(Path(model).expanduser(), kind, context)
    sampling = Sampling(max_tokens, temperature=temperature)
    switches = Switches(emotion, cause, stage, demonstrations)
    guide = guidance(prompt, persona, words, loaded.room(max_tokens, 0), switches)
    return Server(guide, Folder(loaded, sampling), Breaker(FAILURES, REST), Limits(), Spending(), NAME)
