"""One participant's way through a study as a state machine: an event and a state in, a state out.

    consent --Agreed--> instructions --Began--> task --Judged|Skipped--> ... --> survey --Surveyed--> done
       `--Agreed(no)--> done        any --Stopped--> done           task --Back--> task --Judged(not enough)--> done

Nothing is read, sent or written here. Whoever stops, at any point, is paid in full.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.errors import StudyError
from worlds.studies.study import Outcome

Phase = Literal["consent", "instructions", "task", "survey", "done"]


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """Where a participant stands. `place` is the item that is shown, of `items`; `outcome` once it is done.

    `consented` is the version of the consent that they agreed to, `study` and `form` are the study's `fingerprint` and
    `form` then (`worlds.studies.study.Loaded`). `interrupted`: danger ended the study, and the talk in which it was
    told goes on without it. `freed`: they seem to have gone, and what they have not seen is laid before others.
    """

    participant: str
    phase: Phase = "consent"
    items: tuple[str, ...] = ()
    place: int = 0
    skipped: tuple[str, ...] = ()
    consented: str = ""
    study: str = ""
    form: str = ""
    freed: bool = False
    interrupted: bool = False
    outcome: Outcome | None = None

    @property
    def item(self) -> str:
        """The id of the item that is shown."""
        return self.items[self.place]


class Agreed(msgspec.Struct, frozen=True):
    """The answer to the consent of that `version`; `items` are what is laid before them if they take part.

    `study` and `form` as in `Progress`.
    """

    agrees: bool
    adult: bool
    version: str
    items: tuple[str, ...]
    study: str = ""
    form: str = ""


class Began(msgspec.Struct, frozen=True):
    """The instructions were read."""


class Judged(msgspec.Struct, frozen=True):
    """`enough`: what was judged so far lets them go on."""

    item: str
    enough: bool = True


class Skipped(msgspec.Struct, frozen=True):
    item: str


class Back(msgspec.Struct, frozen=True):
    """To the item before."""


class Surveyed(msgspec.Struct, frozen=True):
    """The last page; `attentive` as the study's rules have it."""

    attentive: bool


class Stopped(msgspec.Struct, frozen=True):
    """They want no more of it, or danger was told."""

    danger: bool = False


Event = Agreed | Began | Judged | Skipped | Back | Surveyed | Stopped


def advance(state: Progress, event: Event) -> Progress:
    """The state after `event`. Raises StudyError for one that the state doesn't wait for.

    What was judged already and comes again, from a second tab or a form sent twice, changes nothing.
    """
    if state.phase == "done":
        return state
    match event:
        case Stopped(danger):
            return msgspec.structs.replace(_done(state, "stopped"), interrupted=danger)
        case Agreed():
            return _agreed(state, event) if state.phase == "consent" else state
        case Began() if state.phase != "consent":
            return msgspec.structs.replace(state, phase="task") if state.phase == "instructions" else state
        case _ if state.phase in ("task", "survey"):
            return _on_the_way(state, event)
    raise StudyError(f"a participant in {state.phase} cannot take {type(event).__name__!r} now")


def _agreed(state: Progress, event: Agreed) -> Progress:
    if not event.agrees:
        return _done(state, "no_consent")
    if not event.adult:
        return _done(state, "under_age")
    told = {"consented": event.version, "study": event.study, "form": event.form}
    return msgspec.structs.replace(state, phase="instructions", items=event.items, **told)


def _on_the_way(state: Progress, event: Event) -> Progress:
    match event:
        case Judged(item, enough):
            if not enough:
                return _done(state, "screened_out")
            return _next(state, item, frozenset(state.skipped) - {item})
        case Skipped(item):
            return _next(state, item, frozenset(state.skipped) | {item})
        case Back():
            before = len(state.items) - 1 if state.phase == "survey" else max(0, state.place - 1)
            return msgspec.structs.replace(state, phase="task", place=before)
        case Surveyed(attentive) if state.phase == "survey":
            return _done(state, "completed" if attentive else "failed_attention")
    raise StudyError(f"a participant in {state.phase} cannot take {type(event).__name__!r} now")


def _next(state: Progress, item: str, skipped: frozenset[str]) -> Progress:
    if item not in state.items:
        raise StudyError("that item is not among those of this participant")
    kept = tuple(one for one in state.items if one in skipped)
    place = max(state.place, state.items.index(item) + 1) if state.phase == "task" else len(state.items)
    if place >= len(state.items):
        return msgspec.structs.replace(state, phase="survey", place=len(state.items) - 1, skipped=kept)
    return msgspec.structs.replace(state, place=place, skipped=kept)


def _done(state: Progress, outcome: Outcome) -> Progress:
    return msgspec.structs.replace(state, phase="done", outcome=outcome)
