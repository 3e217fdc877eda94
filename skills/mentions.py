"""Who and what a text speaks of, by small groups of words: a reply must not bring up a boss nobody mentioned."""

from __future__ import annotations

import re
from collections.abc import Iterable

GROUPS: dict[str, str] = {
    "mother": "mother mom mum mama mommy mummy stepmom stepmother",
    "father": "father dad daddy papa stepdad stepfather",
    "parents": "parent parents",
    "grandparent": "grandparent grandparents grandma grandpa grandmother grandfather granny gran nan nana grandad",
    "sibling": "sister sisters brother brothers sibling siblings",
    "child": "child children kid kids son sons daughter daughters toddler teenager stepson stepdaughter",
    "baby": "baby babies newborn infant birth pregnant pregnancy feed feeds",
    "ex": "ex breakup divorce divorced",
    "partner": "partner girlfriend boyfriend wife husband spouse fiance fiancee marriage married",
    "friend": "friend friends friendship friendships bestie buddy mate",
    "pet": "pet pets dog dogs cat cats puppy kitten hamster rabbit lead collar bowl paws",
    "boss": "boss manager supervisor",
    "job": "job jobs work workplace office company colleague colleagues coworker coworkers career shift employer team",
    "jobless": "jobless unemployed",
    "interview": "interview interviews interviewer",
    "promotion": "promoted promotion raise",
    "exam": "exam exams test tests finals final midterm midterms quiz grade grades",
    "study": "assignment assignments paper papers study studied studying studies revise revised revising "
    "course class classes school college university uni degree lecture homework "
    "essay thesis teacher professor chemistry maths math",
    "money": "money debt debts bill bills rent loan loans savings afford pay paid",
    "illness": "dementia alzheimers carer caregiver chemo tumor tumour injury injured physio rehab recovery "
    "broken ill illness sick sickness cancer diagnosis diagnosed hospital surgery operation ward "
    "doctor doctors",
    "funeral": "funeral grave ashes burial",
    "death": "died death dead dying passed grief grieving loss mourning",
    "city": "homesick abroad hometown city town country moved moving",
    "house": "house flat apartment boxes landlord",
    "sleep": "sleep sleeping asleep insomnia bed pillow nightmare nightmares",
    "drink": "drink drinking drinks drunk alcohol beer wine bottle sober",
    "body": "mirror body weight looks skin scales clothes ugly appearance face fat prettier acne",
    "tears": "cry cries cried crying tears",
    "bully": "bully bullies bullied bullying",
    "wedding": "wedding engaged engagement bride groom proposal proposed",
    "trip": "trip travel travelling vacation holiday flight",
    "storm": "storm tornado hurricane lightning",
    "secret": "secret secrets confidence",
    "jealous": "jealous jealousy envy envious",
    "game": "game match race medal marathon",
    "concert": "concert gig band",
    "gift": "gift present surprise",
    "party": "party birthday",
    "neighbour": "neighbour neighbor neighbours neighbors upstairs",
    "car": "car cars crash driver driving",
    "project": "project presentation deadline deadlines",
    "cheating": "cheat cheats cheated cheating affair unfaithful",
    "shouting": "shout shouts shouted shouting yell yells yelled yelling scream screams screamed screaming",
    "dates": "anniversary anniversaries christmas thanksgiving easter",
    "numb": "numb numbness",
    "visit": "visit visits visited visiting",
    "crush": "crush crushes unrequited rejected",
    "dearer": "expensive prices increase raising raised",
    "bigbill": "boiler",
    "quarrel": "fight fights fighting fought argue argued arguing argument quarrel quarrelled row",
    "ownchild": "parenting",
    "regret": "regret regrets regretted",
    "doubt": "doubt doubts doubting worried",
    "spokeup": "confronted",
    "temper": "temper",
    "moveon": "dwell dwelling",
    "delay": "lazy task tasks perfectionist perfectionism procrastinate procrastinating procrastination "
    "postpone postponing avoid avoids avoiding avoided",
}
TWOFOLD = """
work course loss looks skin body bed company pay paid shift passed confidence feed lead moved boxes
house flat parent parents deadline deadlines project grief grieving mourning sleep
broken recovery face task tasks paper papers lazy avoiding
"""
"""They tell what a person speaks of, and that a reply may use in another sense ("of course", "under the skin")."""
IMPLIED = {
    "mother": "parents",
    "father": "parents",
    "promotion": "job",
    "baby": "child",
    "ownchild": "child",
    "boss": "job",
    "exam": "study",
    "funeral": "death",
}
"""Who speaks of the one may be answered with the other."""

TOPICS: dict[str, str] = {
    "job work": "job boss interview",
    "exams exam study": "exam study",
    "breakup couple partnership feltless whatwrong reminders": "ex partner",
    "betrayal": "cheating",
    "unrequited": "crush",
    "apart": "dates",
    "overit moveon": "moveon",
    "procrast procrastination delay": "delay study project",
    "friend friendrow friendlie letdown": "friend secret",
    "friendfight": "quarrel",
    "regret": "regret",
    "doubt": "doubt",
    "spokeup": "spokeup",
    "grief waves bothgrieve": "death funeral",
    "parentdeath": "mother father parents",
    "grandparent": "grandparent",
    "partnerdeath": "partner",
    "frienddeath": "friend",
    "siblingdeath": "sibling",
    "childloss": "child baby",
    "pet petill newpet petkids": "pet",
    "illness injury carer": "illness",
    "sleep": "sleep",
    "money debt": "money",
    "parents": "parents mother father",
    "ageing": "parents mother father grandparent",
    "child proudparent": "ownchild baby",
    "newbaby baby pregnancy birth": "baby",
    "jealous jealousy": "jealous",
    "rentup": "dearer",
    "bigbill": "bigbill",
    "temper": "temper",
    "handon": "child",
    "drinking drink": "drink",
    "bullying bully": "bully study job",
    "looks body": "body",
    "siblings": "sibling",
    "move moving": "city house",
    "promotion newjob": "promotion job boss",
    "stage interview beforehand": "interview project exam trip illness job study",
    "wedding": "wedding partner dates",
    "concert": "concert",
    "birthday": "party",
}
"""A move about a topic (the middle of its id) waits until the person spoke of one of these."""
DEATHS = frozenset(
    {
        "belongings",
        "sellhouse",
        "toolate",
        "grief",
        "waves",
        "parentdeath",
        "grandparent",
        "partnerdeath",
        "frienddeath",
        "siblingdeath",
        "childloss",
    }
    | {"bothgrieve"}
)
"""Topics for which somebody must have died, in so many words: a friend who moved away is not mourned."""

QUARRELS = "parents child siblings illness newpet awkward friendfight friendrow couple home"
BARRED = {**dict.fromkeys(QUARRELS.split(" "), "death funeral"), "graduation": "ownchild", "stage": "promotion"}
"""A quarrel with parents is not what someone tells of whose father died."""
STILL_THERE = ("dementia", "breakup", "exx", "exnew", "divorcex", "heartbreak", "longdistance")
"""Moves about topics that begin so miss somebody who lives; said of the dead, that is a cruel mistake."""

_WORDS = {word: name for name, words in GROUPS.items() for word in words.split()}
_TWOFOLD = frozenset(TWOFOLD.split())
_BITS = {name: 1 << place for place, name in enumerate(GROUPS)}
_TOPICS = {
    topic: sum(_BITS[name] for name in names.split()) for topics, names in TOPICS.items() for topic in topics.split()
}
_PHRASES = (
    (
        re.compile(r"\b(?:broke up|broken up|break up|split up|dumped me|left me|cheat(?:ed|ing|s)? on)\b"),
        ("ex", "partner"),
    ),
    (re.compile(r"\b(?:fired|laid off|let me go|sacked|redundant|unemployed|quit)\b"), ("job",)),
    (
        re.compile(
            r"\b(?:(?:was|been|got) (?:fired|let go|sacked)|laid off|let me go|redundan\w+|unemployed|jobless"
            r"|out of work|(?:lost|losing|quit|left) my job|lost (?:his|her|their) job|no job)\b"
        ),
        ("job", "jobless"),
    ),
    (re.compile(r"\b(?:passed away|lost my (?:mom|mum|dad|mother|father|son|wife|husband|friend))\b"), ("death",)),
    (re.compile(r"\b(?:put (?:him|her|it|them) down|vet)\b"), ("pet", "death")),
    (re.compile(r"\b(?:told (?:everyone|everybody)|whole office knows)\b"), ("secret",)),
    (
        re.compile(
            r"\b(?:slept with|someone else|another (?:guy|man|woman|girl)|(?:her|his|their) phone|suspicio\w+)\b"
            r"|\b(?:husband|wife|partner|boyfriend|girlfriend) (?:\w+ ){0,3}(?:lied|lying|lies)\b"
        ),
        ("cheating",),
    ),
    (re.compile(r"\b(?:feelings for|in love with|asked (?:him|her|them) out|said no to me)\b"), ("crush",)),
    (re.compile(r"\b(?:birthday|holidays|years? (?:since|today)|months? since)\b"), ("dates",)),
    (
        re.compile(
            r"\b(?:fe[el]+t? (?:nothing|empty|blank)|feel real|can'?t (?:even )?cry|(?:haven't|havent) cried)\b"
        ),
        ("numb",),
    ),
    (
        re.compile(r"\b(?:over (?:it|her|him)|mov(?:e|ed) on|back to normal|(?:nobody|no one) mentions|be strong)\b"),
        ("moveon",),
    ),
    (
        re.compile(
            r"\b(?:single|wish i (?:had|was|were)|why not me|(?:without|except) me|so easy|trying for)\b"
            r"|\b(?:happy|pleased) for .{0,20}\bbut\b"
        ),
        ("jealous",),
    ),
    (re.compile(r"\b(?:going up|keep up with|put (?:my|the) \w+ up|bumped)\b"), ("dearer",)),
    (re.compile(r"\b(?:broke down|vet bill|unexpected|ate all|wiped out)\b"), ("bigbill",)),
    (
        re.compile(r"\bi (?:\w+ )?(?:yelled|shouted|screamed|snapped|exploded|said)\b|\b(?:snapped at|so mad i)\b"),
        ("temper",),
    ),
    (
        re.compile(
            r"\b(?:(?:not|aren't|arent|isn't|isnt|don't|dont) (?:talk|speak)\w*|ignor(?:es|ed|ing) me|(?:angry|mad) at)"
        ),
        ("quarrel",),
    ),
    (
        re.compile(
            r"\b(?:my|our|the|single) (?:\w+ ){0,2}"
            r"(?:parent|sons?|daughters?|kids?|child|children|boys?|girls?|toddler|teenager)\b"
            r"|\bmy (?:1?\d|two|three|four|five|six|seven|eight|nine|ten)[- ](?:year|month)s?[- ]olds?\b"
            r"|\bi'm (?:\w+ ){0,2}(?:bad|terrible|awful|good) (?:mother|mum|mom|father|dad|parent)\b"
        ),
        ("ownchild",),
    ),
    (
        re.compile(r"\bshould(?:'ve| have|ve)\b|\bif only\b|\btoo busy\b|\bi (?:never|missed|forgot|wasn'?t there)\b"),
        ("regret",),
    ),
    (re.compile(r"\bgood enough\b|\bwhat if\b|\blive up to\b|\bscared i\b"), ("doubt",)),
    (re.compile(r"\bi (?:finally )?(?:told|said no|stood up)\b"), ("spokeup",)),
    (re.compile(r"\b(?:look(?:ing|ed)? after|car(?:e|ing) for|taking care)\b"), ("illness",)),
    (
        re.compile(r"\b(?:pick(?:s|ed)? on|make fun|laugh(?:s|ed)? at|call(?:s|ed)? me|mean things|sits with me)\b"),
        ("bully",),
    ),
    (re.compile(r"\b(?:chewed out|told off|lost my temper|snapped at)\b"), ("shouting",)),
    (
        re.compile(
            r"\b(?:put(?:s|ting)? (?:\w+ ){0,3}off|wast(?:e|ed|ing))\b"
            r"|\b(?:can't|cant) (?:start|begin|get started|make myself)\b"
        ),
        ("delay",),
    ),
    (re.compile(r"\b(?:heart attack|stroke|not (?:doing )?well|unwell)\b"), ("illness",)),
    (re.compile(r"\b(?:awake|tired all|at night|3 ?am|three in the morning)\b"), ("sleep",)),
)


FIGURATIVE = re.compile(
    r"\b(?:it's|it is|that's|that is|isn't|not) (?:my|your|his|her|their|our|the|a) job (?=to\b)"
    r"|(?:^|[.!?,;:\n] ?|\b(?:said|do|did|done|doing) (?:a |such a )?)(?:really |very )?(?:good|great|nice|bad) job\b"
    r"|\b(?:of course|full house|in (?:a )?class of|half (?:of )?(?:the|my) class|pay (?:attention|a visit)"
    r"|in the long run|first[- ]class (?:ticket|seat|stamp|cabin|flight)s?|(?:fly|flew|travel\w*) first[- ]class)\b"
)
"""Words that name no subject here: "it's my job to say sorry"."""


def mentions(text: str) -> int:
    """The groups a text speaks of, as bits."""
    lowered = FIGURATIVE.sub(" ", text.lower().replace("’", "'"))
    words = set(re.findall(r"[a-z]+", lowered))
    words |= {word.removesuffix("s") for word in words}  # "my dads birthday"
    found = {_WORDS[word] for word in words if word in _WORDS}
    found |= {name for pattern, names in _PHRASES if pattern.search(lowered) for name in names}
    found |= {IMPLIED[name] for name in found if name in IMPLIED}
    return sum(_BITS[name] for name in found)


def required(text: str) -> int:
    """The groups that a reply brings up by itself, as bits; what it implies is not brought up."""
    words = re.findall(r"\b(your )?([a-z]+)", text.lower())
    found = {_WORDS[word] for your, word in words if word in _WORDS and (your or word not in _TWOFOLD)}
    return sum(_BITS[name] for name in found)


def names(mentioned: int) -> frozenset[str]:
    """The names of groups given as bits."""
    return frozenset(name for name, bit in _BITS.items() if mentioned & bit)


def bits(names: Iterable[str]) -> int:
    """The other way round; a group that is no more counts for nothing."""
    return sum(_BITS[name] for name in set(names) if name in _BITS)


def barred(topic: str) -> int:
    """The groups after whose mention a move about this topic would hurt, as bits."""
    otherwise = "death funeral" if topic.startswith(STILL_THERE) else ""
    return sum(_BITS[name] for name in BARRED.get(topic, otherwise).split())


def required_by(topic: str) -> int:
    """The groups all of which a move about this topic needs, as bits."""
    return _BITS["death"] if topic in DEATHS else 0


def one_of(topic: str) -> int:
    """The groups of which a move about this topic needs one, as bits; 0 when it needs none."""
    return _TOPICS.get(topic, 0)
