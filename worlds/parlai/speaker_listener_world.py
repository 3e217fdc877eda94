"""Speaker / Listener collection as a ParlAI world (Rashkin et al. 2019, A.2): two agents of any kind talk twice.

The same state machine as in a browser (`worlds.studies.room`), with the same guard before every utterance.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from agents.border import Teacher, World, hear, speak
from bot.build import build_guard
from bot.config import read
from bot.errors import StudyError
from skills.labels import EMOTIONS
from worlds.studies.company import heed
from worlds.studies.meeting import Left
from worlds.studies.room import TALKS, Finished, Joined, Room, Said, Told, advance
from worlds.studies.rooms import OFFERED
from worlds.studies.sections import Collection

HOST = "study"
TRIES = 3
"""How often an agent is asked for a label."""
ROLES = (
    "You are the Speaker: tell the other of your situation.",
    "You are the Listener: answer as you would somebody who tells you this.",
)


class SpeakerListenerWorld(World):  # type: ignore[misc]  # ParlAI has no types
    """One parley is one utterance, after the first, in which both tell of a situation.

    An agent ends a talk by `episode_done`; before it is long enough, it leaves. `room` is how it stands.
    """

    def __init__(self, opt: Any, agents: Sequence[Any], shared: Any = None) -> None:
        super().__init__(opt, list(agents))
        if len(self.agents) != TALKS:
            raise StudyError(f"a talk has two agents, not {len(self.agents)}")
        rules = Collection()
        self.room = Room(least=rules.least, most=rules.most, seats=(), told=())
        self.acts = [speak(HOST, ""), speak(HOST, "")]
        self._rng = random.Random(opt.get("seed", 7))
        self._engine = build_guard(read("default"))

    def parley(self) -> None:
        if not self.room.told:
            self._begin()
        elif not self.room.over:
            self._speak()
        self.update_counters()

    def epoch_done(self) -> bool:
        return self.room.over

    def episode_done(self) -> bool:
        return self.room.over

    def _begin(self) -> None:
        for seat, agent in enumerate(self.agents):
            offered = self._rng.sample(EMOTIONS, OFFERED)
            agent.observe(speak(HOST, f"Which of these have you felt? {', '.join(offered)}"))
            label = self._label(agent, offered)
            agent.observe(speak(HOST, "Tell of a situation in which you felt so, in one to three sentences."))
            told = Told(label, _words(agent))
            self.room = advance(self.room, str(seat), Joined(told))
        self._open()

    def _label(self, agent: Any, offered: Sequence[str]) -> str:
        """What an agent chooses. StudyError where it can't."""
        for _ in range(TRIES):
            if (label := _words(agent)) in offered:
                return label
            agent.observe(speak(HOST, f"Choose one of {', '.join(offered)}"))
        raise StudyError(f"{agent.getID()} chose {label!r:.60}, which is none of {', '.join(offered)}")

    def _open(self) -> None:
        """Each hears which part is theirs in the talk that begins."""
        for seat, agent in enumerate(self.agents):
            agent.observe(speak(HOST, ROLES[seat != self.room.talk]))

    def _speak(self) -> None:
        seat, talk = self.room.turn, self.room.talk
        said = hear(self.agents[seat].act())
        if said.text and heed(self._engine, self.room, str(seat), said.text, datetime.now(UTC)) is not None:
            self._step(seat, Left())
            return
        if said.text:
            self._step(seat, Said(f"{talk}-{len(self.room.talks[talk])}", said.text))
            self.acts[seat] = speak(self.agents[seat].getID(), said.text)
            self.agents[1 - seat].observe(self.acts[seat])
        if said.done and not self.room.over and self.room.talk == talk:
            self._step(seat, Finished(talk) if self.room.may_finish else Left())
        if not self.room.over and self.room.talk != talk:
            self._open()

    def _step(self, seat: int, event: Said | Finished | Left) -> None:
        self.room = advance(self.room, str(seat), event)


def _words(agent: Any) -> str:
    return (hear(agent.act()).text or "").strip()


DefaultTeacher = Teacher
