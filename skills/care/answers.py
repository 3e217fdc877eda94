"""What a short answer says, given what was asked: danger, safety, or a plain yes or no."""

from __future__ import annotations

import re
from typing import cast

from skills.care import own
from skills.care.detect import past
from skills.care.findings import Finding
from skills.care.patterns import Level
from skills.care.plain import fold, sentences
from skills.care.state import CareState
from skills.care.theirs import (
    DONE,
    HEDGED,
    IT_IS_ME,
    READY,
    SAFE_NOW,
    THIRD_PARTY,
    UNSAFE,
    WITH_THEM,
)

OWN_LIFE = frozenset({"suicide", "self_harm", "method_request"})
"""Kinds in which a bare "tonight" or "I already did" is about the speaker's life."""
DOUBT = "danger"
"""Whether anybody is in danger: asked of whoever may have been misheard."""
NO_CLEARS = frozenset({"ending", "harm", "signs", "hurting", "worried", DOUBT})
"""The direct questions: after them a "no" and nothing else says that there is no danger."""
CALLING = frozenset({"call", "called"})
"""Whether they can call, or have called: "I already did" says that they did."""
_SAFE = re.compile(r"\b(?:safe|found)\b")
_TWICE = re.compile(r"\bnot\W+not\b")
MEANT = {"ending": "suicide", "signs": "eating_disorder", "hurting": "self_harm", "worried": "third_party"}
"""What "yes" means after a question asked at level 1."""


def answer_to(state: CareState, step: str, text: str) -> Finding | None:
    """Danger in an answer that means nothing by itself: "yes", "tonight", "I already did"; "no" to being safe."""
    said = " ".join(sentences(text))
    if step in CALLING and own.DID.search(said):
        return None
    if _acts(state, step, said):
        return Finding("suicide", 3)
    if step == "harm":
        return _harm(said)
    found = _to_the_question(state, step, said) or _of_a_method(state, said) or _of_another(state, step, said)
    if found or not _unsafe(state, said):
        return found
    # Who was asked about voices and may have been misheard can still get out of it.
    return Finding(state.kind, 3, sure=state.kind != "psychosis" or not state.unsure)


def _to_the_question(state: CareState, step: str, said: str) -> Finding | None:
    yes, no = own.YES.search(said) is not None, own.NO.search(said) is not None
    if step == "ending" and own.POSTPONED.search(said):
        return Finding("suicide", 2)
    meant = state.kind if step == DOUBT else MEANT.get(step)
    if meant and yes and (not no or step == "signs"):
        return Finding(meant, 2)
    if step == "these_days" and _not_safe(state, said):
        return Finding("abuse", 2)
    if step == "steady" and _not_safe(state, said):
        return Finding("psychosis", 2, sure=not state.unsure)
    if step == "ending_again" and own.CHANGED.search(said):
        return Finding("suicide" if state.kind == "method_request" else state.kind, 2)
    return None


def has_called(step: str, said: str) -> bool:
    """Whether the guard asked for a call and the answer is that it was made."""
    return (step in CALLING and own.DID.search(said) is not None) or (step == "called" and plain_yes(said))


def plain_yes(said: str) -> bool:
    """A yes that nothing takes back."""
    return own.YES.search(said) is not None and not any(words.search(said) for words in (own.NO, own.UNSURE, own.HALF))


def yes_safe(said: str) -> bool:
    """A yes to being safe that nothing takes back."""
    return own.SAFE_YES.match(said) is not None and plain_yes(said)


def bare_no(state: CareState, text: str) -> bool:
    """A "no" to a direct question with nothing beside it; "I'm not NOT thinking about it" is none."""
    denied = own.BARE_NO.match(" ".join(sentences(text))) is not None
    return state.step in NO_CLEARS and denied and _TWICE.search(fold(text)) is None


def plain_no(state: CareState, text: str) -> bool:
    """A "no" to a direct question, also where what was only guessed is then explained: "No! It's about my job."."""
    return no_of_several(state, text) if state.unsure else bare_no(state, text)


def no_of_several(state: CareState, text: str) -> bool:
    """A "no" to a direct question in one of several sentences, of which none takes it back."""
    said = state.step in NO_CLEARS and any(map(own.BARE_NO.match, sentences(text)))
    return said and not half_a_no(text)


def half_a_no(text: str) -> bool:
    """Whether something in any sentence takes back a "no": "no. not tonight"."""
    halves = (own.ALREADY, own.HALF, own.POSTPONED, own.UNSURE)
    lines = sentences(text)
    yes = any(own.SAFE_YES.fullmatch(line) for line in lines)
    return yes or _TWICE.search(fold(text)) is not None or any(words.search(line) for line in lines for words in halves)


def no_with_more(said: str) -> bool:
    """A "no" that goes on to tell something and takes nothing of itself back."""
    return own.NO.search(said) is not None and not any(
        words.search(said) for words in (own.ALREADY, own.HALF, own.UNSURE, own.YES, own.POSTPONED)
    )


def _acts(state: CareState, step: str, said: str) -> bool:
    """An act under way or near: "no, I already did" tells of one, "no, not tonight" of none."""
    in_danger = state.level >= 2 and state.kind in OWN_LIFE
    if in_danger and own.SWALLOWED.search(said) and not past(said) and not own.AS_TOLD.match(said):
        return True
    if in_danger and own.STANDS.search(said) and not own.OFF_IT.search(said) and not past(said):
        return True
    soon = own.SOON.search(said) is not None and own.NO.search(said) is None
    return (in_danger or step == "ending") and (soon or own.ALREADY.search(said) is not None)


def _of_a_method(state: CareState, said: str) -> Finding | None:
    """Who asked for a way to die and asks once more, in few words."""
    again = state.kind == "method_request" and state.level in (1, 2) and own.MORE_OF_IT.search(said)
    return Finding("method_request", 2) if again else None


def _of_another(state: CareState, step: str, said: str) -> Finding | None:
    """What is told of the one they worry about: means, a plan, the act; or that it was about the speaker."""
    if state.kind in THIRD_PARTY and IT_IS_ME.search(said):
        kind = "suicide" if state.kind == "third_party" else "abuse"
        return Finding(kind, cast(Level, max(state.level, 2)))
    if state.kind != "third_party" or state.level < 2:
        return None
    done = step not in CALLING and DONE.search(said) is not None and not past(said)
    return Finding("third_party", 3) if done or READY.search(said) else None


def _harm(said: str) -> Finding | None:
    """The answer to "do you think you might hurt someone": whoever means themselves is asked about that."""
    if own.ONLY_SELF.search(said) and not own.OTHERS_TOO.search(said):
        return Finding("suicide", 1)
    yes = own.YES.search(said) is not None and own.NO.search(said) is None
    return Finding("violence", 2) if yes or own.MIGHT.search(said) else None


def _unsafe(state: CareState, said: str) -> bool:
    if state.level < 2 or says_safe(state, said):
        return False
    return UNSAFE.search(said) is not None or (state.step == "safe" and own.NO.search(said) is not None)


def _not_safe(state: CareState, said: str) -> bool:
    """Whether an answer to "are you safe" is anything but safe; a thing taken back is no answer."""
    if says_safe(state, said) or own.TAKEN_BACK.search(said):
        return False
    return any(words.search(said) for words in (UNSAFE, own.NO, own.UNSURE))


def says_safe(state: CareState, said: str) -> bool:
    """Whether the person, or the one they worry about, is said to be safe; of one in danger now only by that word."""
    if state.step == "safe" and own.UNSURE.search(said):
        return False
    if UNSAFE.search(said) or (state.kind in THIRD_PARTY and HEDGED.search(said)):
        return False
    if state.kind in THIRD_PARTY and state.level == 3 and state.step != "safe" and not _SAFE.search(said):
        return False
    if state.kind in THIRD_PARTY and SAFE_NOW.search(said):
        return True
    if state.kind == "third_party" and WITH_THEM.search(said):
        return True
    # Where somebody else is beaten, "she's with him" is no safety.
    own_safety = own.SAFE.search(said) is not None and own.HOPED.search(said) is None
    return own_safety and state.kind != "third_party_abuse"
