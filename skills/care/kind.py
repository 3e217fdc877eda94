"""Kinds of danger that need other words than those they are taken for: dread about a baby, and what a voice does."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from skills.care.findings import Finding
from skills.care.plain import sentences
from skills.care.state import CareState

if TYPE_CHECKING:
    from skills.care.crisis_acts import CrisisActs  # a guard without an encoder needs no network

_DREAD = re.compile(
    r"\b(?:thoughts?|images?|urges?|visions?|impulses?|imagin\w+|picture|thinking|scared|afraid|terrified)\b"
)
_BABY = re.compile(r"\b(?:my|the|our) (?:new ?born|new baby|baby|infant)\b")
_SOMEBODY_ELSE = re.compile(
    r"\bmy (?:[a-z]+ )?(?:husband|wife|boyfriend|girlfriend|partner|ex|boss|mom|mother|dad|father|brother|sister|"
    r"neighbou?r|friend|colleague|coworker|teacher)\b|\b(?:everyone|people)\b"
)

_TAKEN_FOR = frozenset({"violence", "abuse", "third_party_abuse"})
"""What a parent's dread may be taken for."""


def of_voices(found: Finding | None, acts: CrisisActs) -> Finding | None:
    """What only the classifier took for a person's doing and sounds like a voice's is met as that, not agreed with."""
    if found is None or not acts.voices or found.kind not in ("abuse", "third_party_abuse", "violence"):
        return found
    # Plain words of being hurt are not taken from anybody: they are met as what may have been misheard.
    return replace(found, sure=False) if found.sure else replace(found, kind="psychosis")


def of_baby(state: CareState, found: Finding | None, text: str, acts: CrisisActs | None = None) -> Finding | None:
    """Dreaded thoughts of hurting a baby are no anger, nor a cruelty to be told of, and are met with other words."""
    if found is not None and acts is not None and acts.act == "dread" and found.kind in _TAKEN_FOR:
        return replace(found, kind="violence_baby")
    if found is None or found.kind != "violence":
        return found
    said = " ".join(sentences(text))
    dread = _DREAD.search(said)
    dreaded = dread and _BABY.search(said, dread.end())  # one after the other: one pattern of both is slow on long text
    goes_on = state.kind == "violence_baby" and not _SOMEBODY_ELSE.search(said)
    return replace(found, kind="violence_baby") if dreaded or goes_on else found
