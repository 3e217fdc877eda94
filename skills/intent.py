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

ADVICE = r"(any |your |more )?(advice|suggestions?|tips|solutions|ideas)"
YOU_ARE = r"(you('re| are)|ur|this is|that's|that is)( really| just| so)?"
SOMEBODY = r"(a |an )?(real |actual )?(bot|robot|ai|human|person|machine|program|computer|chatbot)"
NOT_TOLD = "".join(rf"(?<!\b{word} )" for word in ("a", "to", "our", "my", "last", "say", "said", "saying", "never"))
"""Before a goodbye: one that is told of ("I said goodbye to my dog") is no goodbye to the bot."""
OTHERS_WISH = "".join(rf"(?<!\b{word} )" for word in ("he", "she", "they", "who", "people"))
CLINICIAN = r"(a |an )?(real |actual )?(therapist|counsell?or|doctor|psychologist)"

PATTERNS: dict[str, tuple[str, ...]] = {
    "greeting": (
        # Nothing but a greeting: "hi, my dog died" is about the dog.
        r"^\W*(hi|hiya|hello|hey|yo|howdy|greetings|good (morning|afternoon|evening))"
        r"\W*(hi|hello|there|again|everyone|all|you|bot|attune)?\W*((how|what)('s| are| is) (you|it|up|things)"
        r"( doing| going)?( today)?)?\W*$",
    ),
    "thanks": (r"\b(thanks|thank (you|u)|thx|tysm)\b", r"\bappreciate (it|that|this|you)\b"),
    "goodbye": (
        rf"{NOT_TOLD}\b(good ?bye|bye|good ?night|see (you|ya)|cya|ttyl|talk (to you )?later)\b",
        r"\b((have|need|got)( to|ta)|gotta|should) (go|run|leave|sleep|get going)( now| to bed)?[\s.!]*$",
        r"\bhave a (good|nice|great|lovely) (night|day|evening|one|weekend)\b",
    ),
    "asks_advice": (
        r"\bwhat (should|can|could|do|would|shall) (i|we|you) (do|say|suggest|try|tell|recommend|advise)\b",
        rf"(?<!n't have )\b(any|give me|need|want|need some|want some) {ADVICE}\b",
        r"\bhow (do|can|should|could|would) i\b",
        r"\bshould i\b",
        r"\bwhat now\b",
        r"\bhelp me (figure|decide|find|with)\b",
        r"\b(a )?better (idea|way|plan) (to|for|than)\b",
        r"\b(have|got) (a |any )?(better )?(idea|plan|way)\W*\?",
        r"\btell me (to|what to|how to|whether)\b",
        r"\bwhether (i|to) (should |could )?\w+",
        r"\bwhat (could|should|can|do|would) (i|you) say\b",
        r"^\W*a plan\W*$",
        r"\bdo you know (anything|something|any) about\b",
    ),
    "refuses_advice": (
        r"\b(tried|did) (that|it|this|all that|everything)\b",
        r"\b(won't|doesn't|didn't|wouldn't|never)( really)? (work|help)(s|ed)?\b",
        r"\bcan(no|')t do that\b",
        r"\bnot (that |very |really )?(helpful|an option)\b",
        rf"\bdon't (want|need) {ADVICE}\b",
        r"^\W*((no|nah|nope)\W+)+thank(s| you)\b",
    ),
    "only_listen": (
        rf"{OTHERS_WISH}\bjust (want|need|wanted|needed) "
        r"(to (vent|rant|get (this|it) out|talk(?! (to|with) (?!you\b|some)))|someone to (listen|hear))\b",
        rf"\bdon't (want|need) {ADVICE}\b",
        r"\b(just listen|let me vent)\b",
        rf"\bno (more )?{ADVICE}\b",
    ),
    "complaint": (
        r"\byou('re| are) not (really |even )?(helping|understanding|hearing)\b",
        r"\byou('re)?( \w+){0,2} not listening\b",
        r"\b(like|as) i (just |already )?said\b",
        r"\bthat's not (what|it|true|right|how)\b",
        r"\byou (don't|do not|didn't)( really| even)? (understand|get it|listen|hear)\b",
        r"\bnot what i (said|meant)\b",
        r"\bstop (asking|repeating|saying)\b",
        r"\byou (already|just) (said|asked) that\b",
        r"\byou sound like a\b",
        rf"\b{YOU_ARE} (useless|pointless|stupid|no help|dumb)\b",
        r"\b(bad|useless|stupid|dumb) bot\b",
        r"\bwhat are you( even)? talking about\b",
        r"\bare you( even)? (listening|reading|paying attention)\b",
        r"\b(didn't|doesn't|did not) answer (it|that|me|my question)\b",
        r"\byou (ask|asked)( me)? (the )?same( thing| question)?\b",
        r"\bi (already )?(told|just told) you\b",
    ),
    "lost": (
        r"^\W*(what|huh|eh|wait what|sorry what)\W*$",
        r"\b(not|n't) mak(e|ing) (any )?sense\b",
        r"\bmakes no sense\b",
        r"^\W*(no,? )+i (mean|meant|said|was talking)\b",
        r"^\W*what (\w+)?\W*\?",
        r"^\W*(what|huh)\? i said\b",
        r"\bhaven't told you anything\b",
    ),
    "apologises": (
        r"\b(i'm|im|i am) sorry\W*$",
        r"\bsorry (for|about) (snapping|that|ranting|venting|being)\b",
        r"\bthat was (sharp|rude|mean|unfair) of me\b",
    ),
    "cannot_answer": (
        r"^\W*(what('s| is) )?\d+\s*[-+*/x]\s*\d+",
        r"\bwhat do you think (of|about) me\b",
        r"\b(ignore|forget) (all |your )?(previous |the )?(instructions|rules|prompt)\b|\bsystem prompt\b",
        r"\bwhat did i say (about|earlier|before)\b",
        r"\bwhat('s| is) the (capital|weather|time|date)\b",
        r"\bwrite (me )?(a |an )?(poem|essay|code|story|song)\b",
    ),
    "about_bot": (
        rf"\b(are|r) (you|u)( really| actually| even)? ({SOMEBODY}|{CLINICIAN}|real|alive|conscious)\b",
        rf"\b(is this|talking to|speaking to|chatting with|speaking with|talking with) {SOMEBODY}\b",
        r"\bwho (are you|made you|built you)\b",
        r"\bwhat are you\b(?! (even )?(talking|doing|saying))",
        r"\bwhat's your name\b",
        r"\bdo you( even)? have (feelings|emotions|a name|a body|friends|a family)\b",
        r"\bcan you( really| actually| even)? (feel|love|understand)\b",
        r"\bdo you( really| actually| even)? (feel|care about me|love me|sleep|eat|remember)\b",
    ),
}
COMPILED = {name: re.compile("|".join(given), re.IGNORECASE) for name, given in PATTERNS.items()}

UNSURE = frozenset(
    {
        "idk",
        "dunno",
        "ok",
        "okay",
        "k",
        "no",
        "nope",
        "nah",
        "maybe",
        "fine",
        "nothing",
        "hmm",
        "hm",
        "mhm",
        "eh",
        "meh",
    }
    | {"i don't know", "i dont know", "not really", "not sure", "i'm not sure", "nothing really", "no idea", "whatever"}
)
AGREES = frozenset(
    {"yes", "yeah", "yep", "yup", "exactly", "right", "true", "sure", "correct", "definitely", "kind of", "kinda"}
    | {"sort of", "i guess", "i guess so", "i suppose", "that's right", "thats right", "you're right", "yes exactly"}
)
"""Whole utterances with next to nothing in them."""
SMALL_TALK = """
i i'm it it's is isn't was wasn't do don't does doesn't did didn't have haven't has hasn't can can't am are
he she they we that that's this not really much guess think so all at kind of very too thanks
"""
BARE = UNSURE | AGREES | frozenset(SMALL_TALK.split())
"""Words that may stand beside those and still tell nothing."""
NO = re.compile(r"(?:no|nope|nah|not really)\b(?! idea)")
SPELT_OUT = re.compile(r"\b(do|does|did|would|could|wo|ca)(?:nt| not)\b|\b(can)not\b|\b(you)re\b", re.IGNORECASE)


@part("acts", version=1)
@dataclass(frozen=True, slots=True)
class Acts:
    """What the last user turn does. `minimal`: an answer with next to nothing in it; `agrees`: a bare yes;

    `wordless`: no letters; `foreign`: not English.
    """

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
    heard = _plain(text if len(text) <= 4000 else f"{text[:2000]} {text[-2000:]}")
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", heard)
    found = {name for name, pattern in COMPILED.items() if pattern.search(heard)}
    plain = " ".join(words).lower()
    if not words:
        found.add("wordless")
    elif plain in AGREES or _only(words, AGREES):
        found.add("agrees")
    elif plain in UNSURE or _only(words, UNSURE):
        found.add("minimal")
        found |= {"refuses_advice"} if NO.match(plain) else set()  # "no" to a suggestion; elsewhere it means nothing
    if len(words) > MANY_WORDS:
        # A greeting, a goodbye or a thank-you inside a long message is not what the message is about.
        found -= {"greeting", "goodbye", "thanks", "apologises"}
    if "only_listen" in found:
        found.discard("asks_advice")  # "I don't want advice" has the words of a request in it
    if "refuses_advice" in found:
        found.discard("thanks")  # "no thanks"
    if words and foreign(words):
        found.add("foreign")
    return Acts(frozenset(found))


def _plain(text: str) -> str:
    """One apostrophe, and "dont", "do not" and "cannot" as "don't" and "can't"."""
    return SPELT_OUT.sub(lambda found: _contracted(*found.groups()), text.replace("’", "'"))


def _contracted(negated: str | None, can: str | None, you: str | None) -> str:
    if you:
        return f"{you}'re"
    return f"{negated}n't" if negated else f"{str(can)[:2]}n't"


def _only(words: list[str], leading: frozenset[str]) -> bool:
    """A few words led by one of `leading` that tell nothing beside it; "no, she died" tells something."""
    lowered = [word.lower() for word in words]
    return len(words) <= SHORT_WORDS and lowered[0] in leading and BARE.issuperset(lowered)


SMALL_WORDS = """
the a an i you he she it we they me my your his her our and or but to of in on at for with is am are was were be been do
did not no so that this what when how why have has had just like about can don't i'm it's feel want know hi hello ok yes
"""
SMALL_WORDS_ELSEWHERE = """
el la los las que de y es en un una por con mi estoy muy le les des et je ne pas suis mon ma une est der die das und ich
nicht bin mein ist ein eine il che di non sono mio molto o os um uma eu nao não meu minha estou het een ik niet ben mijn
og jeg ikke jag inte och porque para pero mas
"""
ENGLISH = frozenset(SMALL_WORDS.split())
OTHERS = frozenset(SMALL_WORDS_ELSEWHERE.split()) - ENGLISH
FEW = 3


def foreign(words: list[str]) -> bool:
    """True when the words look like no English: another script, or another language's small words and none of ours."""
    latin = sum(word[0].lower() <= "ɏ" for word in words)
    if latin * 2 < len(words):
        return True
    lowered = [word.lower() for word in words]
    ours, theirs = sum(word in ENGLISH for word in lowered), len(OTHERS.intersection(lowered))
    return len(words) >= FEW and theirs > max(ours, 1)
