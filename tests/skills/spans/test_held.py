import pytest

from skills.spans.held import held
from skills.spans.tokens import sentences


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I think my boss hates me", ["you think your boss hates you"]),
        ("I really hope that I get the job", ["you hope you get the job"]),
        ("I don't think my boss likes me", ["you don't think your boss likes you"]),
        ("I feel like nobody listens to me", ["you feel like nobody listens to you"]),
        ("I think my mum died", []),
        ("I wish I was dead", []),
        ("I think I want to kill myself", []),
        ("I think if my boss hates me", []),
        ("my mum says I think my boss hates me", []),
        ("I think you're great", []),
    ],
)
def test_what_is_only_held_is_given_back_as_that(text: str, words: list[str]) -> None:
    assert [said for sentence in sentences(text) for said in held(sentence)] == words
