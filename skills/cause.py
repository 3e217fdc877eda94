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
    "i've": "you've", "ive": "you've", "i'd": "you'd", "i'll": "you'll",
}  # fmt: skip
AFTER_I = {"am": "are", "was": "were", "wasn't": "weren't"}
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
    r"|kill\w*|die[ds]?|dead|suicid\w*|hurt\w*|harm\w*|cut|drunk|drugs?|pills?|overdos\w*|jump\w*|hang(?:ed|ing)?"
    r"|beat\w*|hit|slapp\w*|punch\w*|kick\w*|chok\w*|strangl\w*|stabb?\w*|shot|gun|knife|burn\w*|threaten\w*"
    r"|rape\w*|abus\w*|molest\w*|assault\w*|attack\w*|touched|grop\w*|forced|sex\w*|naked|nudes?"
    r"|fuck\w*|shit\w*|bitch\w*|ass|asshole|cunt|slut|whore|damn|idiot\w*|stupid\w*|dumb\w*|fat|ugly|gross"
    r"|mistakes?|ruined|messed|screwed|fault|^i let .* down|failure|loser"
    r"|worthless|useless|lazy|crazy|insane|pathetic|weak|selfish|liar|moron|freak|creep"
    r"|(?:was|were|wasn't) (?:an? |so |too |very |such )|sleep|slept|tried|wanted|needed|loved|liked|hated|cared)\b"
    r"|.(?:\bi'?m\b|\bi (?:am|was)\b)|\d|\?"
    r"|\b(?:a|an|the|my|to|of|in|on|at|by|for|with|from|if|when|while|is|was|or|than|not|very|i|i'm)$"
)
"""Not echoed: the bot, unclear people, judgements, wishes, danger, insults, numbers, a clause that breaks off."""
HAPPENED = "let told left given sent made laid turned cut late sick ill home alone there"
STATES = frozenset(HAPPENED.split())
"""What may follow `was`, beside -ed and -ing: "I was wrong" and "I was scared" are judged and felt, not happenings."""
FEELINGS = re.compile(
    r"\b(?:was|were|wasn't) (?:scared|terrified|bored|tired|ashamed|embarrassed|disappointed|frustrated|annoyed"
    r"|worried|excited|depressed|confused|shocked|surprised|disgusted|stressed|devastated|wicked|messed)\b"
)


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
    if not found or UNWANTED.search(clause) or FEELINGS.search(clause) or not SHORTEST <= len(words) <= LONGEST:
        return None
    if not _tells(found["verb"], found["rest"]) or not all(re.fullmatch(r"[a-z][a-z'-]*", word) for word in words):
        return None
    # `was` follows its subject: my boss was -> your boss was, I was -> you were.
    before = ("", *words)
    return " ".join(
        AFTER_I[word] if previous == "i" and word in AFTER_I else TURNED.get(word, word)
        for previous, word in zip(before, words, strict=False)
    )


def _tells(verb: str, rest: str) -> bool:
    """True of a verb in the past; after `was`, only of what happened."""
    if verb in ("was", "wasn't", "were"):
        state = rest.strip().partition(" ")[0]
        return state in STATES or state.endswith(("ed", "ing"))
    return verb in PAST or (len(verb) > 4 and verb.endswith("ed"))
