import pytest

from agents.evaluation.user_lines import covers, figures, filled, lines, to_judge


def test_filled_lines_and_caught_traps_are_shares() -> None:
    found = figures(
        [
            filled("I lost my job last week"),
            filled("I opened an email last night"),
            filled("it rained all day long there"),
            filled("I quit"),
            filled("I lost my job last week", trap=True),
            filled("mm", trap=True),
        ]
    )
    assert (found.filled.hits, found.filled.of) == (2, 3)
    assert (found.given.hits, found.given.of) == (1, 3)
    assert (found.traps.hits, found.traps.of) == (1, 2)
    assert found.fills["event"] == 3


def test_of_no_lines_nothing_is_filled() -> None:
    found = figures([])
    assert (found.filled.of, found.given.of, found.traps.of) == (0, 0, 0)


@pytest.mark.parametrize(
    ("names", "covered"),
    [
        (("event",), True),
        (("clause", "time"), True),
        (("thing", "feeling"), True),
        (("thing", "person"), False),
        ((), False),
    ],
)
def test_a_line_is_covered_by_what_happened_or_what_is_felt_of_a_thing(names: tuple[str, ...], covered: bool) -> None:
    assert covers(dict.fromkeys(names, "words")) is covered


def test_fills_are_listed_with_their_lines() -> None:
    rows = list(
        to_judge([filled("I quit my job today", id_="a"), filled("she quit, I lost my job", trap=True, id_="b")])
    )
    assert "a\t\tevent\tquitting your job\tI quit my job today" in rows
    assert "b\ttrap\tevent\tlosing your job\tshe quit, I lost my job" in rows
    assert list(to_judge([filled("if I lost my job")])) == []


def test_there_are_300_lines_and_60_traps() -> None:
    found = lines()
    assert (sum(not row.trap for row in found), sum(row.trap for row in found)) == (300, 60)
    assert len({row.text for row in found}) == 360
