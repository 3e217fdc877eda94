"""What the worlds of all collections share: agents of any kind are asked in words, and a guard reads what they say.

A world drives the same state machine as the pages in a browser, with the same guard before every message.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from agents.border import World, hear, speak
from bot.build import build_guard
from bot.config import CONFIGS, read
from bot.errors import StudyError
from worlds.studies.check import load
from worlds.studies.company import heed
from worlds.studies.meeting import Left
from worlds.studies.rooms import AnyRoom
from worlds.studies.study import Kind, Loaded

HOST, SEED = "study", 7
TRIES = 3
"""How often an agent is asked for one of several things."""
M = TypeVar("M", bound=AnyRoom)


class CollectionWorld(World, ABC, Generic[M]):  # type: ignore[misc]  # ParlAI has no types
    """`loaded` is the study, whose file the option `study` names, `meeting` how the talk stands. Agents take part in it

    under what they are in it, in the order of `roles`, and the option `seed`: "seeker-7".

    A subclass says how they begin, what one parley is, and which machine makes a step.
    """

    kind: ClassVar[Kind]
    roles: ClassVar[tuple[str, ...]]

    def __init__(self, opt: Any, agents: Sequence[Any], machine: type[M]) -> None:
        super().__init__(opt, list(agents))
        if len(self.agents) != len(self.roles):
            needed = "one agent" if len(self.roles) == 1 else "two agents"
            raise StudyError(f"a talk has {needed}, not {len(self.agents)}")
        self.loaded = study_of(opt, self.kind)
        rules = self.loaded.study.collection
        self.meeting = machine(least=rules.least, most=rules.most)
        seed = opt.get("seed", SEED)
        self._rng = random.Random(seed)
        self._names = tuple(f"{role}-{seed}" for role in self.roles)
        self.acts = [speak(HOST, "") for _ in self.agents]
        self._engine = build_guard(read("default"))

    def parley(self) -> None:
        if not self.meeting.seats:
            self._begin()
        elif not self.epoch_done():
            self._go_on()
        self.update_counters()

    def epoch_done(self) -> bool:
        return self.meeting.over

    def episode_done(self) -> bool:
        return self.epoch_done()

    @abstractmethod
    def _begin(self) -> None:
        """What is told before the first utterance, and that all sit down."""

    @abstractmethod
    def _go_on(self) -> None:
        """One parley after that."""

    @abstractmethod
    def _advance(self, participant: str, event: Any) -> M:
        """One step of the machine from how the talk stands."""

    def _step(self, seat: int, event: Any) -> None:
        self.meeting = self._advance(self._names[seat], event)

    def _tell(self, seat: int, text: str) -> None:
        self.agents[seat].observe(speak(HOST, text))

    def _told(self, seat: int, question: str) -> str:
        """What an agent answers to a question of the study."""
        self._tell(seat, question)
        return (hear(self.agents[seat].act()).text or "").strip()

    def _choice(self, seat: int, question: str, choices: Sequence[str]) -> str:
        """What an agent chooses. StudyError where it can't."""
        for _ in range(TRIES):
            if (given := self._told(seat, f"{question} One of: {', '.join(choices)}")) in choices:
                return given
        raise StudyError(f"{self.agents[seat].getID()} chose {given!r:.60}, which is none of {', '.join(choices)}")

    def _said(self, seat: int) -> tuple[str, bool] | None:
        """An agent's next words, and whether they end the talk; None of one that told of danger: it gets the guard's

        answer and goes, and its words are passed on to nobody.
        """
        said = hear(self.agents[seat].act())
        text = said.text or ""
        answer = heed(self._engine, self.meeting, self._names[seat], text, datetime.now(UTC)) if text else None
        if answer is None:
            return text, said.done
        self._step(seat, Left(answer=answer))
        self._tell(seat, answer)
        return None

    def _pass_on(self, seat: int, text: str) -> None:
        """The words of an agent, to the other, if there is one, and to ParlAI."""
        self.acts[seat] = speak(self.agents[seat].getID(), text)
        for other, agent in enumerate(self.agents):
            if other != seat:
                agent.observe(self.acts[seat])


def study_of(opt: Any, kind: Kind) -> Loaded:
    """The study whose file `study` of ParlAI's options names, or the one that comes with Attune. StudyError where it is

    of another kind.
    """
    loaded = load(Path(opt.get("study") or CONFIGS / "studies" / f"{kind}.toml"))
    if loaded.study.kind != kind:
        raise StudyError(f"{loaded.path}: this world holds studies of kind {kind!r}, not of kind {loaded.study.kind!r}")
    return loaded
