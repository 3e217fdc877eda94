from __future__ import annotations

import pytest

from agents.bank import filters
from agents.bank.filters import ALLOWED, Filter
from agents.bank.sources import Said
from tests.agents.bank.conftest import AGREES, DANGEROUS

BEFORE = ((False, "My sister moved out and it is quiet now."),)


def why(item: Filter, text: str, *context: str) -> str | None:
    return item(Said("own", tuple((False, line) for line in context) or BEFORE, text))


def test_length_is_in_words_and_characters() -> None:
    assert why(filters.length, "Oh I see.") == "too short"
    assert why(filters.length, "Oh I see that.") is None
    assert why(filters.length, "so " * 40) is None
    assert why(filters.length, "so " * 41) == "too long"
    assert why(filters.length, "a very " + "o" * 240) == "too short"
    assert why(filters.length, "a very very " + "o" * 240) == "too long"


def test_a_message_after_ones_own_answers_nobody() -> None:
    assert filters.goes_on(Said("own", ((False, "Hi."), (True, "Hello.")), "And how is work?")) == "own words before"
    assert filters.goes_on(Said("own", ((True, "Hello."), (False, "Hi.")), "How is work?")) is None


@pytest.mark.parametrize(
    ("item", "text", "found"),
    [
        (filters.links, "Have a look at helpful-place.org some day", "helpful-place.org"),
        (filters.links, "Write to me@there", "e@t"),
        (filters.links, "Call 555-123-4567 today", "555-123-4567"),
        (filters.links, "It's you and @someone", "@someone"),
        (filters.links, "Is it 5:30 yet? And then...", None),
        (filters.platform, "This is my third MTurk day", "mturk"),
        (filters.platform, "Good luck with the other HITs", "hits"),
        (filters.platform, "It hits you when the house is quiet", None),
        (filters.platform, "Is there a chat window for you too?", "chat window"),
        (filters.platform, "Please press quit on your side", "press quit"),
        (filters.platform, "Did you want to quit your job?", None),
        (filters.platform, "One more line for this survey", "survey"),
        (filters.pandemic, "Was it before the lock-down?", "lock-down"),
        (filters.pandemic, "Covid-19 took a lot from people", "covid"),
        (filters.pandemic, "That took a lot from you", None),
        (filters.doses, "Do take 20mg then", "20mg"),
        (filters.doses, "Was it 140 over 90?", "140 over 90"),
        (filters.doses, "Some melatonin helps many", "melatonin"),
        (filters.doses, "Twenty people came?", None),
    ],
)
def test_words_that_are_the_reason_are_given(item: Filter, text: str, found: str | None) -> None:
    assert why(item, text) == found


@pytest.mark.parametrize(
    "text",
    [
        "I'm so sorry to hear that.",
        "I can only imagine how quiet it is.",
        "I hope she visits soon! Tell me, how was she?",
        "It sounds to me as if you miss her; I wonder what she says.",
        "You will do well, and were you alone?",
        "Let's look at it together. Can I ask what happened?",
    ],
)
def test_sympathy_guesses_and_offers_claim_no_life(text: str) -> None:
    assert why(filters.biography, text) is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I moved out as well once.", "i"),
        ("My sister did the same.", "my"),
        ("We all go through it.", "we"),
        ("It happened to me too.", "me"),
        ("I’ve been there.", "i"),
        ("I'm sorry, I had that too.", "i"),
        ("ive got one like that", "ive"),
    ],
)
def test_a_life_of_ones_own_is_heard(text: str, found: str) -> None:
    assert why(filters.biography, text) == found


def test_an_answer_about_oneself_needs_no_pronoun() -> None:
    assert why(filters.biography, "Not really, stayed home with the dog.", "And what are you doing?") is not None
    assert why(filters.biography, "Asking her might be a start.", "What do you think I should do?") is None
    assert why(filters.biography, "Asking her might be a start.", "She never calls.") is None


def test_the_gate_gives_its_reason() -> None:
    assert why(filters.gate, AGREES) == "agreeing with death"
    assert why(filters.gate, "What is the quietest hour?") is None


def test_danger_before_or_in_a_reply() -> None:
    assert why(filters.danger, "That sounds hard.", DANGEROUS, "Maybe.") == "in the talk before"
    assert why(filters.danger, DANGEROUS) == "in the reply"
    assert why(filters.danger, "That sounds hard.") is None


def test_what_is_allowed_leaves_no_word_of_oneself_behind() -> None:
    assert ALLOWED.sub(" ", "i'm so glad she told me").split() == ["she", "told", "me"]
    assert not filters.FIRST.search(ALLOWED.sub(" ", "i am really sorry, i think i can see that"))
