"""Words that are none, other languages, and next to nothing."""

import pytest

from skills.intent import acts

UNCLEAR = [
    "asdfasdf",
    "sdfkjhsdf kjsdhf",
    "qwertyuiop",
    "jkljkl hjkl hjkl",
    "xcvbn",
    "fghfgh dfgdfg",
    "of and the lamp the to is the of",
    "the the a of my and the is of to",
    "bcdfghj klmnp",
    "a the of green the and is or to",
    "wrtghnm prtklm",
    "asdf jkl asdf",
    "zxcvbnm zxcv",
    "poiuy lkjh",
    "my the is and of a the or he the",
]
CLEAR = [
    "hmmmmmmm",
    "hahahahaha",
    "ughhhhhhhh",
    "grrrrrrrrr",
    "it suckssssssss",
    "Dallas",
    "shhhhhhh",
    "pfffffff",
    "I want to of course go",
    "the thing is the more I try the worse it gets",
    "me sad today husband go away",
    "tired sad lonely broken",
    "work stress kids money no sleep",
    "lol",
    "rhythm and blues",
    "brb tbh idk",
    "my my, the the drama",
    "привет",
    "a glass of salad",
]


@pytest.mark.parametrize("line", UNCLEAR)
def test_mashed_keys_and_word_salad_are_unclear(line: str) -> None:
    assert "unclear" in acts(line)


@pytest.mark.parametrize("line", CLEAR)
def test_sighs_lists_and_broken_english_are_not(line: str) -> None:
    assert "unclear" not in acts(line)


def test_a_bare_no_denies() -> None:
    assert "denies" in acts("nope")
    assert "denies" in acts("no, not really")
    assert "denies" not in acts("no, she died")
    assert "denies" not in acts("no idea")


@pytest.mark.parametrize(
    "line", ["hola como estas", "merci beaucoup", "je ne sais pas", "danke", "I am sad porque mi madre esta enferma"]
)
def test_another_language_is_heard_even_in_a_few_words(line: str) -> None:
    assert ("foreign" in acts(line)) == (line != "danke")
