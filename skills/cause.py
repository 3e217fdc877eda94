"""What happened, in the person's own words turned round: "my boss yelled at me" -> "your boss yelled at you".

A simple clause picker. It would rather find nothing than echo a clause it isn't sure of: no judgements about oneself,
nothing about the bot, nothing longer than ten words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.dialog import SkillResult, TurnView
from bot.parts import part
from bot.registry import Skill, skill

SHORTEST, LONGEST = 3, 10

TURNED = {
    "i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "i'm": "you're", "im": "you're",
    "i've": "you've", "ive": "you've", "i'd": "you'd", "i'll": "you'll", "am": "are", "was": "were",
}  # fmt: skip
TELLING = """
lost left got was were had made told said broke passed fell went came took gave found quit forgot kept put let ran sent
met saw heard threw stole lied cheated began became spent paid sold bought taught won didn't couldn't wasn't
"""
PAST = frozenset(TELLING.split())
RELATIONS = """
boss manager coworker colleague friend girlfriend boyfriend wife husband partner ex mother mom mum father dad sister
brother son daughter grandma grandpa grandmother grandfather aunt uncle cousin dog cat roommate flatmate neighbor
neighbour teacher professor landlord team parents kids children family friends
"""
RELATION = "|".join(["best friend", *RELATIONS.split()])
SUBJECT = re.compile(rf"^(?:(?P<me>i)|my (?:{RELATION})) (?P<verb>[a-z']+)\b(?P<rest>.*)$")
OPENERS = re.compile(r"^(?:then|well|yeah|yes|no|also|just|today|yesterday|basically|honestly|like) ")
PARTS = re.compile(r"[.!;,\n]+|\b(?:and then|and now|and|but|because|cause|so)\b")
UNWANTED = re.compile(
    r"\b(?:you|your|we|us|our|he|she|they|it|this|that|who|which|thought|felt|feel|feeling|knew|wish|hope"
    r"|kill\w*|die[ds]?|dead|suicid\w*|hurt|cut|drunk|drugs?|pills?|beat|hit|rape\w*|abus\w*"
    r"|fuck\w*|shit\w*|bitch\w*|idiot|stupid|fat|ugly|failure|loser|worthless|was a|were a)\b|\d|\?"
)
"""Not echoed: the bot, unclear people, self-judgements, danger, insults, numbers."""


@part("cause", version=1)
@dataclass(frozen=True, slots=True)
class Cause:
    """A short clause of the last turn about what happened, from the bot's point of view; empty when it has none."""

    clause: str

    def explain(self) -> str:
        return self.clause or "-"


@skill("cause", writes=(Cause,))
def cause() -> Skill:
    """Picks a clause that says what happened, for replies that restate it."""

    def pick_from(turn: TurnView) -> SkillResult:
        return SkillResult(learnt=(Cause(pick(turn.text) or ""),))

    return pick_from


def pick(text: str) -> str | None:
    """The last clause of an utterance that tells an event, turned to `you`; None when none is safe to echo."""
    heard = text[-1000:].replace("’", "'").lower()
    turned = (_turn(clause.strip(" '\"-")) for clause in reversed(PARTS.split(heard)))
    return next((clause for clause in turned if clause), None)


def _turn(clause: str) -> str | None:
    clause = OPENERS.sub("", clause)
    found = SUBJECT.match(clause)
    words = clause.split()
    if not found or UNWANTED.search(clause) or not SHORTEST <= len(words) <= LONGEST or not _tells(found["verb"]):
        return None
    if not all(re.fullmatch(r"[a-z][a-z'-]*", word) for word in words):
        return None
    # `was` and `am` follow the subject: my boss was -> your boss was, I was -> you were.
    verbs = {"was", "am"} if found["me"] else set()
    return " ".join(TURNED.get(word, word) if word not in {"was", "am"} - verbs else word for word in words)


def _tells(verb: str) -> bool:
    return verb in PAST or (len(verb) > 4 and verb.endswith("ed"))
