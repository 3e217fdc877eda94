"""Seeker / Supporter collection as a ParlAI world (Liu et al. 2021): two agents of any kind hold a support talk.

The same state machine as in a browser (`worlds.studies.support`), with the same guard before every utterance. The
first agent seeks. Forms, strategies, stars and surveys are asked in words, as of a person at a keyboard.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from agents.border import Teacher, World, hear, speak
from bot.build import build_guard
from bot.config import read
from bot.dialog import STRATEGIES
from bot.errors import StudyError
from worlds.studies.company import heed
from worlds.studies.meeting import TWO, Left
from worlds.studies.support import (
    EMOTIONS,
    EXPERIENCES,
    PROBLEMS,
    ROLES,
    Answered,
    Event,
    Finished,
    Form,
    Joined,
    Rated,
    Said,
    SeekerSurvey,
    Support,
    SupporterSurvey,
    advance,
)

HOST = "study"
TRIES = 3
"""How often an agent is asked for one of several things."""
POINTS = ("1", "2", "3", "4", "5")
LEAST, MOST = 16, 60
"""Utterances of a talk: what is shorter is none (section 4)."""


class SeekerSupporterWorld(World):  # type: ignore[misc]  # ParlAI has no types
    """One parley is one utterance, after the first, in which the seeker fills in the form; the last is the surveys.

    An agent ends the talk by `episode_done`; before it is long enough, it leaves. `support` is how it stands.
    """

    def __init__(self, opt: Any, agents: Sequence[Any], shared: Any = None) -> None:
        super().__init__(opt, list(agents))
        if len(self.agents) != TWO:
            raise StudyError(f"a talk has two agents, not {len(self.agents)}")
        self.support = Support(least=opt.get("least") or LEAST, most=opt.get("most") or MOST)
        self.acts = [speak(HOST, ""), speak(HOST, "")]
        self._engine = build_guard(read("default"))

    def parley(self) -> None:
        if self.support.form is None:
            self._begin()
        elif self.support.finished:
            self._survey()
        elif not self.support.over:
            self._speak()
        self.update_counters()

    def epoch_done(self) -> bool:
        return self.support.over

    def episode_done(self) -> bool:
        return self.support.over

    def _begin(self) -> None:
        problem = self._choice(0, "What is it about?", PROBLEMS)
        emotion = self._choice(0, "Which feeling is the strongest?", EMOTIONS)
        intensity = int(self._choice(0, "How strong is it now, from 1 to 5?", POINTS))
        experience = self._choice(0, "Do you live through it now, or did you before?", EXPERIENCES)
        form = Form(problem, emotion, intensity, self._told(0, "What happened?"), experience)
        self._step(0, Joined(form))
        self._step(1, Joined())
        for role, agent in zip(ROLES, self.agents, strict=True):
            agent.observe(speak(HOST, f"You are the {role}."))

    def _speak(self) -> None:
        role = self.support.turn
        seat = ROLES.index(role)
        if role == "seeker" and self.support.unrated:
            after = sum(one.role == "supporter" for one in self.support.said)
            self._step(seat, Rated(after, int(self._choice(seat, "How helpful was that, from 1 to 5?", POINTS))))
        strategy = self._choice(seat, "Which strategy comes next?", STRATEGIES) if role == "supporter" else ""
        said = hear(self.agents[seat].act())
        if said.text and heed(self._engine, self.support, str(seat), said.text, datetime.now(UTC)) is not None:
            self._step(seat, Left())
            return
        if said.text:
            self._step(seat, Said(str(len(self.support.said)), said.text, strategy))
            self.acts[seat] = speak(self.agents[seat].getID(), said.text)
            self.agents[1 - seat].observe(self.acts[seat])
        if said.done and not self.support.finished:
            self._step(seat, Finished() if self.support.may_finish else Left())

    def _survey(self) -> None:
        names = ("intensity of the feeling now", "supporter's empathy", "supporter's relevance")
        now, empathy, relevance = (int(self._choice(0, f"The {name}, from 1 to 5?", POINTS)) for name in names)
        self._step(0, Answered(SeekerSurvey(now, empathy, relevance)))
        detail = int(self._choice(1, "How much detail did the seeker give, from 1 to 5?", POINTS))
        self._step(1, Answered(SupporterSurvey(detail)))

    def _step(self, seat: int, event: Event) -> None:
        self.support = advance(self.support, str(seat), event)

    def _told(self, seat: int, question: str) -> str:
        self.agents[seat].observe(speak(HOST, question))
        return (hear(self.agents[seat].act()).text or "").strip()

    def _choice(self, seat: int, question: str, choices: Sequence[str]) -> str:
        """What an agent chooses. StudyError where it can't."""
        for _ in range(TRIES):
            if (given := self._told(seat, f"{question} One of: {', '.join(choices)}")) in choices:
                return given
        raise StudyError(f"{self.agents[seat].getID()} chose {given!r:.60}, which is none of {', '.join(choices)}")


DefaultTeacher = Teacher
