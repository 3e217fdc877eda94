# ruff: noqa: E501 - a pattern stays on one line, so that it is reviewed as one
"""What of people's replies a bot must not say: one small function a reason, each giving the words that were the reason.

They would rather leave out a good reply than keep a wrong one: there are very many.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from agents.bank.sources import Said
from skills import reply_gate
from skills.care.detect import read

Filter = Callable[[Said], str | None]
"""Why a reply is left out, in a word or two (those found, where words are the reason), or None."""

FEWEST, MOST, LONGEST = 4, 40, 240
"""Words and characters of a reply."""
LINKS = re.compile(
    r"https?:|www\.|\b[\w-]+\.(?:com|org|net|gov|edu|co|uk|io)\b|\S@\S|(?<!\w)[@#]\w+|\br/\w+|\b(?:facebook|instagram|youtube|whatsapp|reddit|skype|gmail|google|zoom|discord|tik ?tok)\b|\b\d{3}[-. )]+\d{3}[-. ]\d{4}\b|\b1?-?800[- ]",
    re.IGNORECASE,
)
PLATFORM = re.compile(
    r"\b(?:m ?turk\w*|mechanical turk|turkers?|surveys?|tasks?|requesters?|workers? id|prolific|crowd ?work\w*|chat ?(?:window|box|room|bot)s?|(?:this|the|our|end(?:ing)? (?:of )?(?:the|this)) (?:chat|conversation|session|study|experiment)|chatting with you|disconnect\w*|supporters?|seekers?|(?:press|hit|type|click)(?:ing)? quit|quit button|buttons?|click\w*|typ(?:ed|ing|os?)|message limit|timer?'?s? (?:is )?up)\b",
    re.IGNORECASE,
)
HITS = re.compile(r"\bHITs?\b")
PANDEMIC = re.compile(
    r"\b(?:co-?vid\w*|corona\w*|pandemic\w*|quarantin\w*|lock(?:ed)? ?-?downs?|vaccin\w*|social(?:ly)? distanc\w*|(?:face )?masks?|virus\w*|stay(?:ing)? at home|shut ?downs?|2020)\b",
    re.IGNORECASE,
)
DOSES = re.compile(
    r"\b\d+(?:[.,]\d+)? ?(?:mg|mcg|ml|milligrams?|grams?|units?|drops?|tablets?|pills?|capsules?|bpm|calories|kcal|lbs?|pounds?|kilos?|kg)\b|\b\d{2,3} ?(?:/|over) ?\d{2,3}\b|\b(?:dos(?:e|es|age)|blood pressure|medicat\w*|medicines?|meds|pills?|tablets?|prescri\w+|supplements?|anti-?depressants?|ssris?|benzos?|xanax|valium|prozac|zoloft|lexapro|melatonin|ibuprofen|tylenol|aspirin|advil|benadryl|nyquil|cbd|thc|weed|marijuana|cannabis|vitamins?|magnesium|valerian|ashwagandha|st\.? john'?s)\b",
    re.IGNORECASE,
)
FIRST = re.compile(r"\b(?:i|me|my|mine|myself|we|us|our|ours|ourselves|im|ive)\b")
ALLOWED = re.compile(
    r"\b(?:i(?:'m| am|m) (?:so |very |really |truly |terribly |deeply |just )*(?:sorry|glad|happy (?:to hear|that you|you|for you)|here|listening|not sure|sure(?! i\b)|curious|wondering|sorry to hear)"
    r"|i(?:'m| am|m) (?:so |very |really )*(?:sad|sorry) (?:to hear|for your)"
    r"|i (?:really |truly |do |sure |certainly |just |also )*(?:hope|think|see|wonder|bet|guess|imagine|understand|believe|suppose|agree|mean|hear (?:you|that)|like (?:that|your|how you)|wish you|appreciate|admire)"
    r"|i (?:can|could) (?:see|imagine|understand|hear|tell|only imagine|definitely see|totally understand|certainly understand|sense)"
    r"|i(?:'d| would) (?:say|guess|imagine|think|suggest|bet|love to hear|like to (?:hear|know))"
    r"|(?:can|may|could|if|shall|should) i|let me know|tell me|sounds? (?:to|like) me|seems to me|it seems to me|you told me|let's|let us|what can i|how can i|thank you for (?:sharing|telling)(?: (?:this|that|it))? with me|talk to me|share with me|help me understand)\b"
)  # fmt: skip
"""Words about oneself that claim no life: sympathy, guesses, offers."""
ASKED = re.compile(
    r"\b(?:you|your|u)\b(?:(?!\b(?:you|your|u)\b)[^.!])*\?\s*$|\bwhat about you\b|\bhow about you\b|\bhow are you\b",
    re.IGNORECASE,
)
ADVICE = re.compile(
    r"\b(?:think|suggest\w*|advi[cs]e|advise|recommend\w*|should i|know (?:how|what|any)|tips?|ideas?|can you)\b",
    re.IGNORECASE,
)
_PLAIN = str.maketrans({"’": "'", "‘": "'", "`": "'"})


def length(said: Said) -> str | None:
    """Too short to say anything, or too long for one reply."""
    words = len(said.text.split())
    if words < FEWEST:
        return "too short"
    return "too long" if words > MOST or len(said.text) > LONGEST else None


def goes_on(said: Said) -> str | None:
    """Follows something of the same person: it answers nobody."""
    return "own words before" if said.context and said.context[-1][0] else None


def links(said: Said) -> str | None:
    """Addresses, handles, telephone numbers, other places to talk."""
    return _found(LINKS, said.text)


def platform(said: Said) -> str | None:
    """Words of the crowd workers' platform and of the chat they were paid for."""
    return _found(HITS, said.text) or _found(PLATFORM, said.text)


def pandemic(said: Said) -> str | None:
    """The time of the recording."""
    return _found(PANDEMIC, said.text)


def doses(said: Said) -> str | None:
    """Medicines, how much of them, and numbers of the body."""
    return _found(DOSES, said.text)


def biography(said: Said) -> str | None:
    """A life of one's own: what is said in the first person beyond sympathy, or answers a question about oneself."""
    asked = said.context[-1][1] if said.context else ""
    if ASKED.search(asked) and not ADVICE.search(asked):
        return "asked about oneself"
    plain = said.text.casefold().translate(_PLAIN)
    return _found(FIRST, ALLOWED.sub(" ", plain))


def gate(said: Said) -> str | None:
    """What the last gate lets no reply say."""
    return reply_gate.refuse(said.text)


def danger(said: Said) -> str | None:
    """Danger in the reply or in what it answered: there only the guard speaks."""
    if _dangerous(said.text):
        return "in the reply"
    return "in the talk before" if any(_dangerous(text) for _, text in said.context) else None


FILTERS: tuple[Filter, ...] = (length, goes_on, links, platform, pandemic, doses, biography)
"""Those that look at a reply alone and quickly, in this order; a reply counts for the first that leaves it out."""
CARE: tuple[Filter, ...] = (gate, danger)
"""Those that take their time."""


@lru_cache(maxsize=1 << 16)
def _dangerous(text: str) -> bool:
    return read(text).finding is not None


def _found(pattern: re.Pattern[str], text: str) -> str | None:
    match = pattern.search(text)
    return match.group().casefold() if match else None
