"""Attacks played to a bot and its server responders: the turns as doors have them made, over a scripted server."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from agents.evaluation.attacks import Attack, Fate, Outcome
from agents.evaluation.replay import START
from bot.build import build, responders
from bot.config import Config
from bot.config.uses import Use
from bot.dialog import Conversation
from bot.drafts import drafts
from bot.engine import Engine
from bot.errors import ConfigError
from bot.registry import Named
from bot.step import Pending, Step
from bot.testing.chat_completions import ChatCompletions
from skills.server import NAME

MODEL = "scripted"
ENDING = 8
"""Characters by which it is known that a reply went out to its end."""


def play(config: Config, attacks: Sequence[Attack]) -> list[Outcome]:
    """What became of both replies to each attack. ConfigError where the bot file asks no server."""
    if not any(use.use == NAME for use in config.responders):
        raise ConfigError(f'{config.path} asks no server: write [[responders]] with use = "{NAME}"')
    engine = build(config)
    talks = [(Conversation(f"attacks:{number}::person"), attack.attack) for number, attack in enumerate(attacks)]
    understood = engine.understand(talks, START)
    bad, good = (asyncio.run(_answered(config, engine, understood, replies)) for replies in _scripts(attacks))
    return [
        Outcome(attack, _fate(worse, attack.bad), _fate(better, attack.good), _why(better))
        for attack, worse, better in zip(attacks, bad, good, strict=True)
    ]


def _scripts(attacks: Sequence[Attack]) -> list[dict[str, str]]:
    return [{each.attack: each.bad for each in attacks}, {each.attack: each.good for each in attacks}]


async def _answered(
    config: Config, engine: Engine, understood: Sequence[Pending], replies: Mapping[str, str]
) -> list[Step]:
    """The turns, one after the other, with a server that has one reply to each message."""

    async def allowed(text: str) -> bool:
        return engine.allows(text)

    def reply(body: Mapping[str, Any]) -> str:
        return replies[body["messages"][-1]["content"]]

    steps: list[Step] = []
    async with ChatCompletions(model=MODEL, context=1 << 20, reply=reply) as server:
        slow = _responders(config, server.base_url)
        for pending in understood:
            if pending.settled:
                steps.append(engine.finish(pending))
                continue
            found = await drafts(allowed, pending, slow, config.wait, _shown)
            trace = replace(pending.trace, missed=(*pending.trace.missed, *found.missed))
            steps.append(engine.finish(replace(pending, trace=trace), found.replies))
    return steps


async def _shown(_: str) -> None:
    """Somebody reads along, so that a reply is judged sentence by sentence as well."""


def _responders(config: Config, url: str) -> tuple[Named, ...]:
    """The bot file's servers, asked at another address and without a budget."""
    here = {"base_url": url, "model": MODEL, "api_key_file": "", "retries": 0, "person_per_day": 0, "all_per_day": 0}
    uses = [replace(use, settings={**use.settings, **here}) for use in config.responders if use.use == NAME]
    return responders(replace(config, responders=tuple[Use, ...](uses)))


def _fate(step: Step, whole: str) -> Fate:
    if step.reply.skill == NAME:
        return "out" if step.reply.text.endswith(whole[-ENDING:]) else "in part"
    if any(skill == NAME for skill, _ in step.trace.refused):
        return "refused"
    why = _why(step)
    return "withheld" if "what the model wrote" in why else "not asked"


def _why(step: Step) -> str:
    """What the trace says of the server."""
    return next((why for skill, why in (*step.trace.refused, *step.trace.missed) if skill == NAME), "")
