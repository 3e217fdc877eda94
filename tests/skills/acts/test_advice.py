"""Advice asked for, taken and turned down, by the person's words and the bot's before them."""

import pytest

from skills.intent import acts

SUGGESTION = "Providing Suggestions"
LINE = "Maybe put the whole tangle on paper, one line per worry."
ASK = "How long has this been going on?"

TAKES = [
    "yes",
    "ok",
    "ok, I'll try that",
    "good idea",
    "I could do that",
    "that might help",
    "sure, sounds good",
    "maybe I will",
    "yeah I like that",
    "makes sense",
    "I guess I could",
    "that's a really good idea, thank you",
    "alright, I'll give it a try",
    "worth a try",
    "definitely",
]
TURNS_DOWN = [
    "no",
    "nah",
    "I already tried that",
    "I can't",
    "I don't think that would help",
    "that won't work",
    "no thanks",
    "easier said than done",
    "I don't want to",
    "it's too late for that",
    "I can't afford that",
    "he would never listen",
    "yeah but I can't, I work nights",
    "what good would that do",
    "not really, I have nobody",
    "I tried, it made it worse",
]
NEITHER = ["maybe", "idk", "my sister called", "what do you mean?", "he yelled at me again", "I feel so tired"]
LISTENS = [
    "I don't need advice, I just need someone to listen",
    "not looking for advice",
    "please don't try to fix it",
    "don't say I should make a list",
    "and don't tell me to calm down",
    "please don't give me any tips",
]
OTHERS = [
    "my mum says don't tell me to calm down",
    "I just want to talk about my exams",
    "she just needs someone to listen",
    "my boss gave me some advice",
    "thanks for your advice",
    "he needs advice",
]


@pytest.mark.parametrize("line", TAKES)
def test_a_suggestion_is_taken(line: str) -> None:
    found = acts(line, LINE, SUGGESTION)
    assert "accepts_advice" in found
    assert "refuses_advice" not in found


@pytest.mark.parametrize("line", TURNS_DOWN)
def test_a_suggestion_is_turned_down(line: str) -> None:
    found = acts(line, LINE, SUGGESTION)
    assert "refuses_advice" in found
    assert "accepts_advice" not in found


@pytest.mark.parametrize("line", NEITHER)
def test_other_words_leave_a_suggestion_open(line: str) -> None:
    assert acts(line, LINE, SUGGESTION).names.isdisjoint({"accepts_advice", "refuses_advice"})


@pytest.mark.parametrize("line", ["yes", "ok", "no", "I can't", "I don't want to", "he would never listen"])
def test_the_same_words_after_a_question_are_about_something_else(line: str) -> None:
    assert acts(line, ASK, "Question").names.isdisjoint({"accepts_advice", "refuses_advice"})


def test_a_suggestion_is_known_by_its_wording_as_well() -> None:
    assert "accepts_advice" in acts("yes", "Would it help to write it down first?", "Question")


def test_yes_to_having_tried_is_no_promise() -> None:
    assert "accepts_advice" not in acts("yes", "Have you tried writing it down?", SUGGESTION)
    assert "accepts_advice" in acts("yes, good idea", "Have you tried writing it down?", SUGGESTION)


@pytest.mark.parametrize("line", LISTENS)
def test_who_wants_only_to_be_heard_is_heard(line: str) -> None:
    found = acts(line)
    assert "only_listen" in found
    assert "asks_advice" not in found


@pytest.mark.parametrize("line", OTHERS)
def test_others_and_their_advice_are_not_the_bots(line: str) -> None:
    assert acts(line).names.isdisjoint({"only_listen", "asks_advice"})


@pytest.mark.parametrize(
    "line",
    [
        "what else can I do?",
        "where do I start?",
        "is there anything I can do?",
        "should we talk again?",
        "what to do?",
        "any other suggestions?",
        "is it better if I wait?",
        "what would help?",
        "can you help me decide",
    ],
)
def test_more_ways_to_ask_for_advice(line: str) -> None:
    assert "asks_advice" in acts(line)


@pytest.mark.parametrize(
    "line",
    [
        "I need to talk with people who won't tell me to get over it",
        "she asked whether I have to work",
        "I did it",
        "how could I say no",
        "I was doing anything I could to help",
        "I don't know how I feel",
        "he should know better",
    ],
)
def test_words_of_asking_in_a_tale_ask_nothing(line: str) -> None:
    assert "asks_advice" not in acts(line)


def test_an_answer_needs_a_question() -> None:
    assert "answers" in acts("about two years", ASK, "Question")
    assert "answers" not in acts("about two years", "That is a long time.", None)
    assert "answers" not in acts("what do you mean?", ASK, "Question")
    assert "answers" not in acts("why do you ask?", ASK, "Question")
    assert {"answers", "denies"} <= acts("no", "Do you live alone?", "Question").names
