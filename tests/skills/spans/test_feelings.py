import pytest

from skills.spans.feelings import feeling_like, feelings
from skills.spans.tokens import sentences


def felt(text: str) -> list[str]:
    return [words for sentence in sentences(text) for words in feelings(sentence)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I feel so lonely", ["lonely"]),
        ("im really sad", ["sad"]),
        ("I've been feeling a bit down lately", ["down"]),
        ("it makes me angry", ["angry"]),
        ("I was let down", ["let down"]),
        ("I am proud of my son", ["proud"]),
        ("I feel bad", ["bad"]),
        ("I'm sad and I'm tired", ["sad", "tired"]),
    ],
)
def test_the_own_word_for_a_feeling_is_found(text: str, words: list[str]) -> None:
    assert felt(text) == words


@pytest.mark.parametrize(
    "text",
    ["I'm not sad", "I don't feel lonely", "I was never happy", "my mom is sad", "if I was sad", "are you sad?",
     "I'd be happy", "I used to be happy", "I lost my keys", "I moved to Leeds", "I got lost in town",
     "I wish I felt happy", "I'm bad at maths"],
)  # fmt: skip
def test_feelings_that_are_denied_supposed_or_anothers_are_not(text: str) -> None:
    assert felt(text) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I'm a failure", "feeling like a failure"),
        ("I feel like such a burden", "feeling like a burden"),
        ("i am just a disappointment", "feeling like a disappointment"),
        ("I'm not a failure", ""),
        ("my dad says I'm a failure", ""),
        ("I'm a loser", ""),
        ("it was a failure", ""),
        ("if I'm a failure", ""),
    ],
)
def test_a_judgement_of_oneself_is_told_as_a_feeling(text: str, words: str) -> None:
    (sentence,) = sentences(text)
    assert feeling_like(sentence) == words
