from hypothesis import given
from hypothesis import strategies as st

from skills.columns import Names, mask

NAMES = st.sampled_from(["ask", "offer", "", "affirm", "close"])


def test_a_mask_is_made_of_any_values() -> None:
    assert mask(number > 1 for number in (1, 2, 3)).tolist() == [False, True, True]


@given(st.lists(NAMES, min_size=1), st.sets(NAMES))
def test_names_are_found_as_by_comparing_strings(told: list[str], wanted: set[str]) -> None:
    column = Names(told)
    assert column.among(wanted).tolist() == [name in wanted for name in told]
    assert column.same(len(told) - 1).tolist() == [name == told[-1] for name in told]


def test_a_column_of_nothing_has_no_rows() -> None:
    assert Names([]).among({"ask"}).tolist() == []
