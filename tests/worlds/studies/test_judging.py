"""Forms are read into judgements that don't depend on the order in which replies were shown."""

from __future__ import annotations

import pytest

from bot.errors import StudyError
from tests.worlds.studies.conftest import Make
from worlds.studies.judging import Choice, Given, Ranking, Rating, answer, best, earns, order, read, written

FORMS = {
    "rating": {
        f"{letter}.{name}": point for letter, point in (("A", "1"), ("B", "3")) for name in ("empathy", "fluency")
    },
    "ab": {"choice": "b"},
    "ranking": {"A": "good", "B": "bad"},
}
SAID: dict[str, Given] = {
    "rating": Rating({"empathy": (1, 3), "fluency": (1, 3)}),
    "ab": Choice(1),
    "ranking": Ranking(("good", "bad")),
}
TURNED: dict[str, Given] = {
    "rating": Rating({"empathy": (3, 1), "fluency": (3, 1)}),
    "ab": Choice(0),
    "ranking": Ranking(("bad", "good")),
}


@pytest.mark.parametrize("kind", list(FORMS))
def test_a_form_says_the_same_of_a_reply_wherever_it_stood(make: Make, kind: str) -> None:
    loaded = make(kind)
    item = loaded.items[5]
    assert read(loaded, item, (0, 1), FORMS[kind]) == SAID[kind]
    assert read(loaded, item, (1, 0), FORMS[kind]) == TURNED[kind]
    for shown in ((0, 1), (1, 0)):
        assert read(loaded, item, shown, written(loaded, item, shown, SAID[kind])) == SAID[kind]


@pytest.mark.parametrize(
    ("kind", "form", "why"),
    [
        ("rating", {}, "reply A, empathy: choose a point from 1 to 5"),
        ("rating", FORMS["rating"] | {"B.fluency": "4"}, "reply B, fluency: choose a point from 1 to 3"),
        ("ab", {"choice": "c"}, "choose one of A, B, equal and neither"),
        ("ranking", {"A": "good", "B": "<b>"}, "reply B: put it into good, okay, bad"),
    ],
)
def test_what_a_form_lacks_is_named(make: Make, kind: str, form: dict[str, str], why: str) -> None:
    loaded = make(kind)
    with pytest.raises(StudyError, match=why):
        read(loaded, loaded.items[5], (0, 1), form)


def test_ties_are_kept_as_they_are_told(make: Make) -> None:
    loaded = make("ab")
    item = loaded.items[0]
    for tie in ("equal", "neither"):
        given = read(loaded, item, (1, 0), {"choice": tie})
        assert given == Choice(tie=tie)
        assert written(loaded, item, (1, 0), given) == {"choice": tie}
        assert best(given) is None


def test_the_order_is_drawn_for_participant_and_item_and_stays(make: Make) -> None:
    loaded = make("ab")
    drawn = [order(loaded, f"p{number}", loaded.items[0]) for number in range(400)]
    assert drawn == [order(loaded, f"p{number}", loaded.items[0]) for number in range(400)]
    assert 150 < drawn.count((0, 1)) < 250


def test_gold_is_earned_by_preferring_it() -> None:
    assert earns(Ranking(("bad", "okay")), 1)
    assert not earns(Ranking(("good", "bad")), 1)
    assert earns(Choice(0), 0)
    assert not earns(Choice(tie="equal"), 0)
    assert earns(Rating({"a": (1, 5), "b": (2, 2)}), 1)
    assert not earns(Rating({"a": (3, 3)}), 1)


def test_everything_that_was_answered_stands_in_a_row() -> None:
    assert answer(Rating({"a": (1, 5), "b": (2, 2)}), (0, 1)) == ("1", "5", "2", "2")
    assert answer(Choice(1), (0, 1)) == ("B",)
    assert answer(Choice(1), (1, 0)) == ("A",)
    assert answer(Choice(1), ()) == ()
    assert answer(Choice(tie="neither"), (0, 1)) == ("neither",)
