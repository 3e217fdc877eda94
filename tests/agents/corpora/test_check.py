from pathlib import Path

import pytest

from agents.corpora import catalogue
from agents.corpora.catalogue import Corpus, Count, corpus
from agents.corpora.check import Row, check

LINE = "7\tI lost my key\tWhere?\tNo idea\tsad\n"


def counted(counts: dict[str, dict[str, Count]]) -> Corpus:
    return Corpus("emocontext", "Rain", "Nobody, 2020", "none", "https://x.example", counts=counts)


def write(folder: Path, dialogs: int, name: str = "train.txt") -> None:
    (folder / "emocontext").mkdir(exist_ok=True)
    (folder / "emocontext" / name).write_text(LINE * dialogs, encoding="utf8")


@pytest.mark.parametrize(
    ("count", "right", "wrong"),
    [
        (Count(here=2), True, False),
        (Count(here=3), False, True),
        (Count(here=3, release=2, why="one is missing"), True, False),  # a copy that is whole
        (Count(here=3, paper=4, why="one is missing"), False, True),
        (Count(paper=2), True, False),
        (Count(paper=3), False, False),  # never counted before, so nothing is wrong
        (Count(), False, False),
    ],
)
def test_a_count_is_right_when_it_was_published_or_counted_before(
    tmp_path: Path, count: Count, right: bool, wrong: bool
) -> None:
    write(tmp_path, 2)
    found = check(counted({"train": {"dialogs": count}}), tmp_path)
    assert found.rows == (Row("train", "dialogs", 2, count),)
    assert (found.rows[0].right, found.rows[0].wrong, found.wrong) == (right, wrong, wrong)
    assert found.missing == ("valid", "test")
    assert not found.absent


def test_a_corpus_that_is_not_here_is_absent_and_not_wrong(tmp_path: Path) -> None:
    found = check(corpus("emocontext"), tmp_path)
    assert (found.rows, found.missing, found.damage) == ((), ("train", "valid", "test"), ())
    assert (found.absent, found.wrong) == (True, False)


def test_a_damaged_part_is_named_and_the_others_are_counted(tmp_path: Path) -> None:
    write(tmp_path, 1)
    write(tmp_path, 0, "dev.txt")
    found = check(counted({}), tmp_path)
    assert found.damage == (f"{tmp_path}/emocontext/dev.txt: the file is empty",)
    assert [row.part for row in found.rows] == ["train"]
    assert found.missing == ("test",)
    assert found.wrong


def test_train_and_valid_of_every_corpus_are_counted_in_the_catalogue() -> None:
    # Their counts are published, and were never made.
    by_hand = {("cped", "train"), ("emocontext", "valid"), ("taskmaster", "train"), ("taskmaster", "valid")}
    for one in catalogue.corpora():
        for part in ("train", "valid"):
            assert one.counts[part], (one.name, part)
            known = [count.here is not None for count in one.counts[part].values()]
            assert all(known) != ((one.name, part) in by_hand), (one.name, part)


@pytest.mark.corpus
def test_every_unit_that_is_counted_is_in_the_catalogue_and_as_expected(corpora: Path) -> None:
    for one in catalogue.corpora():
        found = check(one, corpora)
        assert not found.wrong, one.name
        for row in found.rows:
            assert row.right or row.part == "test", (one.name, row)
