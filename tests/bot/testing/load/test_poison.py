"""What is thrown to hold up a bot, and what a small measurement says of one that is held up."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.config import read
from bot.testing.load.poison import HELD, THROWERS, Book, measured, poison_load
from bot.testing.load.poisons import KNOWN, LONGEST, SHORTEST, poisons
from bot.testing.load.telegram import HERE
from bot.turns import SET_ASIDE


@given(st.integers(0, 2**32))
def test_the_same_seed_is_the_same_poison_of_every_length(seed: int) -> None:
    made = list(poisons(40, seed))
    assert made == list(poisons(40, seed))
    assert tuple(made[:2]) == KNOWN
    lengths = [len(text) for text in made[2:]]
    assert min(lengths) >= SHORTEST - 1
    assert max(lengths) <= LONGEST
    assert max(lengths) > 10 * min(lengths)


def test_the_books_tell_those_who_throw_from_the_others() -> None:
    times = iter(range(100))
    book = Book(clock=lambda: next(times))
    book.say(1)
    book.hear(1, "I see.")
    book.begun = 2.0
    for person in (1, THROWERS, THROWERS + 1):
        book.note(person)
    book.hear(THROWERS, SET_ASIDE)
    book.hear(1, "Yes?")
    assert book.others(during=False) == [(1, 0)]
    assert book.others(during=True) == [(1, 1)]
    assert book.times(book.others(during=True)) == [4.0]
    assert book.fate(book.thrown()) == "1, 0, 1"
    assert book.waits(THROWERS + 1)


def test_what_people_say_in_a_measurement_is_not_what_is_thrown() -> None:
    sentences = (HERE / "sentences.txt").read_text(encoding="utf8")
    assert "hold the lock" not in sentences
    assert all("hold the lock" in text for text in HELD)


def test_the_measured_bot_takes_what_is_thrown(tmp_path: Path) -> None:
    file = read(measured("holding", tmp_path, 2.0))
    assert (file.turn_limit, list(file.doors), file.limits.address_per_minute) == (2.0, ["web"], 0)
    assert file.doors["web"].longest >= LONGEST


@pytest.mark.slow
async def test_a_skill_that_holds_the_lock_costs_others_time_and_nothing_else(tmp_path: Path) -> None:
    found = await poison_load(tmp_path, HELD, bot="holding", people=3, every=0.2, seconds=2, limit=0.5, seed=1)
    rows = found.rows()
    assert rows["of it set aside, in trouble, unanswered"] == "2, 0, 0"
    assert rows["others set aside, in trouble, unanswered"] == "0, 0, 0"
    assert rows["others lost, crossed, doubled in the store"] == "0, 0, 0"
    assert len(found.book.others(during=True)) > 3
