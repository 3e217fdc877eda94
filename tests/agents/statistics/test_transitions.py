import json
from collections import Counter
from pathlib import Path

import pytest

from agents.corpora import esconv
from agents.statistics.progress import Marks, marks
from agents.statistics.transitions import LENGTHS, Found, commonest, runs

TALK: Marks = ("Question", None, "Question", "Others", None, "Question", "Others")


def recount(talks: list[Marks], length: int) -> Counter[tuple[str, ...]]:
    """Another way to the same: walk on from every change of strategy until there are enough."""
    found: Counter[tuple[str, ...]] = Counter()
    for talk in talks:
        row = [mark for mark in talk if mark]
        for start, first in enumerate(row):
            if start and row[start - 1] == first:
                continue
            walked = [first]
            for mark in row[start + 1 :]:
                if len(walked) < length and mark != walked[-1]:
                    walked.append(mark)
            if len(walked) == length:
                found[tuple(walked)] += 1
    return found


def test_neighbours_that_are_alike_are_one() -> None:
    assert runs(TALK, 3) == [("Question", "Others", "Question"), ("Others", "Question", "Others")]
    assert runs(TALK, 5) == []


def test_the_commonest_come_first_with_their_talks_and_equal_ones_by_alphabet() -> None:
    found = commonest([TALK, (*TALK, "Question"), ("Information", "Others", "Information")], 3)
    assert found == (
        Found(("Question", "Others", "Question"), 3, 2, 6),
        Found(("Others", "Question", "Others"), 2, 2, 6),
        Found(("Information", "Others", "Information"), 1, 1, 6),
    )


def test_counts_of_a_small_table_are_an_independent_recount() -> None:
    talks: list[Marks] = [TALK, tuple(reversed(TALK)), ("Information", *TALK, "Information", None, "Others")]
    for length in LENGTHS:
        assert {one.run: one.count for one in commonest(talks, length, 1000)} == recount(talks, length)


@pytest.mark.corpus
@pytest.mark.parametrize("part", ["train", "valid"])
def test_table_6_is_an_independent_recount(corpora: Path, part: str) -> None:
    raw = json.loads((corpora / "esconv" / f"{part}.json").read_text(encoding="utf8"))
    plain = [tuple(said["annotation"].get("strategy") for said in talk["dialog"]) for talk in raw]
    ours = [marks(talk) for talk in esconv.load(corpora, part)]
    for length in LENGTHS:
        expected = recount(plain, length)
        found = commonest(ours, length)
        assert all(expected[one.run] == one.count and one.of == expected.total() for one in found)
        assert [one.count for one in found] == sorted(expected.values(), reverse=True)[:5]
