import pytest

from skills.telling.topics import TOPICS, answered, feelings, told

TOLD = {
    "told_someone": ["i haven't told anyone", "nobody knows", "i told my sister", "i keep it to myself"],
    "sleep": ["i can't sleep", "i lie awake all night"],
    "eating": ["i can't eat", "no appetite at all"],
    "tried": ["i tried yoga", "nothing works", "i've already tried talking"],
    "cause": ["because my boss hates me", "it started when we moved", "ever since the accident"],
    "name": ["my name is ana", "i'm called tom"],
    "age": ["i'm 23", "i am only 17 years old", "i turned 40"],
    "work": ["i work nights", "i'm a nurse", "i lost my job"],
    "live_with": ["i live with my parents", "my roommate is loud"],
    "professional_help": ["my therapist says so", "i take antidepressants"],
    "support": ["i have nobody", "my sister is very supportive"],
    "how_long": ["for two years", "since my dad died"],
    "when": ["yesterday", "she left two weeks ago"],
    "feeling": ["i feel so empty", "i'm furious"],
}
NOT_TOLD = {
    "told_someone": ["she told me off", "he never told a lie"],
    "age": ["i'm 10 minutes late", "i'm 20 weeks along"],
    "tried": ["she tried on the dress"],
    "feeling": ["i'm not sad", "my sister is sad", "i'm better at maths"],
    "cause": ["because of you"],
    "how_long": ["two weeks ago"],
}
QUESTIONS = {
    "how_long": "How long has this been going on?",
    "when": "When did that happen?",
    "told_someone": "Have you told anyone about it?",
    "sleep": "How are you sleeping?",
    "tried": "What have you tried so far?",
    "feeling": "How does that make you feel?",
    "what_happened": "What happened then?",
    "support": "Is there someone you can talk to?",
    "work": "What do you do for work?",
    "cause": "What set it off?",
    "name": "What is your name?",
}


@pytest.mark.parametrize(("topic", "line"), [(topic, line) for topic, lines in TOLD.items() for line in lines])
def test_a_topic_told_unasked_is_known(topic: str, line: str) -> None:
    assert topic in set(told(line.replace("i am", "i'm")))


@pytest.mark.parametrize(("topic", "line"), [(topic, line) for topic, lines in NOT_TOLD.items() for line in lines])
def test_words_alike_do_not_tell_it(topic: str, line: str) -> None:
    assert topic not in set(told(line))


@pytest.mark.parametrize(("topic", "question"), QUESTIONS.items())
def test_an_answer_tells_what_was_asked(topic: str, question: str) -> None:
    assert topic in set(answered(f"I see. {question}", "it was about two years or so"))
    assert set(answered(question.replace("?", "."), "it was about two years or so")) == set()
    assert topic in TOPICS


def test_a_duration_is_wanted_where_how_long_was_asked() -> None:
    assert "how_long" not in set(answered("How long has it been?", "no idea"))
    assert "how_long" in set(answered("How long has it been?", "years"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("i'm sad", ("sad",)),
        ("i feel so lonely and empty", ("lonely", "empty")),
        ("it makes me furious", ("furious",)),
        ("i've been really down lately", ("down",)),
        ("i'm not sad, i'm angry", ("angry",)),
        ("i'm good at chess", ()),
        ("she is sad", ()),
        ("i was scared, then i was scared again", ("scared",)),
    ],
)
def test_feelings_are_the_persons_own_words(text: str, words: tuple[str, ...]) -> None:
    assert feelings(text) == words
