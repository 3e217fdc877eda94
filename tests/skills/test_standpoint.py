import pytest
from hypothesis import given
from hypothesis import strategies as st

from skills.standpoint import Tense, Whose, tense, whose, whose_now


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("my friend broke her arm", "other"),
        ("My best friend lost her job", "other"),
        ("my brother is drinking again", "other"),
        ("my son failed his exam", "other"),
        ("my mom has cancer", "other"),
        ("my cousin was diagnosed with ms", "other"),
        ("a friend of mine got engaged", "other"),
        ("someone at work is pregnant", "other"),
        ("I'm worried about my friend Anna. She drinks every night now", "other"),
        ("I broke my arm", "me"),
        ("my friend broke my phone and left me", "me"),
        ("my friend died", "me"),
        ("my wife left me", "me"),
        ("my boss yelled at me", "me"),
        ("my sister is depressed and won't talk to me", "me"),
        ("my friend got engaged and I feel lonely", "me"),
        ("my husband lost his job and we can't pay the rent", "me"),
        ("a coworker got promoted instead of me", "me"),
        ("", "me"),
    ],
)
def test_whose_matter_it_is(text: str, expected: Whose) -> None:
    assert whose(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("my mum was ill ten years ago", "past"),
        ("I was bullied as a kid", "past"),
        ("I used to be so shy", "past"),
        ("I was out of work in the eighties", "past"),
        ("they laughed about my teeth in primary school", "past"),
        ("I used to drink years ago and still do", "now"),
        ("I lost my job yesterday", "now"),
        ("my boss is awful", "now"),
        ("I failed and will have to sit it again next year", "now"),
        ("my interview is tomorrow", "ahead"),
        ("I'm having surgery next week", "ahead"),
        ("we are going to move", "ahead"),
        ("", "now"),
    ],
)
def test_when_it_is(text: str, expected: Tense) -> None:
    assert tense(text) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (["my friend lost her job", "she has two kids"], "other"),
        (["my friend lost her job", "it was sudden", "i don't know what to say to her"], "other"),
        (["my friend lost her job", "and i lost mine", "he fired us both"], "me"),
        (["my friend lost her job", "my car broke down"], "me"),
        (["my boss yelled at me", "he is awful"], "me"),
        (["she left"], "me"),
    ],
)
def test_a_talk_about_somebody_goes_on_about_them(said: list[str], expected: Whose) -> None:
    assert whose_now(said) == expected


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    assert whose(text) in ("me", "other")
    assert tense(text) in ("past", "now", "ahead")


def test_a_long_text_costs_no_more_than_its_beginning() -> None:
    assert whose("my friend broke her arm " + "a " * 100_000) == "other"
    assert tense("my mother " * 30_000 + " tomorrow") == "now"
