from __future__ import annotations

import pytest

from agents.logs import lists


def test_a_name_is_on_one_list_alone_and_folded() -> None:
    assert not lists.given() & lists.twofold()
    assert len(lists.given()) > 4500
    for listed in (lists.given(), lists.twofold()):
        assert listed == {lists.folded(word) for word in listed}


@pytest.mark.parametrize("word", ["Anna", "RENÉE", "zoe", "Anna-Lena", "marias", "Оксана"])
def test_a_given_name_is_known_in_any_casing_and_with_or_without_accents(word: str) -> None:
    assert lists.is_given(word)


@pytest.mark.parametrize("word", ["hope", "table", "james's table", "as", "rain-coat"])
def test_other_words_are_none(word: str) -> None:
    assert not lists.is_given(word)


@pytest.mark.parametrize(("word", "known"), [("tired", True), ("heartbroken", True), ("I’m", True), ("zlatka", False)])
def test_words_are_told_from_what_no_vocabulary_has(word: str, known: bool) -> None:
    assert lists.is_word(word) is known
