"""Requests of several doors as one: what waits at a replica is understood together, and each gets its own part back."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.stepper import UNHURRIED
from bot.worker import wire

Many = wire.Steps | wire.Understand | wire.Heed | wire.Write
"""What is asked about many turns, and is answered by one value for each."""


def mergeable(request: wire.Request) -> bool:
    """Whether others may be asked beside it. A turn that was tried before comes hurried and by itself, and stays so."""
    if isinstance(request, wire.Steps | wire.Understand):
        return not (request.hurried and len(request.pairs) == 1)
    return isinstance(request, wire.Heed | wire.Write)


def size(request: wire.Request) -> int:
    """How many turns it is about."""
    match request:
        case wire.Steps() | wire.Understand() | wire.Heed():
            return len(request.pairs)
        case wire.Write():
            return len(request.pending)
    return 1


def alike(requests: Sequence[wire.Request]) -> list[list[int]]:
    """The places of requests that can be one, in their order."""
    kinds: dict[type, list[int]] = {}
    for place, request in enumerate(requests):
        kinds.setdefault(type(request), []).append(place)
    return list(kinds.values())


def merged(requests: Sequence[wire.Request]) -> wire.Request:
    """Requests of one kind as one, at the newest of their times; hurried where many turns wait together."""
    first = requests[0]
    if isinstance(first, wire.Write):
        return wire.Write(tuple(turn for each in requests if isinstance(each, wire.Write) for turn in each.pending))
    same = [each for each in requests if isinstance(each, wire.Steps | wire.Understand | wire.Heed)]
    pairs, now = tuple(pair for each in same for pair in each.pairs), max(each.now for each in same)
    if isinstance(first, wire.Heed):
        return wire.Heed(pairs, now)
    told = any(each.hurried for each in same if not isinstance(each, wire.Heed))
    kind = wire.Steps if isinstance(first, wire.Steps) else wire.Understand
    return kind(pairs, now, told or len(pairs) > UNHURRIED)


def parted(answer: wire.Done, requests: Sequence[wire.Request]) -> list[wire.Answer]:
    """What each of the merged requests would have been answered."""
    values = msgspec.msgpack.decode(answer.value, type=list[msgspec.Raw])
    ends, begin = [], 0
    for request in requests:
        ends.append((begin, begin + size(request)))
        begin += size(request)
    return [wire.Done(msgspec.Raw(msgspec.msgpack.encode(values[start:end]))) for start, end in ends]
