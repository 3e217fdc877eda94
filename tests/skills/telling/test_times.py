import pytest

from skills.telling.times import how_long, when


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("i lost my job yesterday", ("yesterday",)),
        ("she left two weeks ago", ("two weeks ago",)),
        ("it happened 3 years ago and again last month", ("3 years ago", "last month")),
        ("the exam is tomorrow", ("tomorrow",)),
        ("we move in a few days", ("in a few days",)),
        ("he called on friday", ("on friday",)),
        ("when i was 12 we moved", ("when i was 12",)),
        ("today is today", ("today",)),
        ("i have no time", ()),
    ],
)
def test_times_are_kept_as_said(text: str, times: tuple[str, ...]) -> None:
    assert when(text) == times


@pytest.mark.parametrize(
    "text",
    [
        "for two years",
        "for months now",
        "since my dad died",
        "it's been three weeks",
        "i've been sad all my life",
        "this has gone on for a long time",
        "lately i can't sleep",
        "every night",
        "since 2019",
        "the past few weeks",
    ],
)
def test_how_long_it_lasts_is_heard(text: str) -> None:
    assert how_long(text)


@pytest.mark.parametrize("text", ["it happened two days ago", "for my sister", "i was there for lunch", "long story"])
def test_other_times_and_purposes_are_no_duration(text: str) -> None:
    assert not how_long(text)
