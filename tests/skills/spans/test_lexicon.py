from skills.spans.lexicon import MASS, MATTERS, NOUNS, ONE_RELATION, PLURAL, SINGULAR
from skills.spans.nouns import plural
from skills.spans.words import ADJECTIVES


def test_the_vocabulary_holds_no_means_insults_sex_or_weight() -> None:
    unsaid = """
    gun knife rope pills blade bridge bleach razor alcohol beer wine vodka weight pounds calories kilos sex porn
    idiot loser bitch slut whore moron freak creep jerk suicide corpse body belly breast cocaine heroin weed
    medication
    """
    assert [word for word in unsaid.split() if word in NOUNS or word in ADJECTIVES] == []


def test_nouns_have_their_plurals() -> None:
    assert [plural(noun) for noun in ("job", "party", "class", "child", "wife", "day")] == [
        "jobs", "parties", "classes", "children", "wives", "days",
    ]  # fmt: skip
    assert {"job", "exam", "party"} <= SINGULAR
    assert {"jobs", "exams", "parties", "parents"} <= PLURAL


def test_people_are_no_matters_and_mass_nouns_are_nouns() -> None:
    assert MATTERS.isdisjoint(ONE_RELATION)
    assert MASS <= NOUNS
    assert {"job", "exams", "wedding", "dog"} <= MATTERS
