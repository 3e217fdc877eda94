"""An agent for the tests of worlds: it chooses what is offered first, and says what it is given, line by line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlai.core.opt import Opt

from agents.border import Agent, Message
from worlds.parlai.collection import CollectionWorld

DANGER = "I want to kill myself tonight, I have the pills here."


class Scripted(Agent):  # type: ignore[misc]  # ParlAI has no types
    """Of a list it chooses the first, to a question of `answers` it gives what stands there, and else says `lines`;

    "/bye" behind one ends the talk. `told` is all that it has heard.
    """

    def __init__(self, name: str, *lines: str, answers: Mapping[str, str] | None = None) -> None:
        super().__init__(Opt())
        self.id, self.lines, self.told, self.asked = name, list(lines), list[str](), ""
        self.answers = answers or {}

    def observe(self, observation: Any) -> Any:
        self.asked = observation["text"] if observation["id"] == "study" else ""
        self.told.append(observation["text"])
        return observation

    def act(self) -> Message:
        asked, self.asked = self.asked, ""
        if "One of: " in asked:
            return Message({"text": asked.split("One of: ")[1].split(", ")[0], "episode_done": False})
        if asked in self.answers:
            return Message({"text": self.answers[asked], "episode_done": False})
        line = self.lines.pop(0)
        return Message({"text": line.removesuffix("/bye"), "episode_done": line.endswith("/bye")})

    def heard(self, words: str) -> bool:
        return any(words in told for told in self.told)


class Deaf(Scripted):
    """Says the same to everything."""

    def act(self) -> Message:
        return Message({"text": "How are you?", "episode_done": False})


def held(world: CollectionWorld[Any]) -> CollectionWorld[Any]:
    """The world at its end, and where there is none, after forty parleys."""
    for _ in range(40):
        if not world.epoch_done():
            world.parley()
    return world
