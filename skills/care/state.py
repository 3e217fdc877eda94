# ruff: noqa: E501 - a pattern stays on one line, so that it is reviewed as one
"""Where a conversation stands in danger, without a word of what was said, and how it moves from turn to turn."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime

from bot.parts import part
from skills.care.detect import Finding, Reading
from skills.care.plain import sentences

LINES_AGAIN = 6
"""The person's turns after which lines may be shown once more, unasked."""
CALM_TURNS = 2
"""Calmer turns wanted after "I'm safe" before the level goes down by one."""
BRIEF = 12
"""A "no" of so few words is thanked for by the guard; one that goes on to tell something is answered by the skills."""
ASK_AGAIN = 3
"""The person's turns before passive words are answered with the direct question a second time."""


@part("care", version=1)
@dataclass(frozen=True, slots=True)
class CareState:
    """Text-free. `lines_shown` and `answered` count the person's turns since then; `step` is what was asked last."""

    level: int = 0
    kind: str = ""
    country: str | None = None
    lines_shown: int | None = None
    step: str = ""
    at: datetime | None = None
    safe: bool = False
    calm: int = 0
    answered: int | None = None
    told: int = 0
    believed: bool = False
    minor: bool = False


ANSWERS = ("near_yes", "near_no", "alone_yes", "alone_no", "write_no", "wound_yes")
"""Answers to the guard's own questions that have words of their own."""

_START = r"^(?:well |um |uh |honestly |i mean |ok |okay |hm |hmm |so |please )*"
NO = re.compile(
    _START + r"(?:(?:no|nope|nah|naw)\b(?! (?:point|reason|one|more|idea|hope|way out))|not (?:really|at all|now|like that)\b|never\b|of course not\b|"
    r"i(?:m| am) not\b|i dont\b(?! know)|i havent\b|non\b|nein\b|nao\b|いいえ|不是|没有|아니|нет|لا\b|नहीं|nahi\b)"
)  # fmt: skip
YES = re.compile(
    _START + r"(?:y|yes|yeah|yep|yup|yea|ya|yh|i am|i do|i have|i did|i think so|i guess|sometimes|maybe|kinda|kind of|sort of|probably|possibly|perhaps|"
    r"a little|a bit|often|every day|all the time|always|constantly|most days|mhm|mmhm|uh huh|true|correct|a lot|i dont know|idk|not sure|im not sure|"
    r"si|sim|oui|ja|da|はい|うん|是|有|네|응|да|نعم|हां|haan|i think about it|it crosses my mind|ive thought about it|im thinking about it|pretty much|exactly)\b"
)  # fmt: skip
ALREADY = re.compile(
    r"\b(?:already|just) (?:did|done|have|took|taken|swallowed|cut|started)(?: it| them| some| myself| all of (?:it|them))?$|"
    r"\bi(?:ve| have)? (?:did it|done it|taken them|took them|swallowed them)\b|\b(?:its |it is )?(?:already done|too late)$"
)
SOON = re.compile(
    r"^(?:(?:yes|yeah|yep|maybe|probably|i think|i want to|im going to|gonna|going to|its|it will be|doing it|ill do it|do it|i will|soon) ){0,3}"
    r"(?:tonight|today|tomorrow|right now|now|soon|in an hour|this (?:evening|weekend)|later tonight)(?: i think| probably| maybe)?$"
)
SAFE = re.compile(
    r"\b(?:im|i am|i feel|were|we are|feeling|shes|hes|theyre|she is|he is|they are|everyone is) (?:[a-z]+ ){0,3}"
    r"(?:safe|okay now|ok now|fine now|alright now|better now|calmer|at (?:the )?(?:hospital|er)|in hospital|with (?:my|him|her|them|a friend))\b|"
    r"\b(?:i wont|im not going to|not gonna|i will not) (?:do it|do anything|hurt myself|kill myself|act on it|try anything)\b|\bi promise i wont\b"
)
HELP_COMES = re.compile(
    r"\b(?:i called|i rang|im on the phone with|i texted|i told|im calling|calling|called) (?:the )?(?:line|[0-9]+|samaritans|an ambulance|emergency|my [a-z]+)\b|"
    r"\b(?:ambulance|paramedics|police|help|someone|my [a-z]+) (?:is |are |has |have )?(?:here|arrived|coming|on (?:the|their|its|her|his) way)\b"
)
ALONE = re.compile(r"\b(?:no one|noone|nobody|by myself|im alone|all alone|on my own|live alone)\b")
TAKEN_BACK = re.compile(
    r"\b(?:it was|its|just|those were|that was) (?:[a-z]+ ){0,3}(?:lyrics|a song|a quote|a joke|joking|kidding|an expression|sarcasm|from a (?:song|book|movie|show))\b|"
    r"\b(?:im|i was) (?:just |only )?(?:joking|kidding|exaggerating|being dramatic|quoting)\b|\b(?:didnt|dont) mean it (?:like that|literally|that way)\b|"
    r"\byou (?:misunderstood|misread|got (?:me|that|it) wrong)\b|\bnot what i meant\b"
)
WANTS_LINES = re.compile(
    r"\b(?:what|which|give|send|show|share|repeat|need|tell|have)\b.{0,40}\b(?:numbers?|hotlines?|helplines?|lifelines?|crisis lines?|the line)\b|"
    r"\bwho (?:can|do|should|could) i (?:call|text|ring|talk to|contact)\b|\bnumber (?:again|please)\b"
)
REFUSES = re.compile(
    r"\b(?:dont|wont|not going to|cant|no way|never|not|hate|refuse to|rather not|wouldnt) (?:[a-z]+ ){0,4}"
    r"(?:call|calling|phone|hotlines?|helplines?|lines?|ambulance|911|988|999|hospital|strangers?|talk to (?:anyone|a stranger|them))\b|"
    r"\bno (?:hotlines?|helplines?|calls|numbers)\b|\b(?:hotlines?|lines?|they) (?:dont|never|wont|didnt) help\b"
)
FEARS_POLICE = re.compile(
    r"\b(?:police|cops|lock me up|locked up|section me|sectioned|committed|5150|psych ward|put me away|take me away|arrest)\b"
)
MINOR = re.compile(
    r"\b(?:im|i am|i just turned|ill be|turning) (?:only |just )?(?:[7-9]|1[0-7]|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)"
    r"\b(?! (?:minutes|hours|days|weeks|months|years (?!old)|percent|times|miles|pounds|weeks|km|pm|am))|\bi(?:m| am) in (?:[5-9]th|10th|11th|sixth|seventh|eighth|ninth|tenth) grade\b"
)
ASKED_ENDING = re.compile(r"\b(?:thinking (?:about|of)|thoughts of) (?:ending your life|suicide|killing yourself)\b")


@dataclass(frozen=True, slots=True)
class Move:
    """The state after a turn and what to say: a moment of `skills.care.words`, or "" for nothing."""

    state: CareState
    moment: str = ""


def answer_to(step: str, text: str, level: int) -> Finding | None:
    """Danger in an answer that means nothing by itself: "yes", "tonight", "I already did"."""
    said = " ".join(sentences(text))
    known = step == "ending" or level >= 2
    if known and (ALREADY.search(said) or SOON.search(said)) and not NO.search(said):
        return Finding("suicide", 3)
    if step == "ending" and YES.search(said) and not NO.search(said):
        return Finding("suicide", 2)
    if step == "signs" and YES.search(said):
        return Finding("eating_disorder", 2)
    return None


def advance(state: CareState, reading: Reading, text: str, now: datetime) -> Move:
    """One turn of the person: up at once, down slowly (care by turns, never by the clock)."""
    said = " ".join(sentences(text))
    aged = replace(
        state,
        at=now,
        lines_shown=None if state.lines_shown is None else state.lines_shown + 1,
        answered=None if state.answered is None else state.answered + 1,
        minor=state.minor or MINOR.search(said) is not None,
    )
    if reading.finding:
        return _danger(aged, reading.finding)
    if state.level >= 2:
        return _sticky(aged, said, denied=reading.denied)
    cleared = state.level == 1 and (reading.denied or (state.step == "ending" and NO.search(said) is not None))
    brief = len(said.split()) <= BRIEF
    return Move(replace(aged, step="", level=0 if cleared else aged.level), "cleared" if cleared and brief else "")


def _danger(state: CareState, finding: Finding) -> Move:
    lately = state.kind == finding.kind and state.answered is not None and state.answered < ASK_AGAIN
    if finding.level == 1 and state.level < 2 and lately:
        return Move(replace(state, level=1, step=""))
    if finding.level > state.level or (finding.level == state.level > 1 and finding.kind != state.kind):
        risen = replace(state, level=finding.level, kind=finding.kind, safe=False, calm=0, told=0)
        return Move(risen, "first" if finding.level > state.level else "change")
    if state.level >= 2:
        return Move(replace(state, safe=False, calm=0), "change" if finding.level == 3 else "stay")
    return Move(replace(state, kind=finding.kind, step=""), "first")


def _sticky(state: CareState, said: str, *, denied: bool) -> Move:
    back = denied or TAKEN_BACK.search(said) is not None
    if back and state.level == 2 and not state.believed:
        return Move(replace(state, level=0, safe=False, calm=0, believed=True), "sorry")
    safe = back or SAFE.search(said) is not None or (state.step == "safe" and YES.search(said) is not None)
    if safe and not state.safe:
        return Move(replace(state, safe=True, calm=0), "safe")
    moment = "help" if _help_comes(state, said) else _asked(state, said)
    calm = replace(state, calm=state.calm + 1)
    if calm.safe and calm.calm >= CALM_TURNS:
        lower = replace(calm, level=calm.level - 1, safe=False, calm=0)
        return Move(lower, moment or ("stay" if lower.level >= 2 else "down"))
    return Move(calm, moment or "stay")


def _help_comes(state: CareState, said: str) -> bool:
    # Where somebody at home is the danger, "my husband is coming" is no help.
    trusted = state.kind not in ("abuse", "violence") or re.search(r"\b(?:police|ambulance|paramedics|911|999)\b", said)
    return bool(trusted and HELP_COMES.search(said))


def _asked(state: CareState, said: str) -> str:
    """What the person wants to know or answers, apart from danger."""
    for moment, words in (("lines", WANTS_LINES), ("police", FEARS_POLICE), ("refuses", REFUSES)):
        if words.search(said):
            return moment
    if state.step in ("near", "alone") and ALONE.search(said):
        return "near_no" if state.step == "near" else "alone_yes"
    yes, no = YES.search(said) is not None, NO.search(said) is not None
    answer = f"{state.step}_{'no' if no else 'yes'}" if yes or no else ""
    return answer if answer in ANSWERS else ""
