# ruff: noqa: E501 - a pattern stays on one line, so that it is reviewed as one
"""What people tell about somebody they worry about: read only while danger lasts.

Found words name a moment of `skills.care.moments`, so that an answer follows what was said and not a fixed order.
"""

from __future__ import annotations

import re

from skills.care.phrases import DRUGS, RELATIONS, SOMEONE, THEMSELF, THINGS, USUAL

THIRD_PARTY = frozenset({"third_party", "third_party_abuse"})
"""Kinds in which the danger is somebody else's."""

_NOT = r"(?:not|never|isnt|arent|wont|doesnt|dont|cant|no|hardly|barely|if|until|unless|wish|hope)"
_ANY = rf"(?:(?!{_NOT}\b)[a-z]+ )"
_THEY = rf"(?:{SOMEONE}|\b(?:(?:the|my) (?:kids|children|two of them)|everyone|both of them))"
_HOME = rf"(?:her|his|their|my|our|a|some) (?:[a-z]+ )?(?:{'|'.join(RELATIONS)}|parents|family|folks)s?"

SAFE_NOW = re.compile(
    rf"{_THEY} {_ANY}{{0,3}}(?:safe(?! (?:to|word|space|without|except|but)\b)|out of (?:there|the house|danger)|got out|got away|gotten out|left (?:him|her|them)|moved out|in (?:a |the )?(?:refuge|shelter|hospital)|"
    rf"at (?:the )?(?:hospital|er)|(?:staying|stay|stays|sleeping|sleep|living) (?:at|with|over|here)\b|(?:at|with) {_HOME}(?= (?:now|house|place|home|tonight|since|until|for|and|so|thank)|$)|with (?:me|us)\b|(?:at|over at|round at|come to) (?:mine|ours|my (?:place|house|flat|home))\b)|"
    rf"\b(?:shes|hes|theyre|she is|he is|they are) out(?=$| (?:now|and|for good|of it|shes|hes|theyre|at last|she|he|they|finally)\b)"
)
"""The other person is out of it for now: "she's out", "he's with his family now", "she'll stay at her mum's"."""

WITH_THEM = re.compile(
    rf"\b(?:mom|dad|somebody|someone|(?:her|his|their|my|our|a) (?:[a-z]+ )?(?:{'|'.join(RELATIONS)}|family)) (?:is |are |has |just |already |now |gone )*(?:with|sitting with|staying with|there with) (?:him|her|them)\b"
)
"""Somebody sits with the one in danger; where one at home is the danger this says nothing."""
READY = re.compile(
    rf"\b(?:he|she|they|hes|shes|theyve) (?:{_ANY}){{0,3}}(?:has|have|got|bought|found|keeps|hid|hides|holding) (?:{_ANY}){{0,4}}(?:{THINGS}|plan|date)\b(?! (?:for (?:the|dinner|tomorrow night)|to (?:get|see|go|call|talk|move)))|\b{THINGS} (?:is |are )?(?:in|under|next to|by|on) (?:his|her|their) (?:[a-z]+ )?(?:room|bed|bag|car|drawer|desk|hands?|lap)\b"
)
"""A plan or means of the one in danger: told while that danger lasts, it is urgent."""
DONE = re.compile(
    rf"\b(?:he|she|they|hes|shes|theyve) (?:(?:has|have|just|already|really|actually|did) )*(?:(?:did|done) it\b(?! (?:years|months|once|last|when)\b)|(?<=already )did$|(?<=just )did$|"
    rf"(?:took|taken|swallowed) (?!{USUAL})(?:[a-z]+ ){{0,3}}(?:{DRUGS}|(?<=took )them|(?<=taken )them)\b(?! (?:back|away|out|to|for|from|as|with)\b)|overdosed\b|(?:cut|hanged|hung|shot|stabbed) {THEMSELF}\b)"
)
"""The act itself of the one in danger, told in few words."""
IT_IS_ME = re.compile(
    r"^(?:well |um |ok |okay |no |sorry |actually |honestly |really |truth is |i lied )*(?:(?:its|it is|it was|this is|thats|im|i am|(?:im|i am|i was) talking|i meant|i mean) (?:really |actually |just )?(?:me|the (?:friend|one)|about (?:me|myself))|"
    r"(?:the|my) (?:friend|person|one) is (?:really |actually )?me|there is no friend|theres no friend)$"
)
"""Told of a friend, and it was the speaker."""
HEDGED = re.compile(
    r"\b(?:dont (?:think|know|feel)|not sure|wish|hope|hoping|if|until|unless|whether|want|wants|make sure) (?:[a-z]+ ){0,2}(?:he|she|they|hes|shes|theyre|her|him|them)\b"
)
"""Safety that is only hoped for."""
ASKED = re.compile(
    rf"\b(?:i|ive|we|weve) (?:(?!{_NOT}|havent|should|could|cannot\b)[a-z]+ ){{0,3}}(?:asked|talked to|spoke to|spoken to|talked with) (?:her|him|them|my [a-z]+)\b|"
    r"\b(?:she|he|they) (?:[a-z]+ )?(?:said|admitted|answered|told me) (?:yes|no|it was true|that it was true|it is true)\b|\basked (?:her|him|them) (?:directly|already|outright|straight)\b"
)
SECRET = re.compile(
    r"\b(?:promised?|swore|swear|sworn) (?:(?:her|him|them|me|that|i|id|wouldnt|would|to|not|never|i wouldnt) ){0,4}(?:to (?:not|never) |not to |never to |to )?(?:tell|say|keep|let on|secrecy|talk)|"
    r"\bmade me (?:promise|swear)\b|\b(?:keep|keeping|kept) (?:it|this|that|quiet|her|his|their) ?(?:a |as a |as our )?(?:secrets?|to myself|between us|quiet)\b|"
    r"\b(?:told|asked|begged|begs|asks|wants|want) me (?:not to|to not|to never) (?:tell|say|talk)|\b(?:doesnt|dont|didnt) want (?:me to tell|anyone to (?:know|find out)|(?:her|his|their|the) [a-z]+ to (?:know|find out))\b|"
    r"\b(?:told me|tell me|said it) in confidence\b|\b(?:betray|betraying|break|breaking) (?:her|his|their|my|the|a) (?:trust|promise|confidence)\b|\bpromised (?:her|him|them)$"
)
WONT = re.compile(
    rf"{SOMEONE} (?:(?!(?:i|me)\b)[a-z]+ ){{0,2}}(?:wont|doesnt want to|dont want to|refuses to|refuse to|isnt going to|will not|never will|cant) (?:just |even |ever )?(?:see|get|go to|go|call|talk|speak|leave|accept|take|let|listen|report|tell)\b|"
    rf"{SOMEONE} (?:[a-z]+ )?(?:keeps?|always) (?:going|goes|coming|taking) back (?:to )?|{SOMEONE} went back to (?:him|her|them)\b"
)
HOW = re.compile(
    r"\b(?:what|how) (?:do|should|can|could|am|would) i (?:[a-z]+ ){0,3}(?:do|say|tell|help|support|supposed|ask|talk|bring|handle)\b|\bwhat (?:to|else to) (?:do|say)\b|\bhow to (?:help|ask|say|talk)\b|\bcan i do (?:anything|something)\b"
)
BLAME = re.compile(
    r"\b(?:my|all my) (?:own )?fault\b|\bi (?:should have|shouldve|couldve|could have) (?:[a-z]+ ){0,3}(?:noticed|known|seen|asked|said|done|been|called|helped|stopped)\b|\bi feel (?:so |really )?guilty\b|\bi (?:failed|let) (?:her|him|them)\b"
)
_TOLD = (("secret", SECRET), ("wont", WONT), ("asked_yes", ASKED), ("how", HOW), ("blame", BLAME))

UNSAFE = re.compile(
    r"\b(?:not|dont|doesnt|isnt|arent|never|no longer|hardly|aint) (?!(?:sure|know|worry)\b)(?:[a-z]+ ){0,3}safe\b|\b(?:no ?one|nobody|nothing|nowhere) (?:[a-z]+ ){0,2}safe\b|\bunsafe\b"
)


def of_somebody_else(said: str) -> str:
    """The moment that answers what was told about somebody else; "" for none."""
    return next((moment for moment, words in _TOLD if words.search(said)), "")
