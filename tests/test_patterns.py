"""No pattern backtracks without bound, and no text holds the engine up, whatever it is made of."""

from __future__ import annotations

import random
import re

import pytest

from bot.build import build
from bot.config import read
from bot.dialog import Conversation, Turn
from bot.engine import Engine
from bot.testing.scripted import NOON
from tests.patterns import found
from tests.patterns.ambiguity import ambiguous
from tests.patterns.attacks import ANYHOW, Attack, attacks
from tests.patterns.pace import LENGTH, ORDINARY, spent, worst

MOST = 20
"""Times what an ordinary text of the same length takes."""
ON_PURPOSE = {"bot/testing/load/holding.py:SEARCHES_ON"}
"""What `attune load poison` holds the engine with."""
FEW, MANY = 17, 1
"""Each so-manieth attack is tried."""


def test_every_pattern_is_found() -> None:
    """Those of the modules are hundreds; what functions make of what they are given is known, and stands elsewhere."""
    places = {item.place for item in found.every()}
    assert len(found.every()) > 900
    assert {"skills/acts/limits.py:ABUSE", "skills/care/detect.py:_TABLES", "bot/text.py:ESCAPES"} <= places
    assert {"agents/logs/names.py:_told", "bot/frontends/web/draw.py:_link"} <= places
    assert [place.partition(": ")[0] for place in found.unknown()] == [
        "skills/acts/plain.py:anywhere",
        "skills/acts/plain.py:whole",
    ]


@pytest.mark.parametrize(
    "pattern",
    [
        r"(a+)+$",
        r"(?:\w+\W*)*x",
        r"(?:oh |god |god )*x",
        r"(?:a(?:x?|y?))*b",
        r"(?:(?:ab|a)b?)*x",
        r"(?:wait|what|what do you mean,?)+\?|(?:(?:what|what do you mean,?)\W*)+\?",
        r"(?=(?:a|a)*b)",
        r"(?i:(?:Ab|aB)*)c",
        r"(?>(?:a+)+b)",
        r"(?:a{1,3} ?)+$",
    ],
)
def test_a_loop_that_reads_a_text_in_two_ways_is_seen(pattern: str) -> None:
    assert ambiguous(re.compile(pattern))


@pytest.mark.parametrize(
    "pattern",
    [
        r"(?:\w+ )*x",
        r"^\W*(?:(?:oh|god)\W+)*x",
        r"(?:a+)++b",
        r"(?:ab|a b?)*c",
        r"(?:A|(?i:b))*c",
        r"(?:another|an|other ?){1,5}",
        r"\w+\d+\w+$",
    ],
)
def test_a_loop_that_reads_each_text_in_one_way_is_let_pass(pattern: str) -> None:
    assert ambiguous(re.compile(pattern)) == []


def test_no_pattern_of_the_tree_is_exponential() -> None:
    seen = {item.place: texts for item in found.every() if (texts := ambiguous(item.regex))}
    assert seen.keys() == ON_PURPOSE, seen


@pytest.mark.parametrize(
    "pattern",
    [r"\W*x", r"\s+$", r"(?:ok |please )*x", r"\b\w+:.*\bx", r"(?:oh |god |god )*x", r"\W*(?:no)?\W*(?:yes)?\W*x"],
)
def test_a_pattern_that_grows_faster_than_its_text_is_seen(pattern: str) -> None:
    assert worst(found.Found("bot/x.py:X", re.compile(pattern)), most=MOST).ratio > MOST


def costly(every: int) -> dict[str, tuple[float, Attack]]:
    each = (worst(item, most=MOST, every=every) for item in found.every() if item.place not in ON_PURPOSE)
    return {one.place: (one.ratio, one.attack) for one in each if one.ratio > MOST}


def test_no_pattern_is_much_slower_than_usual() -> None:
    assert costly(FEW) == {}


@pytest.mark.slow
def test_no_pattern_is_much_slower_than_usual_on_any_attack() -> None:
    assert costly(MANY) == {}


@pytest.fixture(scope="module")
def engine() -> Engine:
    return build(read("default"))


POISONS = ("what do you mean, ", "oh god god ", "well um uh ", "no not ", " ", "a", "?!", "haha", "\n", "i feel so ")
MADE = 300


def slow_texts(engine: Engine, texts: list[str]) -> dict[str, float]:
    """Those that take much longer than an ordinary text, with how many times as long."""
    usual = min(_answered(engine, (ORDINARY * (LENGTH // len(ORDINARY) + 1))[:LENGTH]) for _ in range(3))
    found = {text: _answered(engine, text) / usual for text in texts}
    return {text[:60]: ratio for text, ratio in found.items() if ratio > MOST}


def _answered(engine: Engine, text: str) -> float:
    # Some patterns are held against what the bot said last.
    talk = Conversation("t:1::me", (Turn("bot", "What do you mean by sorry?", NOON),))
    return spent(lambda: engine.step(talk, text, NOON))


def test_poisons_hold_the_engine_up_no_longer(engine: Engine) -> None:
    assert slow_texts(engine, [Attack("", pump).text(LENGTH) for pump in POISONS]) == {}


@pytest.mark.slow
def test_nothing_that_patterns_are_made_of_holds_the_engine_up(engine: Engine) -> None:
    """Their own words and phrases, near misses of them, and single marks, over and over."""
    heard = (item.regex for item in found.every() if item.place.startswith("skills/"))
    every = sorted({attack for regex in heard for attack in attacks(regex)}, key=repr)
    made = random.Random(0).sample(every, MADE)
    texts = [attack.text(LENGTH) for attack in (*(Attack("", pump) for pump in ANYHOW), *made)]
    assert slow_texts(engine, texts) == {}
