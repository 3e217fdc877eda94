"""Wizard of Oz as a ParlAI world (Byrne et al. 2019, Taskmaster-1): an agent plays the system that another writes with.

The first agent is the user. The wizard gets drafts of the study's bot before each message: the number of one sends it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from agents.border import Teacher
from worlds.assist.suggestions import WHY, Suggestions
from worlds.parlai.collection import CollectionWorld
from worlds.studies.meeting import Left
from worlds.studies.prompter import Prompter
from worlds.studies.talks import built
from worlds.studies.wizard_of_oz import WIZARD, Event, Finished, Joined, Oz, Prompted, Said, advance

WRITES = "You write with an automated system, which listens and answers. Imagine that you are in this situation:"
PLAYS = (
    "You play an automated system, and somebody writes to it who is told so when the talk is over. The number of a "
    "draft sends it; anything else is sent as you write it."
)
HINT = "The user may be in danger, and nothing is drafted: please read what they wrote yourself, with care."
NONE = "No draft is good enough here. Your own words are better."
TOLD = "The system that you wrote with was played: another agent answered, with drafts that a program made."


class WizardOfOzWorld(CollectionWorld[Oz]):
    """One parley is one message, after the first, in which both are told what they do.

    An agent ends the talk by `episode_done`; before it is long enough, it leaves. However it ends, the user is told who
    played the system. `seed` draws the situation.
    """

    kind, roles = "wizard_of_oz", ("user", WIZARD)

    def __init__(self, opt: Any, agents: Sequence[Any], shared: Any = None) -> None:
        super().__init__(opt, agents, Oz)
        self._situation = self._rng.choice(self.loaded.study.situation)
        self._prompter = Prompter(built(self.loaded)[0])

    def _begin(self) -> None:
        self._step(0, Joined(self._situation.name))
        self._step(1, Joined())
        self._tell(0, f"{WRITES}\n{self._situation.text.strip()}\nYou feel: {self._situation.feeling}")
        self._tell(1, PLAYS)

    def _go_on(self) -> None:
        seat = int(self.meeting.turn == WIZARD)
        if seat:
            self._prompt()
        said = self._said(seat)
        if said is not None:
            self._spoke(seat, *said)
        if self.meeting.over:
            self._tell(0, TOLD)

    def _spoke(self, seat: int, text: str, ends: bool) -> None:
        if text:
            found = self.meeting.prompt or Suggestions(())
            text = _draft(found, text) or text
            self._step(seat, Said(str(len(self.meeting.said)), text))
            self._pass_on(seat, text)
        if ends and not self.meeting.over:
            self._step(seat, Finished() if self.meeting.may_finish else Left())

    def _prompt(self) -> None:
        """The drafts for the wizard's next message, or why there is none."""
        said = self.meeting.said
        found = self._prompter.suggested("parley", said, datetime.now(UTC))
        self._step(1, Prompted(len(said), found))
        drafts = [f"{at}: {one.text} [{one.strategy}, {WHY[one.strategy]}]" for at, one in enumerate(found.drafts, 1)]
        self._tell(1, "\n".join(drafts) or (HINT if found.level else NONE))

    def _advance(self, participant: str, event: Event) -> Oz:
        return advance(self.meeting, participant, event)


def _draft(found: Suggestions, text: str) -> str:
    """The draft of that number; "" where there is none."""
    numbered = {str(number): one.text for number, one in enumerate(found.drafts, 1)}
    return numbered.get(text, "")


DefaultTeacher = Teacher
