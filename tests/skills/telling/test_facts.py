import pytest

from skills.telling.facts import FACTS, QUESTIONS, answered, joined, told

SO = {
    "lives_alone": ["i live alone", "i'm living by myself now", "i live on my own"],
    "married": ["i'm married", "my husband never listens", "we got married in june"],
    "partner": ["my girlfriend is great", "i'm in a relationship", "my partner works nights"],
    "has_kids": ["my daughter is sick", "i have two kids", "i'm a single mom", "our baby cries all night"],
    "has_job": ["i work at a bank", "my boss is awful", "i was yelled at at work", "i started a new job"],
    "student": ["i'm a student", "my exams are next week", "i'm in college", "i study biology"],
    "friends": ["my best friend moved", "a friend of mine is ill"],
    "sleeps": ["i sleep well", "i'm sleeping better"],
    "therapist": ["my therapist says so", "i already see a therapist", "i'm in therapy"],
    "pregnant": ["i'm pregnant", "i'm six months pregnant", "i'm expecting"],
    "religious": ["i pray every day", "my church helps"],
    "alive.mother": ["my mom says i'm lazy", "my mother lives abroad"],
    "alive.father": ["my dad drinks", "my father is always angry"],
    "alive.partner": ["my wife works too much"],
    "has_siblings": ["my brother hit me", "my older sister called"],
    "has_pet": ["my dog is funny", "i have a cat"],
    "medication": ["i take antidepressants", "my meds make me tired"],
}
NOT_SO = {
    "lives_alone": ["i live with my parents", "my roommate is loud"],
    "married": ["i'm not married", "i'm single", "my ex-husband called", "i got divorced", "never been married"],
    "partner": [
        "i'm single",
        "my boyfriend broke up with me",
        "she left me",
        "my ex is back",
        "i don't have a girlfriend",
    ],
    "has_kids": ["no kids", "i don't have kids", "i can't have children", "i have no kids", "we are childless"],
    "has_job": ["i lost my job", "i got fired", "i'm unemployed", "they laid me off", "i quit my job", "i'm retired"],
    "student": ["i dropped out", "i graduated in may"],
    "friends": ["i have no friends", "i don't have any friends"],
    "sleeps": ["i can't sleep", "i haven't slept in days", "awake all night"],
    "therapist": ["i can't afford therapy", "i don't have a therapist", "never been to therapy"],
    "pregnant": ["i had a miscarriage", "we lost the baby", "i'm not pregnant"],
    "religious": ["i'm not religious", "i'm an atheist"],
    "alive.mother": ["my mom died last year", "i lost my mother", "my late mother", "my mother passed away"],
    "alive.father": ["my dad passed away", "my father's funeral is on monday", "i buried my dad"],
    "alive.partner": ["my husband died", "i lost my wife"],
    "has_siblings": ["i'm an only child", "i don't have any siblings"],
    "has_pet": ["my dog died", "we had to put my cat down", "i lost my dog"],
    "medication": ["i'm not on any medication", "i stopped taking my meds"],
}
NEITHER = {
    "has_kids": ["my kid brother", "the kids next door are loud", "her daughter called"],
    "married": ["my sister is married", "married people annoy me", "my parents got divorced"],
    "has_job": ["i work out every day", "he lost his job", "my wife was laid off", "a friend got fired"],
    "lives_alone": ["he lives alone", "leave me alone"],
    "alive.mother": ["her mom died", "my mom"],
    "partner": ["we broke the vase", "her boyfriend is mean", "my parents split up", "my mom left me a house"],
    "therapist": ["are you a therapist"],
    "pregnant": ["my sister is pregnant", "she is expecting", "i'm expecting a call"],
    "alive.partner": ["my husband passed the salt"],
    "has_siblings": ["my sister-in-law is mean"],
}


def table(lines: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(name, line) for name, given in lines.items() for line in given]


@pytest.mark.parametrize(("name", "line"), table(SO))
def test_what_is_so_is_told(name: str, line: str) -> None:
    assert (name, True) in told(line)


@pytest.mark.parametrize(("name", "line"), table(NOT_SO))
def test_what_is_not_so_is_told(name: str, line: str) -> None:
    assert (name, False) in told(line)


@pytest.mark.parametrize(("name", "line"), table(NEITHER))
def test_others_facts_are_not_ones_own(name: str, line: str) -> None:
    assert name not in dict(told(line))


def test_every_fact_has_lines_here() -> None:
    assert set(SO) == set(NOT_SO) == set(FACTS)
    assert {name for name, _ in QUESTIONS} <= set(FACTS)


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("Do you live alone?", "lives_alone"),
        ("Are you married?", "married"),
        ("Do you have any kids?", "has_kids"),
        ("Do you see a therapist?", "therapist"),
        ("Are you sleeping well?", "sleeps"),
        ("Do you work?", "has_job"),
    ],
)
def test_a_bare_yes_or_no_tells_what_was_asked(question: str, fact: str) -> None:
    assert dict(answered(question, "no")) == {fact: False}
    assert dict(answered(question, "yes, i do")) == {fact: True}
    assert dict(answered(question, "idk")) == {}
    assert dict(answered(question.replace("?", "."), "yes")) == {}


def test_a_number_answers_whether_there_are_any() -> None:
    assert dict(answered("Do you have kids?", "two boys, 4 and 6")) == {"has_kids": True}
    assert dict(answered("Do you have kids?", "not one")) == {"has_kids": False}
    assert dict(answered("Are you married?", "two boys")) == {}


def test_the_newest_word_counts_and_brings_what_it_implies() -> None:
    assert joined({}, iter([("married", True)])) == {"married": True, "partner": True}
    assert joined({"married": True}, iter([("partner", False)])) == {"married": False, "partner": False}
    assert joined({"has_job": True}, told("i lost my job")) == {"has_job": False}


def test_a_dead_mother_is_not_alive_again_by_a_memory_of_her() -> None:
    known = joined({}, told("my mom died in spring"))
    assert joined(known, told("my mom always says be kind"))["alive.mother"] is False
