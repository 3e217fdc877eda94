"""What the person is doing with their words: greeting, asking for advice, refusing it, thanking, leaving, …

Surface patterns only, several acts a turn; what they feel is the emotion head's to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.dialog import SkillResult, TurnView
from bot.parts import part
from bot.registry import Skill, skill

MANY_WORDS = 12
SHORT_WORDS = 3

PATTERNS: dict[str, str] = {
    "greeting": r"^\W*(hi|hiya|hello|hey|yo|howdy|greetings|good (morning|afternoon|evening))\b",
    "thanks": r"\b(thanks|thank (you|u)|thx|tysm|(really )?appreciate (it|that|this|you))\b",
    "goodbye": r"\b(good ?bye|bye( bye)?|good ?night|see (you|ya)|cya|ttyl|talk (to you )?later)\b"
    r"|\b(i )?((have|need|got)( to|ta)|gotta|should) (go|run|leave|sleep|get going)( now| to bed)?[\s.!]*$",
    "asks_advice": r"\bwhat (should|can|could|do|would|shall) (i|we|you) (do|say|suggest|try|tell)\b"
    r"|\b(any|some|have|give me|need) (advice|suggestions?|tips|ideas)\b|\bwhat do i do\b|\bwhat now\b"
    r"|\bhow (do|can|should|could|would) i\b|\bshould i\b|\bhelp me (figure|decide|find|with)\b|\bwhat (would|do) you (suggest|recommend|advise)\b",
    "refuses_advice": r"\b(already |have |i've )?tried (that|it|this|all)\b|\b(won'?t|doesn'?t|didn'?t|wouldn'?t|never) (really )?(work|help)(s|ed)?\b"
    r"|\b(can'?t|cannot) do that\b|\bnot (that )?(helpful|an option)\b|\bi don'?t (want|need) (any |your )?(advice|suggestions|tips|solutions)\b",
    "only_listen": r"\bjust (want|need|wanted|needed) (to (vent|talk|rant|get (this|it) out)|someone to (listen|hear)|you to listen)\b"
    r"|\bi don'?t (want|need) (any |your )?(advice|suggestions|tips|solutions)\b|\bjust listen\b|\blet me vent\b",
    "complaint": r"\byou('re| are|r)( really| just)? not (listening|helping|understanding|hearing)\b"
    r"|\byou (don'?t|do not|didn'?t|clearly don'?t) (really )?(understand|get it|listen|care|hear)\b|\bthat'?s not what i (said|meant)\b"
    r"|\bstop asking\b|\byou (already|just) (said|asked) that\b|\byou sound like a\b|\b(this|you|that)('s| is|'re| are)( so| really)? (useless|pointless|stupid|no help|dumb)\b"
    r"|\b(bad|useless|stupid|dumb) bot\b|\bstop (repeating|saying)\b|\bwhat are you (even )?talking about\b",
    "about_bot": r"\b(are|r) (you|u) (a |an |even |actually |really )*(real|human|bot|robot|ai|person|machine|program|computer|chatbot|therapist|counsell?or|doctor|alive|conscious)\b"
    r"|\bis this (a |an )?(real person|bot|robot|ai|human|person|chatbot)\b|\b(am i|i'?m) (talking|speaking|chatting) (to|with) (a |an )?(bot|robot|real person|human|person|ai|machine)\b"
    r"|\bwho (are you|made you|built you)\b|\bwhat are you\b(?! (even )?(talking|doing|saying))|\bwhat'?s your name\b|\bdo you (have|even have) (feelings|a name|a body|emotions|friends|a family)\b"
    r"|\bcan you (feel|love|really understand|actually understand)\b|\bdo you (actually |really |even )?(feel|care about me|love me|sleep|eat|remember)\b",
    "self_rebuke": r"\b(my (own )?fault|blam(e|ing) myself|hate myself|i should('ve| have))\b",
}
COMPILED = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in PATTERNS.items()}

MINIMAL = frozenset(
    "idk ok okay k yes yeah yep no nope nah maybe dunno sure fine nothing right true hmm hm mhm eh meh".split()
) | {"i don't know", "i dont know", "not really", "i guess", "kind of", "kinda", "sort of", "i suppose", "not sure", "i guess so"}


@part("acts", version=1)
@dataclass(frozen=True, slots=True)
class Acts:
    """What the last user turn does; `minimal` is an answer with next to nothing in it, `wordless` has no letters."""

    names: frozenset[str]

    def __contains__(self, name: str) -> bool:
        return name in self.names

    def explain(self) -> str:
        return ", ".join(sorted(self.names)) or "tells"


@skill("intent", writes=(Acts,))
def intent() -> Skill:
    """Notes what the person is doing: greeting, asking, refusing, thanking, leaving."""

    def note(turn: TurnView) -> SkillResult:
        return SkillResult(learnt=(acts(turn.text),))

    return note


def acts(text: str) -> Acts:
    """The acts in one utterance. Only its first and last 2,000 characters are read."""
    heard = (text if len(text) <= 4000 else f"{text[:2000]} {text[-2000:]}").replace("’", "'")
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", heard)
    found = {name for name, pattern in COMPILED.items() if pattern.search(heard)}
    plain = " ".join(words).lower()
    if not words:
        found.add("wordless")
    elif plain in MINIMAL or (len(words) <= SHORT_WORDS and words[0].lower() in MINIMAL):
        found.add("minimal")
    if len(words) > MANY_WORDS:
        # A greeting, a goodbye or a thank-you inside a long message is not what the message is about.
        found -= {"greeting", "goodbye", "thanks"}
    if words and foreign(words):
        found.add("foreign")
    return Acts(frozenset(found))


ENGLISH = frozenset(
    "the a an i you he she it we they me my your his her our and or but to of in on at for with is am are was were be been do did not no "
    "so that this what when how why have has had just like about can don't i'm it's feel want know hi hello hey thanks ok yes".split()
)
OTHERS = frozenset(
    "el la los las que de y es en un una por con no mi me estoy muy le les des et je ne pas suis mon ma une est der die das und ich nicht bin "
    "mein ist ein eine il che di non sono mio molto o os um uma eu nao não meu minha estou het een ik niet ben mijn og jeg ikke jag inte och".split()
) - ENGLISH
FEW = 4


def foreign(words: list[str]) -> bool:
    """True when the words look like no English: another script, or another language's small words and none of ours."""
    latin = sum(word[0].lower() <= "ɏ" for word in words)
    if latin * 2 < len(words):
        return True
    lowered = [word.lower() for word in words]
    ours, theirs = sum(word in ENGLISH for word in lowered), sum(word in OTHERS for word in lowered)
    return len(words) >= FEW and theirs >= 2 and ours < theirs
