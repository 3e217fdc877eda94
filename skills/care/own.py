# ruff: noqa: E501 - a pattern stays on one line, so that it is reviewed as one
"""What people answer, ask and tell of themselves in danger: read only while it lasts, or after the guard's question.

What they tell about somebody else is read by `skills.care.theirs`.
"""

from __future__ import annotations

import re

from skills.care.phrases import DRUGS, LATE, RELATIONS, THINGS, USUAL

_START = r"^(?:well |fine |um |uh |honestly |i mean |ok |okay |hm |hmm |so |please |what |oh |god |gosh |omg |wow |lord |jesus |haha |lol |sorry |hey |wait )*"
_YEAH = r"(?:(?:yes|yeah|yea|ya|yep) )?"
NO = re.compile(
    _START + rf"(?:{_YEAH}(?:(?:no|nope|nah|naw)\b(?! (?:point|reason|one|more|idea|hope|way out|doubt|question))|not (?:really|at all)\b)|not like that\b|never\b(?! mind)|of course not\b|"
    r"i(?:m| am) not\b(?! sure)|i do(?:nt| not)\b(?! know)|i have(?:nt| not)\b|non\b|nein\b|nao\b|いいえ|不是|没有|아니|нет|لا\b|नहीं|nahi\b)"
)  # fmt: skip
_BEFORE = r"(?:(?:well|um|uh|oh|honestly|ok|okay|hm|hmm|god|gosh|omg|wow|lord|jesus|sorry|hey|what|please) )*+"
_NO_WORD = r"(?:no{1,3}|nope|nah|naw|non|nein|nao|nej|нет|いいえ|아니요)\b"
_THAT = (
    r"(?:that|it|this|so|suicide|dying|killing myself|ending (?:my life|it(?: all)?)|"
    r"hurting (?:myself|anyone|anybody|someone)|doing (?:that|it|this|anything))"
)
_HARMING = r"(?:kill|hurt|harm) (?:myself|anyone|anybody|someone)"
_NOTHING_MORE = (
    r"(?:never|not at all|of course not|nothing like that|no thoughts like that|"
    r"(?:(?:definitely|absolutely|certainly|honestly|really) )?+(?:"
    rf"(?:i(?:m| am) )?(?:really |definitely )?not (?:suicidal|thinking (?:(?:about|of|like) )?{_THAT}|"
    rf"hurting (?:myself|anyone|anybody|someone)|going to (?:{_HARMING}|end my life))|"
    r"(?:definitely|absolutely|certainly)? ?not|i(?:m| am) not(?: no)?|"
    r"i (?:do(?:nt| not)|have(?:nt| not)|would never|never (?:would|have|will|do))"
    rf"(?: (?:(?:want to|wanna) (?:die|{_HARMING}|end my life)|thought (?:about|of) {_THAT}))?|i want to live))"
)
BARE_NO = re.compile(
    rf"^(?!$){_BEFORE}(?:{_NO_WORD}(?: (?:{_NO_WORD}|never|god|dear|love|thanks?|thank you|sir|maam|definitely|absolutely|certainly|honestly|i promise))*+)?+"
    rf"(?:(?:^|(?<=[^ ])(?: |$)|(?<= )){_NOTHING_MORE})?(?: at all| or anything)?$"
)
"""The whole of an answer that is no and nothing else: "no", "nope, not at all", "no, I'm not thinking about that"."""
YES = re.compile(
    _START + r"(?:y|not (?:yet|now|today|tonight|right now)|yes|yeah|yep|yup|yea|ya|yh|i am(?! (?:not|just)\b)|i do(?! not\b)|i have(?! (?:not|no|a)\b)|i did(?! not\b)|i think so|i guess|sometimes|maybe|kinda|kind of|sort of|probably|possibly|perhaps|"
    r"a little|a bit|often|every day|all the time|always|constantly|most days|mhm|mmhm|uh huh|true|correct|a lot|i do(?:nt| not) know|idk|not sure|im not sure|"
    r"si|sim|oui|ja|da|はい|うん|是|有|네|응|да|نعم|हां|haan|i think about it|it crosses my mind|ive thought about it|im thinking about it|pretty much|exactly)\b"
)  # fmt: skip
SAFE_YES = re.compile(
    _BEFORE
    + r"(?:y|yes|yeah|yep|yup|yea|ya|yh|i am|we are|they are|(?:s?he|everyone) is|si|sim|oui|ja|da|はい|うん|是|네|응|да|نعم|हां|haan)\b"
)
"""A yes to "are you safe right now": "I have" and "often", which are yes elsewhere, say nothing there."""
UNSURE = re.compile(
    _START
    + _YEAH
    + r"(?:not (?:yet|now|today|tonight|right now|at the moment|sure|always|for long)|i do(?:nt| not) know|idk|dunno|i(?:m| am) not sure|(?:i have )?no (?:idea|clue)|"
    r"sometimes|maybe|perhaps|possibly|probably|i guess|i think so|often|most days|kinda|kind of|sort of|a little|a bit|hardly|barely|i wish|for now|it depends|depends|who knows|hard to say|and no|as if|yeah right$|i am i (?:guess|suppose)|i suppose|but (?:not|i do(?:nt| not) know))\b"
)
"""No plain yes: whoever is not sure of being safe is not taken for safe."""
NOT_NOW = re.compile(_START + r"not (?:yet|now|today|tonight|right now|always)\b")
HOPED = re.compile(
    r"\b(?:do(?:nt| not) know|not sure|unsure|wish|hope|hoping|if|whether|until|unless) (?:[a-z]+ ){0,2}(?:i|im|we|were|everyone|they|theyre) (?:[a-z]+ ){0,3}(?:safe|okay|ok|fine|alright)\b|"
    r"\b(?:safe|okay|ok|fine|alright)(?: now)? (?:i (?:guess|suppose)|for now|until|unless|(?:without|except|but) me)\b"
)
"""Safety that is only hoped for, or asked about, or lasts until something, or is everybody else's."""
HALF = re.compile(r"\b(?:but|until|unless|as if|yeah right|i guess|i suppose)\b")
"""What takes back half of a yes, wherever it stands: "yes, until tonight"."""
MIGHT = re.compile(
    r"\b(?:(?:i want to|i might|i will|(?:im|i am) going to)\b(?! (?:not|never|be|been|bed|sleep|rest|go|leave|stay|stop|quit|talk|tell|speak|say|call|see|ask|write|try|move|forget|cry|calm|"
    r"think|know|understand|feel|live|eat|work|walk|help|thank|get (?:away|out|help|some|over|through|better)|my|the|a|school|church|therapy)\b)|(?:he|she|they) deserves? it\b)"
)
"""A yes to "do you think you might hurt someone", also behind a no; "I'm going to bed" is none."""
ONLY_SELF = re.compile(r"\b(?:myself|just me|only me)\b")
OTHERS_TOO = re.compile(r"\b(?:him|her|them|everyone|everybody|both)\b")
ALREADY = re.compile(
    r"\b(?:already|just) (?:did|done|have|took|taken|swallowed|cut|started)(?: it| them| some| myself| all of (?:it|them))?$|"
    r"\bi(?:ve| have)? (?:did it|done it|taken them|took them|swallowed them)\b|"
    r"\bi(?:ve| have)? (?:took|taken|swallowed) (?:[0-9]+|one|two|three|four|five|some|a few|a couple|half|most|all) of (?:them|it)\b|"
    r"\b(?:its |it is )?(?:already done|too late)$"
)
_ANY_YES = r"(?:(?:yes|yeah|yep|yup|yea|no) )?"
DID = re.compile(
    _START
    + _ANY_YES
    + r"(?:(?:i|ive|i have) )?(?:already|just) (?:did|done|have|called)(?: (?:that|so|them))?(?: now)?$"
)
"""The same after the guard asked for a call: it was made. "I already did it" stays an act."""
SWALLOWED = re.compile(
    rf"\b(?:i|ive|i have) (?:(?!(?:never|nearly|almost|not|havent|once)\b)[a-z]+ )?(?:took|taken|swallowed|downed) (?!{USUAL})(?:[a-z]+ ){{0,3}}{DRUGS}\b(?! (?:back|away|out|over|down|to (?:the|my|a|her|him)|for (?:my|the|a|this)|with (?:me|my)|as)\b)"
)
"""Told while one's own life is in danger, it is an act under way, whatever stands beside it but AS_TOLD."""
AS_TOLD = re.compile(
    r"^(?!.*\b(?:all|whole|every (?:last|single)|handful|rest|too many|extra|double|more than)\b).*"
    r"\b(?:as (?:prescribed|told|directed|usual|always|the (?:doctor|nurse|box|label|leaflet) (?:says|said|told me))|"
    r"like (?:every|each) (?:day|morning|night|evening)|with (?:my )?(?:breakfast|lunch|dinner))\b"
)
"""Medicine as somebody was told to take it, and no more of it."""
STANDS = re.compile(
    r"\b(?:im|i am|here|standing|sitting|sat|stood|climbed|got) (?:(?:up|out|now|already|still|here|sitting|standing|right) ){0,3}"
    r"(?:on|at|by|over|off|near) (?:the |a |this |that |my |our )?(?:(?!for\b)[a-z]+ ){0,1}"
    r"(?:bridge|roof|rooftop|ledge|cliff|tracks|railway|rails|viaduct|parapet|railing|level crossing|window ?sill)\b|"
    r"\b(?:im|i am|ill|i will|about) (?:going to|gonna|to)? ?jump\b"
)
"""Where somebody is, or that they will jump, told while their own life is in danger: an act near. "Off it" is another matter."""
OFF_IT = re.compile(
    r"\b(?:im|i am|got|came|come|climbed|stepped|now|back) (?:now |safely )?(?:off|away from|down from)\b|\bnot (?:on|at|near)\b"
)
POSTPONED = re.compile(r"\bnot (?:going to|gonna|planning to) (?:[a-z]+ ){1,3}(?:today|tonight|yet|(?:right )?now)$")
"""A no for now, which is none."""
SOON = re.compile(
    r"^(?:(?:yes|yeah|yep|maybe|probably|i think|i want to|im going to|gonna|going to|its|it will be|doing it|ill do it|do it|i will|soon) ){0,3}"
    r"(?:tonight|today|tomorrow|right now|now|soon|in an hour|this (?:evening|weekend)|later tonight)(?: i think| probably| maybe)?$"
)
_KIN = "|".join(RELATIONS)
_HELPERS = r"doctor|nurse|midwife|therapist|counsellor|counselor|psychiatrist|psychologist|gp|sponsor|case ?worker|social worker"
SAFE = re.compile(
    r"\b(?:im|i am|i feel|were|we are|feeling|shes|hes|theyre|she is|he is|they are|everyone is) (?:(?!(?:not|never|hardly|barely|no|nowhere|if|until)\b)[a-z]+ ){0,3}"
    rf"(?:safe|okay now|ok now|fine now|alright now|better now|calmer|at (?:the )?(?:hospital|er)|in hospital|(?<!be )with (?:him|her|them|a friend|my (?:[a-z]+ ){{0,2}}(?:{_KIN}|{_HELPERS}|family|folks)s?)\b{LATE})\b|"
    r"\b(?:i wont|im not going to|not gonna|i will not) (?:do it|do anything|hurt myself|kill myself|act on it|try anything)\b(?! yet\b)|\bi promise i wont\b"
)
_MEANT = r"\b" + "".join(
    f"(?<!{word} )" for word in ("think", "thinks", "thought", "not", "isnt", "if", "wish", "say", "says", "than")
)
"""Not behind a word that says who else thinks so, or that it is not so: "you think it's a joke"."""
_SAVE = r"(?! (?:but|except|besides|apart|without|when|if|until|unless|yet|today|tonight)\b)"
"""Not where somebody is left out: "nobody is in danger but me"."""
TAKEN_BACK = re.compile(
    rf"{_MEANT}(?:it was|its|it is|this is|thats|that is|(?<!its )(?<!was )(?<!is )(?<!thats )just|those were|that was) (?:(?!(?:not|no|never|more)\b)[a-z]+ ){{0,3}}(?:lyrics|a song|a quote|a joke|joking|kidding|an expression|sarcasm|from a (?:song|book|movie|show))\b(?! to (?:you|him|her|them|everyone|everybody|people))|"
    rf"^(?:(?:lol|haha|ok|nah|no) )*jk\b|{_MEANT}(?:im|i was) (?:just |only )?(?:joking|kidding|exaggerating|being dramatic|quoting)\b|\b(?:didnt|dont) mean it (?:like that|literally|that way)\b|"
    r"\byou (?:misunderstood|misread|got (?:me|that|it) wrong)\b|\bnot what i meant\b|"
    rf"\b(?:no|nothing) (?:like that|of the (?:kind|sort)|such thing)\b|\bi(?:m| am) not (?:in (?:any )?danger|hurting myself|thinking (?:about|of) (?:that|it|this))\b{_SAVE}|"
    rf"\b(?:there is|theres|i have|its) no(?:t an)? (?:wound|weapon|emergency|danger)\b{_SAVE}|^no (?:emergency|danger)\b{_SAVE}|"
    rf"{_MEANT}(?:nobody|no one|noone)(?: is|s) in (?:any )?danger\b{_SAVE}|{_MEANT}(?:everyone|everybody)(?: is|s) (?:safe|fine)\b{_SAVE}"
)
ASKS_FOR_LINE = re.compile(
    r"\b(?:whats|what is|give me|send me|tell me|do you (?:know|have)|(?:can|could) i (?:get|have)|is there|i need|i want|looking for) "
    r"(?:(?:a|an|the|any|some|me|your|of|number|numbers|to|for|national|suicide|crisis|mental|health|phone|text|good|free|call) ){0,6}"
    r"(?:hotlines?|helplines?|lifelines?|crisis (?:text )?lines?|suicide (?:prevention )?lines?)(?=$| (?:numbers?|please|for (?:me|this|help)|that|to (?:call|talk|text)|now|again|i|thanks|here)\b)"
)
"""The wish for a crisis line where no danger is known."""
_NUMBERS = [
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]
_GRADES = ["fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"]
_NO_YEARS = (
    r"(?:minutes|mins?|seconds|secs?|hours|days|weeks|months|years (?!old)|percent|times|miles|km|pm|am|late|pounds|lbs?|stone|kgs?|kilos?|grams|feet|ft|"
    r"foot|inches|cm|degrees|points|pages|dollars|bucks|euros|quid|grand|k|out of|of|10|100|over|short)"
)
_AGE = re.compile(
    rf"\b(?:(?:im|i am|i just turned)(?P<almost> almost| nearly| about to (?:be|turn))?|(?P<soon>ill be|i will be|turning)) (?:only |just |still )?(?P<age>[7-9]|1[0-9]|20|{'|'.join(_NUMBERS)})"
    rf"\b(?! {_NO_YEARS}\b)|"
    rf"\bi(?:m| am) in (?P<grade>[5-9]th|1[0-2]th|{'|'.join(_GRADES)}) grade\b|"
    r"(?:\b(?:im|i am) (?:(?:still|currently|only|just) |a (?:freshman|sophomore|junior|senior) )*|(?:^|\band )still )in (?P<school>(?:middle|secondary|high) school)\b"
)
_PUPIL = 17
"""The age of somebody at school, at most."""


def stated_age(said: str) -> int | None:
    """The age a person gives for themselves, 7 to 20, or the one that goes with their school or grade.

    Whoever will be eighteen soon is seventeen.
    """
    found = _AGE.search(said)
    if found is None:
        return None
    if found["school"]:
        return _PUPIL
    if grade := found["grade"]:
        return 5 + (_GRADES.index(grade) + 5 if grade in _GRADES else int(grade.removesuffix("th")))
    age = found["age"]
    years = _NUMBERS.index(age) + 7 if age in _NUMBERS else int(age)
    return years - 1 if found["almost"] or found["soon"] else years


CHANGED = re.compile(
    _START
    + r"(?:no |wait |sorry )*(?:i lied|i (?:was|am) lying|im lying|i wasnt honest|i didnt tell (?:you )?the truth|"
    r"(?:(?:actually|i mean|in fact|the answer is|its|it is|truth is|i lied) )+(?:yes|yeah|maybe|i am|i do)(?=$| (?:i (?:am|do|have|was|want|think|might|did|lied)|sometimes|a (?:bit|little))\b)|"
    r"(?:yes|yeah|maybe)(?: (?:actually|i lied|i am|i do))+$)"
)
"""Another answer than the "no" just given: "actually yes", "ok, I lied"."""
MORE_OF_IT = re.compile(
    rf"^(?:and |so |ok |okay |but |then |just )*(?:how (?:many|much|long)|which|what about)\b(?: (?:(?:of|the|a|kind|type|sort) )*{THINGS}| (?:would|does|do|will) (?:it|that|you|i|one) (?:[a-z]+ )?(?:take|need)|(?: (?:then|ones?|of them))?$)"
)
"""The request for a method once more, in few words: "how many then"."""


ASKED_ENDING = re.compile(
    r"(?i)\b(?:are|were|have) you (?:[a-z]+ ){0,3}(?:thinking (?:about|of)|(?:had|having) thoughts of) (?:ending your life|suicide|killing yourself)\b"
)
"""The direct question to the person themselves, not the advice to ask it of somebody else."""
_HE = r"(?:he|she|they|hes|shes|theyre|my (?:husband|wife|boyfriend|girlfriend|partner|fiance|ex|(?:step)?(?:dad|father|mom|mother)|uncle|brother|son|daughter))"
_IS = r"(?:(?:is|are|has|have|just|still|right|always|already|also|now|asleep|sleeping|sitting|lying|standing) )*"
WATCHED = re.compile(
    rf"\b{_HE} (?:might |may |could |can |will |would |always |constantly |sometimes |often |usually |keeps )?(?:reads?|reading|checks?|checking|goes through|looks? (?:at|through)|see|sees|monitors?|tracks?|watch(?:es)?|watching) (?:(?:all|every|everything|through|on|of) )*(?:my (?:[a-z]+ )?(?:phone|messages?|texts?|chats?|screen|laptop|computer|history)|this|these|what i (?:write|type|say)|me(?: (?:write|type|writing|typing))?)\b|"
    rf"\b{_HE} {_IS}(?:here|home|back|in the (?:next|other|same) room|in the (?:kitchen|bathroom|living room|house|shower|hall)|next door|next to me|beside me|behind me|with me|upstairs|downstairs|outside|at the door|around|nearby|coming (?:in|up|down|home|through)|watching|walked in|came in|came home|got home|come home|woke up|waking up)\b(?! (?:at work|in (?:a|an|two|three) (?:hour|week|day)s?))|"
    r"\b(?:typing|writing|whispering|talking) (?:this )?(?:quietly|in secret|from the (?:bathroom|closet|toilet))|\b(?:im|i am) hiding (?:in|from|here)\b|\bi (?:have|need|ve got|got) to be (?:quick|quiet|careful)\b"
)
"""Whoever hurts the person is near, or reads what is written."""
CANNOT_WRITE = re.compile(
    r"\b(?:cant|cannot|shouldnt|not safe to|isnt safe to|unsafe to|dont dare to?) (?:really |even )?(?:talk|write|type|text|chat|say (?:more|anything))\b"
)
CAN_WRITE = re.compile(
    rf"\b(?<!not )(?<!isnt )safe to (?:talk|write|type|text|chat)\b|\bi can (?:talk|write|type|text)\b|\b(?:im|i am) (?:alone|by myself|on my own|out of the house|at (?:work|school|my [a-z]+s?))\b|\b{_HE} (?:(?:is|are|has|have|just|already|now) )*(?:left|gone|out|away|at work|not (?:here|home|in|around))\b(?! of)"
)
