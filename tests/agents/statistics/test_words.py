from collections import Counter

from agents.statistics.words import content, most, spaced, tokens, words


def test_three_ways_to_count() -> None:
    text = "I don’t know... do you?"
    assert words(text) == ["i", "don't", "know", "do", "you"]
    assert spaced(text) == 5
    assert tokens(text) == 9


def test_function_words_do_not_count_but_what_the_paper_lists_does() -> None:
    assert content(["The cat, the CAT and I'm", "that's oh so very nice"]) == Counter(
        {"cat": 2, "i'm": 1, "that's": 1, "oh": 1, "nice": 1}
    )


def test_equally_common_words_go_by_alphabet() -> None:
    assert most(Counter("bbaac"), 2) == [("a", 2), ("b", 2)]
