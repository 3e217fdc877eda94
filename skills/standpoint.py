"""Whose matter a person tells, and when it is: so that a friend's broken arm isn't put on the teller's shoulder.

Closed-class words and short lists of verbs. Where they say nothing it is the person's own matter, now.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

Whose = Literal["me", "other"]
Tense = Literal["past", "now", "ahead"]

MUCH = 2000
"""Characters of an utterance that are looked at."""


def _any(words: str) -> str:
    """One of the words; "_" joins those of several."""
    return "(?:" + "|".join(word.replace("_", " ") for word in words.split()) + ")"


KIN = _any("""
mom mum mother dad father sister brother son daughter kids? child wife husband partner girlfriend boyfriend gf bf friend
bestie mate buddy roommate flatmate housemate neighbou?r coworker co-worker colleague boss manager teacher grandma
grandpa gran nan grandmother grandfather aunt uncle cousin niece nephew ex
""")
SOMEBODY = (
    rf"(?:(?:my|our|a|one of my) (?:\w+ ){{0,2}}{KIN}(?: of mine)?(?:'s \w+)?|some(?:one|body) (?:i know|at work))"
)
DOES = _any("""
lost broke failed passed got found hurt quit won tested miscarried crashed fell needs? wants? feels? felt can'?t
couldn'?t didn'?t doesn'?t struggles? drinks? suffers? graduated retired had has
""")
STATE = _any("""
\\w+ing depressed sick ill pregnant engaged married divorced diagnosed fired laid_off cancer depression anxiety surgery
a_\\w+ an_\\w+ baby trouble problems sad upset scared anxious stressed lonely alone addicted accepted promoted hired
lost in_(?:the_)?hospital
""")
WAS = r"(?:'s|s|is|was|has been|had been|keeps?|started|has|had|are|were)"
BESIDE = _any("just finally recently also really never always so very not still been again")
THEIRS = re.compile(
    rf"\b{SOMEBODY}(?: (?:{BESIDE} )*{DOES}| ?{WAS} (?:{BESIDE} )*(?:(?:a|an|her|his|their) )?{STATE})\b[^.!?;]*"
)
CONCERN = re.compile(
    rf"\b(?:worried|scared|concerned|afraid|(?:feel|felt) (?:so |really )?(?:bad|sorry|sad)) (?:about|for) {SOMEBODY}"
)
TO_ME = re.compile(
    r"\b(?:me|us|myself|our|we|behind my back|i|my (?:heart|things|stuff|car|money|birthday|house|job)"
    r"|left|leaving|yell\w*|shout\w*|cheat\w*|lied|lying|ignor\w+|hates?|blam\w+|divorcing|passed away|died|dying"
    r"|dead)\b"
)
"""Words that make another's deed, or death, the teller's own matter."""
FELT = _any("sad lonely depressed tired hurt jealous devastated ashamed guilty angry")
MINE = re.compile(
    rf"\bi (?:{BESIDE} )*(?:lost|broke|failed|passed|got|quit|fell|cried|miss|hate)\b"
    rf"|\bi(?:'?m| am| feel) (?:{BESIDE} )*{FELT}\b(?! for)"
)
DECISIVE = re.compile("|".join(pattern.pattern for pattern in (THEIRS, MINE, CONCERN)))
THIRD = re.compile(r"\b(?:she|he|they|her|him|them|his|their)\b")
LOOKED_BACK = 4
"""Turns in which the one meant is looked for."""

LONG_AGO = re.compile(
    r"\b(?:years?|decades?|ages) (?:ago|back)\b|\bas a (?:kid|child|teen\w*|boy|girl)\b|\bgrowing up\b|\bused to\b"
    r"|\bwhen i was (?:an? |in |at |little|small|young|\d+|\w+teen|five|six|seven|eight|nine|ten|eleven|twelve)"
    r"|\blong time ago\b|\bback (?:in|then)\b|\bin my childhood\b|\bas kids\b|\b(?:in|of|until) (?:19\d\d|20[01]\d)\b"
    r"|\bin the (?:fifties|sixties|seventies|eighties|nineties|noughties|\d0s)\b"
    r"|\b(?:was|were|felt|had|teased|bullied|laughed|hit) .{0,40}\b(?:in (?:primary|high|secondary) school|at school)\b"
)
STILL = re.compile(
    # "she's seven now" tells of somebody who has grown up, not that it goes on
    r"\b(?:still|(?<!five )(?<!six )(?<!seven )(?<!eight )(?<!ten )now"
    r"|today|tonight|lately|these days|any ?more|recently|currently|yesterday|again"
    r"|this (?:week|morning|month|year)|every (?:day|night))\b"
)
COMING = re.compile(
    r"\b(?:tomorrow|tonight|next (?:week|month|year|\w+day|summer|term)|upcoming|coming up|gonna|soon"
    r"|(?:going|about|supposed|due) to|(?:i|we|it|he|she|they)(?:'ll| will)"
    r"|in (?:an?|one|two|three|a few|\d+) (?:hours?|days?|weeks?|months?)|(?:this|on) (?:weekend|\w+day))\b"
)
DONE = re.compile(
    r"\b(?:yesterday|last (?:week|night|month|year|\w+day)|ago"
    r"|i (?:just |finally )?(?:lost|failed|passed|got|broke|went|had|was|did|told|found))\b"
)


def whose(text: str) -> Whose:
    """Whose matter the text tells: another's only when somebody else is its subject and nothing in it is done to me."""
    heard = _plain(text)
    found = THEIRS.search(heard)
    if CONCERN.search(heard) and not MINE.search(heard):
        return "other"
    return "me" if found is None or TO_ME.search(found[0]) or MINE.search(heard) else "other"


def whose_now(said: Sequence[str]) -> Whose:
    """The same in a talk (the person's turns, oldest first): "she has two kids" goes on about the friend told of."""
    last = _plain(said[-1])
    if whose(last) == "other" or MINE.search(last) or not THIRD.search(last):
        return whose(last)
    before = (whose(text) for text in reversed(said[-LOOKED_BACK - 1 : -1]) if DECISIVE.search(_plain(text)))
    return next(before, "me")


def tense(text: str) -> Tense:
    """When it is: long past, ahead, or now, which includes what has just happened."""
    heard = _plain(text)
    if LONG_AGO.search(heard) and not STILL.search(heard):
        return "past"
    return "ahead" if COMING.search(heard) and not DONE.search(heard) else "now"


def _plain(text: str) -> str:
    return text[:MUCH].lower().replace("’", "'")
