"""Whole talks side by side: what is read of a form, who reads, and the tables of two systems and of three."""

from __future__ import annotations

import re

import pytest

from bot.errors import StudyError
from tests.worlds.studies.conftest import Make
from tests.worlds.studies.test_analysis import cells, somebody
from worlds.studies.analysis import tables
from worlds.studies.check import load
from worlds.studies.judging import Choice, Compared, earns, read, written
from worlds.studies.quality import exclusion, points
from worlds.studies.report import html
from worlds.studies.wording import between_talks


def said(engaging: int | None, human: int | None) -> Compared:
    tie = Choice(tie="equal")
    return Compared(
        {name: tie if at is None else Choice(at) for name, at in (("engaging", engaging), ("human", human))}
    )


def test_a_form_says_the_same_of_a_talk_wherever_it_stood(make_acute: Make) -> None:
    loaded = make_acute()
    item = loaded.items[0]
    for shown, given in (((0, 1), said(0, 1)), ((1, 0), said(1, 0))):
        assert read(loaded, item, shown, {"engaging": "a", "human": "b"}) == given
        assert written(loaded, item, shown, given) == {"engaging": "a", "human": "b"}


def test_ties_may_be_said_only_where_the_study_allows_them(make_acute: Make) -> None:
    form = {"engaging": "a", "human": "equal"}
    strict = make_acute()
    with pytest.raises(StudyError, match=r"human: choose one of A, B$"):
        read(strict, strict.items[0], (0, 1), form)
    assert [value for _, value in between_talks(strict.study, strict.study.compare[0])] == ["a", "b"]
    free = make_acute(first="")
    assert read(free, free.items[0], (0, 1), form) == said(0, None)
    assert between_talks(free.study, free.study.compare[0]) == (
        ("I prefer Speaker A", "a"),
        ("I prefer Speaker B", "b"),
        ("both alike", "equal"),
        ("neither", "neither"),
    )


def test_who_reads_prefers_gold_under_more_questions_than_not(make_acute: Make) -> None:
    assert earns(said(0, 0), 0)
    assert earns(said(0, None), 0)
    assert not earns(said(0, 1), 0)
    assert not earns(said(1, None), 0)
    assert not earns(said(None, None), 0)
    loaded = make_acute()
    awake = somebody("p", said(0, 1), said(0, 0), said(1, 1), said(0, 0), said(0, 0))
    asleep = somebody("q", said(0, 1), said(0, 0), said(1, 1), said(1, 1), said(0, 1))
    assert (points(loaded, awake), points(loaded, asleep)) == ((2, 2), (0, 2))
    assert exclusion(loaded, awake) == ""
    assert exclusion(loaded, asleep) == "earned 0 of 2 points, fewer than 2"


def test_check_pairs_are_laid_before_everybody_and_counted_for_nobody(make_acute: Make) -> None:
    loaded = make_acute(more="")
    assert {"i3", "i4"} <= set(loaded.block([item.id for item in loaded.items]))
    people = [somebody("p", said(0, 1), said(0, 0), said(0, 1), said(0, 0), said(0, 0))]
    found = tables(loaded, people)
    assert cells(found, "engaging:") == {"one : two": ("3", "0", "0", "0", "100 [44, 100]", "0.250")}
    assert cells(found, "human:") == {"one : two": ("1", "2", "0", "0", "33 [6, 79]", "1.000")}
    assert [table.title for table in found if table.title.startswith("engaging")] == [
        "engaging: Who would you prefer to talk to?"
    ]


def test_three_systems_have_a_grid_and_strengths_for_each_question(make_acute: Make) -> None:
    loaded = make_acute(("one", "two"), ("one", "three"), ("two", "three"))
    people = [somebody(f"p{at}", said(0, 1), said(0, 0), said(0, 1), said(0, 0), said(0, 0)) for at in range(8)]
    found = tables(loaded, people)
    assert cells(found, "engaging: row over column")["one"] == ("–", "100**", "100**")
    assert cells(found, "human: row over column")["two"] == ("100**", "0**", "–")
    assert list(cells(found, "engaging: strengths")) == ["one", "two", "three"]


def test_an_ab_of_three_has_the_figure_and_averages_of_groups(make_ab: Make) -> None:
    pairs = ("gold", "one"), ("gold", "two"), ("one", "two")
    loaded = make_ab(*pairs, first='groups = { people = ["gold"], bots = ["one", "two"] }')
    people = [somebody(f"p{at}", Choice(int(at == 0)), Choice(0), Choice(at % 2)) for at in range(4)]
    found = tables(loaded, people)
    assert cells(found, "Row over column")["gold"] == ("–", "3.00", "4:0", "3.00")
    assert cells(found, "Row over column")["one"] == ("0.33", "–", "1.00", "0.67")
    assert cells(found, "Averages") == {"people : bots": ("1", "3.00")}
    with pytest.raises(StudyError, match="no item has a reply of 'nobody'"):
        make_ab(*pairs, first='groups = { mine = ["nobody"] }')


def test_the_report_draws_the_figure_for_who_sees_it_and_reads_it_out_for_who_does_not(make_ab: Make) -> None:
    loaded = make_ab(("<b>", "one"), ("<b>", "two"), ("one", "two"))
    people = [somebody(name, Choice(at), Choice(1), Choice(0)) for at, name in enumerate("pq")]
    page = html(loaded, people)
    (figure,) = re.findall(r"<svg .*?</svg>", page, re.DOTALL)
    assert 'role="img" aria-label="Row over column, as in the table below"' in figure
    assert figure.count("<rect") == 9
    assert "&lt;b&gt;" in figure
    assert "<b>" not in page
    assert '<text class="cell" x="245" y="53" text-anchor="middle">1.00</text>' in figure  # <b> and one, once each
    assert "<td>0:2</td>" in page


def test_of_two_there_is_no_grid(make: Make) -> None:
    assert "Row over column" not in {table.title for table in tables(make("ab"), [somebody("p", Choice(0))])}


@pytest.mark.parametrize(
    ("was", "now", "why"),
    [
        ("I prefer {speaker}", "I prefer it", "question engaging: choice has one {speaker}"),
        ("I prefer {speaker}", "{speaker} or {other}", "question engaging: choice has one {speaker}"),
        ('gold = "gold"', 'gold = "golden"', "no item has a reply of 'golden'"),
        ('kind = "acute"', 'kind = "ab"', "its candidates are to be replies, not whole talks"),
    ],
)
def test_what_is_wrong_is_named(make_acute: Make, was: str, now: str, why: str) -> None:
    path = make_acute().path
    path.write_text(path.read_text().replace(was, now))
    with pytest.raises(Exception, match=why):
        load(path)


def test_questions_are_needed(make_acute: Make) -> None:
    path = make_acute().path
    text = path.read_text()
    path.write_text(text[: text.index("[[compare]]")] + text[text.index("[quality]") :])
    with pytest.raises(StudyError, match=r"needs a \[\[compare\]\] about two talks"):
        load(path)
