"""Understanding: what the guard, the encoder, the skills and the writer make of turns before a reply is chosen.

What each finds is added to the pending turn. One that raises costs its own say in that turn, nothing more: the trace
names it and the kind of its error, and no text of the talk is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter
from typing import TypeVar

from bot.consent import SendingSkill, hosts, may_see, outsiders, recipients_of
from bot.dialog import Reply, SkillResult, TurnView
from bot.fallback import CRISIS_CARD
from bot.registry import Encoder, Guard, ManyGuard, ManySkill, Skill, Watch, Writer
from bot.step import WRITER, Pending, Trace, unwritten, writable

T = TypeVar("T")


def hear(guard: Guard | None, encoder: Encoder | None, views: Sequence[TurnView]) -> list[Pending]:
    """Both looks of the guard, with the encoder pass between them."""
    watched = [_watch(guard, view) for view in views]
    # A turn that is stopped already is looked at again too: what is graver may hide in it.
    waiting = [place for place, view in enumerate(views) if view.text and not watched[place].trace.dropped]
    encoded = _encode(encoder, [watched[place] for place in waiting])
    return _put(watched, waiting, _watch_again(guard, encoded, [views[place] for place in waiting]))


def ask(skills: Sequence[tuple[str, Skill]], heard: Sequence[Pending]) -> list[Pending]:
    """The skills in order, each over all turns where they have a say: what one learns of a turn the next ones see."""
    places = [place for place, pending in enumerate(heard) if _askable(pending)]
    waiting = [heard[place] for place in places]
    for name, skill in skills:
        started = perf_counter()
        results = _asked(skill, [pending.view for pending in waiting])
        took = (name, (perf_counter() - started) * 1000 / max(len(waiting), 1))
        pairs = zip(waiting, results, strict=True)
        waiting = [_with_result(pending, name, skill, result, took) for pending, result in pairs]
    return _put(heard, places, waiting)


def write(writer: Writer | None, pending: Pending) -> Pending:
    """What the writer makes of the proposals; these as they are where it fails, is left out, or has no say."""
    trace = pending.trace
    if writer is None or not writable(pending):
        return pending
    if pending.view.hurried:
        return unwritten(pending)
    started = perf_counter()
    try:
        proposals = tuple(writer.write(pending.view, trace.proposals))
    except Exception as error:
        return unwritten(pending, dropped=type(error).__name__)
    ms = (*trace.ms, (WRITER, (perf_counter() - started) * 1000))
    return replace(pending, trace=replace(trace, proposals=proposals, ms=ms))


def _watch(guard: Guard | None, view: TurnView) -> Pending:
    """The guard's first look; the crisis card where it raised."""
    if guard is None or not view.text:
        return Pending(view, Trace())
    started = perf_counter()
    try:
        found = guard.watch(view)
    except Exception as error:
        # Whatever broke, silence or an error message is the worst answer to somebody in danger.
        found = Watch(reply=CRISIS_CARD)
        trace = Trace(dropped=(("guard", type(error).__name__),))
    else:
        trace = Trace(verdict=found.verdict)
    trace = replace(trace, ms=(("guard", (perf_counter() - started) * 1000),))
    return Pending(view.knowing(*found.learnt), trace, found.reply, _notices(found.notice))


def _encode(encoder: Encoder | None, waiting: list[Pending]) -> list[Pending]:
    """The vectors of all turns, in one pass."""
    if encoder is None or not waiting:
        return waiting
    started = perf_counter()
    try:
        vectors = encoder.encode([pending.view.conversation for pending in waiting])
    except Exception as error:
        # Skills that need vectors will drop out one by one; the others still answer.
        lost = ("encoder", type(error).__name__)
        return [replace(item, trace=replace(item.trace, dropped=(*item.trace.dropped, lost))) for item in waiting]
    ms = ("encoder", (perf_counter() - started) * 1000)
    return [
        replace(item, view=replace(item.view, vectors=found), trace=replace(item.trace, ms=(*item.trace.ms, ms)))
        for item, found in zip(waiting, vectors, strict=True)
    ]


def _watch_again(guard: Guard | None, waiting: Sequence[Pending], before: Sequence[TurnView]) -> list[Pending]:
    """The guard's second look, with the vectors, at each turn as it was `before` the first."""
    if guard is None or any(pending.view.vectors is None for pending in waiting):
        return list(waiting)
    started = perf_counter()
    views = [replace(view, vectors=pending.view.vectors) for view, pending in zip(before, waiting, strict=True)]
    watches = _watched(guard, views)
    took = ("guard again", (perf_counter() - started) * 1000 / max(len(views), 1))
    return [_looked_at(*one, took) for one in zip(waiting, views, watches, strict=True)]


def _watched(guard: Guard, views: Sequence[TurnView]) -> list[Watch | Exception]:
    """What the guard makes of each turn, of all together where it can; an exception where it raised."""
    return _of_each(guard.watch, guard.watch_many if isinstance(guard, ManyGuard) else None, views)


def _of_each(
    one: Callable[[TurnView], T], many: Callable[[Sequence[TurnView]], Sequence[T]] | None, views: Sequence[TurnView]
) -> list[T | Exception]:
    """What `one` makes of each turn, or `many` of all together; an exception where it raised."""
    if many is not None and len(views) > 1:
        try:
            return list(many(views))
        except Exception:
            pass  # one by one, so that the fault in one turn costs the others nothing
    return [_of_one(one, view) for view in views]


def _of_one(one: Callable[[TurnView], T], view: TurnView) -> T | Exception:
    try:
        return one(view)
    except Exception as error:
        return error


def _looked_at(pending: Pending, view: TurnView, watch: Watch | Exception, took: tuple[str, float]) -> Pending:
    if isinstance(watch, Exception):
        # What the first look found stands: a fault in the finer one must not bring every talk to a halt.
        lost = ("guard", type(watch).__name__)
        return replace(pending, trace=replace(pending.trace, dropped=(*pending.trace.dropped, lost)))
    trace = replace(pending.trace, verdict=watch.verdict, ms=(*pending.trace.ms, took))
    return Pending(view.knowing(*watch.learnt), trace, watch.reply, _notices(watch.notice))


def _asked(skill: Skill, views: Sequence[TurnView]) -> list[SkillResult | Exception | None]:
    """What a skill makes of each turn, of all together where it can; an exception where it raised.

    None where it is not asked, since the person does not allow what it would send.
    """
    if isinstance(skill, SendingSkill):
        seen = [place for place, view in enumerate(views) if may_see(skill, view.conversation)]
        found = dict(zip(seen, _asked(skill.skill, [views[place] for place in seen]), strict=True))
        return [found.get(place) for place in range(len(views))]
    return [*_of_each(skill, skill.many if isinstance(skill, ManySkill) else None, views)]


def _with_result(
    pending: Pending, name: str, skill: Skill, result: SkillResult | Exception | None, took: tuple[str, float]
) -> Pending:
    if result is None:
        unasked = (*pending.trace.unasked, (name, hosts(outsiders(recipients_of([skill])))))
        return replace(pending, trace=replace(pending.trace, unasked=unasked))
    view, trace = pending.view, replace(pending.trace, ms=(*pending.trace.ms, took))
    try:
        if isinstance(result, Exception):
            raise result
        view = view.knowing(*result.learnt)
    except Exception as error:
        # One skill's fault costs that skill's say in this turn, nothing more. No text of the talk is kept.
        return replace(pending, trace=replace(trace, dropped=(*trace.dropped, (name, type(error).__name__))))
    trace = replace(trace, proposals=(*trace.proposals, *result.replies))
    return replace(pending, view=view, trace=trace, notices=pending.notices + _notices(result.notice))


def _askable(pending: Pending) -> bool:
    """Whether the skills have a say: not without words, nor where the guard answers alone."""
    return bool(pending.view.text) and not (pending.settled and pending.stopped)


def _put(turns: Sequence[Pending], places: Sequence[int], found: Sequence[Pending]) -> list[Pending]:
    """The turns with those `found` in their places."""
    given = dict(zip(places, found, strict=True))
    return [given.get(place, pending) for place, pending in enumerate(turns)]


def _notices(notice: Reply | None) -> tuple[Reply, ...]:
    return (notice,) if notice else ()
