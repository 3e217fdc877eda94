import json
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.corpora import esconv
from agents.statistics.progress import Marks, counts, fifth, marks, shares, sixth
from bot.dialog import STRATEGIES

MARKS = st.lists(
    st.lists(st.sampled_from([None, *STRATEGIES]), min_size=1, max_size=40).map(tuple), min_size=1, max_size=5
)


def recount(talks: list[Marks]) -> dict[tuple[str, int], int]:
    """The paper's definition, read anew: k/N in [i/5, (i+1)/5) or exactly 1."""
    found: dict[tuple[str, int], int] = defaultdict(int)
    for talk in talks:
        for k, strategy in enumerate(talk, 1):
            at = Fraction(k, len(talk))
            if strategy:
                within = [i for i in range(5) if Fraction(i, 5) <= at < Fraction(i + 1, 5)]
                found[strategy, within[0] if within else 5] += 1
    return dict(found)


def table(talks: list[Marks]) -> dict[tuple[str, int], int]:
    total = counts(talks).sum(axis=0)
    cells = {(name, i): int(total[i, j]) for j, name in enumerate(STRATEGIES) for i in range(6)}
    return {cell: times for cell, times in cells.items() if times}


def test_a_talk_of_ten_messages_by_hand() -> None:
    assert [fifth(place, 10) for place in range(10)] == [0, 1, 1, 2, 2, 3, 3, 4, 4, 5]
    assert [sixth(place, 12) for place in range(12)] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert fifth(0, 1) == 5


def test_shares_are_of_an_intervals_strategies() -> None:
    talks: list[Marks] = [("Question", "Question", None, "Others", None, None, None, None, None, "Others")]
    found = shares(counts([*talks, ("Information", *[None] * 9)]))
    first = {name: row[0].value for name, row in zip(STRATEGIES, found, strict=True)}
    assert first["Question"] == first["Information"] == 0.5
    assert found[STRATEGIES.index("Others")][5].value == 1
    assert np.isnan(found[0][3].value)


@given(MARKS)
def test_counts_are_an_independent_recount(talks: list[Marks]) -> None:
    assert table(talks) == recount(talks)


@pytest.mark.corpus
@pytest.mark.parametrize("part", ["train", "valid"])
def test_figure_4_is_an_independent_recount(corpora: Path, part: str) -> None:
    raw = json.loads((corpora / "esconv" / f"{part}.json").read_text(encoding="utf8"))
    expected = recount([tuple(said["annotation"].get("strategy") for said in talk["dialog"]) for talk in raw])
    assert table([marks(talk) for talk in esconv.load(corpora, part)]) == expected
