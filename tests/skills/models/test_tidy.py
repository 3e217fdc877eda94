import pytest
from hypothesis import given
from hypothesis import strategies as st

from skills.models.tidy import recase, tidy


@pytest.mark.parametrize(
    ("text", "finished", "sent"),
    [
        ("i ' m sorry . what happened ?", True, "I'm sorry. What happened?"),
        ("that sounds hard", True, "That sounds hard."),
        ("That sounds hard. I can see why", True, "That sounds hard. I can see why."),
        ("That sounds hard. I can see why", False, "That sounds hard."),
        ("That sounds hard, and", False, None),
        ("That sounds hard,", True, "That sounds hard."),
        ("How long ago was it? User: last week", True, "How long ago was it?"),
        ("I see.\nseeker: yes\nI see.", True, "I see."),
        ("[Question] what happened?", True, "What happened?"),
        ('She said "never again." What', False, 'She said "never again."'),
        ("", True, None),
        ("  \n", True, None),
        ("... !", True, None),
        ("[Question]", True, None),
    ],
)
def test_one_whole_utterance_is_left(text: str, finished: bool, sent: str | None) -> None:
    assert tidy(text, finished) == sent


def test_cased_text_keeps_its_capitals() -> None:
    assert tidy("My sister did. i think NASA called.", True) == "My sister did. i think NASA called."


def test_names_are_spelled_as_the_person_spelled_them() -> None:
    heard = ["Yesterday Anna left for Porto.", "i told Mr. Grey, and Anna's dog"]
    assert recase("did anna like porto? so did anna's mother, i hope. the i in it", heard) == (
        "Did Anna like Porto? So did Anna's mother, I hope. The I in it"
    )


@given(st.text(), st.booleans())
def test_whatever_was_written_is_one_line_of_whole_sentences_or_nothing(text: str, finished: bool) -> None:
    sent = tidy(text, finished)
    if sent is not None:
        assert "\n" not in sent
        assert sent == sent.strip() != ""
        assert any(mark in sent for mark in ".!?…")
