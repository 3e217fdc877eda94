import pytest

from skills.spans.clauses import clauses
from skills.spans.tokens import sentences
from skills.spans.worth import matters, worth


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


@pytest.mark.parametrize(
    ("text", "does"),
    [
        ("my brother won't talk to me", True),
        ("my dad never called me", True),
        ("nobody came to my party", True),
        ("nobody at work talks to me", True),
        ("no one called me", True),
        ("I could not find my keys", True),
        ("I couldn't find my keys", True),
        ("I can't afford the rent", True),
        ("I didn't get the job", True),
        ("I wasn't invited to the party", True),
        ("I don't drive to work", False),
        ("I'm not moving to Leeds", False),
        ("nobody danced with me", False),
        ("I didn't tell my boss", False),
        ("my parents are splitting up", True),
        ("I hate my job", True),
        ("I bought a house", True),
        ("I bought bread", False),
        ("I started a new job", True),
        ("I started a book", False),
        ("my sister told my secret", True),
        ("I told my sister", False),
        ("my manager surprised me", True),
        ("I got scammed", True),
        ("I was promoted", True),
        ("I opened an email", False),
        ("I made bread for my sister", False),
        ("my sister is pregnant", True),
        ("my wife left me", True),
    ],
)
def test_what_may_be_brought_up_is_a_turn_a_hurt_or_a_hope(text: str, does: bool) -> None:
    found = [clause for sentence in sentences(text) for clause in clauses(sentence)]
    assert [matters(clause) for clause in found] == [does]
