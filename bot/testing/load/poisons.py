"""Messages made to hold up whoever reads them: near misses, over and over, which a pattern may search for ever."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

KNOWN = ("oh " + "god " * 30, "what do you mean, " * 26)
"""Two on which patterns of ours once searched without an end."""
SHORTEST, LONGEST = 50, 10_000
PHRASES = (
    *("god", "no", "so", "very", "please", "why", "I", "and", "not", "really", "oh", "help", "never", "ok", "haha"),
    *("what do you mean", "I don't know", "I feel", "my mother", "leave me alone", "it hurts", "tell me", "you know"),
    *("I want to", "I'm not", "he said she said", "going to", "kind of", "because of", "too much", "for a while"),
)
JOINTS = (" ", ", ", "  ", "... ", "\n", " and ", " - ", "! ", "? ", "", "\u00a0", " \u200b")
RUNS = (
    " ",
    ".",
    "!",
    "?",
    "-",
    "a",
    "o",
    "'",
    '"',
    "(",
    "*",
    "_",
    "\n",
    "\t",
    "0",
    "😭",
    "é",
    "\u0301",
    "ß",
    "哭",
    "ﷺ",
)
MISSES = ("", "!", "?", " x", "\x00", " but", ".", " 7", "\u2028", " I", "'", " 👩\u200d", "…")


def poisons(count: int, seed: int) -> Iterator[str]:
    """The known ones, and so many made ones; the same seed makes the same."""
    yield from KNOWN
    random = Random(seed)
    for _ in range(count):
        yield _made(random)


def _made(random: Random) -> str:
    """One of some length, short ones as often as long ones; it mostly ends in what does not fit."""
    length = round(SHORTEST * (LONGEST / SHORTEST) ** random.random())
    kind: Callable[[Random, int], str] = random.choice((_repeated, _nested, _run, _near_miss, _mixed))
    miss = random.choice(MISSES)
    return kind(random, length)[: length - len(miss)] + miss


def _repeated(random: Random, length: int) -> str:
    """One phrase, over and over."""
    unit = random.choice(PHRASES) + random.choice(JOINTS)
    return unit * (length // len(unit) + 1)


def _nested(random: Random, length: int) -> str:
    """A group of groups: (((a b) (a b) c) ...)."""
    unit = random.choice(PHRASES)
    while len(unit) < length:
        unit = unit * random.randrange(2, 6) + random.choice(JOINTS) + random.choice(PHRASES)
    return unit


def _run(random: Random, length: int) -> str:
    """Words between long runs of one character."""
    text = ""
    while len(text) < length:
        text += random.choice(PHRASES) + random.choice(RUNS) * random.randrange(1, length)
    return text


def _near_miss(random: Random, length: int) -> str:
    """A phrase repeated with a slip now and then."""
    unit, text = random.choice(PHRASES) + random.choice(JOINTS), ""
    while len(text) < length:
        slip = random.randrange(len(unit))
        text += unit if random.random() < 0.9 else unit[:slip] + unit[slip + 1 :]
    return text


def _mixed(random: Random, length: int) -> str:
    """All of these one after the other."""
    parts = [kind(random, length // 4 + 1) for kind in (_repeated, _nested, _run, _near_miss)]
    random.shuffle(parts)
    return "".join(parts).ljust(length, "a")
