import pytest
from hypothesis import given
from hypothesis import strategies as st

from skills.spans.tokens import MUCH, NAME, sentences


def words(text: str) -> list[list[str]]:
    return [list(sentence.words) for sentence in sentences(text)]


def test_sentences_are_lower_case_words_with_pauses() -> None:
    assert words("I’m sad. My boss yelled; it hurts!") == [
        ["i", "'m", "sad"],
        ["my", "boss", "yelled", ",", "it", "hurts"],
    ]


def test_what_is_mistyped_is_mended() -> None:
    assert words("i didnt recieve it lol") == [["i", "didn't", "recieve", "it", ","]]
    assert words("im sad alot") == [["i", "'m", "sad", "a", "lot"]]


def test_names_are_marked_unless_all_is_in_capitals() -> None:
    assert words("My friend Jessica left on Monday") == [["my", "friend", NAME, "left", "on", "monday"]]
    assert words("MY FRIEND LEFT") == [["my", "friend", "left"]]


def test_a_question_gives_what_stands_before_its_last_pause() -> None:
    assert words("I lost my job, what now?") == [["i", "lost", "my", "job"]]
    assert words("did I lose my job?") == []


def test_is_and_the_possessive_are_told_apart() -> None:
    assert words("mom's getting married at mom's house") == [
        ["my", "mom", "'s", "getting", "married", "at", "my", "mom's", "house"]
    ]
    assert words("my dad's late wife") == [["my", "dad's", "late", "wife"]]
    assert words("my dad's late") == [["my", "dad", "'s", "late"]]


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ("I wish my mom called", ["i"]),
        ("I wish but my mom called", ["i", "but", "my", "mom", "called"]),
        ("I think my mom called", ["i"]),
        ("my mom called if I cried", []),
        ('"my mom called"', []),
        ("my dad hit me", []),
        ("I was scared because my mom called", ["i", "was", "because", "my", "mom", "called"]),
    ],
)
def test_what_is_supposed_or_thought_is_marked(text: str, sure: list[str]) -> None:
    (sentence,) = sentences(text)
    certain = [word for place, word in enumerate(sentence.words) if place not in sentence.doubtful]
    assert certain == sure


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    for sentence in sentences(text):
        assert sentence.words
        assert all(0 <= place < len(sentence.words) for place in sentence.doubtful)


def test_only_the_beginning_of_a_flood_is_read() -> None:
    assert sum(len(found) for found in words("a " * MUCH)) == MUCH // 2
