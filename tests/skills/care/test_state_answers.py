"""What a yes, a no and anything between says depends on what was asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from skills.care.advance import advance
from skills.care.answers import answer_to
from skills.care.findings import Finding
from skills.care.state import CareState
from skills.care.words import FIRST
from tests.skills.care.starts import CALM, asked, begin, hold
from tests.skills.guarded import NOW, care

DONE = ["No, I already did.", "no i already took them", "no. it's too late", "nope, I took them"]


@pytest.mark.parametrize("answer", ["not yet", "not tonight", "yes"])
def test_not_yet_is_no_no(answer: str) -> None:
    first, second = hold("I wouldn't mind not waking up", answer)[-2:]
    assert care(first).level == 1
    assert care(second).level >= 2


def test_never_mind_is_no_no() -> None:
    assert care(hold("I wouldn't mind not waking up", "never mind")[-1]).level == 1


@pytest.mark.parametrize(
    ("step", "kind", "answer", "found"),
    [
        ("harm", "violence", "yes, a bit", Finding("violence", 2)),
        ("harm", "violence", "no, I just shout", None),
        ("harm", "violence", "no, only myself", Finding("suicide", 1)),
        ("harm", "violence", "yes, him and then myself", Finding("violence", 2)),
        ("harm", "violence", "I want to", Finding("violence", 2)),
        ("harm", "violence", "no i'm not worried, i'm going to", Finding("violence", 2)),
        ("harm", "violence", "no, he deserves it", Finding("violence", 2)),
        ("harm", "violence", "no, I'm going to bed", None),
        ("harm", "violence", "I do not want to hurt anyone", None),
        ("harm", "violence", "I am just venting", None),
        ("harm", "violence", "I am not like that", None),
        ("harm", "violence", "i have no idea", None),
        ("harm", "violence", "I do", Finding("violence", 2)),
        ("ending", "suicide", "I do not", None),
        ("ending", "suicide", "I do not know", Finding("suicide", 2)),
        ("steady", "psychosis", "no, not really", Finding("psychosis", 2)),
        ("steady", "psychosis", "I don't know", Finding("psychosis", 2)),
        ("steady", "psychosis", "sometimes", Finding("psychosis", 2)),
        ("steady", "psychosis", "not right now", Finding("psychosis", 2)),
        ("steady", "psychosis", "unsafe", Finding("psychosis", 2)),
        ("steady", "psychosis", "no one is safe", Finding("psychosis", 2)),
        ("steady", "psychosis", "no i'm fine now", None),
        ("steady", "psychosis", "no, you misread that", None),
        ("steady", "psychosis", "yes I'm at my sister's", None),
    ],
)
def test_the_answer_to_a_gentle_question_decides(step: str, kind: str, answer: str, found: Finding | None) -> None:
    assert answer_to(CareState(level=1, kind=kind, step=step), step, answer) == found


@pytest.mark.parametrize("said", DONE)
@pytest.mark.parametrize("start", ["I wouldn't mind not waking up", "how many pills would it take to die"])
def test_a_no_does_not_outvote_an_act(start: str, said: str) -> None:
    assert care(hold(start, said)[-1]).level == 3


def test_no_not_tonight_is_no_act() -> None:
    assert answer_to(asked("suicide", 1, "ending"), "ending", "no, not tonight") is None


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("no", Finding("abuse", 2)), ("no, he comes every week", Finding("abuse", 2)),
        ("not sure", Finding("abuse", 2)),
        ("sometimes", Finding("abuse", 2)), ("I'm never safe", Finding("abuse", 2)), ("yes", None),
        ("no, I'm safe now", None), ("no, you misunderstood", None),
    ],
)  # fmt: skip
def test_safe_these_days(said: str, found: Finding | None) -> None:
    assert FIRST["abuse", 1].asks == "these_days"
    assert answer_to(asked("abuse", 1, "these_days"), "these_days", said) == found


@pytest.mark.parametrize("step", ["ending", "harm", "signs", "hurting", "these_days", "steady", "", "near"])
def test_a_bare_no_clears_only_where_it_denies_danger(step: str) -> None:
    direct = step in ("ending", "harm", "signs", "hurting")
    assert (advance(asked("third_party", 1, step), CALM, "no", NOW).moment == "cleared") == direct
    assert (advance(asked("third_party", 1, step), CALM, "not really coping", NOW).moment == "asks_again") == direct


@pytest.mark.parametrize(
    ("said", "found"), [("yes", Finding("self_harm", 2)), ("sometimes", Finding("self_harm", 2)), ("no", None)]
)
def test_hurting_these_days(said: str, found: Finding | None) -> None:
    assert FIRST["self_harm", 1].asks == "hurting"
    assert answer_to(asked("self_harm", 1, "hurting"), "hurting", said) == found


@pytest.mark.parametrize("said", ["no, my husband hits me", "not sure, my dad beats me"])
def test_abuse_told_in_the_answer_wins(said: str) -> None:
    step = begin(replace(asked("psychosis", 1, "steady"), country="gb"), said)
    assert (care(step).kind, care(step).level) == ("abuse", 2)


def test_the_words_for_feeling_unsafe_bring_the_line() -> None:
    step = begin(replace(asked("psychosis", 1, "steady"), country="gb"), "no")
    assert "Please go where you feel safer" in step.reply.text
    assert "116 123" in step.reply.text
