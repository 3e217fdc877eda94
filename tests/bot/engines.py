"""Engines of scripted skills, behind a guard that goes by single words."""

from __future__ import annotations

from dataclasses import dataclass

from bot.dialog import Conversation, Reply, TurnView, Verdict
from bot.engine import Engine
from bot.parts import part
from bot.registry import Watch

HELP = Reply("Please call someone.", "guard", 0.0, None)
NEW = Conversation("t:1::me")


@part("test_note", version=1)
@dataclass(frozen=True, slots=True)
class Note:
    text: str


class WordGuard:
    """Stops at `danger`, asks at `dark`, breaks at `boom`; refuses replies with `bad`, and breaks on `crash`."""

    def watch(self, turn: TurnView, /) -> Watch:
        if "boom" in turn.text:
            raise ValueError(turn.text)
        if "danger" in turn.text:
            return Watch(Verdict(2, "suicide", stopped=True), (Note("seen"),), HELP)
        if "dark" in turn.text:
            return Watch(Verdict(1, "suicide", stopped=False), (), Reply("Do you mean dying?", "guard", 0.0))
        return Watch()

    def refuse(self, reply: Reply, /) -> str | None:
        if "crash" in reply.text:
            raise ValueError
        return "a bad word" if "bad" in reply.text else None


def engine(*skills: object, guard: WordGuard | None = None, encoder: object = None) -> Engine:
    named = tuple((f"skill{place}", item) for place, item in enumerate(skills))
    return Engine(named, guard, encoder)  # type: ignore[arg-type]
