import pytest
from hypothesis import given
from hypothesis import strategies as st

from skills.mentions import GROUPS, barred, mentions, names, required


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        ("my mom is upset", "What do your parents say?"),
        ("my Mom’s house", "How is your mother?"),
        ("I got promoted", "What will the new job be like?"),
        ("my boss yelled at me", "How have things been at work?"),
        ("my exam is tomorrow", "How is the studying going?"),
        ("we broke up", "What happened with your partner?"),
        ("I got fired", "What was the job like?"),
        ("we had to put him down", "What was your dog like?"),
        ("after the funeral", "Grief has no timetable."),
        ("nothing special", "What happened then?"),
        ("it nags at me", "That gets under the skin. Of course it follows you to bed."),
        ("I hope so", "Where might it lead?"),
        ("my dads birthday is near", "What was your father like?"),
        ("I lost my job to AI.", "What was the job like?"),
        ("I left my job to look after someone.", "What was the job like?"),
        ("I had a good job at the bank.", "What was the job like?"),
        ("I have a really good job", "What is the job like?"),
        ("she found her job to be dull", "What is the job like?"),
        ("My first class is tomorrow.", "How is the class?"),
        ("I enjoyed the first class", "How is the class?"),
    ],
)
def test_what_was_mentioned_may_be_answered(said: str, reply: str) -> None:
    assert required(reply) & ~mentions(said) == 0


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        ("my mom is upset", "What does your father say?"),
        ("I feel alone", "Does your boss know?"),
        ("my parents are upset", "How is your mom?"),
        ("I got a new job", "When is the wedding?"),
        ("the catalog came", "What is your cat like?"),
        ("work is hard", "How is your boss?"),
        ("", "Was it a nightmare?"),
        ("I am tired", "Is it your work?"),
        ("we were together four years", "Being cheated on hurts."),
        ("I called my boss mom", "Shouting like that echoes."),
        ("it's my job to say sorry", "What is the job like?"),
        ("that's not your job to fix", "What is the job like?"),
        ("good job!", "What is the job like?"),
        ("I did a good job raising them", "What is the job like?"),
        ("he said great job and left", "What is the job like?"),
        ("we got first class tickets", "How is the class?"),
        ("we flew first class", "How is the class?"),
    ],
)
def test_what_nobody_mentioned_is_brought_up(said: str, reply: str) -> None:
    assert required(reply) & ~mentions(said) != 0


def test_every_group_has_its_own_bit() -> None:
    bits = {mentions(words.split()[-1]) for words in GROUPS.values()}
    assert len(bits) == len(GROUPS)
    assert 0 not in bits


@given(st.text(), st.text())
def test_saying_more_mentions_no_less(one: str, more: str) -> None:
    assert mentions(one) & ~mentions(f"{one} . {more}") == 0
    assert required(one) & ~mentions(one) == 0


def test_who_is_missed_after_a_death_is_not_still_there() -> None:
    for topic in ("dementiaxual", "dementiapartnerxgcb", "breakupxuda", "exxlag"):
        assert set(names(barred(topic))) == {"death", "funeral"}
        assert barred(topic) & mentions("my cat died last week")
        assert not barred(topic) & mentions("my mum has dementia and i miss her")
    assert not barred("exdiedxgdv")


@pytest.mark.parametrize("line", ["I shouted at my 4 year old", "I think I'm a bad mother", "my two-year-old bit me"])
def test_a_child_of_ones_own_is_known_by_its_age_and_by_being_its_parent(line: str) -> None:
    assert names(mentions(line)) >= {"ownchild", "child"}


def test_a_grown_brother_of_some_age_is_no_child() -> None:
    assert names(mentions("my 45 year old brother")) == {"sibling"}
