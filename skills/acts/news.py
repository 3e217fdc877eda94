"""Whether a person tells of themselves, and whether what they tell is good news."""

from __future__ import annotations

import re

from skills.acts.plain import WORD, Said, anywhere

OF_ONESELF = "i i'm i've i'll i'd my me mine myself we our us we're we've"
FIRST_PERSON = frozenset(OF_ONESELF.split())
TELLING_WORDS = 4
ASKS = re.compile(
    r"^\W*(?:(?:so|and|but|ok|hey) )*(?:do|did|does|are|am|is|was|were|will|would|can|could|should|have|has|what"
    r"|what's|who|why|how|when|where|which) (?:i|you|he|she|they|it|we|my|the|this|that|do|did|should|is)\b"
)
"""A question, be its mark left out."""

GOT = r"(?:(?:just|finally|actually|really|also|even|both|now) )*"
LOST = r"(?:dog|cat|puppy|kitten|rabbit|bunny|hamster|keys|wallet|ring|passport)"
"""Good to have back whoever found it; a diary or a message is not."""
GOOD = anywhere(
    rf"i(?:'ve)? {GOT}(?:got|landed|was offered|accepted|been offered) (?:the|a|an|my|that"
    rf"|this) (?:\w+ ){{0,3}}?(?:job|promotion|raise|bonus|scholarship|grant|offer|award|prize|internship|degree"
    rf"|diploma|licen[sc]e|visa|medal|keys|puppy|kitten|role|part|place|spot|interview)\b(?! (?:denied|rejected"
    rf"|taken|rescinded|revoked))",
    rf"i(?:'ve)? {GOT}(?:got|been|was|'m) (?:hired|promoted|accepted|admitted|engaged|picked|chosen|pregnant and so)\b",
    rf"i(?:'m| am) {GOT}(?:engaged|getting married|cancer[- ]free|debt[- ]free|in remission|a (?:grandma|grandpa"
    rf"|grandmother|grandfather|dad|mom|mum|father|mother|aunt|uncle) now)\b(?! to someone i don't)",
    rf"i {GOT}(?:passed|aced|nailed|won(?!'))\b(?! (?:out|away|by|it up|over|up|on|through|the (?:house|shop"
    rf"|church)|him|her|them)\b)",
    rf"i(?:'ve)? {GOT}(?:made it|got) into (?:college|uni\w*|med\w*|law|grad\w*|the (?:\w+ )?(?:program\w*|school"
    rf"|team|course|choir)|my (?:first|dream|top)|\w+ (?:university|college|school))",
    r"i(?:'ve)? (?:just|finally) (?:graduated|finished (?:my|the) (?:degree|thesis|dissertation|first))\b",
    rf"(?:we|we're|we've) {GOT}(?:engaged|got engaged|getting married|got married|won(?!')|having a baby|expecting"
    rf"|bought (?:a|our) (?:first )?(?:house|home|flat)|got the (?:house|flat|keys))\b",
    r"(?:she|he|they) said yes\b",
    r"(?:my|our) (?:baby|grandson|granddaughter|grandchild|niece|nephew) (?:was|is"
    r"|has been) (?:just )?born\b(?! (?:still|dead|too|with|premature|early))",
    r"(?:the|my) (?:test|tests|results|scan|biopsy|scans|surgery|interview|exam|date|presentation"
    r"|operation)s? (?:came back|were|was|went|is|are) (?:all )?(?:clear|negative|benign|well|great|perfect"
    r"|amazing|good|fine)\b",
    r"beat (?:the )?cancer\b",
    r"(?:it's not|it (?:isn't|wasn't|is not|was not)) (?:cancer\w*|malignant|a tumou?r|a stroke|a heart attack)\b",
    r"(?:lump|mole|tumou?r|growth|shadow|mass|biopsy|cyst|it)(?:'s| is| was| came back| turned out(?: to be)?)"
    r" benign\b",
    r"(?:the|my) (?:\w+ )?pain(?:'s| is| has)? (?:(?:all|finally|completely) )*(?:gone|stopped|went away)\b"
    r"(?! (?:up|from)\b)",
    r"(?:chemo|treatment|operation|surgery|radiation)(?: has)? worked\b(?! for)",
    r"i'm (?:no longer in pain|not in pain any ?more|pain[- ]free)\b",
    rf"(?:(?:we|they|i|someone|somebody|the neighbou?rs) {GOT}found (?:him|her|them|(?:my|our) {LOST})"
    rf"|(?:we|i) {GOT}found it)"
    r"(?: (?:alive|safe|unharmed|in one piece)\b|(?: (?:again|today|at last|(?:this|last) \w+))?!)",
    r"(?:he|she|it|they|(?:my|our|the) \w+)(?:'s|'re| is| are| came| got| has come| turned up)"
    r" (?:(?:back|home|up) )*(?:safe(?: and (?:sound|well))?|unharmed|alive and well)"
    r"(?=\W*$|[.!,;]| (?:and|again|now)\b)",
    r"we're (?:finally )?(?:pregnant|having (?:a baby|twins))\b",
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
TURN = r"\b(?:but|however|although|though|yet|except|still|unfortunately|then)\b"
SPOILED = re.compile(
    rf"{TURN}(?:(?!{TURN})[^.!?]){{0,80}}\b(?:scared|terrified"
    r"|afraid|anxious|nervous|worr\w+|sad|lonely|guilty|cr(?:y|ied|ying)|can't|don't|didn't|lost|died|fired|hate"
    r"|miss\w*|alone|depressed|stress\w*|empty|ashamed|unhappy|fake|imposter|impostor|dread\w*|panic\w*"
    r"|overwhelm\w*|fail\w*|hurt\w*|angry|upset|not|never|nobody|no one|declin\w*|reject\w*|cancel\w*"
    r"|cancer(?![- ]free)|sick|left|broke\w*|awful|terrible|hard|wrong|rescinded|took it back)\b"
)
"""A worry that comes with it; looked for behind the last turn before it, as each would do."""


WORRY = anywhere(
    r"(?:sad|lonely|alone|depress\w+|anxi\w+|anxious|worr(?:y|ied|ies|ying)|scared|afraid|terrif\w+|stress\w*"
    r"|cr(?:y|ied|ying)|hurt\w*|hate|miserable|hopeless|helpless|worthless|useless|empty|numb|ashamed|guilty|angry"
    r"|furious|upset|devastat\w+|heartbroken|overwhelm\w*|exhausted|burnt? ?out|panic\w*|struggl\w+|suffer\w*"
    r"|awful|terrible|horrible|unfair|fail(?:ed|ing|ure)|nightmares?|grief|grieving|mourning|nobody|no one|jealous"
    r"|ignor(?:e|es|ed|ing)|reject\w+|abandon\w*|betray\w*|cheat(?:ed|ing)|dump(?:ed|ing)|divorc\w+|broke up"
    r"|break ?up|left me|fired|laid off|lost my|evict\w*|debts?|died|dead|dying|death|passed away|funeral"
    r"|(?<!beat )cancer(?![- ]free)|hospital|ill|sick|diagnos\w+|surgery|fights?|fighting|argu(?:e|ed|ing|ment)"
    r"|yell\w*|scream\w*|bull(?:y|ied|ying)|can't (?:sleep|eat|cope|take|do|stand|go on|breathe"
    r"|stop(?! (?:smil|grin|laugh|danc|sing|looking at|staring)))|nervous"
    r"|dread\w*|regret\w*|miss (?:him|her|them|my|you so)|problems?|difficult|hard time|tough|stuck|trapped"
    r"|sacked|redundan\w+|unemployed|jobless|no job|let go from|ghosted|drinking (?:too much|again|every)|drunk again"
    r"|tired of|sick of|fed up|disappointed|frustrat\w+|embarrass\w+|humiliat\w+|insecure|ugly|forgot my"
    r"|(?:haven't|hasn't|barely|hardly) (?:slept|eaten)|no sleep|remembered my|passed over"
    r"|amount(?:ed)? to (?:nothing|anything))\b"
)
"""Words of trouble, whoever's it is."""
OVER = re.compile(
    r"(?:n't|\b(?:not|no longer|never|without|no|less|nothing|over)) (?:so |that |very |really |too |feeling |be "
    r"|being |any )*$"
)
"""Right before such a word these lift it: "not sad any more"."""
LOUD = re.compile(r"^(?:scream\w*|cr(?:y|ied|ying)|yell\w*)$")
LAUGHS = re.compile(
    r"\b(?:(?:ha){2,}h?|lo+l|(?:i|we)(?:'m| was|'re| were)?(?: all| both| just)? laugh\w*(?! at\b)"
    r"|laugh\w* so (?:hard|much)|happy tears|tears of joy|(?:with|for|from) (?:joy|happiness)|thrilled|so happy"
    r"|(?:she|he) (?:said yes|proposed(?! to (?!me\b))))\b"
)
"""Beside laughter a scream or a tear is none of trouble: "my brother screamed louder than me haha"."""
JOY = anywhere(
    r"(?:happy|happiest|glad|joy\w*|excit(?:ed|ing)|thrilled|delighted|proud|blessed|lucky|grateful|thankful"
    r"|amazing|awesome|fantastic|wonderful|great|best|fun|lovely|beautiful|delicious|perfect\w*|love(?:d|s)?"
    r"|enjoy\w*|looking forward|can't wait|won(?!')|win(?:s|ning)?|celebrat\w+|congrat\w+|yay|woo+h?oo*|hooray"
    r"|finally|promot\w+|engaged|married|graduat\w+"
    r"|passed(?! (?:over|away|out|on|up|by)\b)|vacation|surprised me|gift|achiev\w+|impress\w+"
    r"|smil(?:e|es|ed|ing)|laughed(?! at)|hugg?(?:ed|ing|s)|giggl\w+|cute|adorable|yum\w*"
    r"|accomplish\w+|success\w*|hyped|stoked|pumped|relax\w*|peaceful|content|satisf\w+)\b"
)
"""Words of joy; by themselves they prove nothing."""
SMALL = anywhere(
    r"(?:weather|rain(?:ing|y)|sunny|snow(?:ing)?|dinner|lunch|breakfast|pizza|pasta|soup|cook(?:ing|ed)?"
    r"|bak(?:ing|ed)|movies?|films?|netflix|tv|series|show|football|soccer|basketball|baseball|cricket|tennis"
    r"|music|songs?|guitar|piano|video games?|gaming|hobb(?:y|ies)|weekend|coffee|tea|books?|reading"
    r"|garden(?:ing)?|hik(?:e|ing)|recipes?|relaxing|chilling|nothing much|not much|nm|wbu|hbu|favou?rite"
    r"|small talk|just (?:chat|chatting|saying hi|bored|checking|testing|curious|looking around))\b"
)
"""Words of small talk."""
SMALL_WORDS = 20


def tells(said: Said) -> bool:
    """Something about oneself is told, in more than a question."""
    told = [sentence for sentence in said.sentences if not (sentence.endswith("?") or ASKS.match(sentence))]
    words = WORD.findall(" ".join(told)) if len(told) < len(said.sentences) else said.words
    return len(words) >= TELLING_WORDS and not FIRST_PERSON.isdisjoint(words)


def good_news(said: Said) -> bool:
    """Good news of one's own, in so many words, and neither wished for, denied nor past."""
    found = GOOD.search(said.text)
    if found is None or NOT_GOOD.search(said.text[max(0, found.start() - 60) : found.start()]):
        return False
    return LONG_AGO.search(said.text[found.end() : found.end() + 60].partition(".")[0]) is None


def worries(said: Said) -> bool:
    """Trouble is told, in so many words."""
    laughs = any(not _lifted(said.text, found) for found in LAUGHS.finditer(said.text))
    return any(
        not _lifted(said.text, found) and not (laughs and LOUD.match(found[0])) for found in WORRY.finditer(said.text)
    )


def _lifted(text: str, found: re.Match[str]) -> bool:
    """Whether a word is said to be over, or not to be at all."""
    return OVER.search(text[max(0, found.start() - 40) : found.start()]) is not None


def spoiled(said: Said) -> bool:
    """A worry is told beside good news: "I got the job but it scares me"."""
    return worries(said) or SPOILED.search(said.text) is not None


def weighs(words: str) -> bool:
    """A word of trouble or joy stands in words turned to `you`."""
    mine = re.sub(r"\byou\b", "me", re.sub(r"\byour\b", "my", words.lower()))
    return any(pattern.search(mine) for pattern in (WORRY, JOY))


def rejoices(said: Said) -> bool:
    """A word of joy is said, and none of trouble."""
    found = JOY.search(said.text)
    return found is not None and not _lifted(said.text, found) and not worries(said)


def small_talk(said: Said) -> bool:
    """A short message of weather, meals and films, with no trouble in it."""
    return len(said.words) <= SMALL_WORDS and SMALL.search(said.text) is not None and not worries(said)
