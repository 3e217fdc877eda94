"""The pieces behind a verb, and whether they are enough for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from skills.spans import listed
from skills.spans import verbs as v
from skills.spans.phrases import Phrase

Kind = Literal["object", "prep", "particle", "manner", "verb", "state", "feeling"]
TOLD = (("you",), ("him",), ("her",), ("them",))
LEFT_OUT = listed("in at on with during from after before for by around since near")
"""Prepositions whose phrase may be left out of a long span: it says where, when or with whom."""


@dataclass(frozen=True, slots=True)
class Part:
    """One piece behind a verb; `phrase` is the noun phrase in it, if it has one."""

    kind: Kind
    words: tuple[str, ...]
    phrase: Phrase | None = None
    start: int = 0

    @property
    def spare(self) -> bool:
        return self.kind == "manner" or (self.kind == "prep" and self.words[0] in LEFT_OUT)


def enough(base: str, kinds: list[Kind], parts: list[Part]) -> bool:
    """Whether a verb has what it needs: "I lost" says too little, "I went" as well."""
    if base in v.PARTICLE:
        let_go = base == "let" and kinds[:2] == ["object", "verb"]
        return let_go or v.PARTICLE[base][0] in [part.words[0] for part in parts]
    if base in ("be", "feel", "become"):
        return _is_something(base, kinds, parts)
    if base == "do" and kinds[:1] == ["manner"]:
        return parts[0].words[-1] in ("well", "badly", "poorly")
    if kinds == ["particle"] and base in v.MOVES_ON and parts[0].words != ("away",):
        return False
    if kinds == ["object"] and base in v.SAYS_WHAT and parts[0].words in TOLD:
        return False
    without = bool(parts) and parts[0].words[0] in v.WITHOUT_OBJECT.get(base, ())
    needs = base not in v.NEEDS_OBJECT or without or not {"object", "verb"}.isdisjoint(kinds)
    elsewhere = base in v.WITH_ELSEWHERE and bool(parts) and parts[0].words[0] == "with"
    return needs and not elsewhere and (bool(kinds) or base not in v.NEEDS_MORE)


def _is_something(base: str, kinds: list[Kind], parts: list[Part]) -> bool:
    """ "am sad", "am at home", "became friends"."""
    if base == "be" and kinds[:1] == ["prep"]:
        return parts[0].words[0] in ("at", "in", "on")
    return not {"state", "feeling"}.isdisjoint(kinds) or (base == "become" and kinds[:1] == ["object"])
