"""What speaks against a guess of the danger classifier: help that is told of, a denial, an answer with a reason."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from skills.care import told
from skills.care.answers import MEANT, OWN_LIFE, plain_no
from skills.care.findings import Finding
from skills.care.guess import DENIED_PRESENT, URGENT
from skills.care.own import TAKEN_BACK, YES
from skills.care.plain import sentences
from skills.care.state import CareState
from skills.care.theirs import THIRD_PARTY

if TYPE_CHECKING:
    from skills.care.crisis_acts import CrisisActs  # a guard without an encoder needs no network
    from skills.care.danger_classifier import DangerEstimate

REASONED = 6
"""An answer of so many words says more than no."""
SURELY_URGENT = 0.9
"""How likely it must be that danger is urgent, for a guess to count beside these."""
_NEARER = frozenset(
    ("help", "here", "company", "near_yes", "alone_no", "away", "gone", "unanswered", "engaged", "written", "lines")
)
"""What is told that brings safety nearer, or of help that was sought."""


def refutes(state: CareState, said: str, heard: DangerEstimate | None, *, denied: bool) -> bool:
    """Whether an answer to a question that was only a guess is none of danger: a plain no, or one with a reason.

    Both only in a talk that sounds calm; then "no, not like that, it's a saying" isn't read as "no, I'm not safe".
    """
    if not state.unsure or heard is None or not heard.calm or YES.search(" ".join(sentences(said))):
        return False
    return denied or len(said.split()) >= REASONED


def affirmed(state: CareState, heard: DangerEstimate) -> Finding | None:
    """A yes to the direct question in whatever words: where it was asked, and danger of that kind is surely heard."""
    kind = MEANT.get(state.step, "")
    if state.level < 2 or heard.kind != kind or not heard.in_context or heard.present < DENIED_PRESENT:
        return None
    return Finding(kind, 3 if heard.urgent >= URGENT else 2)


def outweighs(heard: DangerEstimate | None) -> bool:
    """Whether what is heard is surer than that somebody was misheard: urgent danger, or a wish for a method."""
    if heard is None or not heard.in_context or heard.present < DENIED_PRESENT:
        return False
    return heard.urgent >= URGENT or heard.kind == "method_request"


def nearer_safety(state: CareState, heard: DangerEstimate, acts: CrisisActs) -> bool:
    """Whether a head hears help, asked for or there, or danger farther off: then a guess at the same danger raises

    nothing, unless it is very sure that it is urgent.
    """
    of_other = acts.act in ("for_other", "safe") and heard.kind in OWN_LIFE  # "I'm safe, it isn't about me"
    if (of_other or acts.act == "other_safe") and state.level >= 2 and state.kind in THIRD_PARTY:
        return True  # they are asked about all the same
    stands = state.level >= 2 and heard.kind == state.kind and heard.urgent < SURELY_URGENT
    return stands and told.moment_of(replace(state, last=""), acts.act) in _NEARER


def only_says_so(acts: CrisisActs, heard: DangerEstimate) -> bool:
    """Whether one head alone hears that it is about themself: the talk still sounds like worry about another."""
    return acts.act == "for_self" and heard.kind in THIRD_PARTY


def denies(state: CareState, text: str) -> bool:
    """Whether the person says, or was believed before, that there is no danger: a guess must not outvote that."""
    said = " ".join(sentences(text))
    return state.believed or TAKEN_BACK.search(said) is not None or plain_no(state, text)
