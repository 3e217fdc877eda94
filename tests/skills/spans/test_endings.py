import pytest

from skills.slots import spans


@pytest.mark.parametrize(
    ("line", "clause"),
    [
        ("I met a girl who likes me", "you met a girl"),
        ("I want a job that pays me", ""),
        ("I was fired for qwertz", "you were fired"),
        ("he got back with qwertz", ""),
        ("we run and own a shop", ""),
        ("I slipped and broke my phone", "you broke your phone"),
    ],
)
def test_what_cannot_be_read_is_left_out_only_where_the_rest_still_holds(line: str, clause: str) -> None:
    assert spans(line).clause == clause
