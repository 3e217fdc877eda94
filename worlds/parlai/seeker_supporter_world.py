"""Seeker / Supporter collection as a ParlAI world (Liu et al. 2021): two agents of any kind hold a support talk.

The first agent seeks. Forms, strategies, stars and surveys are asked in words, as of a person at a keyboard.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agents.border import Teacher
from bot.dialog import STRATEGIES
from worlds.parlai.collection import CollectionWorld
from worlds.studies.meeting import Left
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

POINTS = ("1", "2", "3", "4", "5")


class SeekerSupporterWorld(CollectionWorld[Support]):
    """One parley is one utterance, after the first, in which the seeker fills in the form; the last is the surveys.

    An agent ends the talk by `episode_done`; before it is long enough, it leaves.
    """

    kind, roles = "seeker_supporter", ROLES

    def __init__(self, opt: Any, agents: Sequence[Any], shared: Any = None) -> None:
        super().__init__(opt, agents, Support)

    def _begin(self) -> None:
        problem = self._choice(0, "What is it about?", PROBLEMS)
        emotion = self._choice(0, "Which feeling is the strongest?", EMOTIONS)
        intensity = int(self._choice(0, "How strong is it now, from 1 to 5?", POINTS))
        experience = self._choice(0, "Do you live through it now, or did you before?", EXPERIENCES)
        form = Form(problem, emotion, intensity, self._told(0, "What happened?"), experience)
        self._step(0, Joined(form))
        self._step(1, Joined())
        for seat, role in enumerate(ROLES):
            self._tell(seat, f"You are the {role}.")

    def _go_on(self) -> None:
        if self.meeting.finished:
            self._survey()
        else:
            self._speak()

    def _speak(self) -> None:
        role = self.meeting.turn
        seat = ROLES.index(role)
        if role == "seeker" and self.meeting.unrated:
            after = sum(one.role == "supporter" for one in self.meeting.said)
            self._step(seat, Rated(after, int(self._choice(seat, "How helpful was that, from 1 to 5?", POINTS))))
        strategy = self._choice(seat, "Which strategy comes next?", STRATEGIES) if role == "supporter" else ""
        said = self._said(seat)
        if said is None:
            return
        text, ends = said
        if text:
            self._step(seat, Said(str(len(self.meeting.said)), text, strategy))
            self._pass_on(seat, text)
        if ends and not self.meeting.finished:
            self._step(seat, Finished() if self.meeting.may_finish else Left())

    def _survey(self) -> None:
        names = ("intensity of the feeling now", "supporter's empathy", "supporter's relevance")
        now, empathy, relevance = (int(self._choice(0, f"The {name}, from 1 to 5?", POINTS)) for name in names)
        self._step(0, Answered(SeekerSurvey(now, empathy, relevance)))
        detail = int(self._choice(1, "How much detail did the seeker give, from 1 to 5?", POINTS))
        self._step(1, Answered(SupporterSurvey(detail)))

    def _advance(self, participant: str, event: Event) -> Support:
        return advance(self.meeting, participant, event)


DefaultTeacher = Teacher
