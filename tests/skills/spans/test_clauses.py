import pytest

from skills.spans.clauses import Clause, clauses
from skills.spans.tokens import sentences


def read(text: str) -> list[Clause]:
    return [clause for sentence in sentences(text) for clause in clauses(sentence)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I lost my job and my wife left me", ["you lost your job", "your wife left you"]),
        ("when I was late my boss yelled at me", []),
        ("when I was late, my boss yelled at me", ["you were late", "your boss yelled at you"]),
        ("I'm so happy that I got the job", ["you got the job"]),
        ("lost my job today", ["you lost your job"]),
        ("my brother and my sister got married", ["your brother and your sister got married"]),
        ("a friend comes in", []),
        ("work is stressful", ["work is stressful"]),
        ("school is hard and college is boring", ["school is hard", "college is boring"]),
        ("school starts", []),
        ("a stranger is hard", []),
        ("my sister's married to a doctor", ["your sister is married to a doctor"]),
        ("my mum's worried about me", ["your mum is worried about you"]),
        ("my sister's pregnant again", ["your sister is pregnant again"]),
        ("my dad's stressed about money", []),
        ("my car's parked outside", []),
        ("nobody's shouted at me", ["nobody has shouted at you"]),
        ("my mum's left my dad", ["your mum has left your dad"]),
        ("my dad's moved to Leeds", ["your dad has moved to Leeds"]),
        ("my mum's broken her phone", ["your mum has broken her phone"]),
        ("my parents was angry", []),
        ("my mom don't like me", []),
        ("I lost my job or my house", []),
    ],
)
def test_clauses_are_read_between_pauses(text: str, told: list[str]) -> None:
    assert [" ".join(clause.words).replace(" '", "'") for clause in read(text)] == told


@pytest.mark.parametrize(
    ("text", "style", "negative", "past"),
    [
        ("I lost my job", "plain", False, True),
        ("I don't have any friends", "plain", True, False),
        ("I've lost my job", "perfect", False, True),
        ("I'm losing my job", "going on", False, False),
        ("I was fired", "passive", False, True),
        ("I couldn't find my keys", "unable", True, True),
        ("I am sick", "state", False, False),
        ("my dad never called me", "plain", True, True),
    ],
)
def test_the_verb_tells_how_it_was(text: str, style: str, negative: bool, past: bool) -> None:
    (clause,) = read(text)
    found = clause.predicate
    assert (found.style, found.negative, found.past) == (style, negative, past)


@pytest.mark.parametrize("text", ["I seen my ex", "I lost", "I went", "I slept with my boss", "I got laid", "I do not"])
def test_a_verb_with_too_little_or_in_a_wrong_form_is_no_clause(text: str) -> None:
    assert read(text) == []
