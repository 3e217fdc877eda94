"""Times: "last week", "on Friday", "two years ago", "lately"."""

from __future__ import annotations

from dataclasses import dataclass

from skills.spans import listed, phrased

UNIT = listed(
    "second minute hour day night week weekend month year decade summer winter spring fall autumn semester term"
)
UNITS = UNIT | {f"{unit}s" for unit in UNIT}
TOO_SHORT = listed("second minute hour day decade")
"""Behind "last" or "this" these say nothing of when."""
DAYS = listed("monday tuesday wednesday thursday friday saturday sunday")
MONTHS = listed("january february march april june july august september october november december")
FEASTS = listed("christmas thanksgiving easter halloween")
PARTS_OF_DAY = listed("morning afternoon evening night")
NAMED = UNIT | DAYS | MONTHS | FEASTS | PARTS_OF_DAY
REPEATED = UNIT | DAYS
YEARLY = MONTHS | FEASTS
NUMBERS = listed("a an one two three four five six seven eight nine ten few couple several")
ONE = listed("a an one 1")
CAPITALS = {word: word.capitalize() for word in DAYS | MONTHS | FEASTS}

POINTS = listed("yesterday tomorrow today tonight")
PARTED = listed("yesterday tomorrow")
"""A part of the day may follow: "tomorrow morning"."""
LOOSE = listed("everyday awhile recently lately now soon already nowadays earlier later afterwards")
TELLING = phrased(
    "the other day,the other night,the other week,the other morning,this past week,this past weekend,over the weekend,"
    "on the weekend,over the summer,over the holidays,a while ago,a while back,a long time ago"
)
"""Phrases that say when something was."""
VAGUE = phrased(
    "right now,these days,at the moment,for a while,at night,for years,for months,for weeks,for days,all the time,"
    "so far,for a long time,coming up,in the morning,in the evening,"
    "in the afternoon,one day,one night,for the first time,"
    "this time,at first,the first time,the next day,the whole time,most of the time"
)
"""Phrases that do not."""
PHRASES = {first: tuple(found for found in TELLING + VAGUE if found[0] == first) for first, *_ in TELLING + VAGUE}


@dataclass(frozen=True, slots=True)
class Time:
    """A time: its words with capitals, where it ends, and whether it says when (`last week`) or just how (`lately`)."""

    words: tuple[str, ...]
    end: int
    tells_when: bool


def time(tokens: tuple[str, ...], at: int) -> Time | None:
    """The time that begins at a place."""
    if at >= len(tokens):
        return None
    phrase = next(
        (found for found in PHRASES.get(tokens[at], ()) if tuple(tokens[at : at + len(found)]) == found), None
    )
    if phrase:
        return _time(tokens, at, len(phrase), tells_when=phrase in TELLING)
    return _word(tokens, at) or _named(tokens, at) or _since(tokens, at) or _span(tokens, at)


def _word(tokens: tuple[str, ...], at: int) -> Time | None:
    first, after = tokens[at], _get(tokens, at + 1)
    if first in POINTS:
        return _time(tokens, at, 1 + (first in PARTED and after in PARTS_OF_DAY), tells_when=True)
    return _time(tokens, at, 1, tells_when=False) if first in LOOSE else None


def _named(tokens: tuple[str, ...], at: int) -> Time | None:
    """ "last Friday", "next month", "every day", "on Monday morning", "in March"."""
    first, after = tokens[at], _get(tokens, at + 1)
    part = after in DAYS and _get(tokens, at + 2) in PARTS_OF_DAY
    if first in ("last", "next", "this") and after in NAMED:
        return _time(tokens, at, 2 + part, tells_when=after not in TOO_SHORT)
    if first in ("every", "each", "all") and after in REPEATED:
        return _time(tokens, at, 2, tells_when=False)
    if first in ("on", "since") and after in DAYS:
        return _time(tokens, at, 2 + part, tells_when=True)
    if first in ("in", "since", "for", "on", "at", "over", "during", "before", "until") and after in YEARLY:
        return _time(tokens, at, 2, tells_when=True)
    return None


def _since(tokens: tuple[str, ...], at: int) -> Time | None:
    inner = time(tokens, at + 1) if tokens[at] == "since" and _get(tokens, at + 1) != "since" else None
    return Time(("since", *inner.words), inner.end, tells_when=True) if inner and inner.tells_when else None


def _span(tokens: tuple[str, ...], at: int) -> Time | None:
    """ "two years ago", "for three months", "in two weeks"."""
    start = at + (tokens[at] in ("for", "in", "over", "about"))
    unit = start
    while _get(tokens, unit) in NUMBERS or (_get(tokens, unit).isdigit() and len(tokens[unit]) < 3):
        unit += 1
    if _get(tokens, unit) == "of" and tokens[unit - 1] == "couple":
        unit += 1
    if unit == start or _get(tokens, unit) not in UNITS or (tokens[unit] in UNIT) != (tokens[unit - 1] in ONE):
        return None
    if _get(tokens, unit + 1) in ("ago", "back"):
        return _time(tokens, start, unit + 2 - start, tells_when=tokens[start] not in ("few", "couple"))
    if tokens[at] in ("for", "in"):
        now = tokens[at] == "for" and _get(tokens, unit + 1) == "now"
        return _time(tokens, at, unit + 1 + now - at, tells_when=False)
    return None


def _get(tokens: tuple[str, ...], at: int) -> str:
    return tokens[at] if at < len(tokens) else ""


def _time(tokens: tuple[str, ...], at: int, length: int, *, tells_when: bool) -> Time:
    return Time(tuple(CAPITALS.get(word, word) for word in tokens[at : at + length]), at + length, tells_when)
