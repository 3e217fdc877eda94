"""Violations of the dialog policy: the same reply twice, three replies in a row that only ask, advice before listening.

Replies of the guard are left out of all three: in danger it repeats its lines and questions on purpose.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.evaluation.replay import Played
from skills.intent import acts
from skills.policy import EXPLORED_TURNS, EXPLORED_WORDS, MUCH

Talk = Sequence[Played]
SUGGESTION = "Providing Suggestions"
ROW = 3

SENTENCE = re.compile(r"[^.!?…]+[.!?…]*[\"'”’)]*")
VERBS = "put|try|take|write|talk|call|let|ask|start|set|make|go|sort|swap|tell|give|send|get|look|pick|keep|join|find"
ADVISING = re.compile(
    r"\b(?:you could (?:also |always |maybe )?(?!see|have|feel|say|be\b|decide|do\b)\w+"
    r"|you (?:might (?:want to|try|consider)|may want to|can (?:try(?! again)|always|also|start))"
    r"|you (?:should(?! be)|ought to|'d better)"
    r"|(?<!what )have you (?:tried|considered|thought (?:of|about))|(?:how|what) about (?!\w*thing)\w+ing|what if you"
    rf"|why (?:not|don't you)|could you (?:{VERBS})\b(?! me)|(?:maybe|perhaps) (?:{VERBS})|(?:^|[.!] )(?:try|consider)"
    r"|(?:can|could|may|might|sometimes|often)(?: also)? helps?|i(?:'d| would) (?:suggest|recommend)|if i were you"
    r"|would it help (?:to|if you)|worth (?:a (?:go|try|thought)|trying|asking|\w+ing down)"
    r"|would (?:that|this|one|it) (?:suit you|be doable|feel (?:manageable|possible|right))|(?:a|one) small start)\b",
    re.IGNORECASE,
)
"""Words by which a listener recognises a suggestion, written apart from our replies and from the strategy's label.

They find a third of ESConv's suggestions, and hardly anything else.
"""
ASKING = re.compile(
    r"\b(?:advice|advise|suggest\w*|recommend\w*|tips|ideas?|what (?:should|can|could|would|do) (?:i|you|we)"
    r"|how (?:do|can|should|could|would|to)|should i|can i|could you help|can you help|help me|what do you think)\b",
    re.IGNORECASE,
)
TOLD_WORDS, TELLING = 20, 4


def repeats(talk: Talk) -> list[int]:
    """Places of replies whose whole text, but for case and spacing, was said earlier in the talk."""
    said = [" ".join(turn.reply.lower().split()) for turn in talk]
    return [place for place in spoken(talk) if said[place] in said[:place]]


def question_runs(talk: Talk) -> list[int]:
    """Places where a third reply in a row consists of nothing but questions; a fourth counts again."""
    asks = [only_asks(turn.reply) and not turn.by_guard for turn in talk]
    return [place for place in range(ROW - 1, len(talk)) if all(asks[place - ROW + 1 : place + 1])]


def early_by_label(talk: Talk) -> list[int]:
    """Places of suggestions before the problem was told or advice asked for, by the bot's own notions.

    A suggestion is a reply whose strategy is Providing Suggestions; told is `skills.policy.Policy.explored` (at
    least 3 turns and 25 words of the person); asked is the act `asks_advice` in this turn or an earlier one.
    """
    return [place for place in spoken(talk) if talk[place].strategy == SUGGESTION and not _ready(talk[: place + 1])]


def early_by_text(talk: Talk) -> list[int]:
    """The same counted again without the bot's notions, from the texts alone.

    A suggestion is a reply labelled so or worded so (`ADVISING`); told is 20 words of the person in turns of at least
    four words; asked is any wording of `ASKING` so far.
    """
    said = [turn.said for turn in talk]
    return [place for place in spoken(talk) if _suggests(talk[place]) and not _told(said[: place + 1])]


def spoken(talk: Talk) -> list[int]:
    """Places of replies that are not the guard's."""
    return [place for place, turn in enumerate(talk) if not turn.by_guard]


def only_asks(text: str) -> bool:
    """True when every sentence is a question."""
    found = [stripped for sentence in SENTENCE.findall(text) if (stripped := sentence.strip(" \"'”’)"))]
    return bool(found) and all(sentence.endswith("?") for sentence in found)


def advises(text: str) -> bool:
    """Worded as a suggestion."""
    return bool(ADVISING.search(text.replace("’", "'")))


def asks(text: str) -> bool:
    """Worded as a wish for advice."""
    return bool(ASKING.search(text.replace("’", "'")))


def _suggests(turn: Played) -> bool:
    return turn.strategy == SUGGESTION or advises(turn.reply)


def _ready(talk: Talk) -> bool:
    words = sum(len(turn.said[:MUCH].split()) for turn in talk)
    explored = len(talk) >= EXPLORED_TURNS and words >= EXPLORED_WORDS
    return explored or any("asks_advice" in acts(turn.said) for turn in talk)


def _told(said: Sequence[str]) -> bool:
    lengths = [len(text.split()) for text in said]
    told = sum(length for length in lengths if length >= TELLING) >= TOLD_WORDS
    return told or any(asks(text) for text in said)
