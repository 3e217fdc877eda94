"""What all worlds of collections share: how agents are asked, what danger does, and who sits there."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.errors import StudyError

pytest.importorskip("parlai")
from parlai.core.opt import Opt

from tests.worlds.parlai.scripted import DANGER, Deaf, Scripted, held
from worlds.parlai.collection import study_of
from worlds.parlai.seeker_supporter_world import SeekerSupporterWorld
from worlds.parlai.self_dialog_world import SelfDialogWorld
from worlds.parlai.speaker_listener_world import SpeakerListenerWorld

SITUATION = "Tell of a situation in which you felt so, in one to three sentences."
BOTH = [SpeakerListenerWorld, SeekerSupporterWorld]
Between = type[SpeakerListenerWorld] | type[SeekerSupporterWorld]


@pytest.mark.parametrize("kind", BOTH)
def test_danger_is_answered_and_passed_on_to_nobody(kind: Between) -> None:
    answers = dict.fromkeys(("What happened?", SITUATION), "It closed.")
    ann, ben = Scripted("ann", DANGER, answers=answers), Scripted("ben", answers=answers)
    meeting = held(kind(Opt(task="talks"), [ann, ben])).meeting
    assert meeting.left == meeting.seats[0] == f"{kind.roles[0]}-7"
    assert meeting.answer
    assert ann.told[-1] == meeting.answer
    assert not ben.heard("pills")
    assert not ben.heard(meeting.answer)
    assert "pills" not in repr(meeting)


@pytest.mark.parametrize("kind", BOTH)
def test_who_can_choose_nothing_is_not_asked_for_ever(kind: Between) -> None:
    deaf = Deaf("ann")
    with pytest.raises(StudyError, match="ann chose 'How are you\\?', which is none of "):
        held(kind(Opt(task="talks"), [deaf, Scripted("ben")]))
    assert sum("One of: " in told for told in deaf.told) == 3


@pytest.mark.parametrize("kind", BOTH)
def test_a_talk_has_two(kind: Between) -> None:
    with pytest.raises(StudyError, match="two agents, not 1"):
        kind(Opt(task="talks"), [Scripted("ann")])


def test_a_self_dialog_has_one() -> None:
    with pytest.raises(StudyError, match="one agent, not 2"):
        SelfDialogWorld(Opt(task="talks"), [Scripted("ann"), Scripted("ben")])


def test_a_study_of_another_kind_is_refused(tmp_path: Path) -> None:
    assert study_of(Opt(task="talks"), "self_dialog").study.kind == "self_dialog"
    stock = study_of(Opt(task="talks"), "self_dialog").path
    with pytest.raises(StudyError, match="holds studies of kind 'wizard_of_oz', not of kind 'self_dialog'"):
        study_of(Opt(task="talks", study=str(stock)), "wizard_of_oz")
    with pytest.raises(StudyError, match=r"none\.toml: cannot be read"):
        study_of(Opt(task="talks", study=str(tmp_path / "none.toml")), "self_dialog")
