"""Long, odd and hostile text is read to its end and answered."""

from __future__ import annotations

import re
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.dialog import Conversation
from bot.engine import Engine
from bot.step import NOT_KEPT
from skills.care import detect, own, theirs
from skills.care.detect import read
from skills.safety import safety
from tests.skills.guarded import NOW, care, hold

TOLD = (
    *(words for _, words in theirs._TOLD),
    theirs.SAFE_NOW,
    theirs.HEDGED,
    theirs.READY,
    theirs.WITH_THEM,
)
PATTERNS = (
    *TOLD,
    theirs.UNSAFE,
    theirs.DONE,
    theirs.IT_IS_ME,
    *(words for words in vars(own).values() if isinstance(words, re.Pattern)),
    detect._MEANS,
    *detect._IDIOMS,
    *detect._DENIED,
    *(row for _, _, rows in detect._TABLES for _, row in rows),
)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_no_pattern_repeats_a_repetition_without_bound(pattern: re.Pattern[str]) -> None:
    """`(x+)+` and its like take exponential time; a group here may repeat only a stated number of times."""
    outside_classes = re.sub(r"\[[^\]]*\]|\\.", "x", pattern.pattern)
    assert not re.search(r"\([^()]*[+*][^()]*\)(?:[+*]|\{\d+,\})", outside_classes)


@pytest.mark.parametrize(
    "text",
    [
        "how many pills to " * 5_500, "i want to " * 10_000, "my friend says she " * 5_000, "he has a gun " * 7_700,
        "a" * 100_000, "k*l " * 25_000, "a b c " * 16_000, "if i was " * 11_000, "(" * 100_000,
        "die" * 33_000, "in the book " * 8_000,
    ],
)  # fmt: skip
def test_hostile_text_is_read_to_its_end(text: str) -> None:
    finding = read(f"{text} . I want to kill myself").finding
    assert finding is not None
    assert finding.kind in ("suicide", "method_request")


def test_long_text_with_danger_in_its_middle() -> None:
    filler = "We walked along the river and had soup, and it rained again. " * 820
    (step,) = hold(f"{filler}I want to kill myself. {filler}")
    assert step.trace.verdict is not None
    assert step.trace.verdict.level == 2


@pytest.mark.parametrize(
    "text",
    [
        "she is is here ",
        "i asked her and she said ",
        "she made me promise not to ",
        "my friend came over ",
        "i got rid of ",
    ],
)
@pytest.mark.parametrize("start", ["my sister says she wants to kill herself", "I want to die"])
def test_hostile_text_in_danger_is_answered(start: str, text: str) -> None:
    step = hold(start, text * 4_000)[-1]
    assert not step.trace.dropped
    assert step.trace.verdict is not None


def took(start: str, text: str) -> float:
    """The processor's seconds for one turn, the least of three."""
    engine = Engine((), safety())
    before = engine.step(Conversation("c"), start, NOW).conversation
    found = []
    for _ in range(3):
        began = process_time()
        engine.step(before, text, NOW)
        found.append(process_time() - began)
    return min(found)


@pytest.mark.parametrize(
    "text",
    [
        "i am scared. ", "thoughts of him. ", "i already just ", "its just a ", "im with my mom ", "yes i took the ",
        "i called my mom and she ", "they are on the way ", "please i dont ", "actually i mean yes ", "i am in my ",
    ],
)  # fmt: skip
def test_eight_times_the_text_takes_no_more_than_linear_time(text: str) -> None:
    start = "I want to hurt my boss, i hate him"
    many = 8_000 // len(text)
    assert took(start, text * many * 8) < 24 * took(start, text * many)  # a square would take 64 times as long


def test_dread_of_hurting_a_baby_is_heard_over_sentences() -> None:
    said = ("I keep having scary thoughts. I want to hurt my baby", "images come at night. I want to kill my baby")
    assert [care(hold(text)[-1]).kind for text in said] == ["violence_baby"] * 2


@pytest.mark.parametrize(
    "text", ["?!", "…", "🙂🙂", "\u200b", "a" * 100_000, "die " * 25_000, "'" * 5000, "1 2 3", "́", NOT_KEPT]
)
def test_odd_text_is_read_without_fault(text: str) -> None:
    (step,) = hold(text)
    assert not step.trace.dropped


@settings(max_examples=100)
@given(st.text(max_size=300))
def test_any_text_is_read_and_answered(text: str) -> None:
    (step,) = hold(text)
    assert not step.trace.dropped
    assert step.reply.text
