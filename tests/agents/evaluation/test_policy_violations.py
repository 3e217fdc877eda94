import pytest

from agents.evaluation.policy_violations import (
    advises,
    early_by_label,
    early_by_text,
    only_asks,
    question_runs,
    repeats,
)
from agents.evaluation.replay import Played

SUGGESTS = "Providing Suggestions"
TOLD = "My manager told me in front of everyone that my work is not good enough and I should look elsewhere."
"""Twenty words: told by the recount, which has no rule about turns."""


def played(reply: str, said: str = "ok", strategy: str | None = None, by_guard: bool = False) -> Played:
    return Played(said, (), reply, strategy, "words", by_guard, 0, False, False)


def test_a_reply_said_before_is_a_repeat_whatever_its_case_and_spacing() -> None:
    talk = [played("I see."), played("Go on."), played("i  see. "), played("I see, go on.")]
    assert repeats(talk) == [2]


def test_the_guard_may_repeat_itself_but_nobody_may_repeat_the_guard() -> None:
    talk = [played("Are you safe?", by_guard=True), played("Are you safe?", by_guard=True), played("Are you safe?")]
    assert repeats(talk) == [2]


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("What happened?", True),
        ("What happened? And then?", True),
        ("“Really?” What did she say then?", True),
        ("That hurts. What happened?", False),
        ("What happened? Take your time.", False),
        ("What happened? Take your time", False),
        ("I see.", False),
        ("", False),
    ],
)
def test_a_reply_only_asks_when_every_sentence_does(text: str, asks: bool) -> None:
    assert only_asks(text) is asks


def test_the_third_bare_question_in_a_row_counts_and_so_does_the_fourth() -> None:
    asks, says = played("Why?"), played("I see. Why?")
    assert question_runs([asks, asks, says, asks, asks]) == []
    assert question_runs([asks, asks, asks, asks]) == [2, 3]
    assert question_runs([asks, played("Are you safe?", by_guard=True), asks]) == []


def test_a_suggestion_is_early_until_three_turns_and_25_words() -> None:
    advice = played("A list may help.", "it is all about my work and my rent", SUGGESTS)  # 9 words a turn
    assert early_by_label([advice, advice, advice]) == [0, 1]
    short = played("A list may help.", "it is bad", SUGGESTS)
    assert early_by_label([short] * 9) == [0, 1, 2, 3, 4, 5, 6, 7]


def test_who_asked_for_advice_may_get_it() -> None:
    advice = played("A list may help.", "what should I do?", SUGGESTS)
    assert early_by_label([advice]) == early_by_text([advice]) == []


def test_the_recount_reads_wording_and_needs_no_label() -> None:
    early = played("Have you tried to write it down?", "I feel low", "Question")
    assert early_by_label([early]) == []
    assert early_by_text([early]) == [0]
    assert early_by_text([played("Have you tried to write it down?", TOLD)]) == []
    assert early_by_text([played("Have you tried to write it down?", "help me please")]) == []
    assert early_by_text([played("A bath.", "I feel low", SUGGESTS)]) == [0]


def test_small_talk_tells_no_problem() -> None:
    talk = [played("I see.", "hi there you") for _ in range(10)]
    assert early_by_text([*talk, played("Maybe try a walk.", "yes")]) == [10]


def test_the_guards_advice_is_not_counted() -> None:
    assert early_by_label([played("Call now.", "hi", SUGGESTS, by_guard=True)]) == []
    assert early_by_text([played("You could call now.", "hi", by_guard=True)]) == []


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("You could write it down first.", True),
        ("Maybe ask a friend to come along.", True),
        ("How about going for a walk?", True),
        ("Why don’t you call her?", True),
        ("Consider a day off.", True),
        ("It may help to name it.", True),
        ("Could you ask your sister?", True),
        ("What have you tried so far?", False),
        ("Could you tell me more?", False),
        ("You could see it in her face.", False),
        ("How about anything else?", False),
        ("You did what you could.", False),
        ("That sounds lonely.", False),
    ],
)
def test_suggestions_are_known_by_their_wording(text: str, advice: bool) -> None:
    assert advises(text) is advice
