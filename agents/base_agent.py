"""What our ParlAI agents have in common: every clone has a talk of its own, and a batch is answered in one pass.

Clones share what was loaded. ParlAI deep-copies `opt` freely: only names go through it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from agents.border import Agent, Heard, Message, hear, padding, speak


class Talk(Protocol):
    """What one clone heard and said. `done`: the last message of an episode was heard; `waits`: an answer is due."""

    done: bool

    @property
    def waits(self) -> bool: ...


Common = TypeVar("Common")
Held = TypeVar("Held", bound=Talk)


class TalkAgent(Agent, Generic[Common, Held]):  # type: ignore[misc]  # ParlAI has no types
    """Hears, and answers talks together. A subclass says what is loaded, how a talk begins, and what is answered.

    `common` is what `load` made, one for all clones; `talk` is this clone's.
    """

    name: ClassVar[str]

    def __init__(self, opt: Mapping[str, Any], shared: Mapping[str, Any] | None = None) -> None:
        super().__init__(opt, shared)
        self.id = self.name
        self.common: Common = shared["common"] if shared else self.load(opt)
        self.reset()

    @abstractmethod
    def load(self, opt: Mapping[str, Any]) -> Common:
        """Make what all clones will share."""

    @abstractmethod
    def begin(self) -> Held:
        """A new talk."""

    @abstractmethod
    def note(self, heard: Heard) -> None:
        """Take a message into this clone's talk."""

    @abstractmethod
    def answer(self, talks: Sequence[Held]) -> list[Message]:
        """Answer talks that wait, one and all; afterwards they wait no more."""

    def share(self) -> dict[str, Any]:
        """What a clone is made with."""
        return {**super().share(), "common": self.common}

    def reset(self) -> None:
        """Begin a new talk."""
        super().reset()
        self.talk: Held = self.begin()

    def observe(self, observation: Mapping[str, Any]) -> Message:
        """Take note of a message. After the last one of an episode a new talk begins with the next."""
        if self.talk.done:
            self.reset()
        heard = hear(observation)
        self.talk.done = heard.done
        self.note(heard)
        # A batch is answered by the agent the clones came from: each observation carries the talk it belongs to.
        self.observation = padding() if heard.padding else Message({"talk": self.talk})
        return self.observation

    def act(self) -> Message:
        """Answer what was observed."""
        return self.batch_act([self.observation or Message({"talk": self.talk})])[0]

    def batch_act(self, observations: Sequence[Message]) -> list[Message]:
        """Answer what these clones observed, in one pass. Where nothing was said, neither is anything."""
        talks: list[Held | None] = [observation.get("talk") for observation in observations]
        waiting = [talk for talk in talks if talk is not None and talk.waits]
        told = dict(zip(map(id, waiting), self.answer(waiting), strict=True)) if waiting else {}
        return [padding() if talk is None else told.get(id(talk), speak(self.id, "")) for talk in talks]
