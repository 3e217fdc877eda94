"""The bot is set right: "I'm not talking about studying", "what last page?", "I asked you a question".

Heard against the bot's last line: what is taken back must have been put forward by it, and not as a question.
"""

from __future__ import annotations

import re

from skills.acts.courtesy import MANY_WORDS
from skills.acts.plain import SENTENCE, Said

SIGHS = r"(?:wait|but|well|lol|um|er|erm|uh|oh|god|actually|sorry)\b"
OBJECTIONS = r"(?:no(?! one\b)|nope|huh|what)\b"
BEGINS = rf"^\W*(?:(?:{SIGHS}|{OBJECTIONS})\W*)*"
OBJECTS = re.compile(rf"^\W*(?:{SIGHS}\W*)*(?!what [^\W_]){OBJECTIONS}")
NOT_BEING = re.compile(
    rf"{BEGINS}(?:i'm not|(?:i|it|that|there|he|she|they|we)(?:'s|'re| is| was| are| were)? "
    r"(?:not|isn't|wasn't|aren't|weren't|no|(?:never|didn't) (?:say|said|mention\w*)))\b"
)
NOT_DOING = re.compile(rf"{BEGINS}(?:i|it|that|there|he|she|they|we) (?:never|don't|didn't|haven't|hadn't)\b")
"""A telling as often as a no to the bot: counted only behind an objection."""
ECHOED = re.compile(r"^\W*(?:(?:wait|sorry|huh|what|on top of|but|which|what do you mean)\W*)+[\w' ]{0,30}\?")
NOT_SO = re.compile(
    r"^\W*(?:(?:no|well|er|um|actually)\W*)?not (?:really |exactly |so |that |quite )?([\w' ]{3,25})(?:[,.!]|$)"
)
"""A word of the bot's given back with a no: "Not fed up, no. Lonely"."""
WHAT = re.compile(r"^\W*+([\w' ]{3,25}) what\?")
"""... or with a question: "stir up what?"."""
SHORTLY = r"(?:(?! (?:and|but|so|when|while|because)\b) [\w'-]+){1,5}(?:, not\b.*)?\W*$"
OF_ONESELF = (
    r"i (?:just )?asked you\b|i asked about\b[^.!?]{1,40}, not\b|i asked (?:what|if|whether) you\b"
    r"|i asked for (?:advice|help|an answer|tips|ideas)\W*$"
    rf"|i(?: was|'m) (?:just )?(?:talking|asking|telling you) about{SHORTLY}"
    r"|i (?:never|didn't) (?:say|said|mention\w*) (?:(?:that|it|so)\W*(?:[,;-]|$)|any of\b)"
    r"|i just (?:told you|answered|said (?:i|it|so|that)\b)"
    r"|no ?(?:body|one) (?:(?:has )?died\W*$|(?:has )?said (?:that|so|anything about)\b)"
)
"""Only where a sentence begins: elsewhere, or with more behind it, such words tell what happened among others."""
UNHEARD = re.compile(
    rf"{BEGINS}(?:{OF_ONESELF})"
    r"|\byou(?:'re| are)? (?:not|never|haven't|hadn't|didn't) (?:really |even |actually )?answer\w*"
    r"|\byou keep getting (?:me|it|that) wrong\b|\bwho said (?:anything )?about\b|\bwhat's that got to do\b"
    r"|\byou(?:'ve|'re| have|)? (?:misunderst\w+|misread|got (?:(?:it|me|that) wrong|the wrong end)|stuck on"
    r"|(?:keep )?ignoring)\b|\bi (?:already )?said (?:that|so) (?:already|before|at the start|just now)\b"
    r"|\bno idea what (?:that|you) mean|\bthat makes no sense\b"
)
"""Said of the talk itself, in few words."""
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
    opening = said.sentences[:2]
    if not bot_line or not opening:
        return False
    if any(UNHEARD.search(line) and len(line.split()) <= MANY_WORDS for line in opening):
        return True
    first, heard = opening[0], bot_line.lower()
    put_forward = " ".join(line for line in SENTENCE.split(heard) if not line.rstrip().endswith("?"))
    taken_back = [line for line in opening if NOT_BEING.match(line) or (OBJECTS.match(first) and NOT_DOING.match(line))]
    if any(stems(line) & stems(put_forward) for line in taken_back):
        return True
    if _echoes(NOT_SO, first, put_forward) or _echoes(WHAT, first, heard):
        return True
    return bool(ECHOED.match(first) and stems(first) & stems(heard))


def _echoes(pattern: re.Pattern[str], first: str, bot_line: str) -> bool:
    found = pattern.match(first)
    return found is not None and bool((set(found[1].split()) - SMALL) & set(re.findall(r"[a-z']{3,}", bot_line)))


def stems(text: str) -> frozenset[str]:
    words = re.findall(r"[a-z']+", text)
    return frozenset(word[:STEM] for word in words if len(word) >= LETTERS and word not in SMALL)
