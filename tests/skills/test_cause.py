import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skills.cause import LONGEST, SHORTEST, pick

TURNED = {
    "I lost my job yesterday": "you lost your job yesterday",
    "my boss yelled at me": "your boss yelled at you",
    "My boss yelled at me in front of everyone and I cried": "your boss yelled at you in front of everyone",
    "my girlfriend left me for someone else": "your girlfriend left you for someone else",
    "my best friend lied to me": "your best friend lied to you",
    "I feel terrible because I forgot my mom’s birthday": "you forgot your mom's birthday",
    "then I fell down the stairs": "you fell down the stairs",
    "I got a raise!": "you got a raise",
    "I was fired today": "you were fired today",
    "I wasn't invited to the wedding": "you weren't invited to the wedding",
    "I was passed over for promotion": "you were passed over for promotion",
    "My boss was yelling at me": "your boss was yelling at you",
    "my daughter was bullied": "your daughter was bullied",
    "my son got suspended from school": "your son got suspended from school",
    "my wife cried when I told her": "your wife cried when you told her",
    "my grandma gave me my first camera": "your grandma gave you your first camera",
    "Yesterday my boss told everyone I quit": "your boss told everyone you quit",
    "I didn't get the job": "you didn't get the job",
    "i couldn't find my keys": "you couldn't find your keys",
    "I lost what was mine": "you lost what was yours",
    "my landlord raised the rent": "your landlord raised the rent",
    "I moved to a new city for work": "you moved to a new city for work",
    "I started a new job, it's great": "you started a new job",
    "my friends went to the beach without me": "your friends went to the beach without you",
    "my parents made me quit the team": "your parents made you quit the team",
}
UNSAID = [
    "",
    "I'm sad",
    "I am so tired",
    "I was sad",
    "I was wrong",
    "I was so scared",
    "I was embarrassed by it",
    "we broke up",
    "you told me to try",
    "my dad told me I'm a failure",
    "my boss told me I was useless",
    "my boss was a jerk",
    "my dad hit me",
    "my uncle touched me",
    "my ex threatened me yesterday",
    "I cut myself again",
    "I took a bottle of pills",
    "I wanted to die",
    "I tried my best",
    "I made a huge mistake at work",
    "I let everyone down",
    "I got 3 parking tickets",
    "I got an A",
    "did my boss lose it?",
    "I lost",
    "my sister won't call back",
    "I gave my brother the keys to the old house by the lake in june",
    "the weather was nice",
    "I felt my hands shake",
    "she left me",
    "I used to love painting",
]


@pytest.mark.parametrize(("line", "clause"), TURNED.items())
def test_what_happened_is_turned_round(line: str, clause: str) -> None:
    assert pick(line) == clause


@pytest.mark.parametrize("line", UNSAID)
def test_what_is_unsure_judged_or_dangerous_is_not_echoed(line: str) -> None:
    assert pick(line) is None


def test_the_last_clause_that_tells_something_counts() -> None:
    assert (
        pick("I lost my keys. Then my neighbour called the police. I don't know.") == "your neighbour called the police"
    )


SOME = """
i my me boss mom was am i'm lost told fired got wasn't and but kill idiot 7 the a you it myself yelled at
stupid dad hurt mine, then. because when
"""
WORDS = st.sampled_from(SOME.split())


@given(st.one_of(st.text(), st.lists(WORDS, max_size=14).map(" ".join)))
def test_a_clause_is_short_plain_and_about_the_person(text: str) -> None:
    clause = pick(text)
    if clause is None:
        return
    assert re.fullmatch(r"[a-z'-]+(?: [a-z'-]+)*", clause)
    words = clause.split()
    assert SHORTEST <= len(words) <= LONGEST
    assert words[0] in ("you", "your")
    assert not {"i", "me", "my", "mine", "i'm", "kill", "idiot", "stupid", "hurt"}.intersection(words)
    assert not re.search(r"\byou (?:was|am|wasn't)\b", clause)
