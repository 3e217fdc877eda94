"""Pairs: of each item one of both, drawn by seed, whose words are counted and whose corpus is known."""

from __future__ import annotations

import msgspec
import pytest

from agents.judging.licences import bound, unknown
from agents.judging.pairs import Pair, pairs
from agents.seekers.scripts import scripts
from bot.errors import ConfigError
from tests.agents.judging.examples import LONG, PAIR, TALKS, WHOLE, item

ITEMS = [item(number) for number in range(8)]


def test_each_item_that_has_both_is_a_pair_and_a_limit_draws_some() -> None:
    other = item(9, ("one", "Hm."), ("three", "Oh."))
    same = item(10, ("one", "Hm."), ("two", "Hm."))
    found = pairs([*ITEMS, other, same], "two", "one", None, 7)
    assert [pair.item for pair in found] == ITEMS
    assert {pair.of("left").source for pair in found} == {"two"}
    few = pairs(ITEMS, "two", "one", 3, 7)
    assert len(few) == 3
    assert few == pairs(ITEMS, "two", "one", 3, 7) != pairs(ITEMS, "two", "one", 3, 8)
    assert all(pair in found for pair in few)


def test_of_several_drafts_the_seed_draws_and_names_say_nothing() -> None:
    drafts = [item(n, ("one", "a"), ("two", "b"), ("two", "c"), ("two", "d")) for n in range(20)]
    found = pairs(drafts, "one", "two", None, 7)
    assert {pair.of("right").text for pair in found} == {"b", "c", "d"}
    assert not any(pair.only for pair in found)
    assert PAIR.only


def test_lengths_are_of_the_supporter_alone() -> None:
    assert (PAIR.words("left"), PAIR.words("right"), PAIR.longer, PAIR.alike) == (len(LONG.split()), 2, "left", False)
    assert (WHOLE.words("left"), WHOLE.words("right")) == (6, 2)
    even = Pair(item(1, ("one", "a b c d e f"), ("two", "a b c d e")), 0, 1)
    assert (even.alike, even.longer) == (True, "left")
    assert Pair(item(1, ("one", "a b"), ("two", "c d")), 0, 1).longer is None


def test_whose_words_they_are_is_known_where_the_item_says_so() -> None:
    told = [
        Pair(item(1, corpus="empathetic"), 0, 1), Pair(item(2, reference="esconv 0123 3"), 0, 1), WHOLE, PAIR,
        Pair(item(3, corpus="written"), 0, 1),
    ]  # fmt: skip
    assert [pair.corpus for pair in told] == ["empathetic", "esconv", "esconv", "", "written"]
    assert [one.name for one in bound(told)] == ["empathetic", "esconv"]
    assert list(bound([PAIR])) == []
    ours = Pair(msgspec.structs.replace(TALKS, talk=next(iter(scripts())).id), 0, 1)
    assert unknown([*told, ours]) == 1


def test_what_cannot_be_paired_is_named() -> None:
    with pytest.raises(ConfigError, match=r"no item lays one beside three \(there are: one, two\)"):
        pairs(ITEMS, "one", "three", None, 7)
    with pytest.raises(ConfigError, match="one is to be compared with another"):
        pairs([TALKS], "one", "one", None, 7)
