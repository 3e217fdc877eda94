"""What waits at a replica is one request, and each gets its own part of the answer."""

from __future__ import annotations

from datetime import timedelta

import msgspec

from bot.cluster.merging import alike, mergeable, merged, parted, size
from bot.dialog import Conversation
from bot.testing.scripted import NOON
from bot.worker import wire


def steps(*words: str, later: int = 0, hurried: bool = False) -> wire.Steps:
    pairs = wire.pairs([(Conversation(f"t:{word}::me"), word) for word in words])
    return wire.Steps(pairs, NOON + timedelta(seconds=later), hurried)


def test_a_turn_that_was_tried_before_stays_alone() -> None:
    assert mergeable(steps("a"))
    assert mergeable(steps("a", "b", hurried=True))
    assert not mergeable(steps("a", hurried=True))
    assert mergeable(wire.Heed(steps("a").pairs, NOON))
    assert mergeable(wire.Write(()))
    assert not mergeable(wire.Allows("fine"))


def test_requests_of_one_kind_are_merged_in_their_order_at_the_newest_time() -> None:
    heed = wire.Heed(steps("x").pairs, NOON)
    requests: list[wire.Request] = [steps("a", "b", later=2), heed, steps("c", later=1)]
    assert alike(requests) == [[0, 2], [1]]
    whole = merged([requests[0], requests[2]])
    assert isinstance(whole, wire.Steps)
    assert [text for _, text in whole.pairs] == ["a", "b", "c"]
    assert whole.now == NOON + timedelta(seconds=2)
    assert [size(one) for one in (whole, heed, wire.Allows("x"))] == [3, 1, 1]


def test_many_turns_together_are_hurried_and_few_are_not() -> None:
    few, many = merged([steps("a"), steps("b")]), merged([steps("a"), steps("b", "c")])
    told = merged([steps("a"), steps("b", hurried=True)])
    assert [one.hurried for one in (few, many, told) if isinstance(one, wire.Steps)] == [False, True, True]


def test_looks_and_writing_are_merged_too() -> None:
    pairs = steps("a", "b").pairs
    assert merged([wire.Heed(pairs[:1], NOON), wire.Heed(pairs[1:], NOON)]) == wire.Heed(pairs, NOON)
    assert merged([wire.Understand(pairs, NOON, False)]) == wire.Understand(pairs, NOON, False)
    assert merged([wire.Write(()), wire.Write(())]) == wire.Write(())


def test_each_gets_its_own_part_of_the_answer() -> None:
    requests = [steps("a", "b"), steps(), steps("c")]
    answer = wire.Done(msgspec.Raw(msgspec.msgpack.encode([1, 2, 3])))
    parts = [msgspec.msgpack.decode(one.value) for one in parted(answer, requests) if isinstance(one, wire.Done)]
    assert parts == [[1, 2], [], [3]]
