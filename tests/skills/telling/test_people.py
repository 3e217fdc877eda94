import pytest
from hypothesis import given
from hypothesis import strategies as st

from skills.telling.people import Person, joined, named, who


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("my sister won't talk to me", [Person("sister", "she")]),
        ("my older sister anna called", [Person("older sister", "she")]),
        ("my mom and my dad are fighting", [Person("mom", "she"), Person("dad", "he")]),
        ("my mom called. my mother always calls", [Person("mom", "she")]),
        ("a friend of mine is ill", [Person("friend")]),
        ("my best friend's mother died", [Person("best friend")]),
        ("my parents are coming", [Person("parents", "they")]),
        ("my ex-husband has the kids", [Person("ex-husband", "he")]),
        ("my mother-in-law moved in", [Person("mother-in-law", "she")]),
        ("my boss yelled at me", [Person("boss")]),
        ("our dog ran away", [Person("dog")]),
        ("my kid brother failed school", [Person("brother", "he")]),
        ("my new boyfriend", [Person("boyfriend", "he")]),
        ("his wife was there", []),
        ("my job is hard and sister act was on", []),
        ("my friend", [Person("friend")]),
        ("my", []),
    ],
)
def test_people_are_told_by_relation_never_by_name(text: str, people: list[Person]) -> None:
    assert list(named(text)) == people


def talk(*lines: str) -> tuple[Person, ...]:
    people: tuple[Person, ...] = ()
    for line in lines:
        people = joined(people, line)
    return people


@pytest.mark.parametrize(
    ("lines", "pronoun", "means"),
    [
        (["my sister moved out"], "she", "your sister"),
        (["my sister moved out"], "he", None),
        (["my sister moved out", "my mother is sad"], "she", None),
        (["my sister and my brother fight"], "he", "your brother"),
        (["my boss yelled at me and then he left"], "he", "your boss"),
        (["my boss yelled at me", "she does that a lot"], "she", "your boss"),
        (["my boss yelled at me", "my friend saw it", "he laughed"], "he", None),
        (["my sister told my boss"], "she", None),
        (["my parents argue"], "they", "your parents"),
        (["my friend is ill"], "she", None),
        (["my older sister is mean", "my younger sister is nice"], "she", None),
        (["my dog died", "he was so old"], "he", "your dog"),
        (["he left me"], "he", None),
        ([], "she", None),
    ],
)
def test_a_pronoun_means_somebody_only_where_one_alone_can_be_meant(
    lines: list[str], pronoun: str, means: str | None
) -> None:
    assert who(talk(*lines), pronoun) == means


WORDS = "my our sister brother boss friend she he her him , . and the mother a of mine"


@given(st.lists(st.sampled_from(WORDS.split())))
def test_telling_the_same_again_changes_nothing(words: list[str]) -> None:
    once = joined((), " ".join(words))
    assert joined(once, " ".join(words)) == once
    assert len({person.same for person in once}) == len(once)
