from __future__ import annotations

from collections import Counter

import pytest
from click.testing import CliRunner

from agents.logs import planted
from agents.logs.command import pseudonyms
from agents.logs.patterns import Hit
from agents.logs.planted import KINDS, Line


def test_there_are_300_planted_lines_of_every_kind_and_as_many_calm_ones_as_precision_needs() -> None:
    lines = [line for half in planted.HALVES for line in planted.read(half)]
    assert len({line.text for line in lines}) == len(lines)
    assert sum(bool(line.secrets) for line in lines) >= 300
    assert sum(not line.secrets for line in lines) >= 200
    kinds = Counter(kind for line in lines for kind, _ in line.secrets)
    assert set(kinds) == set(KINDS)
    assert min(kinds.values()) >= 20
    assert all(line.text.count(words) >= 1 for line in lines for _, words in line.secrets)


@pytest.mark.parametrize("half", planted.HALVES)
def test_both_halves_are_of_one_size_and_share_nothing(half: str) -> None:
    mine = {line.text for line in planted.read(half)}
    others = {line.text for other in planted.HALVES if other != half for line in planted.read(other)}
    assert not mine & others
    assert abs(len(mine) - len(others)) < 20


def test_a_secret_counts_as_hidden_only_when_no_letter_is_left() -> None:
    text = "ring 07700 900 461 now"
    assert planted.covered(text, (5, 18), [Hit("phone", 5, 18)])
    assert planted.covered(text, (5, 18), [Hit("phone", 5, 10), Hit("phone", 11, 18)])
    assert not planted.covered(text, (5, 18), [Hit("phone", 5, 14)])


def test_figures_count_what_is_hidden_how_it_is_called_and_what_is_left_alone() -> None:
    found = planted.measure(
        [
            Line("ring +44 7700 900183, anna", (("phone", "+44 7700 900183"),)),
            Line("that was qwzx", (("mentioned", "qwzx"),)),
            Line("this is hard", ()),
            Line("tom came", ()),
        ]
    )
    assert (found.hidden["phone"].hits, found.hidden["phone"].of) == (1, 1)
    assert (found.hidden["mentioned"].hits, found.hidden["mentioned"].of) == (0, 1)
    assert (found.hidden["all"].hits, found.hidden["all"].of) == (1, 2)
    assert found.named["phone"].hits == 1
    assert (found.right.hits, found.right.of) == (1, 2)
    assert (found.untouched.hits, found.untouched.of) == (1, 2)


def test_the_half_that_the_rules_were_made_with_is_found() -> None:
    """Only that one: what is set aside is measured, and holds nobody to a figure."""
    found = planted.measure(planted.read("tuned"))
    assert found.hidden["all"].share.value > 0.97
    assert found.untouched.share.value > 0.9


def test_the_command_prints_a_row_for_each_kind_of_each_half() -> None:
    shown = CliRunner().invoke(pseudonyms, catch_exceptions=False).output
    for kind in (*KINDS, "all"):
        assert shown.count(f"\n| {kind} | ") == 2
    assert shown.count("left alone: ") == 2
