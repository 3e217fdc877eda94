"""What a belief changes of a move, and what it leaves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from skills.care.answers import DOUBT
from skills.care.believing import CALM, CALM_PLAIN, KIND, LESS, RELEASED, believed, tracked
from skills.care.crisis_acts import CrisisActs
from skills.care.danger_tracker import Belief, DangerTracker
from skills.care.findings import Finding, Reading
from skills.care.listening import Heard
from skills.care.patterns import Level
from skills.care.reply_selection import KINDS
from skills.care.state import CareState, Evidence, Move
from skills.models.head import Floats
from tests.skills.care.starts import CALM as CALM_READING

JUST, MORE = 0.01, 0.99


def belief(
    kind: str = "suicide", sure: float = 0.3, *, levels: tuple[float, float, float, float] = (0, 0, 0, 1)
) -> Belief:
    kinds = np.full(len(KINDS), (1 - sure) / (len(KINDS) - 1), np.float32)
    kinds[KINDS.index(kind)] = sure
    return Belief(kinds, np.array(levels, np.float32))


def at(level: int, kind: str = "suicide", *, unsure: bool = True, step: str = "") -> CareState:
    return CareState(level=level, kind=kind, unsure=unsure, step=step)


def reading(found: Finding | None = None) -> Reading:
    return replace(CALM_READING, finding=found)


def found(level: Level, *, sure: bool = True) -> Reading:
    return reading(Finding("suicide", level, sure=sure))


def test_a_kind_that_is_believed_surely_enough_is_the_one_that_stands() -> None:
    move = Move(at(2, "abuse"), "stay")
    assert believed(at(2, "abuse"), move, reading(), belief("third_party", KIND + JUST)).state.kind == "third_party"
    assert believed(at(2, "abuse"), move, reading(), belief("third_party", KIND - JUST)) == move
    assert believed(at(2, "abuse"), move, found(2), belief("third_party", MORE)) == move


def test_nobody_is_taken_to_ask_for_a_method_on_a_belief() -> None:
    move = Move(at(2, "abuse"), "stay")
    assert believed(at(2, "abuse"), move, reading(), belief("method_request", MORE)) == move
    asked = Move(at(2, "method_request"), "stay")
    assert believed(at(2, "method_request"), asked, reading(), belief("suicide", MORE)) == asked


@pytest.mark.parametrize(("moment", "said"), [("again", "stay"), ("first", "stay"), ("away", "away")])
def test_urgent_danger_that_is_believed_to_be_less_goes_down_by_one(moment: str, said: str) -> None:
    move = Move(at(3), moment)
    less = belief(levels=(0, 0.5, 0.5, 0))
    lower = believed(at(3), move, reading(), less, eased=True)
    assert (lower.state.level, lower.moment) == (2, said)
    assert believed(at(3), move, reading(), less) == move
    hardly = belief(levels=(0, 0, LESS[3] - JUST, 1 - LESS[3] + JUST))
    assert believed(at(3), move, reading(), hardly, eased=True) == move


def test_what_is_said_in_plain_words_is_not_made_less() -> None:
    move = Move(at(3), "again")
    less = belief(levels=(0, 0.5, 0.5, 0))
    assert believed(at(3), move, found(3), less, eased=True) == move
    assert believed(at(3), move, found(3, sure=False), less, eased=True).state.level == 2
    assert believed(at(3), move, found(2), less, eased=True).state.level == 2


def test_a_stopped_talk_goes_on_below_the_second_level() -> None:
    past = belief(levels=(0.3, 0.7, 0, 0))
    for moment, said in (("stay", "down"), ("company", "company")):
        assert believed(at(2), Move(at(2), moment), reading(), past, corrects=True) == Move(at(1), said)
    assert believed(at(2), Move(at(2), "stay"), reading(), past, eased=True) == Move(at(2), "stay")
    assert believed(at(1), Move(at(1), ""), reading(), past, corrects=True) == Move(at(1), "")


def test_whoever_is_believed_to_be_in_no_danger_is_asked_once_and_let_go() -> None:
    calm = belief(levels=(CALM + JUST, 0, 1 - CALM - JUST, 0))
    asked = believed(at(3), Move(at(3), "stay"), reading(), calm, corrects=True)
    assert (asked.state.level, asked.moment) == (1, "doubted")
    assert believed(at(3), Move(at(3), "stay"), reading(), calm).moment == "stay"
    for step, moment in ((DOUBT, ""), ("ending", "misheard")):
        let_go = believed(at(1, step=step), Move(at(1, step=step), "asks_again"), reading(), calm, corrects=True)
        assert (let_go.state.level, let_go.state.step, let_go.moment) == (0, "", moment)


def test_danger_that_is_told_just_now_in_plain_words_is_no_calm() -> None:
    calm = belief(levels=(MORE, 0, 0, 1 - MORE))
    assert believed(at(3), Move(at(3), "stay"), found(1), calm, corrects=True).moment != "doubted"


def test_where_danger_was_told_in_plain_words_the_belief_in_none_must_be_surer() -> None:
    plain = at(3, unsure=False)
    for sure, moment in ((CALM_PLAIN - JUST, "stay"), (CALM_PLAIN + JUST, "doubted")):
        calm = belief(levels=(sure, 0, 0, 1 - sure))
        assert believed(plain, Move(plain, "stay"), reading(), calm, corrects=True).moment == moment


def test_a_talk_that_was_stopped_by_plain_words_does_not_go_on_by_a_belief() -> None:
    past, plain = belief(levels=(0.3, 0.7, 0, 0)), at(2, unsure=False)
    assert believed(plain, Move(plain, "stay"), reading(), past, corrects=True) == Move(plain, "stay")


class Believing(DangerTracker):
    """Believes the same of everything, and remembers the first number that was read."""

    def __init__(self, always: Belief) -> None:
        self.always, self.asked = always, list[Evidence]()

    def told(self, features: Floats) -> Floats:
        return features[:1]

    def belief(self, features: Floats, before: Evidence, kind: str, level: int) -> Belief:
        self.asked.append(before)
        return self.always


def test_what_was_told_is_kept_as_numbers_while_there_is_danger() -> None:
    tracker, said = Believing(belief("abuse", MORE)), np.array([4.0, 9.0], np.float32)
    first = tracked(tracker, CareState(), Move(at(2, "abuse"), "first"), found(2), Heard(features=said))
    assert (first.moment, first.state.evidence, tracker.asked) == ("first", Evidence((4.0,), 1), [])
    then = tracked(tracker, first.state, Move(first.state, "stay"), reading(), Heard(features=said / 2))
    assert tracker.asked == [Evidence((4.0,), 1)]
    assert then.state.evidence == Evidence((3.0,), 2)
    gone = tracked(tracker, then.state, Move(replace(then.state, level=0), "cleared"), reading(), Heard(features=said))
    assert gone.state.evidence == Evidence()


def test_without_a_tracker_or_the_encoders_pass_the_move_stands() -> None:
    move, said = Move(at(3), "again"), np.zeros(2, np.float32)
    assert tracked(None, at(3), move, reading(), Heard(features=said)) is move
    assert tracked(Believing(belief()), at(3), move, reading(), Heard()) is move


@pytest.mark.parametrize(
    ("state", "act", "level"),
    [
        (CareState(), "", 3), (CareState(), "worse", 3), (CareState(), "away", 2), (CareState(), "company", 2),
        (CareState(company=True), "", 2), (CareState(helped=True), "tells", 2),
    ],
)  # fmt: skip
def test_small_talk_lowers_nothing_but_behind_help_or_company(state: CareState, act: str, level: int) -> None:
    before = replace(state, level=3, kind="suicide")
    heard = Heard(acts=CrisisActs(act), features=np.zeros(2, np.float32))
    tracker = Believing(belief(levels=(0, 0.5, 0.5, 0)))
    assert tracked(tracker, before, Move(before, "stay"), reading(), heard).state.level == level


def test_danger_that_was_only_just_heard_is_taken_as_it_is() -> None:
    move = Move(at(3), "first")
    assert believed(at(0, ""), move, reading(), belief("abuse", MORE, levels=(MORE, 0.01, 0, 0))) == move
    gone = Move(at(0, ""), "cleared")
    assert believed(at(1), gone, reading(), belief("abuse", MORE, levels=(0, 0, 0, 1))) == gone


def test_urgent_danger_that_was_only_guessed_must_be_believed_a_little() -> None:
    likely, hardly = (belief(levels=(0, 0, below, 1 - below)) for below in (LESS[3] - JUST, LESS[3] + JUST))
    for before, moment in ((2, "stay"), (1, "first")):
        risen = Move(at(3), "first")
        assert believed(at(before), risen, found(3, sure=False), likely) == risen
        assert believed(at(before), risen, found(3, sure=False), hardly) == Move(at(2), moment)
        assert believed(at(before), risen, found(3), hardly) == risen


def test_a_guess_that_is_taken_back_is_let_go_unless_danger_is_believed_to_be_there() -> None:
    taken_back = Move(at(1), "denied")
    assert believed(at(3), taken_back, reading(), belief(levels=(0, RELEASED + JUST, 0, 0.6))) == taken_back
    assert believed(at(3), taken_back, reading(), belief(levels=(0, RELEASED - JUST, 0, 0.8))) == Move(at(2), "stay")


def test_where_somebody_may_read_along_nothing_is_taken_back() -> None:
    watched = replace(at(3, "abuse"), unsafe_to_talk=True)
    calm = belief("suicide", MORE, levels=(MORE, 0, 0, 1 - MORE))
    for before, after in ((watched, watched), (watched, at(3, "abuse")), (at(3, "abuse"), watched)):
        move = Move(after, "hushed")
        assert believed(before, move, reading(), calm, corrects=True, eased=True) == move
