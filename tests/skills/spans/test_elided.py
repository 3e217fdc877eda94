import pytest

from skills.spans.elided import completed


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("lost my job", "i lost my job"),
        ("been crying", "i 've been crying"),
        ("haven't slept", "i haven't slept"),
        ("struggling with my work", "i 'm struggling with my work"),
        ("mum called", "my mum called"),
        ("i called mum", "i called my mum"),
        ("boss yelled at me", "my boss yelled at me"),
        ("my mum and dad left", "my mum and dad left"),
        ("a mum called", "a mum called"),
        ("mum of two", "mum of two"),
        ("his mum called", "his mum called"),
        ("forgot me", "forgot me"),
        ("boss of the year", "boss of the year"),
    ],
)
def test_what_people_leave_out_is_put_in_where_it_is_sure(said: str, meant: str) -> None:
    assert completed([said.split()]) == [meant.split()]


def test_where_somebody_else_was_spoken_of_they_may_be_meant() -> None:
    assert completed([["my", "husband", "left"], ["forgot", "my", "birthday"]])[1] == ["forgot", "my", "birthday"]
