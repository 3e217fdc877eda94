"""What a question might ask that was said already: how long, when, who knows, what was tried, how it feels."""

from __future__ import annotations

import re
from collections.abc import Iterator

from skills.acts.plain import anywhere
from skills.telling.times import A_SPAN, how_long, when

FEELINGS = """
sad happy angry anxious scared afraid lonely alone tired exhausted stressed overwhelmed ashamed guilty embarrassed
jealous hurt lost empty numb hopeless helpless worthless useless depressed worried nervous frustrated annoyed furious
mad upset disappointed heartbroken devastated confused trapped stuck rejected betrayed abandoned ignored insecure bored
bitter disgusted terrified panicked miserable broken homesick unloved unwanted invisible relieved hopeful proud excited
calm content grateful glad thrilled nostalgic down low awful terrible horrible bad drained restless weak small stupid
humiliated resentful uneasy shaken torn conflicted isolated burnt-out
"""
WORDS = "|".join(FEELINGS.split())
HOW = (
    r"(?:(?:so|very|really|just|pretty|quite|a bit|a little|totally|completely|still|always|kind of|kinda|also|too"
    r"|feeling|all|even|more) ){0,20}"
)
"""Before a feeling, with an end: "feeling feeling feeling" begins one at each word, and each would go through all."""
FEELING = re.compile(
    rf"\b(?:i'm|i feel|i felt|i was|i've been|i get|i got|makes? me(?: feel)?|made me(?: feel)?|left me|and|feeling"
    rf"|feel) {HOW}({WORDS})\b(?: and {HOW}({WORDS})\b)?(?! (?:at|of mine|friend|person|news|idea|day"
    rf"|for (?:you|him|her|them)))"
)
NOT_FELT = re.compile(r"\b(?:not|n't|never|no longer|if|when) (?:\w+ )?$")

SAID: dict[str, str] = {
    "told_someone": (
        r"(?:haven't|hadn't|never|didn't|can't|don't) (?:really )?(?:told?|tell|talk(?:ed)? to|spoken? to"
        r"|said anything to) (?:anyone|anybody|a soul|him|her|them|my \w+)\b|i(?:'ve)? (?:already |finally "
        r"|just )?(?:told|talked to|spoke to|spoken to|confided in) (?:my|a|him|her|them|everyone|someone)\b"
        r"|(?:nobody|no one) (?:else )?knows\b|(?:only|just) my \w+ knows?\b|my \w+ knows\b|everyone knows\b"
        r"|keep(?:ing)? it (?:to myself|secret|inside)\b"
    ),
    "sleep": r"(?:sleep(?:ing)?|slept|asleep|insomnia|nightmares?|awake (?:all|at))\b",
    "eating": (
        r"(?:can't eat|not eating|haven't eaten|no appetite|appetite|(?:i )?(?:eat|ate|eating) (?:too|nothing"
        r"|everything|less|more|barely))\b"
    ),
    "tried": (
        r"i(?:'ve| have)? (?:already |even |also )?tried\b|nothing (?:works|helps|has helped)\b|tried everything\b"
    ),
    "cause": (
        r"because (?!of you)\w+|due to\b|ever since\b|it (?:all )?(?:started|began) (?:when|after|with)\b"
        r"|the reason\b|that's why\b"
    ),
    "name": r"my name(?:'s| is)\b|i'm called\b|you can call me [a-z]+\W*$",
    "age": (
        r"i'm (?:only |just |almost |nearly )?\d{1,2}\b(?! (?:minutes|hours|days|weeks|months|years (?!old)|%"
        r"|percent|times|kg|pounds|lbs|weeks))|\d{1,2} years old\b|i (?:just )?turn(?:ed)? \d{1,2}\b|at my age\b"
    ),
    "work": (
        r"i work (?:as|in|at|for|nights|from|full|part)\b|my (?:job|boss|work|company|manager)\b|i'm an? (?:nurse"
        r"|teacher|driver|cook|chef|waiter|waitress|engineer|doctor|programmer|student|carer|manager|cleaner"
        r"|cashier|accountant|lawyer|designer|soldier|farmer|paramedic|receptionist|freelancer)\b|unemployed\b"
        r"|lost my job\b"
    ),
    "live_with": (
        r"i(?:'m)? (?:\w+ )?liv(?:e|ing) (?:alone|with|by myself|on my own|at home)\b|my (?:roommate|flatmate"
        r"|housemate)s?\b|moved (?:in|back in) with\b"
    ),
    "professional_help": (
        r"(?:therap(?:ist|y)|counsell?(?:or|ing)|psychologist|psychiatrist|antidepressants|my (?:gp|doctor))\b"
    ),
    "support": (
        r"(?:my \w+ (?:is|are|has been|have been) (?:very |so |really )?(?:supportive|there for me|helpful))\b"
        r"|(?:nobody|no one) to (?:talk|turn) to\b|i have (?:nobody|no one)\b|don't have (?:anyone|anybody)\b"
    ),
}
"""What tells a topic unasked."""
COMPILED = {topic: anywhere(words) for topic, words in SAID.items()}

IS_ASKED = r"\bhow (?:do|does|did|are|is|was) (?:you|that|it|this)\b"
ASKS: dict[str, str] = {
    "how_long": (
        r"\bhow long\b|\bsince when\b|\bhow many (?:days|weeks|months|years)\b|\bwhen did (?:it|this|that"
        r"|you) (?:start|begin|first)"
    ),
    "when": r"\bwhen (?:did|was|is|were|do|does|will)\b|\bhow long ago\b|\bwhat time\b",
    "who_with": (
        r"\bwho (?:was|were|is|else|did|do)\b|\bwith whom\b|\banyone with you\b|\bwho(?:'s| is) (?:with|around"
        r"|there)\b"
    ),
    "told_someone": (
        r"\b(?:told|talked to|spoken to|shared (?:it|this) with|confided in|know(?:s)? about (?:it|this)"
        r"|tell) (?:anyone|anybody|someone|somebody)\b|\b(?:does|who|do) (?:any(?:one|body) )?(?:else )?know"
        r"|\bknow(?:s)? (?:what|how) you"
    ),
    "support": (
        r"\b(?:someone|anyone|anybody|somebody|a person|people) (?:\w+ ){0,3}(?:you (?:can|could|trust|talk|lean)"
        r"|to talk to|to turn to|on your side|around you|in your life)\b"
    ),
    "sleep": r"\bsle(?:ep|eping|pt)\b|\bnights?\b(?:(?!\bnights?\b).)*\blike\b",
    "eating": r"\beat(?:ing|en)?\b|\bappetite\b",
    "tried": (
        r"\b(?:have you|did you|what(?:'ve| have)? you) (?:already |ever )?(?:tried|try|done)\b|\bwhat (?:has|have"
        r"|did) (?:helped|you (?:tried|done))|\bwhat helped\b"
    ),
    "cause": (
        r"\bwhat (?:set|started|brought|caused|led|triggered|made|changed)\b|\bwhy do you think\b"
        r"|\bwhat do you think (?:is|was) behind\b|\bwhere does (?:it|that) come from\b"
    ),
    "feeling": (
        rf"{IS_ASKED}(?:(?!{IS_ASKED}).)*\bfeel|\bhow (?:was|is) (?:that|it"
        r"|this) for you\b|\bwhat (?:feeling|are you feeling|do you feel|did you feel)\b|\bwhat does (?:it"
        r"|that) feel like\b"
    ),
    "name": r"\byour name\b|\bcall you\b",
    "age": r"\bhow old are you\b|\byour age\b",
    "work": r"\b(?:what|where) do you (?:do for|work)\b|\bwhat(?:'s| is) your (?:job|work)\b|\bdo you work\b",
    "live_with": (
        r"\b(?:live|living) (?:alone|with|by yourself|on your own)\b|\bwho(?:'s| is) at home\b"
        r"|\bat home with you\b"
    ),
    "professional_help": r"\b(?:therapist|counsell?or|doctor|professional|psychologist|therapy)\b",
    "what_happened": (
        r"\bwhat happened\b|\bwhat's (?:been )?(?:happening|going on)\b|\bwhat (?:did|has) (?:he|she|they)\b"
    ),
}
QUESTIONS = {topic: re.compile(asks, re.IGNORECASE) for topic, asks in ASKS.items()}
"""The questions of the bot, so that any answer to one tells its topic."""
TOPICS = frozenset({*SAID, *ASKS})


def feelings(text: str) -> tuple[str, ...]:
    """The person's own words for what they feel, as said, each once."""
    found = (
        match
        for match in FEELING.finditer(text)
        if not NOT_FELT.search(text[max(0, match.start() - 20) : match.start(1)])
    )
    return tuple(dict.fromkeys(word for match in found for word in match.groups() if word))


def told(text: str) -> Iterator[str]:
    """The topics that a plain text tells unasked."""
    yield from (topic for topic, words in COMPILED.items() if words.search(text))
    if how_long(text):
        yield "how_long"
    if when(text):
        yield "when"
    if feelings(text):
        yield "feeling"


def answered(bot_line: str, text: str) -> Iterator[str]:
    """The topics that the bot's question was about, for an answer that says something."""
    question = " ".join(part for part in re.split(r"(?<=[.!?])\s+", bot_line) if part.endswith("?"))
    for topic, asks in QUESTIONS.items():
        if question and asks.search(question) and (topic != "how_long" or A_SPAN.search(text) or len(text.split()) > 2):
            yield topic
