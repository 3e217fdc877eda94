"""What a guess of the danger classifier is worth: whether it asks or stops, by bars on how sure it is.

A pattern is reviewed; the classifier's is a guess.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from skills.care.danger_classifier import DangerEstimate  # a guard without an encoder needs no network

SOME, PRESENT, URGENT = 0.9, 0.7, 0.64
"""How sure it must be of level 1, of level 2, and, given that, of 3."""
URGENT_STILL = 0.75
"""... of 3 where level 2 stands: of 340 such messages of played talks it raised two of five that were urgent and one of

five that weren't; now nearly as many of the first, and one of ten of the others.
"""
DENIED_SOME, DENIED_PRESENT = 0.97, 0.97
"""... and after the person said that it is not so."""
BEYOND_DOUBT = 0.97
"""How sure it must be, reading the talk, of urgent danger to be no guess: one denial does not end it."""
ALONE, ALONE_UNREAD = 0.85, 0.9
"""How sure it must be of level 2, or of 3, to stop a talk in which nothing else tells of danger; below, it asks. The

second is for a classifier that doesn't read what was said before.
"""
GENTLE = frozenset({"suicide", "self_harm", "abuse"})
"""Kinds that can be asked about on a mere hint; of the others a classifier that reads one utterance by itself asks only

where it hears present danger.
"""
HINT = 0.95
"""How sure the classifier that reads what was said before as well must be of any danger, to ask about it, of whichever

kind: so one of two hundred moments of talk without danger that it had not learnt is asked about.
"""
HINT_AGAIN = 0.87
"""... where danger was spoken of lately: the guard's question is no all-clear, nor is what is half said after it small

talk. One in forty-five turns of calm talk reaches it.
"""
UNASKED = frozenset({"medical"})
"""Kinds without a gentle question of their own: there it stops the talk, or says nothing."""
SILENT = 0.74
"""Below this likelihood of danger at any level a talk sounds wholly calm."""
STOPS_UNASKED = 0.8
"""How sure the classifier that reads what was said before must be of level 2 to stop the talk over one of these."""
UNHINTED = UNASKED | {"method_request"}
"""Kinds that are never asked about on a hint: who asks for a way to die hints at nothing."""


def level_of(heard: DangerEstimate, *, denied: bool, alone: bool, lately: bool = False, stopped: bool = False) -> int:
    """The level at which it is met, 0 where it is not.

    `denied`: the person said that it is not so. `alone`: nothing else tells of danger; then it asks where it isn't very
    sure. `lately`: danger was spoken of in the turns before. `stopped`: the guard has stopped the talk.
    """
    least = STOPS_UNASKED if heard.in_context and heard.kind in UNASKED else PRESENT
    sure = ALONE if heard.in_context else ALONE_UNREAD
    there = heard.present >= (DENIED_PRESENT if denied else least)
    if there and (not alone or max(heard.present, heard.urgent) >= sure or heard.kind in UNASKED):
        return 3 if heard.urgent >= (URGENT_STILL if stopped and heard.in_context else URGENT) else 2
    return int(there or _hints(heard, denied=denied, lately=lately))


def half_heard(heard: DangerEstimate) -> str:
    """The kind to ask about where a talk neither sounds wholly calm nor tells of danger; "" where it sounds calm."""
    if not heard.in_context or heard.some < SILENT:
        return ""
    return heard.kind if heard.kind in GENTLE else "suicide"


def _hints(heard: DangerEstimate, *, denied: bool, lately: bool) -> bool:
    some = DENIED_SOME if denied else SOME
    if heard.in_context:
        bar = HINT_AGAIN if lately and not denied else max(some, HINT)
        return heard.kind not in UNHINTED and heard.some >= bar
    return heard.kind in GENTLE and heard.some >= some
