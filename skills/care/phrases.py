# ruff: noqa: E501 - a pattern stays on one line, so that it is reviewed as one
"""Pieces that the safety patterns are made of. They match the plain words of `skills.care.plain`."""

from __future__ import annotations

RELATIONS = [
    "friend",
    "friends",
    "brother",
    "sister",
    "mom",
    "mommy",
    "mother",
    "dad",
    "daddy",
    "father",
    "parents",
    "son",
    "daughter",
    "kid",
    "kids",
    "child",
    "children",
    "wife",
    "husband",
    "partner",
    "boyfriend",
    "girlfriend",
    "cousin",
    "roommate",
    "flatmate",
    "housemate",
    "classmate",
    "student",
    "neighbour",
    "neighbor",
    "colleague",
    "coworker",
    "aunt",
    "uncle",
    "grandma",
    "grandmother",
    "nan",
    "nana",
    "grandpa",
    "grandfather",
    "grandad",
    "ex",
    "fiance",
    "fiancee",
    "teammate",
    "buddy",
    "mate",
    "teen",
    "teenager",
    "stepson",
    "stepdaughter",
    "stepdad",
    "stepfather",
    "stepmom",
    "stepmother",
    "teacher",
    "coach",
    "boss",
    "nephew",
    "niece",
    "twin",
    "crush",
    "person",
    "date",
    "carer",
    "fella",
    "hubby",
    "missus",
]

LATE = r"(?! (?:(?:grave|graveside|funeral|body|tomb|memorial|ashes|coffin)|in (?:spirit|my (?:heart|head|mind|thoughts|dreams)))\b)"
"""Behind a relation: not where they are dead, or only thought of."""
SELF = r"(?:i|im|ive|ill|id|me|my|myself)"
OWN = rf"(?:(?!{SELF}\b)[a-z]+ )"
"""One word that does not bring the speaker in: what lies between somebody else and what they do."""
LED = rf"(?: (?!{SELF}\b)[a-z]+)"
"""The same with the space in front."""
SOMEONE = (
    r"\b(?:he|she|they|hes|shes|theyre|someone|somebody|a friend|dad|mom|grandpa|grandma|(?:my|our|a|his|her|their) (?:[a-z]+ ){0,2}(?:"
    + "|".join(RELATIONS)
    + r"))"
)
THEMSELF = r"(?:himself|herself|themself|themselves|his self|her self)"
GOING_TO = (
    r"(?:going to|gonna|about to|planning to|plan to|planning on|ready to|intend to|decided to|will|ill|have to|need to|"
    r"wanna|want to|want it to|wanted to|try to|trying to|tempted to|would rather|rather|should|could just|might just|might|"
    r"can just|just want to|wish i could|wish i had the courage to|urge to|urges to|tell me to|ready to just)"
)
END_SELF = (
    r"(?:kill(?:ing)? myself|kill(?:ing)? my self|end(?:ing)? my (?:own )?life|end(?:ing)? myself|end(?:ing)? it all|"
    r"tak(?:e|ing) my (?:own )?life|comm?it+(?:ing)? (?:suicide|toaster bath|sudoku)|do(?:ing)? suicide|"
    r"unalive(?: myself)?|unaliv(?:e|ing) my self|delete myself|off(?:ing)? myself|do(?:ing)? away with myself|"
    r"not (?:be|being) alive(?: anymore)?|hang(?:ing)? myself|shoot(?:ing)? myself|drown(?:ing)? myself|gas(?:sing)? myself|"
    r"stab(?:bing)? myself|throw(?:ing)? myself (?:off|under|in front)|jump(?:ing)? (?:off|in front of|under) "
    r"(?:a |the |my )?(?:[a-z]+ )?(?:bridge|roof|building|cliff|balcony|train|bus|car|truck|platform|ledge|rooftop)|"
    r"overdos(?:e|ing)|slit(?:ting)? my wrists?|put(?:ting)? a bullet in my|ctb|catch the bus|end my (?:own )?suffering|"
    r"end my misery)"
)
DIE = r"(?:die|be dead|not exist|stop existing|stop being alive|disappear forever|not live|not be here|not be alive)"
TIME = (
    r"(?:tonight|today|this (?:evening|morning|afternoon|weekend|week|friday|saturday|sunday|monday)|tomorrow(?: night| morning)?|"
    r"right now|at midnight|in an hour|in a few (?:minutes|hours)|in (?:ten|five|10|5|20|30) minutes|after (?:work|school|dinner)|"
    r"before (?:morning|sunrise|midnight)|soon as (?:they|everyone|he|she)|on (?:friday|saturday|sunday|monday|my birthday)|"
    r"when (?:they|everyone|my [a-z]+) (?:are|is|leaves?|goes?|falls?|asleep))"
)
JUST_NOW = r"(?:tonight|today|just|just now|right now|now|an hour ago|(?:[a-z]+|[0-9]+) minutes ago|this (?:morning|evening|afternoon)|again)"
RECENT = rf"(?:{JUST_NOW}|yesterday|last night|last week|two days ago|the other (?:day|night)|this week)"
DRUGS = r"(?:pills|tablets|meds|medication|medicine|painkillers|sleeping pills|antidepressants|insulin|bleach|poison|paracetamol|tylenol|xanax|opioids)"
USUAL = r"(?:my|his|her|their) (?:usual|prescribed|daily|regular|normal|morning|evening|night|nightly|own|meds|medication|medicine|antidepressants|insulin)\b(?! (?:all|at once))"
"""What is taken every day."""
THINGS = rf"(?:{DRUGS}|rope|gun|pistol|rifle|razors?|razor blades?|blades?|noose|knife)"
"""Means, by their names."""
WELCOME = (
    r"(?:wish|wishing|wished|hope|hopes|hoping|hoped|pray|praying|prayed|fine|ok|okay|happy|happier|glad|good|nice|easier|relief|"
    r"relieved|grateful|thankful|better)"
)
"""What somebody wishes for, or would not mind."""
OTHERS = r"(?:he|she|they|it|you|him|her|them|baby|babies|kids|children|son|daughter|mom|dad|wife|husband|neighbou?rs|everyone|people)"
NOT = r"(?:not|never|dont|didnt|wouldnt|wont|couldnt)"
MYSELF_ONLY = (
    r"(?:(?:i|id|ill|im|my|it|its|itd|god|to|if|that|and|just|simply|really|only|maybe|perhaps|honestly|somehow|would|could|might|be|"
    r"one|day|night|morning|tonight|tomorrow|some|every|each|ever|even|with|for|when|the|same|in|sleep|going|asleep|bed|by|me) )"
)
"""A word that brings nobody else in, so that it stays the speaker who does not wake."""
FOR_GOOD = (
    r"(?= (?:again|ever|any ?more|at all|tomorrow(?! (?:for|at|so|before|early|morning (?:for|at)))|one (?:day|morning)|some ?day|in the morning(?! (?:with|to|feeling|sick))|from|but|because|"
    r"this time|either|if|when|i|or|then|honestly|sometimes|really|any day|after|the next (?:day|morning))\b|$)"
)
"""What may follow "not wake up" where it means not ever: no hour, no hangover, nobody in the next bed."""
SLEEPS_IN = r"(?! (?:in the mornings?|mornings|on time|early|before|until|till|by (?:himself|herself|themselves)|without (?:an|his|her) alarm)\b)"
"""No emergency: somebody who sleeps long."""
RUN_OVER = r"(?:[a-z]+ )?(?:hit|struck|flattened|run over|killed|knocked (?:down|over)|mown down)"
VEHICLE = r"(?:a|the|some) (?:[a-z]+ )?(?:bus|car|truck|train|lorry|tram|van|taxi)"
HURTS = (
    r"(?:hits?|hitting|beats?|beating|punch(?:es|ed|ing)?|kick(?:s|ed|ing)?|slap(?:s|ped|ping)?|chok(?:es|ed|ing)|"
    r"strangl(?:es|ed|ing)|rap(?:es|ed|ing)|molest(?:s|ed|ing)?|burn(?:s|ed|t|ing)?|shov(?:es|ed|ing)|"
    r"push(?:es|ed|ing)|abus(?:es|ed|ing)|assault(?:s|ed|ing)?|attack(?:ed|ing)|grabs|smacks?|smacked|"
    r"slam(?:s|med|ming)?|drag(?:s|ged|ging)?(?= me (?:by|across|down the|out of bed|through))|chased?|headbutt(?:s|ed)?|bit(?:es)?|throttl(?:es|ed|ing)|throws things at|threw (?:a |the )?[a-z]+ at|pulled a (?:knife|gun) on|held a (?:knife|gun) to|whips?|whipped)"
)
HELPERS = (
    r"(?:(?:has|have|had|just|always|often|sometimes|still|also|actually|really|once|keeps?|kept|used to|would|will|started|"
    r"starts|been|is|was|regularly|physically|sexually|again|and|then|finally|only|almost|never stops|even|gets drunk and|drinks and) ){0,4}"
)
OTHERS_TO_HARM = (
    rf"(?:him|her|them|someone|somebody|people|everyone|everybody|anyone|you all|my (?:[a-z]+ )?(?:{'|'.join(RELATIONS)}|classmates|coworkers|brothers|sisters|neighbours|neighbors|bullies|baby|family)|"
    r"the (?:baby|kids|children|man|guy|woman|people|teacher|teachers)|that (?:man|guy|woman|bastard|bitch)|his (?:family|girlfriend|wife)|"
    r"her (?:family|boyfriend|husband))"
)
HITTER = rf"(?:{SOMEONE}|\b(?:that|the|this|some|a) (?:man|guy|bloke|lad|woman|girl|boy|boyfriend|husband|wife|girlfriend|partner)(?: (?!{SELF}\b)[a-z]+){{0,4}}?)"
VICTIM = r"(?:her|him|my (?:best |good |close |old |poor |dear )?(?:friend|neighbou?r|colleague|coworker|cousin|aunt|niece|flatmate|roommate|housemate|classmate|student|mate)|a (?:friend|colleague) of mine)"
"""Somebody outside the speaker's own home; those at home are read as abuse that the speaker lives with."""
BEATS = (
    r"(?:hits?|hitting|beats?|beating|punch(?:es|ed|ing)|kick(?:s|ed|ing)|slap(?:s|ped|ping)|smack(?:s|ed|ing)|rap(?:es|ed|ing)|"
    r"abus(?:es|ed|ing)|assault(?:s|ed|ing)|attack(?:s|ed|ing)|bash(?:es|ed|ing)|thump(?:s|ed|ing)|hurts her physically|hurts him physically)"
)
AS_OBJECT = (
    r"(?=$| (?:and|again|when(?! they (?:play|wrestle|spar))|whenever|if|but|every|a lot|all the time|in front|so|too|last|yesterday|because|after|at home|sometimes|often|most|"
    r"regularly|really|badly|constantly|daily|until|while|now|right|once|twice|before|she|he|i|with (?:his|a) (?:fists?|belt|bottle|stick)|in the (?:face|stomach|head)|"
    r"and|then|or|over|for (?:years|months|nothing|everything)|on (?:and off|saturday|sunday|friday|monday|tuesday|wednesday|thursday))\b)"
)
"""Behind "her" this shows that a person is meant: not "hits her target"."""
