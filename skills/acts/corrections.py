"""The bot is set right: "I'm not talking about studying", "what last page?", "I asked you a question".

Heard against the bot's last line: what is taken back must have been put forward by it, and not as a question.
"""

from __future__ import annotations

import re

from skills.acts.plain import SENTENCE, Said

NEGATED = re.compile(
    r"^\W*(?:(?:no|nope|huh|what|wait|but|well|lol|um|er|erm|uh|oh|actually|sorry)\b\W*)*(?:(?:i|it|that|there|he|she|they|we)(?:'m|'s|'re"
    r"| is| was| are| were)? (?:not|never|isn't|wasn't|aren't|weren't|don't|didn't|haven't|hadn't|no)"
    r"|i'm not|it's not)\b"
)
ECHOED = re.compile(r"^\W*(?:(?:wait|sorry|huh|what|on top of|but|which|what do you mean,?)\W*)+[\w' ]{0,30}\?")
NOT_SO = re.compile(
    r"^\W*(?:no|well|er|um|actually)?\W*not (?:really |exactly |so |that |quite )?([\w' ]{3,25})(?:[,.!]|$)"
)
"""A word of the bot's given back with a no: "Not fed up, no. Lonely"."""
WHAT = re.compile(r"^\W*([\w' ]{3,25}) what\?")
"""... or with a question: "stir up what?"."""
UNHEARD = re.compile(
    r"\bi (?:just )?asked you\b|\bi asked (?:about|for|what|if|whether)\b|\bnot what i (?:said|asked|meant)\b"
    r"|\byou(?:'re| are)? (?:not|never|haven't|hadn't|didn't) (?:really |even |actually )?answer\w*"
    r"|\byou keep getting (?:me|it|that) wrong\b|\bwho said (?:anything )?about\b"
    r"|\bi (?:was|am|'m) (?:just )?(?:talking|asking|telling you) about\b|\byou(?:'ve|'re| have|)? (?:misunderst\w+"
    r"|misread|got (?:it|me|that|the wrong end)|stuck on|ignoring|keep ignoring)\b|\bi (?:already )?said (?:that|so)"
    r" (?:already|before|at the start|just now)\b|\bi just (?:told you|said|answered)\b"
    r"|\bno idea what (?:that|you) mean"
    r"|\bno ?(?:body|one) (?:has )?(?:died|said)\b|\bthat makes no sense\b|\bwhat's that got to do\b"
    r"|\bi (?:never|didn't) (?:say|said|mention\w*) (?:that|it|so|she|he|they|i|we|anything about|any of)\b"
)
SMALL_WORDS = """
about after again ain't also because been before being didn't does doesn't doing don't down even from gets have haven't
here into it's just know like made make more much never nothing only other over part really said same says some
something still such talking than that that's their them then there these they thing things think this those time told
very want wasn't were what when where which while with without would your you're yours
"""
SMALL = frozenset(SMALL_WORDS.split())
LETTERS = 4
"""Shorter words say too little to be known again; longer ones are known by their beginning."""
STEM = 4


def corrects(said: Said, bot_line: str) -> bool:
    """Whether the first words take back what the bot has just put forward, or say that it did not listen."""
    if UNHEARD.search(said.text):
        return True
    put_forward = " ".join(line for line in SENTENCE.split(bot_line.lower()) if not line.rstrip().endswith("?"))
    first = said.sentences[0] if said.sentences else ""
    second = said.sentences[1] if len(said.sentences) > 1 else ""
    taken_back = [line for line in (first, second) if NEGATED.match(line)]
    if any(stems(line) & stems(put_forward) for line in taken_back):
        return True
    if _echoes(NOT_SO, first, put_forward) or _echoes(WHAT, first, bot_line.lower()):
        return True
    return bool(ECHOED.match(first) and stems(first) & stems(bot_line.lower()))


def _echoes(pattern: re.Pattern[str], first: str, bot_line: str) -> bool:
    found = pattern.match(first)
    return found is not None and bool((set(found[1].split()) - SMALL) & set(re.findall(r"[a-z']{3,}", bot_line)))


def stems(text: str) -> frozenset[str]:
    words = re.findall(r"[a-z']+", text)
    return frozenset(word[:STEM] for word in words if len(word) >= LETTERS and word not in SMALL)
