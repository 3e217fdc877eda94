import pytest

from skills.spans.phrases import article, gender, noun_phrase


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("my new job", "your new job"),
        ("our first house", "your first house"),
        ("a interview", "an interview"),
        ("an university", "a university"),
        ("a lot of friends", "a lot of friends"),
        ("my sister's wedding", "your sister's wedding"),
        ("all my exams", "all your exams"),
        ("one of my friends", "one of your friends"),
        ("two dogs", "two dogs"),
        ("money", "money"),
        ("me", "you"),
        ("someone else", "someone else"),
        ("my job interview", "your job interview"),
    ],
)
def test_noun_phrases_are_turned(said: str, words: str) -> None:
    found = noun_phrase((*said.split(), ","), 0)
    assert found is not None
    assert (" ".join(found.words), found.end) == (words, len(said.split()))


@pytest.mark.parametrize(
    "said",
    [
        "his job",
        "a jobs",
        "two dog",
        "job",
        "it",
        "my boss's",
        "my qwertz",
        "a money",
        "jessica",
        "the day before",
    ],
)
def test_what_does_not_agree_is_unclear_or_unknown_is_none(said: str) -> None:
    assert noun_phrase(tuple(said.split()), 0) is None


def test_his_is_allowed_where_he_is_in_the_span() -> None:
    assert noun_phrase(("his", "job"), 0, "he") is not None
    assert noun_phrase(("his", "job"), 0, "she") is None
    assert noun_phrase(("her", "job"), 0, gender("friend")) is not None


def test_a_phrase_ends_before_a_verb() -> None:
    found = noun_phrase(("my", "dog", "loves", "me"), 0)
    assert found is not None
    assert found.end == 2


@pytest.mark.parametrize(
    ("word", "expected"), [("exam", "an"), ("hour", "an"), ("university", "a"), ("job", "a"), ("uncle", "an")]
)
def test_the_article_goes_by_sound(word: str, expected: str) -> None:
    assert article(word) == expected
