"""What a short answer says, given what was asked: danger, safety, or a plain no."""

from __future__ import annotations

from skills.care import own
from skills.care.detect import Finding
from skills.care.plain import sentences
from skills.care.state import CareState
from skills.care.theirs import HEDGED, READY, SAFE_NOW, THIRD_PARTY, UNSAFE, WITH_THEM

NO_CLEARS = frozenset({"ending", "harm", "signs", "hurting"})
"""Questions after which a plain "no" says that there is no danger."""
NO_TELLS = frozenset({"these_days", "steady", "safe", "write"})
"""Questions after which "no" is the danger itself."""
_MEANT = {"ending": "suicide", "signs": "eating_disorder", "hurting": "self_harm"}
"""What "yes" means after a question asked at level 1."""


def answer_to(state: CareState, step: str, text: str) -> Finding | None:
    """Danger in an answer that means nothing by itself: "yes", "tonight", "I already did"; "no" to being safe."""
    said = " ".join(sentences(text))
    yes, no = own.YES.search(said) is not None, own.NO.search(said) is not None
    known = step == "ending" or (state.level >= 2 and state.kind not in THIRD_PARTY)
    # "No, I already did" tells of an act; "no, not tonight" of none.
    if known and (own.ALREADY.search(said) or (own.SOON.search(said) and not no)):
        return Finding("suicide", 3)
    if step == "harm":
        return _harm(said, yes=yes and not no)
    if step in _MEANT and yes and (not no or step == "signs"):
        return Finding(_MEANT[step], 2)
    if step == "these_days" and _not_safe(state, said):
        return Finding("abuse", 2)
    if step == "steady" and _not_safe(state, said):
        return Finding("psychosis", 2, sure=not state.unsure)
    ready = state.kind == "third_party" and state.level >= 2 and READY.search(said)
    # Who was asked about voices and may have been misheard can still get out of it.
    sure = state.kind != "psychosis" or not state.unsure
    return Finding(state.kind, 3, sure) if ready or _unsafe(state, said) else None


def _harm(said: str, *, yes: bool) -> Finding | None:
    """The answer to "do you think you might hurt someone": whoever means themselves is asked about that."""
    if own.ONLY_SELF.search(said) and not own.OTHERS_TOO.search(said):
        return Finding("suicide", 1)
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
    if state.step == "safe" and own.UNSURE.search(said):
        return False
    if UNSAFE.search(said) or (state.kind in THIRD_PARTY and HEDGED.search(said)):
        return False
    if state.kind in THIRD_PARTY and SAFE_NOW.search(said):
        return True
    if state.kind == "third_party" and WITH_THEM.search(said):
        return True
    # Where somebody else is beaten, "she's with him" is no safety.
    own_safety = own.SAFE.search(said) is not None and own.HOPED.search(said) is None
    return own_safety and state.kind != "third_party_abuse"
