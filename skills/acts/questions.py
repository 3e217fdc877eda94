"""A direct question to the bot, and what it wants to know. Asking for advice is another act.

A question mark in the middle of a story asks nobody, nor does "why me?": only a question that begins a sentence or a
clause, at the beginning or the end of what is said, is taken for one, and none that is reported of somebody else.
"""

from __future__ import annotations

import re

from skills.acts.kinds import KINDS
from skills.acts.plain import CLAUSE, Said

OPENER = re.compile(
    r"^(?:\W*\b(?:so|and|but|ok|okay|well|like|hey|hi|hello|honestly|please|now|also|then|or|just|anyway|seriously"
    r"|attune|bot|be honest|i mean|can i ask(?: you)?(?: something)?|let me ask(?: you)?|quick question|question"
    r"|yeah|yes|no|hmm|tbh|actually|really|oh|by the way|btw|wait|thanks|thank you|in your opinion|for real|lol"
    r"|haha|because|sorry)\b)*\W*"
)
"""What may stand before a question."""
COMPILED = {name: re.compile(f"^(?:{'|'.join(given)})") for name, given in KINDS.items()}
"""Read in this order; the first that fits is the kind."""
FIRST_WORDS = re.compile(
    r"^(?:is|isn't|am|are|was|were|do|does|did|don't|doesn't|didn't|will|would|wouldn't|can|could|have|had|has|what"
    r"|what's|who|who's|why|how|how's|when|where|any|thoughts|anyone|anybody|remember|you|hbu|wyd|calculate|solve"
    r"|\d+|somebody|someone|tell me)\b"
)
PHATIC = re.compile(
    r"(?:you know(?: what i mean)?|do you know what i mean|know what i mean|right|ok|okay|yeah|huh|eh"
    r"|does that make sense|you see)\W*$|why (?:me|now|bother|does (?:this|it|everything|that|life) (?:always|keep"
    r"|have)|is (?:life|everything|it always|this always|it so|the world))\b|who (?:cares|knows|am i kidding|would"
    r"|does that|wants|needs|even)\b|what(?:'s the (?:point|use|matter)| (?:else|more|choice|am i supposed) )"
    r"|how (?:dare|could i not|am i supposed|the hell am|many times|much more|much longer|hard can)\b"
    r"|can you (?:believe|imagine)\b|is (?:it|that) too much to ask\b|isn't (?:it|that) (?:ironic|funny|great"
    r"|just)\b|do i look like\b|why (?:can't|won't|do|does) (?:things|life|bad things|good things)\b"
    r"|are you kidding\b|what do i know\b|how did you (?:know|guess)\b"
)
"""They look like questions and ask nothing."""
AT_THE_ENDS, WHOLE_MESSAGE = 2, 30
"""A message of so few words is read whole; in a longer one only the first sentence and the last ones are."""
OPEN_TO_WHY, ASKS_WHY = 25, frozenset({"question.about_me.why", "question.opinion"})
"""A "why" behind a long story is a sigh, unless it is the very last thing said."""


def asked(said: Said) -> str:
    """The kind of the direct question in an utterance, as a dotted name; "" when there is none."""
    sentences = said.direct
    ends = sentences if len(said.words) <= WHOLE_MESSAGE else sentences[:1] + sentences[1:][-AT_THE_ENDS:]
    for sentence in reversed(ends):
        found = _kind(sentence)
        if found and not (found in ASKS_WHY and len(said.words) > OPEN_TO_WHY and sentence is not sentences[-1]):
            return found
    return ""


OPEN_KINDS = ("question.approval", "question.other")
APPROVAL = re.compile(
    r"^(?:is|was|does|did|would|am|are|do) .{0,60}\b(?:right|wrong|silly|stupid|weird|ok|okay|all right|alright|fine"
    r"|selfish|too (?:hard|much|far|harsh|soon)|sound|good idea|bad idea|good|bad|mean)\b"
)
UNFIT = re.compile(
    r"\b(?:cheat\w*|lie|lying|steal\w*|hit|hurt|hitting|drink\w*|revenge|spy\w*|phone|messages|weapon|kill\w*|eat\w*|pills?)\b"
)


def open_question(said: Said) -> str:
    """For a question that nothing else knows, when it is the last thing said: one for approval, or one of any kind."""
    last = said.direct[-1] if said.direct else ""
    question = last[OPENER.match(last).end() :]  # type: ignore[union-attr]
    if not last.rstrip().endswith("?") or not FIRST_WORDS.match(question) or PHATIC.match(question):
        return ""
    if question.startswith("what if"):
        return ""  # a fear in the shape of a question
    return "question.approval" if APPROVAL.match(question) and not UNFIT.search(said.text) else "question.other"


def _kind(sentence: str) -> str:
    """The kind of question that begins a sentence, or its last clause when it ends in a question mark."""
    starts = [sentence]
    if sentence.rstrip().endswith("?"):
        starts += CLAUSE.split(sentence)[-1:]
    for start in starts:
        question = start[OPENER.match(start).end() :]  # type: ignore[union-attr]
        if not FIRST_WORDS.match(question) or PHATIC.match(question):
            continue
        for name, pattern in COMPILED.items():
            if pattern.match(question):
                return name
    return ""


def named(kind: str) -> set[str]:
    """A dotted name and everything it is a kind of: question.fact -> question, question.fact."""
    parts = kind.split(".")
    return {".".join(parts[:count]) for count in range(1, len(parts) + 1)} if kind else set()
