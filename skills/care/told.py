"""What is told or asked in danger, as a head that learnt it hears it (`skills.care.crisis_acts`), and its answer."""

from __future__ import annotations

from skills.care.answers import OWN_LIFE
from skills.care.state import CareState
from skills.care.theirs import THIRD_PARTY

_ALIKE = frozenset({"lines", "written", "unanswered", "engaged", "refuses", "police", "leaves", "unreached"})
"""Acts that are met in every danger, with words of the kind where there are some."""
_HELPED = frozenset({"third_party", "medical", "eating_disorder"})
"""Kinds beside one's own life in which "they are here" means helpers: it may be said of who hurts, and a voice has

none.
"""
_ILL = frozenset({"medical", "eating_disorder"})
_PLAIN = {name: name for name in ("gone", "away", "means_near", "better", "worse", "here")} | {"called": "help"}
_WHERE = {
    "here": OWN_LIFE | _HELPED,
    "gone": frozenset({"abuse", *THIRD_PARTY}),
    "away": OWN_LIFE,
    "means_near": OWN_LIFE,
    "better": _ILL,
    "worse": _ILL,
}
"""Acts that mean something in these kinds alone."""


def moment_of(state: CareState, act: str) -> str:
    """The moment of `skills.care.moments` that answers an act; "" where the danger makes it no such thing."""
    if act in _WHERE and state.kind not in _WHERE[act]:
        return ""
    if act in _OF_THE_TALK:
        return _OF_THE_TALK[act](state)
    return act if act in _ALIKE else _PLAIN.get(act, "")


def about_another(state: CareState, act: str) -> str:
    """The kind of danger where it was taken for the speaker's own and is somebody else's; "" otherwise."""
    if act != "for_other":
        return ""
    return "third_party" if state.kind in OWN_LIFE else "third_party_abuse" if state.kind == "abuse" else ""


def _company(state: CareState) -> str:
    """Where somebody at home is the danger, "my husband is here" is no help."""
    if state.company:
        return ""
    if state.kind == "third_party":
        return "theirs_yes"
    return "company" if state.kind in OWN_LIFE and not (state.safe and state.level < 3) else ""


def _alone(state: CareState) -> str:
    if state.kind in THIRD_PARTY:
        return "theirs_no"
    if state.kind == "psychosis":
        return "near_no"
    if state.kind not in OWN_LIFE:
        return ""
    return "alone_yes" if state.level == 3 else "near_no"


def _lost(state: CareState) -> str:
    """Where an act comes first "I don't know" is no answer, nor is it one to "are you safe"."""
    acting = state.level == 3 and (state.kind in THIRD_PARTY or state.kind.startswith("violence"))
    return "" if acting or state.step == "safe" else "dont_know"


def _safe(state: CareState) -> str:
    return "" if state.safe else "told_safe"


_OF_THE_TALK = {"company": _company, "alone": _alone, "dont_know": _lost, "safe": _safe}
