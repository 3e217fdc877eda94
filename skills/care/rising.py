"""A turn in which danger is found: the level rises at once; what was told before is not urged again."""

from __future__ import annotations

from dataclasses import replace

from skills.care import told
from skills.care.answers import OWN_LIFE
from skills.care.findings import Finding
from skills.care.state import ASK_AGAIN, CareState, Move
from skills.care.theirs import THIRD_PARTY

_LIGHTER = frozenset({"safe", "better", "leaves", "dont_know"})


def risen(state: CareState, finding: Finding, said: str, act: str) -> Move:
    """The state after danger was found, and what is said to it."""
    finding = _of_what_stands(state, finding)
    unsure = not finding.sure and (state.unsure or state.level < 2)
    state = replace(state, danger_at=state.at if finding.level >= 2 else state.danger_at, unsure=unsure)
    lately = state.kind == finding.kind and state.answered is not None and state.answered < ASK_AGAIN
    if finding.level == 1 and state.level < 2 and lately:
        return Move(replace(state, level=1, step=""))
    if finding.kind == "violence" and state.kind in THIRD_PARTY and 2 <= finding.level <= state.level:
        return Move(replace(state, safe=False, calm=0), "defend")  # and the one they worry about is not forgotten
    if state.there and state.level >= 2 and not _of_another_person(state, finding):
        return _beside_helpers(state, finding, act)
    if finding.level > state.level or _of_another_kind(state, finding):
        # Help that came for what stood before may know nothing of what is graver.
        helped = state.helped and act == "here" and finding.kind == state.kind  # it has come since
        level = max(state.level, finding.level)
        graver = replace(state, level=level, kind=finding.kind, safe=False, calm=0, told=0, helped=helped)
        return Move(graver, _first(state, graver, act))
    if state.level >= 2:
        same = replace(state, safe=False, calm=0)
        beside = "also" if _wish_beside(state, finding) else ""
        moment = beside or told.of_another(same, said) or _told_again(same, act) or _met_again(state, finding)
        return Move(replace(same, asked=same.asked or moment == "asked_yes"), moment)
    return Move(replace(state, kind=finding.kind, step=""), "first")


def _of_another_kind(state: CareState, finding: Finding) -> bool:
    """Whether danger as grave is of another kind; where help was called, a guess is the same told in other words.

    That somebody wants to die is another kind also beside what is graver.
    """
    if finding.kind == state.kind or state.level < 2:
        return False
    own_life = finding.sure and finding.kind == "suicide" and finding.level >= 2 and state.kind not in OWN_LIFE
    return own_life or (finding.level == state.level and (finding.sure or not state.helped))


def _of_what_stands(state: CareState, finding: Finding) -> Finding:
    """A guess at another kind than what stands says how grave that is, not what it is.

    But the person's own life beside another's, and what may have been misheard, are heard as they are guessed; that is
    never a wish for a method, whose answer would accuse.
    """
    if state.level < 2 or finding.sure or finding.kind == state.kind:
        return finding
    own_life = finding.kind in ("suicide", "self_harm") and state.kind not in OWN_LIFE
    asked_for = finding.kind == "method_request" and state.kind not in OWN_LIFE
    if not asked_for and (own_life or state.unsure):
        return finding
    # Where help was called for the gravest, a guess at something else is nothing new.
    return replace(finding, kind=state.kind, level=2 if state.helped and state.level == 3 else finding.level)


def _wish_beside(state: CareState, finding: Finding) -> bool:
    """Whether somebody in another danger says that they would rather be dead: that is asked about, once."""
    wish = finding.kind == "suicide" and finding.level == 1 and finding.sure and not state.there
    return wish and state.level >= 2 and state.kind not in OWN_LIFE | THIRD_PARTY and state.last != "also"


def _of_another_person(state: CareState, finding: Finding) -> bool:
    """Whether somebody else is in danger now than whom helpers came for."""
    return finding.sure and finding.kind != "medical" and (finding.kind in THIRD_PARTY) != (state.kind in THIRD_PARTY)


def _beside_helpers(state: CareState, finding: Finding, act: str) -> Move:
    """What is told while helpers are there: nothing is urged, and what they may not know they should be told.

    What only the classifier hears is the same told again; what is graver in plain words asks whether they are there.
    """
    after = replace(state, level=max(state.level, finding.level), safe=False, calm=0)
    if act == "alone":
        return Move(replace(after, there=False, helped=False, company=False), "again")
    if finding.sure and finding.level > state.level:
        return Move(replace(after, kind=finding.kind), "still_there")
    retold = finding.sure and finding.level == 3 and state.last != "tell_them"
    return Move(after, _told_again(state, act) or ("tell_them" if retold else "stay"))


def _first(state: CareState, graver: CareState, act: str) -> str:
    """The moment for graver danger, or another kind; whoever says that they have called is not told to call."""
    if state.step == "steady" and (graver.kind, graver.level) == ("psychosis", 2):
        return "steady_no"
    if state.kind == graver.kind == "violence_baby" and graver.level < 3:
        return "stay"  # the first words are the same at both levels
    met = told.moment_of(graver, act) if state.level >= 2 and act in ("called", "here") else ""
    return met or ("first" if graver.level > state.level else "change")


def _met_again(state: CareState, finding: Finding) -> str:
    """The moment for danger that says no more than what stands; a way to die is refused each time it is asked for."""
    if finding.kind == state.kind == "method_request" and finding.level == state.level:
        return "change"
    if finding.level < 3 or (state.helped and finding.kind != state.kind):
        return "stay"
    return "again" if finding.kind == state.kind else "change"


def _told_again(state: CareState, act: str) -> str:
    """What is told beside danger that says no more than what stands: all but what would make light of it."""
    return "" if act in _LIGHTER else told.moment_of(state, act)
