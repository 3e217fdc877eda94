import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.curation.lines import Line, milliseconds, timed
from agents.curation.made import stamp


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("01:02:03,456", 3_723_456),
        (" 00:00:01.5 ", 1500),
        ("0:0:7", 7000),
        ("00:00:01:250", 1250),
        ("-00:00:01,000", None),
        ("00:61:00,000", None),
        ("1:2", None),
        ("", None),
    ],
)
def test_times_are_read_to_the_millisecond(written: str, expected: int | None) -> None:
    assert milliseconds(written) == expected


@given(st.integers(0, 99 * 3_600_000))
def test_every_time_that_is_written_is_read_back(time: int) -> None:
    assert milliseconds(stamp(time)) == time


@given(st.text())
def test_whatever_stands_there_is_a_time_or_none(text: str) -> None:
    assert (milliseconds(text) or 0) >= 0


def test_a_line_that_ends_before_it_begins_has_no_times() -> None:
    assert timed("x", 5, 4) == Line("x", None, None)
    assert timed("x", 5, 5) == Line("x", 5, 5)
    assert timed("x", None, 5) == Line("x", None, 5)
