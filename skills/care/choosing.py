"""Which words answer a moment, and whether lines are shown with them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from skills.care.beside_help import COMING, THERE
from skills.care.moments import MOMENTS
from skills.care.patient import HUSHED, PATIENT, PATIENT_NOW
from skills.care.plain import sentences
from skills.care.replies import RISES
from skills.care.state import LINES_AGAIN, PLAIN, CareState, Move
from skills.care.staying import STAY
from skills.care.staying_now import STAY_NOW
from skills.care.words import BABY, CHOKED, CHOKED_OTHER, FIRST, GUESSED, HANDED, TAKEN, WORRIED, YOUNG, Say

WITH_LINES = frozenset(
    (
        "lines",
        "written",
        "unanswered",
        "engaged",
        "help",
        "here",
        "company",
        "away",
        "gone",
        "worse",
        "should_call",
        "asks_again",
        "noted",
        "held",
        "leaves_well",
        "will_tell",
        "child",
    )
)
"""Moments in which somebody looks for help, tells of it, or has not said that there is no danger."""

_TOLD = frozenset(("help", "here", "company", "away", "gone", "worse", "better", "unreached", "means_near", "refuses"))
_TOLD |= {"leaves_well", "will_tell"}
"""Told of, and nothing asked for."""
_EASES = _TOLD | {"near_yes", "leaves", "police", "wording", "unanswered", "engaged", "for_other", "misread"}
"""Moments that urge nothing at level 3 either, once somebody is safe or help comes."""
_OWN_WORDS = frozenset(("lines", "erase", "tells", "cleared", "asks_again", "held", "noted", "steady_no", "back"))
_OWN_WORDS |= {"revisit", "misheard", "doubted"}
"""A number or a fact that was asked for, the direct question, a new visit, an apology."""
_WAYS_DOWN = frozenset({"denied", "down"})
JUST_BEFORE = 3
"""The person's turns."""

_TAKEN = re.compile(r"\b(?:took|taken|swallowed|downed|drank|ate|overdosed|already (?:did|have|done))\b")
_SWALLOWING = frozenset({"suicide", "medical", "method_request", "self_harm", "eating_disorder"})
_FOOD = re.compile(r"\b(?:ate|drank)\b")
"""Says nothing of something taken where food is what the talk is about."""
_CHOKED = re.compile(
    r"\b(?:chok|strangl)(?:ed|ing|es)\b|\b(?:around|on|round|by) (?:my|her|his|their|the) (?:neck|throat)\b"
)


def has_own_words(move: Move, text: str, *, stopped: bool = True) -> bool:
    """Whether a moment is answered by these words alone, and by no written reply.

    `stopped`: the talk stood at level 2 or 3 before, so that what rises isn't the first answer.
    """
    own = move.moment in _OWN_WORDS or move.moment.startswith("hush") or move.state.unsafe_to_talk
    own = own or (move.moment in RISES and not stopped) or _takes(move, " ".join(sentences(text)))
    return own or not move.moment or (move.state.level < PLAIN and move.moment not in _WAYS_DOWN)


def choose(move: Move, text: str) -> Say:
    """The words for a moment: of its kind and level where there are such, else of one of them, else its own."""
    state = move.state
    said = " ".join(sentences(text))
    if move.moment.startswith("hush_") and state.level == 3 and _CHOKED.search(said):
        return MOMENTS["hush_choked"]
    if move.moment in RISES or _takes(move, said):
        return _first(state, said)
    if move.moment == "hushed":
        return HUSHED[state.told % len(HUSHED)]
    if move.moment == "dont_know":
        acting = not state.helped and (state.kind == "medical" or (state.level == 3 and state.kind != "abuse"))
        patient = PATIENT_NOW if acting else PATIENT
        return patient[state.told % len(patient)]
    if move.moment in ("stay", "again"):
        return _staying(state)
    level = PLAIN if _eased(state) and move.moment in _EASES else state.level
    both = f"{move.moment}:{state.kind}:{level}"
    own = (both, f"{move.moment}:{state.kind}", f"{move.moment}:{level}", move.moment)
    return next(MOMENTS[name] for name in own if name in MOMENTS)


def due(state: CareState, moment: str) -> bool:
    """Lines go out where help is asked for or told of, on a rise, and again after six turns; not where it is only told

    of and they were shown just before.
    """
    if moment in _TOLD and state.lines_shown is not None and state.lines_shown <= JUST_BEFORE:
        return False
    if state.level < 2 or state.unsafe_to_talk or state.there:
        return moment in WITH_LINES
    return moment in ("first", "steady_no", *WITH_LINES) or (
        state.lines_shown is None or state.lines_shown >= LINES_AGAIN
    )


def _staying(state: CareState) -> Say:
    """What goes in turn while nothing new is told; where it may have been misheard, first whether they are safe."""
    kinds = _kinds(state)
    helped, company = state.helped, state.company or state.helped
    known = {"safe": state.safe, "self": state.safe, "asked": state.asked, "company": company, "near": company}
    known |= {"call": helped, "called": helped}
    ways = [way for way in (kinds.get(state.kind) or kinds["suicide"]) if not known.get(way.asks)]
    if state.unsure:
        ways = sorted((way for way in ways if "I believe you" not in way.text), key=lambda way: way.asks != "safe")
    return ways[state.told % len(ways)]


def _kinds(state: CareState) -> Mapping[str, tuple[Say, ...]]:
    if state.there:
        return THERE
    if state.helped and state.kind in COMING and state.level == 3:
        return COMING
    return STAY if state.level < 3 or _eased(state) else STAY_NOW


def _eased(state: CareState) -> bool:
    """Whether somebody at level 3 has said that they are safe, or that help comes: nothing is urged any more."""
    return state.safe or state.helped


def _takes(move: Move, said: str) -> bool:
    """Whether it is told again, at the gravest, that something was taken."""
    return move.moment == "again" and _swallowed(move.state, said)


def _swallowed(state: CareState, said: str) -> bool:
    if state.level < 3 or state.kind not in _SWALLOWING:
        return False
    taken = _TAKEN.search(_FOOD.sub(" ", said) if state.kind == "eating_disorder" else said)
    return taken is not None


def _first(state: CareState, said: str) -> Say:
    """The first words at a level: some dangers of one kind need words of their own."""
    if _swallowed(state, said):
        return TAKEN
    if state.kind in _CHOKED_WORDS and state.level == 3 and _CHOKED.search(said):
        return _CHOKED_WORDS[state.kind]
    if state.kind == "abuse" and (state.minor or state.unsure):
        return YOUNG if state.minor and state.level >= 2 else GUESSED[state.level]
    if state.kind == "third_party" and state.level == 1 and state.unsure:
        return WORRIED
    if state.kind == "violence_baby":
        return HANDED if state.level == 3 else BABY
    return FIRST.get((state.kind, state.level), FIRST["suicide", state.level])


_CHOKED_WORDS = {"abuse": CHOKED, "third_party_abuse": CHOKED_OTHER}
