"""What is so with a person and what is not, as they say it: married, living alone, out of work, a mother who died.

The newest word counts, and a "no" before a "yes" of the same text. Only words about oneself are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from skills.acts.plain import anywhere

MOTHER, FATHER = r"(?:mother|mom|mum|mommy|mama)", r"(?:father|dad|daddy|papa)"
MATE = r"(?:husband|wife|partner|boyfriend|girlfriend|spouse|fiancee?)"
KIDS = r"(?:kids?|child(?:ren)?|sons?|daughters?|baby|babies|toddlers?)"
DIED = (
    r"(?:(?:died|passed away|is dead|is gone|killed (?:him|her)self|was killed|didn't (?:make it|survive))\b"
    r"|passed(?= (?:last|in|on|when|this|suddenly|two|a|before)\b|\W*$))"
)
SEES = r"(?:therapist|counsell?or|psychologist|psychiatrist|shrink)"
PET = r"(?:dog|cat|puppy|kitten|rabbit|hamster|horse|parrot|pet)"


def _dead(who: str) -> str:
    return (
        rf"my (?:\w+ )?{who} (?:\w+ ){{0,2}}{DIED}|(?:lost|buried) my {who}\b|my late {who}\b|my {who}'s (?:death"
        rf"|funeral|passing)\b|without my {who}\b.{{0,20}}\bdead\b"
    )


def _alive(who: str) -> str:
    return (
        rf"my {who} (?:always |still |just |never |really )?(?:says?|wants?|thinks?|calls?|keeps?|lives?|works?"
        rf"|hates?|loves?|doesn't|won't|needs?|yells?|drinks?|is (?:always|so|still|coming|sick|ill|alive|the|my|a"
        rf"|an|very|really|not|getting|in))\b"
    )


FACTS: dict[str, tuple[str, str]] = {
    "lives_alone": (
        r"i(?:'m| am)? liv(?:e|ing) (?:all )?(?:alone|by myself|on my own)\b",
        r"i(?:'m| am)? (?:\w+ )?liv(?:e|ing) with\b|my (?:roommate|flatmate|housemate)s?\b|i (?:don't"
        r"|didn't) live alone\b",
    ),
    "married": (
        r"i'm married\b|we(?:'re| are| got) married\b|my (?:husband|wife)\b",
        r"i'm (?:not married|single|divorced|separated|a widow(?:er)?|widowed)\b|i(?:'ve)? (?:was )?(?:never"
        r"|not) (?:been |got )?married\b|never been married\b|my ex-? ?(?:husband|wife)\b|(?:i|we)(?:'re"
        r"| are)? (?:\w+ )?(?:got |getting )?divorc(?:ed|ing)\b|(?:my|our) divorce\b|(?:husband"
        r"|wife) (?:\w+ )?(?:left|divorced) me\b|my (?:husband|wife) and i (?:\w+ )?(?:got )?divorced\b",
    ),
    "partner": (
        rf"my (?:new )?{MATE}\b|i'm (?:married|engaged|in a relationship|seeing (?:someone|somebody|a (?:guy|girl"
        rf"|man|woman)))\b",
        rf"i'm (?:single|divorced|separated|widowed|a widow(?:er)?)\b|i (?:don't|never) (?:have|had) an? {MATE}\b"
        rf"|(?:we|i|he|she|{MATE}|ex|just|and) (?:\w+ ){{0,2}}(?:broke|split|broken) up\b(?! (?:the|a|my parents))"
        rf"|(?:my|our|the|a) break-?up\b|(?:he|she|{MATE}) (?:just )?(?:left|dumped|divorced) me\b(?! (?:an?|the"
        rf"|with|alone|some|his|her|at|to|in|on)\b)|my ex\b|(?:lost|buried) my {MATE}\b"
        rf"|my (?:late )?{MATE} (?:\w+ )?{DIED}",
    ),
    "has_kids": (
        rf"(?:my|our) (?:\w+ )?{KIDS}\b(?! (?:brother|sister|cousin|shower))|i(?:'ve got| have) (?:a|an|two|three"
        rf"|four|five|\d|young|small|little|grown) (?:\w+ )?{KIDS}\b|i'm a (?:single |new |young |working "
        rf"|stay at home )?(?:mom|mum|mother|dad|father|parent)\b",
        rf"i (?:don't|can't|never) (?:have|had|want) (?:any )?{KIDS}\b|i(?:'ve| have) no {KIDS}\b|no {KIDS}\W*$"
        rf"|childless\b",
    ),
    "has_job": (
        r"i work\b(?! (?:out|hard on|on (?:it|my|myself)))|my (?:boss|job|manager|coworkers?|co-workers?"
        r"|colleagues?|company|workplace)\b|at work\b|i(?:'ve)? (?:\w+ )?(?:got|started|found|landed) (?:a|the|my"
        r"|this) (?:new )?job\b",
        r"(?:lost|losing|quit|left) my job\b|i(?:'ve| have)? (?:\w+ )?(?:got|was|been|am|'m) (?:fired|laid off"
        r"|sacked|let go|made redundant)\b|(?<![a-z] )(?:just )?got (?:fired|laid off|sacked|let go)\b"
        r"|(?:laid me off|let me go|fired me)\b|i'm (?:unemployed|out of work|jobless|between jobs|retired)\b"
        r"|i (?:don't|can't) (?:have|find|get|hold) a(?:ny)? job\b",
    ),
    "student": (
        r"i'm (?:a |still a |an )?(?:\w+ )?student\b|my (?:classes|class|professor|exams?|finals|thesis"
        r"|dissertation|degree|teachers?|homework|major|campus)\b|i(?:'m| am) (?:still )?in (?:college|university"
        r"|uni|high school|school|grad school|med school|\w+ grade)\b|i study\b",
        r"i (?:\w+ )?dropped out\b|i'm not (?:a student|in (?:school|college|university))\b|i (?:graduated"
        r"|finished (?:school|college|university))\b",
    ),
    "friends": (
        r"(?:my|our) (?:\w+ )?friends?\b|a friend of mine\b",
        r"i (?:don't|never) (?:have|had) (?:any |real |many |a single )*friends?\b|i(?:'ve"
        r"| have)(?: got)? no (?:real )?friends\b|no friends\b",
    ),
    "sleeps": (
        r"i(?:'m| am)? sle(?:ep|eping|pt) (?:well|fine|ok|okay|better|like a)\b",
        r"i (?:can't|don't|couldn't|hardly|barely|haven't|didn't) (?:really |even )?sle(?:ep|pt)\b|(?:not|hardly"
        r"|barely|can't|trouble) (?:fall(?:ing)? a)?sleep(?:ing)?\b|insomnia\b|awake (?:all|at|every|half the"
        r"|most of the) ?night\b|no sleep\b|nightmares\b",
    ),
    "therapist": (
        rf"my (?:\w+ )?{SEES}\b|i(?:'m| am)?(?: already| still)? (?:see|seeing|have|saw|go to|talk(?:ed)? to) (?:a"
        rf"|my|the|an?other) (?:\w+ )?{SEES}\b|i'm in therapy\b",
        rf"i (?:don't|can't|never|couldn't|haven't) (?:\w+ ){{0,2}}(?:an? |any )?{SEES}\b|i(?:'ve"
        rf"| have) no {SEES}\b|can't afford (?:a )?(?:{SEES}|therapy)\b|never (?:been to|had|tried) therapy\b"
        rf"|no therapist\b",
    ),
    "pregnant": (
        r"i'm (?:\w+ (?:weeks?|months?) )?(?:pregnant\b|expecting(?: a (?:baby|child|boy|girl)\b| twins\b"
        r"| in \w+\b|\W*$))|my pregnancy\b",
        r"i'm not pregnant\b|miscarr\w+\b|(?:lost|losing) (?:the|our|my) baby\b|stillb\w+\b",
    ),
    "religious": (
        r"i pray\b|my (?:faith|church|mosque|synagogue|temple|pastor|priest|imam|rabbi)\b|i'm (?:a )?(?:christian"
        r"|muslim|jewish|hindu|catholic|buddhist|religious)\b",
        r"i'm (?:not religious|an atheist|atheist)\b|i don't (?:pray|believe in god)\b|lost my faith\b",
    ),
    "alive.mother": (_alive(MOTHER), _dead(MOTHER)),
    "alive.father": (_alive(FATHER), _dead(FATHER)),
    "alive.partner": (_alive(MATE), _dead(MATE)),
    "has_siblings": (
        r"my (?:\w+ )?(?:brothers?|sisters?|siblings?|twin)\b(?!-in-law)",
        r"(?:i'm )?an only child\b|i (?:don't|never) (?:have|had) (?:any )?(?:brothers?|sisters?|siblings?)\b"
        r"|no siblings\b",
    ),
    "has_pet": (
        rf"my (?:\w+ )?{PET}s?\b|i(?:'ve got| have) (?:a|two|three|\d) (?:\w+ )?{PET}s?\b",
        rf"my (?:\w+ )?{PET} (?:\w+ )?(?:died|passed|was put down|is gone|ran away|got run over)\b|put (?:my {PET}"
        rf"|him|her) (?:down|to sleep)\b|lost my {PET}\b|i don't have (?:a |any )?{PET}s?\b",
    ),
    "medication": (
        r"i(?:'m| am)? (?:\w+ )?(?:take|taking|on) (?:my |some )?(?:meds|medication|antidepressants|ssris|zoloft"
        r"|prozac|lexapro|sertraline|pills for)\b|my (?:meds|medication|antidepressants)\b",
        r"i'm not (?:on|taking) (?:any )?(?:meds|medication|antidepressants|anything)\b|i (?:stopped|quit"
        r"|don't) tak(?:e|ing) (?:my |any )?(?:meds|medication|antidepressants|pills)\b|off my meds\b",
    ),
}
"""By name: the words by which it is so, and those by which it is not."""
COMPILED = {name: (anywhere(so), anywhere(other)) for name, (so, other) in FACTS.items()}
FOR_GOOD = frozenset({"alive.mother", "alive.father"})
"""Once not so, these stay so: "my mum says" is a memory then."""
IMPLIED: dict[tuple[str, bool], tuple[tuple[str, bool], ...]] = {
    ("married", True): (("partner", True),),
    ("partner", False): (("married", False),),
    ("alive.partner", False): (("partner", False), ("married", False)),
}
ASKED: tuple[tuple[str, str], ...] = (
    ("lives_alone", r"\b(?:do|are) you liv(?:e|ing) (?:alone|by yourself|on your own)"),
    ("married", r"\bare you married"),
    ("partner", r"\b(?:do you have a partner|are you (?:seeing (?:someone|anyone)|in a relationship))"),
    ("has_kids", r"\bdo you have (?:any )?(?:kids|children)"),
    ("has_job", r"\b(?:do you (?:have a job|work)|are you (?:working|in work))\b"),
    ("student", r"\bare you (?:a student|studying|in school)"),
    ("friends", r"\bdo you have (?:any |close )*friends"),
    ("sleeps", r"\b(?:are you|do you) sleep(?:ing)? (?:well|ok|okay|at all|all right|enough)"),
    (
        "therapist",
        rf"\b(?:do you (?:have|see)|are you seeing|have you (?:seen|got)) (?:an? )?(?:{SEES}|doctor|professional)",
    ),
    ("has_siblings", r"\bdo you have (?:any )?(?:brothers|sisters|siblings)"),
    ("has_pet", r"\bdo you have (?:a |any )?(?:pets?|dogs?|cats?)"),
    ("medication", r"\b(?:are you (?:on|taking)|do you take) (?:any )?(?:medication|meds)"),
)
QUESTIONS = tuple((name, re.compile(asks, re.IGNORECASE)) for name, asks in ASKED)
"""What a question of the bot asks, so that a bare yes or no tells it."""


def told(text: str) -> Iterator[tuple[str, bool]]:
    """What a plain text says is so, or is not."""
    for name, (so, other) in COMPILED.items():
        if other.search(text):
            yield name, False
        elif so.search(text):
            yield name, True


YES, NO = (
    re.compile(r"^\W*(?:yes|yeah|yea|yep|yup|i do|i am|sure)\b"),
    re.compile(r"^\W*(?:no|nope|nah|not|never|none|i don't|i'm not)\b"),
)
NUMBERS = re.compile(r"\b(?:an?|one|two|three|four|five|\d|my|couple|few)\b")
COUNTED = frozenset({"has_kids", "has_siblings", "has_pet"})
"""Asked whether there are any, "two boys" is a yes."""


def answered(bot_line: str, text: str) -> Iterator[tuple[str, bool]]:
    """What a plain answer to the bot's words says by its yes or no, or by a number."""
    no, yes = NO.match(text) is not None, YES.match(text) is not None
    for name, asks in QUESTIONS if "?" in bot_line else ():
        if asks.search(bot_line) and (yes or no or (name in COUNTED and NUMBERS.search(text))):
            yield name, not no


def joined(before: dict[str, bool], found: Iterator[tuple[str, bool]]) -> dict[str, bool]:
    """The facts known before and those found, with what they imply."""
    facts = dict(before)
    for name, so in found:
        if so and name in FOR_GOOD and facts.get(name) is False:
            continue
        facts[name] = so
        facts.update(IMPLIED.get((name, so), ()))
    return facts
