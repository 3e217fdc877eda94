# ruff: noqa: E501 - a pattern stays on one line, so that it is reviewed as one
"""Where a conversation stands in danger, without a word of what was said, and how it moves from turn to turn."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime

from bot.parts import part
from skills.care.detect import Finding, Reading
from skills.care.plain import sentences
from skills.care.theirs import COMPANY, GONE, HEDGED, PUT_AWAY, READY, SAFE_NOW, THIRD_PARTY, UNSAFE, WITH_THEM, told

LINES_AGAIN = 6
"""The person's turns after which lines may be shown once more, unasked."""
CALM_TURNS = 2
"""Calmer turns wanted after "I'm safe" before the level goes down by one."""
BRIEF, TELLING = 12, 25
"""A "no" of at most so many words is thanked for by the guard: with a question if it is brief, with the word given back
if it went on to tell something. A longer one is answered by the skills."""
ASK_AGAIN = 3
"""The person's turns before passive words are answered with the direct question a second time."""


@part("care", version=1)
@dataclass(frozen=True, slots=True)
class CareState:
    """Text-free. `lines_shown` and `answered` count the person's turns since then; `step` is what was asked last.

    `safe`, `company` and `asked` are what the person has said: that they are safe, that somebody is with them, that
    they asked the one they worry about. What was said is not asked again.
    """

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
    asked: bool = False
    company: bool = False


ANSWERS = (
    *("near_yes", "near_no", "alone_yes", "alone_no", "write_no", "wound_yes"),
    *("asked_yes", "asked_no", "theirs_yes", "theirs_no", "from_yes", "from_no"),
)
"""Answers to the guard's own questions that have words of their own."""

_START = r"^(?:well |um |uh |honestly |i mean |ok |okay |hm |hmm |so |please |what |oh |god |gosh |omg |wow |lord |jesus |haha |lol |sorry |hey |wait )*"
NO = re.compile(
    _START + r"(?:(?:no|nope|nah|naw)\b(?! (?:point|reason|one|more|idea|hope|way out))|not (?:really|at all|now|like that|yet)\b|never\b|of course not\b|"
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
    r"\b(?:im|i am|i feel|were|we are|feeling|shes|hes|theyre|she is|he is|they are|everyone is) (?:(?!(?:not|never|hardly|barely|no|nowhere|if|until)\b)[a-z]+ ){0,3}"
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
ASKED_ENDING = re.compile(
    r"(?i)\b(?:are|were|have) you (?:[a-z]+ ){0,3}(?:thinking (?:about|of)|(?:had|having) thoughts of) (?:ending your life|suicide|killing yourself)\b"
)
"""The direct question to the person themselves, not the advice to ask it of somebody else."""


@dataclass(frozen=True, slots=True)
class Move:
    """The state after a turn and what to say: a moment of `skills.care.words`, or "" for nothing."""

    state: CareState
    moment: str = ""


def answer_to(state: CareState, step: str, text: str) -> Finding | None:
    """Danger in an answer that means nothing by itself: "yes", "tonight", "I already did"; "no" to being safe."""
    said = " ".join(sentences(text))
    known = step == "ending" or (state.level >= 2 and state.kind not in THIRD_PARTY)
    if known and (ALREADY.search(said) or SOON.search(said)) and not NO.search(said):
        return Finding("suicide", 3)
    if step == "ending" and YES.search(said) and not NO.search(said):
        return Finding("suicide", 2)
    if step == "signs" and YES.search(said):
        return Finding("eating_disorder", 2)
    ready = state.kind == "third_party" and state.level >= 2 and READY.search(said)
    return Finding(state.kind, 3) if ready or _unsafe(state, said) else None


def _unsafe(state: CareState, said: str) -> bool:
    if state.level < 2 or state.kind in ("eating_disorder", "psychosis") or _says_safe(state, said):
        return False
    return UNSAFE.search(said) is not None or (state.step == "safe" and NO.search(said) is not None)


def _says_safe(state: CareState, said: str) -> bool:
    if UNSAFE.search(said) or (state.kind in THIRD_PARTY and HEDGED.search(said)):
        return False
    if state.kind in THIRD_PARTY and SAFE_NOW.search(said):
        return True
    if state.kind == "third_party" and WITH_THEM.search(said):
        return True
    # Where somebody else is beaten, "she's with him" is no safety.
    return state.kind != "third_party_abuse" and SAFE.search(said) is not None


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
        return _danger(aged, reading.finding, said)
    if state.level >= 2:
        return _sticky(aged, said, denied=reading.denied)
    cleared = state.level == 1 and (reading.denied or (state.step == "ending" and NO.search(said) is not None))
    words = len(said.split())
    moment = "cleared" if words <= BRIEF else "cleared_told" if words <= TELLING else ""
    return Move(replace(aged, step="", level=0 if cleared else aged.level), moment if cleared else "")


def _danger(state: CareState, finding: Finding, said: str) -> Move:
    lately = state.kind == finding.kind and state.answered is not None and state.answered < ASK_AGAIN
    if finding.level == 1 and state.level < 2 and lately:
        return Move(replace(state, level=1, step=""))
    if finding.kind == "violence" and state.kind in THIRD_PARTY and 2 <= finding.level <= state.level:
        return Move(replace(state, safe=False, calm=0), "defend")  # and the one they worry about is not forgotten
    if finding.level > state.level or (finding.level == state.level > 1 and finding.kind != state.kind):
        risen = replace(state, level=finding.level, kind=finding.kind, safe=False, calm=0, told=0)
        return Move(risen, "first" if finding.level > state.level else "change")
    if state.level >= 2:
        same = replace(state, safe=False, calm=0)
        moment = _theirs(same, said) or (
            "stay" if finding.level < 3 else "again" if finding.kind == state.kind else "change"
        )
        return Move(replace(same, asked=same.asked or moment == "asked_yes"), moment)
    return Move(replace(state, kind=finding.kind, step=""), "first")


def _sticky(state: CareState, said: str, *, denied: bool) -> Move:
    back = denied or TAKEN_BACK.search(said) is not None
    if back and state.level == 2 and not state.believed:
        return Move(replace(state, level=0, safe=False, calm=0, believed=True), "sorry")
    state = _with_whom(state, said)
    safe = back or _says_safe(state, said) or (state.step == "safe" and YES.search(said) is not None)
    if safe and not state.safe:
        return Move(replace(state, safe=True, calm=0), "safe")
    moment = _theirs(state, said) or _near(state, said) or _asked(state, said)
    calm = replace(
        state,
        calm=state.calm + 1,
        asked=state.asked or moment == "asked_yes",
        company=state.company or moment in ("company", "near_yes", "alone_no"),
    )
    if calm.safe and calm.calm >= CALM_TURNS:
        lower = replace(calm, level=calm.level - 1, safe=False, calm=0)
        return Move(lower, moment or ("stay" if lower.level >= 2 else "down"))
    return Move(calm, moment or "stay")


def _with_whom(state: CareState, said: str) -> CareState:
    left = state.company and (GONE.search(said) is not None or ALONE.search(said) is not None)
    return replace(state, company=False) if left else state


def _theirs(state: CareState, said: str) -> str:
    """What was told about somebody else; that they were asked is met once."""
    moment = told(said) if state.kind in THIRD_PARTY else ""
    return "" if moment == "asked_yes" and state.asked else moment


def _near(state: CareState, said: str) -> str:
    """Who or what is near: company, help, or means that were put away."""
    own = state.kind in ("suicide", "self_harm", "method_request")
    if own and PUT_AWAY.search(said):
        return "away"
    if own and COMPANY.search(said):
        return "" if state.company or (state.safe and state.level < 3) else "company"
    return "help" if _help_comes(state, said) else ""


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
