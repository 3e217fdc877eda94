"""The form of drafts: what is whole passes, what loops, leaks, echoes or breaks off doesn't."""

import pytest

from skills.writer.check import fault
from skills.writer.prompt import Line

TALK = [
    Line(False, "hi"),
    Line(True, "Hello. What is on your mind?", "Question"),
    Line(False, "my boss shouted at me in front of everyone"),
]


@pytest.mark.parametrize(
    "draft",
    [
        "Your boss shouted at you in front of everyone. What did you do?",
        "In front of everyone!",
        'You could say: "I need a word."',
    ],
)
def test_what_is_whole_passes(draft: str) -> None:
    assert fault(draft, TALK) is None


@pytest.mark.parametrize(
    ("draft", "wrong"),
    [
        ("", "empty"),
        ("...", "empty"),
        ("Person: and then?", "tag"),
        ("What now? [Question]", "tag"),
        ("What did he say <eos>.", "tag"),
        ("What did your boss say and", "unfinished"),
        ("Ouch\u2026", "unfinished"),
        ("He was loud. " + "and so on " * 30 + "then.", "too long"),
        ("Was hat er gesagt, \u0434\u0430?", "foreign"),
        ("He is not the one. He is not the one.", "repeats itself"),
        ("My boss shouted at me in front of everyone.", "echo"),
        ("Hello. What is on your mind?", "said before"),
        ("hello, what is on your mind?", "said before"),
    ],
)
def test_what_is_wrong_is_named(draft: str, wrong: str) -> None:
    assert fault(draft, TALK) == wrong


def test_who_writes_in_another_script_may_be_answered_in_it() -> None:
    assert (
        fault(
            "\u0427\u0442\u043e \u0441\u043b\u0443\u0447\u0438\u043b\u043e\u0441\u044c?",
            [Line(False, "\u043f\u0440\u0438\u0432\u0435\u0442")],
        )
        is None
    )


def test_an_answer_to_a_short_message_is_no_echo() -> None:
    assert fault("Thanks.", [Line(False, "thanks")]) is None
