"""What people ask or tell in danger beside danger, as a trained head hears it, and the moment that answers it.

The acts are those of `skills.care.crisis_acts`; the moments those of `skills.care.moments`.
"""

from __future__ import annotations

import re

from skills.care.answers import OWN_LIFE
from skills.care.state import CareState
from skills.care.theirs import THIRD_PARTY, of_somebody_else

FIRST_OF_ALL = frozenset({"called", "here", "unanswered", "engaged", "written", "misread"})
"""Told of a call, or of who came: they come before what else was said."""
REPEATED = frozenset({"lines", "dont_know", "erase"})
"""What may be answered twice running: a number or a way that was missed, and words that go in turn."""
_LATER = frozenset({"tells", "stays", "fault"})
"""What is not gone into while an act comes first."""
_FOR_OTHERS = {"wording": "how", "fault": "blame"}
"""Questions that are answered by what is told about somebody else (`skills.care.theirs`)."""
ANSWERED = frozenset(
    ("help", "here", "unanswered", "engaged", "written", "lines", "company", "near_no", "near_yes", "alone_yes")
) | {"alone_no", "unreached", "police", "refuses", "away", "means_near", "gone", "worse", "wording", "should_call"}
"""Moments that answer what only somebody tells who is in danger."""
_HELPED = frozenset({"third_party", "third_party_abuse", "medical", "eating_disorder", "abuse", "violence"})
_ALONE_WITH_IT = OWN_LIFE | {"psychosis", "eating_disorder"}
"""Where somebody near would help; where one at home is the danger, nobody need be told."""
_SAYS_WHO = frozenset({"safe", "other_safe", "for_other", "for_self", "dread"})
"""Acts that say whose danger it is, or that it is over: they change the state, and have no words by themselves."""
_ABOUT_ANOTHER = {"suicide": "third_party", "self_harm": "third_party", "abuse": "third_party_abuse"}
_ABOUT_ONESELF = {"third_party": "suicide", "third_party_abuse": "abuse"}
_ENDS_WELL = _ALONE_WITH_IT | THIRD_PARTY | {"medical"}
_FOR_HELPERS = frozenset({"worse", "means_near"})
_HELPERS = re.compile(
    r"\b(?:ambulances?|paramedics?|medics?|crew|police|cops?|officers?|doctors?|nurses?|midwi(?:fe|ves)|crisis team|"
    r"emergency services|fire ?(?:fighters?|brigade))\b"
)
"""Who came is help where no call was told of."""
_KINDS = {
    "here": OWN_LIFE | _HELPED,  # a voice has no helpers
    "gone": THIRD_PARTY | {"abuse"},
    "unreached": _ALONE_WITH_IT,
    "away": OWN_LIFE | {"violence_baby"},
    "means_near": OWN_LIFE,
    "better": _ALONE_WITH_IT | {"medical"},
    "stays": _ALONE_WITH_IT | THIRD_PARTY | {"medical", "abuse"},
    "wording": _ALONE_WITH_IT | THIRD_PARTY | {"medical"},
    "fault": _ALONE_WITH_IT | THIRD_PARTY | {"abuse"},
    "child": _ALONE_WITH_IT | {"violence_baby", "violence", "abuse"},
}
"""The kinds of danger in which an act is answered; those that aren't named are in all."""


def moment_of(state: CareState, act: str) -> str:
    """The moment that answers an act; "" where there is none, or it was the last that was answered."""
    if act in _SAYS_WHO or (act in _KINDS and state.kind not in _KINDS[act]):
        return ""
    if act in _LATER and state.level == 3 and state.kind != "abuse" and not (state.safe or state.helped):
        return ""
    if act == "dont_know" and state.level == 3 and (state.kind in THIRD_PARTY or state.kind.startswith("violence")):
        return ""
    own = {"called": "help", "alone": _alone(state), "company": _company(state), "unsafe": _unsafe(state)}
    moment = own.get(act, act)
    moment = _FOR_OTHERS.get(moment, moment) if state.kind in THIRD_PARTY else moment
    moment = _helped(state, moment) if state.helped else moment
    moment = "leaves_well" if moment == "leaves" and ends_well(state) else moment
    if moment == state.last == "how":
        return "how_more"  # they still ask: a word that they can send
    once = moment == state.last and moment not in REPEATED
    return "" if once else moment


def who_came(state: CareState, kinds: frozenset[str], act: str, said: str) -> str:
    """The act "here" where it may be no help: who was not called, nor is named as a helper, is company.

    Beside a baby whoever comes is company; in abuse it may be the danger, and is none.
    """
    if act != "here":
        return act
    if "violence_baby" in kinds:
        return "company"
    if state.helped or not kinds & (OWN_LIFE | {"abuse"}) or _HELPERS.search(said):
        return act
    return "" if "abuse" in kinds else "company"


def help_is_there(state: CareState, moment: str) -> bool:
    """Whether help has come; in abuse only where it was called before."""
    return moment == "here" and (state.kind != "abuse" or state.helped)


def _helped(state: CareState, moment: str) -> str:
    """What is told while help comes or is there: helpers are told of it, and who went along with them has not gone."""
    if state.there and moment in _FOR_HELPERS:
        return "tell_them"
    away = moment in ("gone", "unanswered") and state.kind in THIRD_PARTY
    return "" if away or (state.there and moment in ("help", "here", "should_call")) else moment


def ends_well(state: CareState) -> bool:
    """Whether whoever leaves said that they are safe, or helpers are there; in medical danger, that help comes."""
    return state.kind in _ENDS_WELL and (state.safe or state.there or (state.kind == "medical" and state.helped))


def of_another(state: CareState, said: str) -> str:
    """What was told about somebody else; that they were asked is met once."""
    moment = of_somebody_else(said) if state.kind in THIRD_PARTY else ""
    moment = "how_more" if moment == state.last == "how" else moment
    return "" if moment == "asked_yes" and (state.asked or state.helped) else moment


def _unsafe(state: CareState) -> str:
    """Not being safe answers a question, or takes back what was said before."""
    return "unsure" if "safe" in (state.step, state.last) else ""


def _alone(state: CareState) -> str:
    if state.kind not in _ALONE_WITH_IT | {"violence_baby"}:
        return ""
    return "alone_yes" if state.level == 3 and state.kind in OWN_LIFE else "near_no"


def _company(state: CareState) -> str:
    """Somebody is there: an answer where that was asked; else told of once."""
    if state.step in ("near", "alone"):
        return f"{state.step}_{'yes' if state.step == 'near' else 'no'}"
    if state.kind == "violence_baby":
        return "" if state.company else "near_yes"
    met = state.company or (state.safe and state.level < 3)
    return "company" if state.kind in OWN_LIFE and not met else ""


def taken_seriously(state: CareState) -> bool:
    """Whether something that was told has been answered: nobody whom it was about was misheard."""
    return state.helped or state.last in ANSWERED


def of_another_kind(state: CareState, act: str) -> str:
    """The kind it is where what was only guessed is about somebody else, what was told of another is about themself, or

    what was met as anger is a parent's dread; "" where none of these is said.
    """
    if act == "for_self" and state.level > 0:
        return _ABOUT_ONESELF.get(state.kind, "")
    if act == "dread" and state.kind == "violence" and state.level > 0:
        return "violence_baby"
    guessed = state.level > 0 and state.unsure
    return _ABOUT_ANOTHER.get(state.kind, "") if act == "for_other" and guessed else ""
