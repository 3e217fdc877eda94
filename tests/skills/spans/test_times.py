import pytest

from skills.spans.times import time


@pytest.mark.parametrize(
    ("said", "words", "tells_when"),
    [
        ("last week", "last week", True),
        ("yesterday", "yesterday", True),
        ("tomorrow morning", "tomorrow morning", True),
        ("last friday night", "last Friday night", True),
        ("on monday", "on Monday", True),
        ("in march", "in March", True),
        ("since last year", "since last year", True),
        ("since march", "since March", True),
        ("two years ago", "two years ago", True),
        ("a couple of weeks ago", "a couple of weeks ago", True),
        ("3 months ago", "3 months ago", True),
        ("the other day", "the other day", True),
        ("for three months", "for three months", False),
        ("every day", "every day", False),
        ("lately", "lately", False),
        ("the next day", "the next day", False),
        ("this day", "this day", False),
    ],
)
def test_times_are_read_whole(said: str, words: str, tells_when: bool) -> None:
    found = time((*said.split(), "really"), 0)
    assert found is not None
    assert (" ".join(found.words), found.tells_when, found.end) == (words, tells_when, len(said.split()))


@pytest.mark.parametrize(
    "said", ["my week", "two jobs ago", "six month ago", "200 years ago", "the week", "since my birthday", ""]
)
def test_what_is_no_time_is_none(said: str) -> None:
    assert time(tuple(said.split()), 0) is None
