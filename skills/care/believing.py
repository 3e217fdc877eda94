"""What the guard makes of the danger tracker's belief: that it is another kind of danger, that it is less, or none.

The tracker was asked about messages of talks that it had not learnt: by what was true there the bars were chosen
(weights/base/danger_tracker.md). What stands in plain words is not taken back by a belief.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from skills.care.answers import DOUBT
from skills.care.findings import Reading
from skills.care.state import CareState, Evidence, Move, let_go, resumed

if TYPE_CHECKING:
    from skills.care.crisis_acts import CrisisActs  # a guard without an encoder needs no network
    from skills.care.danger_tracker import Belief, DangerTracker
    from skills.care.listening import Heard

KIND = 0.6
"""How sure the belief in another kind must be."""
LESS = {3: 0.75, 2: 0.85, 1: 1.0}
"""How sure it must be that the danger is less than at the level that the guard has it at: then that goes down by one.

Of 100 messages at the third level of which that is believed 18 are as grave, at the second 5 (the recipe prints it).
"""
RELEASED = 0.3
"""How likely it must be that danger is not present, for a guess that is denied to be let go at once."""
CALM, CALM_PLAIN = 0.6, 0.8
"""How sure it must be that there is none, where the danger was guessed, and where it was told in plain words: at

the first bar 89 of 100 such messages are of people in no danger (the recipe prints it).
"""
_ALIKE = frozenset({"suicide", "method_request"})
_CORRECTIONS = frozenset({"misread", "safe", "other_safe"})
_EASES = frozenset({"here", "called", "away", "gone", "better", "company", "will_tell"})
_UNHEEDED = frozenset({"stay", "again", "check", "asks_again", "first", "change"})
"""Moments that answer nothing of what was told, or tell of a danger that has risen."""


def tracked(tracker: DangerTracker | None, before: CareState, move: Move, reading: Reading, heard: Heard) -> Move:
    """The move as the tracker believes it, with what the person told kept for it as long as there is danger."""
    if tracker is None or heard.features is None:
        return move
    if before.level:
        belief = tracker.belief(heard.features, before.evidence, before.kind, before.level)
        corrects = reading.denied or _corrects(heard.acts)
        move = believed(before, move, reading, belief, corrects=corrects, eased=corrects or _eased(before, heard.acts))
    evidence = before.evidence.then(tracker.told(heard.features).tolist()) if move.state.level else Evidence()
    return replace(move, state=replace(move.state, evidence=evidence))


def _corrects(acts: CrisisActs | None) -> bool:
    """Whether it sounds like an answer of somebody who was misheard, or tells that all are safe."""
    return acts is not None and (acts.misheard or acts.act in _CORRECTIONS)


def _eased(state: CareState, acts: CrisisActs | None) -> bool:
    """Whether help, company or safety was told of, now or before."""
    told = state.safe or state.company or state.helped or state.there
    return told or (acts is not None and acts.act in _EASES)


def believed(
    before: CareState, move: Move, reading: Reading, belief: Belief, *, corrects: bool = False, eased: bool = False
) -> Move:
    """The move as the belief would have it, from the state `before` it.

    `corrects`: the person says that it is not so, without which nobody is let go; `eased`: that, or help, company or
    safety was told of, without which nothing goes down: danger is not over as the talk turns to something else.
    """
    plain = reading.finding if reading.finding and reading.finding.sure else None
    read_along = before.unsafe_to_talk or move.state.unsafe_to_talk  # then nothing is taken back by what is written
    if before.level < 1 or move.state.level < 1 or read_along:
        return move
    if corrects and plain is None and belief.below(1) >= (CALM if before.unsure else CALM_PLAIN):
        return _let_go(before, move.state)
    kind, sure = belief.kind
    if sure >= KIND and plain is None and _another(move.state.kind, kind):
        move = replace(move, state=replace(move.state, kind=kind))
    if plain is not None and plain.level >= move.state.level:
        return move
    if move.moment == "denied" and before.level >= 2 and belief.below(2) < RELEASED:
        return Move(replace(move.state, level=2), "stay")
    risen = move.state.level == 3 > before.level
    told = corrects if move.state.level < 3 else (eased or risen)
    return _less(before, move) if told and belief.below(move.state.level) >= LESS[move.state.level] else move


def _another(kind: str, believed: str) -> bool:
    """Whether it is another kind; nobody is taken to ask for a method on a belief."""
    return believed not in (kind, "method_request") and not {kind, believed} <= _ALIKE


def _let_go(before: CareState, state: CareState) -> Move:
    """Nobody is in danger: asked about once where the talk had been stopped, then the skills answer again."""
    if before.level >= 2:
        return Move(resumed(state), "doubted")
    return Move(let_go(state), "" if before.step == DOUBT else "misheard")


def _less(before: CareState, move: Move) -> Move:
    """One level down; below the second, where a stopped talk goes on, only what was guessed."""
    lower = replace(move.state, level=move.state.level - 1, calm=0)
    if lower.level >= 2:
        heard_first = before.level < 2 and move.moment in ("first", "change")
        return Move(lower, "stay" if move.moment in _UNHEEDED and not heard_first else move.moment)
    if lower.level < 1 or before.level < 2 or not before.unsure:
        return move
    return Move(lower, "down" if move.moment in _UNHEEDED else move.moment)
