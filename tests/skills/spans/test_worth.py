import pytest

from skills.spans.clauses import clauses
from skills.spans.tokens import sentences
from skills.spans.worth import worth


@pytest.mark.parametrize(
    ("text", "is_worth"),
    [
        ("I lost my job", True),
        ("I cheated on my wife", False),
        ("my wife cheated on me", True),
        ("I failed my kids", False),
        ("I failed my exam", True),
        ("I yelled at my son", False),
        ("my son yelled at me", True),
        ("I was at the store", False),
        ("I was in hospital", True),
        ("I feel sad", False),
        ("I feel sad about my job", True),
        ("I woke up", False),
        ("I'm trying", False),
        ("I can't remember", False),
        ("I can't sleep", True),
        ("I didn't say anything", False),
        ("I went to the store", False),
        ("I went to court", True),
        ("I lose my job", False),
        ("I lost my mum in the shop", False),
        ("I lost my mum", True),
        ("they smiled", False),
        ("they fired me", True),
    ],
)
def test_what_says_little_or_would_sting_is_not_given_back(text: str, is_worth: bool) -> None:
    found = [clause for sentence in sentences(text) for clause in clauses(sentence)]
    assert [worth(clause) for clause in found] == [is_worth]
