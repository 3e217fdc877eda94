"""What danger a text shows: the patterns, the harmless look-alikes and the frames put together.

A finding is lowered, never raised, by a frame (play, the past); it is raised by means, a time, and by what was said in
the turns before. Reading is linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from skills.care import languages
from skills.care.findings import Finding, Reading, gravest
from skills.care.guess import BEYOND_DOUBT, DENIED_PRESENT, PRESENT, UNASKED, URGENT, level_of
from skills.care.harmless import AT_SCHOOL, DENIED, FICTION, FOR_NOW, IDIOMS, NOW, PAST, RESOLVED, STORY, WORRY
from skills.care.patterns import Level
from skills.care.patterns.tables import INTENT_TIME, MEANS, SIGNS, TABLES
from skills.care.plain import LATELY, fold, sentences
from skills.care.theirs import THIRD_PARTY

if TYPE_CHECKING:
    from skills.care.danger_classifier import DangerEstimate  # a guard without an encoder needs no network

_TABLES = tuple(
    (kind, re.compile(words), tuple((level, re.compile(row)) for level, rows in table.items() for row in rows))
    for kind, words, table in TABLES
)
_IDIOMS = tuple(map(re.compile, IDIOMS))
_DENIED = tuple(map(re.compile, DENIED))
_SIGNS = tuple(map(re.compile, SIGNS))
_FICTION, _STORY, _PAST, _NOW, _RESOLVED = map(re.compile, (FICTION, STORY, PAST, NOW, RESOLVED))
_WORRY = re.compile(WORRY)
_AT_SCHOOL, _FOR_NOW = map(re.compile, (AT_SCHOOL, FOR_NOW))
_MEANS, _TIME = re.compile(MEANS), re.compile(INTENT_TIME)

MANY = 40
"""More sentences than this are a flood: then only what is graver than what was found already is looked into."""
EARLIER = 4000
"""Characters read again of a turn that was judged whole when it came."""
_OWN = frozenset({"suicide", "self_harm", "violence", "eating_disorder"})
_TELLABLE = _OWN | {"abuse", "third_party", "third_party_abuse", "psychosis"}


@lru_cache(LATELY)
def read(text: str) -> Reading:
    """Read one text by itself."""
    lines = list(dict.fromkeys(sentences(text)))  # what is said many times is read once
    found: list[Finding] = []
    for line in lines:
        found += _framed(line, lines, above=max((item.level for item in found), default=0) if len(lines) > MANY else 0)
    foreign = languages.read(fold(text))
    if foreign:
        found.append(Finding(foreign[0], cast(Level, foreign[1])))
    signs = frozenset(number for number, sign in enumerate(_SIGNS) if any(map(sign.search, lines)))
    return Reading(
        finding=gravest(found),
        signs=signs,
        means=any(map(_MEANS.search, lines)),
        soon=any(map(_TIME.search, lines)),
        denied=any(map(_denies, lines)),
        foreign=foreign is not None,
    )


def past(line: str) -> bool:
    """Whether a line tells of years ago; school is no past to whoever is there now."""
    return _PAST.search(line) is not None and _AT_SCHOOL.search(line) is None


def _denies(line: str) -> bool:
    """Whether danger is said not to be there: "I won't do it today" says so of a day alone."""
    return any(not _FOR_NOW.match(line, found.end()) for row in _DENIED for found in row.finditer(line))


def read_talk(
    texts: Sequence[str],
    *,
    was: int = 0,
    heard: DangerEstimate | None = None,
    denied: bool = False,
    stands: Finding | None = None,
    heeded: bool = False,
    lately: bool = False,
) -> Reading:
    """Read the last of `texts` (what the person said, oldest first) in the light of those before.

    `was` is the level of suicide danger known from words that are no longer kept; `heard` is what the danger classifier
    makes of the last, when the encoder's pass is done; `denied`: they said, now or before, that there is no danger;
    `stands`: the danger that is known, of which a guess says nothing new unless it is graver; `heeded`: danger was
    found in a turn before, so that a guess is not alone in it; `lately`: it was spoken of in the turns before.
    """
    *before, last = texts
    reading, guess = read(last), None
    if heard is not None:
        alone = not heeded and reading.finding is None and not reading.signs
        level = level_of(heard, denied=denied or reading.denied, alone=alone, lately=lately, stopped=stands is not None)
        guess = _guess(heard, last, level)
        reading = replace(reading, loud=heard.in_context and not heard.calm)
        reading = _joined(reading if reading.foreign else _doubted(reading, heard), guess, heard, stands)
    earlier = [read(text[-EARLIER:]) for text in before]
    found = [reading.finding, _split(before, last, reading)]
    worst = max([was, *(item.level_of("suicide") for item in (*earlier, reading))])
    if worst and reading.means:
        found.append(Finding("suicide", 3))  # means named, and a wish to die before or beside it
    elif reading.level_of("suicide") and any(item.means for item in earlier):
        found.append(Finding("suicide", 3))
    signs = reading.signs.union(*(item.signs for item in earlier))
    if reading.signs and len(signs) > 1:  # a plan hidden in small talk; where that sounds calm it is asked about
        found.append(Finding("suicide", 1 if reading.calm else 2, sure=not reading.calm))
    if reading.calm and stands is None:
        # Of 97 such messages of the care sets and of calm talks 94 were of no danger, and none was of present danger.
        return replace(reading, finding=guess)
    return replace(reading, finding=gravest([item for item in found if item]))


def _doubted(reading: Reading, heard: DangerEstimate) -> Reading:
    """What a pattern finds where no present danger is heard need not be held on to once it is denied; in a stopped talk

    that sounds calm now it is asked about, where its kind can be asked about.
    """
    finding, absent = reading.finding, heard.in_context and heard.present < PRESENT
    if finding is not None and (heard.calm or (absent and finding.level > 1)):
        asks = heard.calm and finding.kind not in UNASKED
        finding = replace(finding, sure=False, level=1 if asks else finding.level)
    return replace(reading, finding=finding, calm=heard.calm)


def _joined(reading: Reading, guess: Finding | None, heard: DangerEstimate, stands: Finding | None) -> Reading:
    """What the patterns found and what the classifier found, put together."""
    if guess is None:
        return reading
    reading = replace(reading, finding=_named(reading.finding, guess, heard))
    if stands is not None and _no_more(guess, heard, stands):
        return replace(reading, again=True)
    plain = stands is not None and reading.finding is not None and reading.finding.level >= 2
    # Said plainly while danger stands, or heard beyond doubt as urgent, it is no guess.
    guess = replace(guess, sure=plain or (heard.in_context and min(heard.present, heard.urgent) >= BEYOND_DOUBT))
    return replace(reading, finding=gravest([*filter(None, (reading.finding, guess))]))


def _named(finding: Finding | None, guess: Finding, heard: DangerEstimate) -> Finding | None:
    """What a pattern found, as the kind that the classifier, which reads the talk, hears surely: who can't be woken may

    only sleep, and who is told to hurt themself by a voice hears one.
    """
    if finding is None or not heard.in_context or heard.present < DENIED_PRESENT:
        return finding
    if finding.kind == "medical" and guess.kind in ("suicide", "abuse", "psychosis") and heard.urgent < URGENT:
        return replace(finding, kind=guess.kind, level=guess.level)
    voices = finding.kind == "self_harm" and guess.kind == "psychosis"
    return replace(finding, kind=guess.kind, level=max(finding.level, guess.level)) if voices else finding


def _no_more(guess: Finding, heard: DangerEstimate, stands: Finding) -> bool:
    """Whether a guess adds nothing; where what stands is one too, another kind at its level does, if heard well."""
    own_life = guess.kind == "suicide" and stands.kind not in ("self_harm", "method_request")
    surely = heard.present >= DENIED_PRESENT and (own_life or not stands.sure)
    other = guess.kind != stands.kind and surely
    return guess.level < stands.level or (guess.level == stands.level and not other)


def _guess(heard: DangerEstimate, text: str, level: int) -> Finding | None:
    """What the danger classifier hears at a level, lowered where a past is told as over; nothing in ordinary worry."""
    if not level:
        return None
    lines = sentences(text)
    if all(map(_WORRY.fullmatch, lines)):
        return None
    resolved = any(map(past, lines)) and any(map(_RESOLVED.search, lines))
    still = any(_NOW.search(_RESOLVED.sub(" ", line)) for line in lines)
    item = Finding(heard.kind, cast(Level, level), sure=False)
    return _lower(item, play=False, story=False, over=False, resolved=resolved and not still)


def _split(before: Sequence[str], last: str, reading: Reading) -> Finding | None:
    """Danger in a sentence that was sent in two messages: "I just want to" - "die"."""
    if not before or not before[-1].strip() or before[-1].rstrip()[-1] in ".!?":
        return None
    head, tail = sentences(before[-1]), sentences(last)
    if not head or not tail:
        return None
    joined = gravest(_framed(f"{head[-1]} {tail[0]}", [*head, *tail]))
    alone = gravest(_framed(head[-1], head))
    level = max(item.level if item else 0 for item in (alone, reading.finding))
    return joined if joined and joined.level > level else None


def _framed(line: str, lines: Sequence[str], *, above: int = 0) -> list[Finding]:
    """Findings of one sentence, lowered by play and by a past that is over; none if they cannot be `above` a level."""
    if not _matches(line, above):
        return []
    found = _matches(soften(line))
    play = _FICTION.search(line) is not None
    story = _STORY.search(line) is not None
    over = past(line) and not any(_NOW.search(_RESOLVED.sub(" ", other)) for other in lines)
    resolved = over and any(map(_RESOLVED.search, lines))
    return [kept for item in found if (kept := _lower(item, play=play, story=story, over=over, resolved=resolved))]


def _lower(item: Finding, *, play: bool, story: bool, over: bool, resolved: bool) -> Finding | None:
    if story and item.kind == "third_party_abuse":
        return None
    if play and item.kind in _OWN:
        return Finding(item.kind, 1) if item.kind in ("suicide", "self_harm") and item.level > 1 else None
    if resolved and item.kind in _TELLABLE:
        return None
    if over and item.kind in _TELLABLE:
        return Finding(item.kind, 1) if item.kind != "violence" else None
    return item


def soften(line: str) -> str:
    """The sentence without harmless look-alikes; "(denied)" stands where danger is said not to be there."""
    for row in _IDIOMS:
        line = row.sub("·", line)
    for row in _DENIED:
        line = row.sub("(denied)", line)
    return line


def _matches(line: str, above: int = 0) -> list[Finding]:
    found: list[Finding] = []
    for kind, words, rows in _TABLES:
        if not words.search(line):
            continue
        levels = [level for level, row in rows if level > above and row.search(line)]
        if levels:
            found.append(Finding(kind, max(levels)))
        if levels and kind in THIRD_PARTY:  # what somebody else wants must not be read as the speaker's wish
            for _, row in rows:
                line = row.sub("·", line)
    return found
