"""A turn at level 2 or 3 in which nothing graver is found: down only by what the person says of being safe."""

from __future__ import annotations

from dataclasses import replace

from skills.care import own, told
from skills.care.answers import (
    NO_CLEARS,
    bare_no,
    has_called,
    no_of_several,
    no_with_more,
    plain_yes,
    says_safe,
    yes_safe,
)
from skills.care.findings import Reading
from skills.care.plain import sentences
from skills.care.state import PLAIN, CareState, Move
from skills.care.theirs import SAFE_NOW, THIRD_PARTY, UNSAFE

CALM_TURNS = 2
"""Calmer turns wanted after "I'm safe" before the level goes down by one."""
ANSWERS = (
    *("near_yes", "near_no", "alone_yes", "alone_no", "wound_yes", "hurt_yes", "there_yes", "there_no"),
    *("asked_yes", "asked_no", "theirs_yes", "theirs_no", "from_yes", "from_no"),
)
"""Answers to the guard's own questions that have words of their own."""
_HEAVIER = frozenset({"worse", "means_near"})
_SURE = frozenset({"near", "from", "asked", "theirs", "there"})
"""Questions to which only a plain yes is a yes: "not yet" is met as "no"."""
_NO_SAFETY = frozenset({"unsafe", "misread", "means_near"})
"""Whatever else such a message says, nobody is safe by it."""
_LEFT = frozenset({"alone", "gone"})
"""Told by whoever is in danger, they say that helpers have left."""


def held(state: CareState, text: str, reading: Reading) -> Move:
    """The state after such a turn, and what is said to it."""
    said, act = " ".join(sentences(text)), reading.asks
    state = _left(_unsaid(state, act), act)
    of_other = _says_nothing_of_them(state, said, act)
    reasoned = no_with_more(said) and state.kind != "method_request"  # a reason to want a method is no answer
    denies_it = state.step in NO_CLEARS and reading.denied and reasoned  # "no, I'm not thinking of that, please stop"
    denied = bare_no(state, text) or no_of_several(state, text) or denies_it
    told_safe = _tells_safe(state, act) and UNSAFE.search(said) is None
    asked = state.step == "safe" or (state.there and act == "other_safe")
    claimed = denied or says_safe(state, said) or (asked and (told_safe or yes_safe(said)))
    safe = claimed and not of_other and act not in _NO_SAFETY
    if safe and not state.safe and (denied or asked or (state.level == PLAIN and not state.unsure)):
        safer = replace(state, safe=True, calm=0, unanswered=0)
        return Move(safer, "denied" if denied else _leaving(safer, act) or "safe")
    if (safe or told_safe) and not state.safe:
        return Move(replace(state, calm=0), "told_safe")
    if reading.denied or own.TAKEN_BACK.search(said):
        return Move(replace(state, calm=0), "asks_again" if state.step in NO_CLEARS else "check")
    moment = "for_other" if of_other and _means_self(state, said) else _answering(state, said, act)
    if not moment and state.step in NO_CLEARS and not (state.unanswered or reasoned):
        return Move(replace(state, calm=0, unanswered=1), "asks_again")
    calm = replace(
        state,
        calm=0 if reading.again or act in _HEAVIER else state.calm + 1,
        asked=state.asked or moment == "asked_yes",
        company=state.company or moment in ("company", "near_yes", "alone_no"),
        there=state.there and moment != "there_no",
        helped=state.helped and moment != "there_no",
    )
    if calm.safe and calm.calm >= CALM_TURNS:
        # What may have been misheard need not be said to be safe at each level; what was plain must be.
        lower = replace(calm, level=calm.level - 1, safe=calm.unsure, calm=0)
        return Move(lower, moment or ("stay" if lower.level >= 2 else "down"))
    return Move(calm, moment or "stay")


def _unsaid(state: CareState, act: str) -> CareState:
    """Whoever isn't safe, or was misread in their own danger, does not count as safe any more."""
    not_so = act == "unsafe" or (act == "misread" and state.kind not in THIRD_PARTY)
    return replace(state, safe=state.safe and not not_so)


def _left(state: CareState, act: str) -> CareState:
    """Whoever is alone has nobody beside them any more."""
    left = state.there and act in _LEFT and state.kind not in THIRD_PARTY
    company = state.company and act != "alone"
    return replace(state, company=company, there=state.there and not left, helped=state.helped and not left)


def _says_nothing_of_them(state: CareState, said: str, act: str) -> bool:
    """Whether it is somebody else who is said to be safe than the one in danger."""
    if state.kind not in THIRD_PARTY:
        return act == "other_safe"
    return act == "for_other" or (act == "safe" and state.step != "safe" and SAFE_NOW.search(said) is None)


def _tells_safe(state: CareState, act: str) -> bool:
    """Whether the one in danger is told to be safe: of somebody else only what is said of them, or of all."""
    if state.kind in THIRD_PARTY:
        return act == "other_safe" or (act == "safe" and state.step == "safe")
    return act == "safe"


def _means_self(state: CareState, said: str) -> bool:
    """Whether somebody who worries about another says, or was asked, that they are safe themselves."""
    return state.kind in THIRD_PARTY and (state.step in ("safe", "self") or own.SAFE.search(said) is not None)


def _leaving(state: CareState, act: str) -> str:
    return told.moment_of(state, act) if act == "leaves" else ""


def _answering(state: CareState, said: str, act: str) -> str:
    """The moment for what was told, or answered, beside danger; "" for nothing."""
    heard = told.moment_of(state, act)
    if heard and act in told.FIRST_OF_ALL:  # "nobody picked up" is no "nobody is near"
        return heard
    if has_called(state.step, said):
        return "help"
    unsure = act == "dont_know" and state.step == "safe"  # not being sure of being safe is more than not knowing
    return told.of_another(state, said) or ("" if unsure else heard) or _to_question(state, said)


def _to_question(state: CareState, said: str) -> str:
    """A yes or no to the guard's question, where it has words of its own."""
    yes, no, unsure = (words.search(said) is not None for words in (own.YES, own.NO, own.UNSURE))
    if state.step == "safe" and (unsure or (yes and not plain_yes(said))):
        return "unsure"
    no = no or (unsure and state.step in _SURE)
    answer = f"{state.step}_{'no' if no else 'yes'}" if yes or no else ""
    return answer if answer in ANSWERS else ""
