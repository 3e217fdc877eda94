"""When something was and how long it has lasted, in the person's own words."""

from __future__ import annotations

import re

COUNT = (
    r"(?:an?|few|couple of|one|two|three|four|five|six|seven|eight|nine|ten|twelve|a few|a couple(?: of)?|several"
    r"|some|many|\d{1,3})"
)
SPAN = r"(?:minutes?|hours?|days?|weeks?|months?|years?|decades?|yrs?|hrs?)"
DAY = r"(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)"
WHEN = re.compile(
    rf"\b(?:yesterday(?: (?:morning|evening|afternoon|night))?|today|tonight|tomorrow(?: (?:morning|evening|night))?"
    r"|this (?:morning|afternoon|evening|week|weekend|month|year)"
    rf"|(?:last|next) (?:night|week|weekend|month|year|spring|summer|autumn|fall|winter|christmas|{DAY})"
    rf"|{COUNT} {SPAN} ago|(?:a long time|ages|years|months|weeks) ago|(?:earlier|later) (?:today|this \w+)"
    rf"|the other day"
    rf"|in {COUNT} {SPAN}|on {DAY}|the day (?:before yesterday|after tomorrow)|just now|recently"
    r"|in (?:january|february|march|april|may|june|july|august|september|october|november|december)"
    r"|as a (?:kid|child|teenager)|when i was (?:a kid|a child|little|young|\d{1,2}))\b"
)
LONG = re.compile(
    rf"\b(?:for (?:about |over |almost |nearly |more than |the (?:past|last) |like )?(?:{COUNT} )?{SPAN}"
    r"|for (?:a while|ages|a long time|so long|as long as|my (?:whole|entire) life|forever)"
    rf"|(?:the )?(?:past|last) (?:{COUNT} )?{SPAN}|since (?:i|we|he|she|my|the|last|that|then|\w+day|yesterday"
    rf"|childhood|christmas|january"
    r"|february|march|april|may|june|july|august|september|october|november|december|19\d\d|20\d\d)|ever since"
    rf"|all my life|(?:it's|been|has been|lasted) (?:about |over |almost |nearly |like )?{COUNT} {SPAN}(?! ago)"
    rf"|{SPAN} now"
    r"|(?:all|every|most) (?:day|days|night|week|month|year)s?|lately|these days|always been)\b"
)
A_SPAN = re.compile(
    rf"\b(?:{COUNT} {SPAN}|a while|ages|(?:days|weeks|months|years)|forever|always|long time|not long)\b"
)
"""What answers "how long?" by itself."""


def when(text: str) -> tuple[str, ...]:
    """The times a plain text names, in order, each once."""
    return tuple(dict.fromkeys(found[0] for found in WHEN.finditer(text)))


def how_long(text: str) -> bool:
    """It says how long something has lasted."""
    return LONG.search(text) is not None
