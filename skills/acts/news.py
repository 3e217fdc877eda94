"""Whether a person tells of themselves, and whether what they tell is good news."""

from __future__ import annotations

import re

from skills.acts.plain import WORD, Said, anywhere

OF_ONESELF = "i i'm i've i'll i'd my me mine myself we our us we're we've"
FIRST_PERSON = frozenset(OF_ONESELF.split())
TELLING_WORDS = 4

GOT = r"(?:(?:just|finally|actually|really|also|even|both|now) )*"
GOOD = anywhere(
    rf"i(?:'ve)? {GOT}(?:got|landed|was offered|accepted|been offered) (?:the|a|an|my|that"
    rf"|this) (?:\w+ ){{0,3}}?(?:job|promotion|raise|bonus|scholarship|grant|offer|award|prize|internship|degree"
    rf"|diploma|licen[sc]e|visa|medal|keys|puppy|kitten|role|part|place|spot|interview)\b(?! (?:denied|rejected"
    rf"|taken|rescinded|revoked))",
    rf"i(?:'ve)? {GOT}(?:got|been|was|'m) (?:hired|promoted|accepted|admitted|engaged|picked|chosen|pregnant and so)\b",
    rf"i(?:'m| am) {GOT}(?:engaged|getting married|cancer[- ]free|debt[- ]free|in remission|a (?:grandma|grandpa"
    rf"|grandmother|grandfather|dad|mom|mum|father|mother|aunt|uncle) now)\b(?! to someone i don't)",
    rf"i {GOT}(?:passed|aced|nailed|won(?!')|made it into|got into|got in)\b(?! (?:out|away|by|a (?:fight|accident"
    rf"|car)|it up|trouble|debt|the fight|an? (?:fight|argument|accident|row))\b)",
    r"i(?:'ve)? (?:just|finally) (?:graduated|finished (?:my|the) (?:degree|thesis|dissertation|first))\b",
    rf"(?:we|we're|we've) {GOT}(?:engaged|got engaged|getting married|got married|won(?!')|having a baby|expecting"
    rf"|bought (?:a|our) (?:first )?(?:house|home|flat)|got the (?:house|flat|keys))\b",
    r"(?:she|he|they) said yes\b",
    r"(?:my|our) (?:baby|grandson|granddaughter|grandchild|niece|nephew) (?:was|is"
    r"|has been) (?:just )?born\b(?! (?:still|dead|too|with|premature|early))",
    r"(?:the|my) (?:test|tests|results|scan|biopsy|scans|surgery|interview|exam|date|presentation"
    r"|operation)s? (?:came back|were|was|went|is|are) (?:all )?(?:clear|negative|benign|well|great|perfect"
    r"|amazing|good|fine)\b",
    r"it went (?:so |really |very |pretty )?(?:well|great|good|amazing|perfectly|better than)\b",
    r"i(?:'m|'ve been| feel|'m feeling|'m just) (?:(?:so|really|super|incredibly|extremely|absolutely|beyond|just"
    r"|over the) )+(?:happy|excited|thrilled|overjoyed|ecstatic|proud of (?:myself|my|him|her|them|what i|how i)"
    r"|on cloud nine|delighted|moon|stoked|elated|pumped|relieved)\b(?! (?:if|when|anymore|with|enough|without"
    r"|for (?:you|him|her|them|everyone)|to (?:be (?:alone|dead)|have|hear|help|do)|it worked|that i can"
    r"|because (?:she|he|they) left))",
    r"i(?:'m| feel) (?:thrilled|overjoyed|ecstatic|elated|on cloud nine|stoked|proud of myself)\b",
    r"(?:good|great|amazing|wonderful|fantastic|awesome|exciting|best) news\b",
    r"best (?:day|week|year|news|night) (?:of my life|ever|in (?:years|ages|months|a long time))\b",
    r"guess what\b[^.?]{0,40}!",
    r"i did it\b(?=\W*(?:!|$))",
    r"(?:we|i) (?:finally )?(?:made up|reconciled|got back together)\b",
)
NOT_GOOD = re.compile(
    r"\b(?:not|n't|never|no longer|hardly|wish|wished|if|unless|almost|nearly|until|before|when|used to|hoping"
    r"|hope|hoped|want(?:ed)? to|thought|supposed to|would be|could be|should be|instead of|pretend\w*|supposedly"
    r"|act(?:ing)?|fake|trying to|how to|wondering|need to|was going to|would have|could have|dream\w*"
    r"|everyone else|without|barely|too)\b[^.!?;,]{0,25}$"
)
"""Right before the good news, these take it back: "I wish I got the job"."""
LONG_AGO = re.compile(
    r"\b(?:ago|last (?:year|summer|month|spring|winter|fall|autumn)|back in|in (?:19|20)\d\d|years? later|but then)\b"
)
"""Behind it in the same sentence: it is a memory."""
SPOILED = re.compile(
    r"\b(?:but|however|although|though|yet|except|still|unfortunately|then)\b[^.!?]{0,80}\b(?:scared|terrified"
    r"|afraid|anxious|nervous|worr\w+|sad|lonely|guilty|cr(?:y|ied|ying)|can't|don't|didn't|lost|died|fired|hate"
    r"|miss\w*|alone|depressed|stress\w*|empty|ashamed|unhappy|fake|imposter|impostor|dread\w*|panic\w*"
    r"|overwhelm\w*|fail\w*|hurt\w*|angry|upset|not|never|nobody|no one|declin\w*|reject\w*|cancel\w*|cancer|sick"
    r"|left|broke\w*|awful|terrible|hard|wrong|rescinded|took it back)\b"
)
"""A worry that comes with it."""


def tells(said: Said) -> bool:
    """Something about oneself is told, in more than a question."""
    told = [sentence for sentence in said.sentences if not sentence.endswith("?")]
    words = WORD.findall(" ".join(told)) if len(told) < len(said.sentences) else said.words
    return len(words) >= TELLING_WORDS and not FIRST_PERSON.isdisjoint(words)


def good_news(said: Said) -> bool:
    """Good news of one's own, in so many words, and neither wished for, denied nor past."""
    found = GOOD.search(said.text)
    if found is None or NOT_GOOD.search(said.text[max(0, found.start() - 60) : found.start()]):
        return False
    return LONG_AGO.search(said.text[found.end() : found.end() + 60].partition(".")[0]) is None


def spoiled(said: Said) -> bool:
    """A worry is told beside it: "I got the job but I'm terrified"."""
    return SPOILED.search(said.text) is not None
