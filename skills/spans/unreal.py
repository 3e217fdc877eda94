"""What sounds like telling and is none: stories, dreams, songs, irony, speech without marks, what is taken back."""

from __future__ import annotations

import re
from collections.abc import Sequence

from skills.spans import listed

STORIES = (
    r"(?:book|novel|stor(?:y|ies)|film|movie|show|series|episode|play|musical|sitcom|soap|drama|podcast|poem|script|"
    r"songs?|lyrics?|comic|manga|anime|game|sims|rpg|campaign|fanfic)"
)
_IN = r"(?:in|from|of) (?:the|a|an|this|that|my|our|one) (?:[\w'-]+ ){0,2}"
STORY = re.compile(
    rf"^(?:(?:and|so|but|,) )*{_IN}{STORIES}s?\b|\b{STORIES} where\b|\blyrics?\b|[♪♫]"
    rf"|\b(?:write|writing|wrote) (?:[\w'-]+ ){{0,3}}{STORIES}s?\b"
    r"|\b(?:my|the|main|a|this) characters?\b|\bprotagonist\b|\bfan ?fic\b|\brole ?play\w*|\bplot twist\b"
    r"|\bi(?:'m| am)? play(?:ing|ed)? (?:the|an?) (?:[\w-]+ )?(?:part|role|widow|wife|husband|mother|father|man|woman"
    r"|girl|boy|doctor|teacher)\b"
)
NAMED = re.compile(
    rf"\b{_IN}(?!games?\b|campaigns?\b){STORIES}s?\b|\b{STORIES} (?:i|i'm|we|we're|about|goes|says|called|she|he|it)\b"
    rf"|\b(?:read|reading|watch|watching|watched|sing|singing|sang) (?:[\w'-]+ ){{0,3}}{STORIES}s?\b"
    r"|\b(?:have|had|having) (?:[\w-]+ ){0,2}(?:dreams|nightmares)\b"
)
"""A story is spoken of, and perhaps told a little."""
DREAM = re.compile(
    r"\b(?:had|have|having|keep having|was|been|got) (?:this |that |the |an? )?(?:[\w-]+ ){0,2}"
    r"(?:dream|nightmare)\b(?! (?:job|house|home|car|school|university|college|wedding|holiday|come|came|of))"
    r"|\bin (?:my|a|the|this|that|one) (?:[\w-]+ )?(?:dreams?|nightmares?)\b(?! (?:job|house|home|car|school|wedding))"
    r"|\bdream(?:t|ed|ing)\b(?! of (?:being|having|becoming|going|moving|working|doing|getting)\b)"
    r"|\blast night's dream\b"
)
FIGURE = re.compile(
    r"\b(?:was|been) (?:an? )?(?:total |complete |absolute |real |living |actual )?(?:nightmare|dream)\b"
)
"""A nightmare one is awake in: "it's been a nightmare"."""
BACK = re.compile(
    r"(?:[,.;!?-]|\band\b|\bbut\b|\()\s*(?:well|ok(?:ay)?|actually|i mean|or rather|that is|i say)\b[\s,]*"
    r"(?:not (?:me|us|mine|really|literally|actually|exactly|quite|yet)\b|nearly\b|almost\b|"
    r"(?:[\w'-]+\s){1,4}?(?:did|was|is|has|had|does|were|will|isn't|wasn't|didn't|hasn't|hadn't)\s*(?:[.,!?)]|$))"
    r"|\b(?:or rather|i mean|and by (?:we|i)[\w\s]*mean),? (?:my|our|his|her)\b|\bwhen i say (?:we|i|my)\b"
    r"|\b(?:just|only|i'm|i am|was) (?:kidding|joking)\b|\bjk\b|\bmade (?:that|it|this|all that) up\b"
    r"|\bi(?:'m| am| was) lying\b|\bi lied\s*(?:[.!]|$)|\bapril fools?\b"
    r"|[,.!;]\s*(?:not really|not|psych)\s*(?:(?:lol|haha)\s*)?[.!]*$"
    r"|\bor at least (?:my|our|his|her)\b|\bi say we\b|\bin my (?:head|mind|imagination)\b"
)
IRONY = re.compile(
    r"\byeah,? right\b|\blucky (?:old )?me\b|\blove that for me\b|\bjust what i (?:needed|wanted)\b"
    r"|\bthanks a lot\b(?! for (?!nothing\b))"
    r"|\bthanks for nothing\b|\bliving the dream\b|\baren't i\b|\bhow (?:lovely|wonderful|delightful|nice|thoughtful)\b"
    r"|\bwhat a (?:surprise|treat|joy|shock|shocker|delight)\b|\b(?:big|huge) surprise\b|\bshock horror\b"
    r"|\boh,? (?:great|joy|good|wonderful|lovely|brilliant|fantastic|perfect|yay|goody|sure)\b"
    r"|^(?:great|lovely|brilliant|fantastic|marvellous|wonderful|perfect|yay|woohoo|cheers)[,.! ]+"
    r"(?:another|just|thanks|now|more|so)\b|\bsure,? because\b|(?:^|\s)/s\b|[🙄🙃]"
)
CONDITION = re.compile(
    r"\b(?:as|so) long as\b|\bin case\b|\bprovided\b|\bas though\b|\botherwise\b|\bor else\b|\bany ?one who\b"
)
RENEWED = re.compile(
    r"\bre-sign|\bresign(?:ed|ing|s)?\b(?: (?:my|a|the|our|for|on) (?:[\w'-]+ ){0,2}(?:contract|lease|deal)\b"
    r"|(?! from\b)(?:(?! after\b)[^.!?]){0,40}\b(?:more|another) (?:years?|seasons?|terms?)\b)"
)
"""Who signs again has not given anything up."""
PROFANE = re.compile(
    r"\b(?:\w*fuck\w*|shit\w*|bullshit|wtf|ffs|bitch\w*|cunt\w*|bastards?|ass?holes?|arse\w*|dick(?:head)?s?|pric?ks?|"
    r"wank\w*|twats?|piss(?:ed)?|bollocks|whores?|sluts?|motherf\w*)\b"
)
SAID = listed(
    "goes go went said says say asked asks replied replies texted texts wrote writes shouted shouts yelled yells "
    "told tells screamed answered announced whispered like all messaged emailed snapped"
)
"""Behind these and a pause somebody speaks: "she goes, I'm pregnant"."""
SPEAKERS = listed("i i'm i've i'll we we're my you you're your he she it")
AT_ONCE = listed("goes went go like")
"""... behind these without a pause too: "he went I lost my job"."""


def taken_back(text: str) -> bool:
    """Whether an utterance takes back what it tells, or means the opposite: nothing of it is given back."""
    heard = text.lower()
    return any(sign.search(heard) for sign in (BACK, IRONY, RENEWED))


def made_up(words: Sequence[str]) -> bool:
    """Whether a sentence begins to tell of a story, a song or a dream: it and what follows happened to nobody."""
    said = " ".join(words).replace(" '", "'")
    return bool(STORY.search(said) or DREAM.search(FIGURE.sub(",", said)))


def names_story(words: Sequence[str]) -> bool:
    """Whether a sentence speaks of a story: what is told in it may be the story's, or may be so."""
    return bool(NAMED.search(" ".join(words).replace(" '", "'")))


def nothing_of(words: Sequence[str]) -> bool:
    """Whether a sentence gives no more than whom it names: on conditions, with a curse, or with a story in it."""
    said = " ".join(words)
    return bool(CONDITION.search(said) or PROFANE.search(said)) or names_story(words)


def speech(words: Sequence[str]) -> int:
    """Where somebody begins to speak in their own words without marks; behind the last word when nobody does."""
    for place, word in enumerate(words):
        after = words[place + 1 : place + 4]
        if word in SAID and after[:1] == ["me"]:
            after = after[1:]
        paused = word in SAID and len(after) > 1 and after[0] == "," and after[1] in SPEAKERS
        if paused or (word in AT_ONCE and after[:1] in (["i"], ["we"])):
            return place + 1
    return len(words)
