# ruff: noqa: E501 - a pattern stays on one line, so that it is reviewed as one
"""What danger sounds like in English, by kind and level. Read against single sentences of `skills.care.plain`.

Every table is reviewed by hand: a line says what it catches. Harmless look-alikes are taken out before (see
`skills.care.harmless`), so these may be plain. No pattern has a repetition inside an unbounded repetition.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from skills.care.phrases import (
    DIE,
    DRUGS,
    END_SELF,
    GOING_TO,
    HELPERS,
    HURTS,
    JUST_NOW,
    LED,
    OTHERS_TO_HARM,
    OWN,
    RECENT,
    SOMEONE,
    THEMSELF,
    TIME,
)

Level = Literal[1, 2, 3]
Table = Mapping[Level, tuple[str, ...]]

SUICIDE: Table = {
    3: (
        rf"\b{GOING_TO} (?:[a-z]+ ){{0,3}}{END_SELF}\b.{{0,40}}\b{TIME}\b",  # intent and a time
        rf"\b{TIME}\b (?:[a-z]+ ){{0,6}}{GOING_TO} (?:[a-z]+ ){{0,2}}{END_SELF}\b",  # a time and intent
        rf"\b(?:going to|gonna|want to|wanna|will|ready to|ill) {DIE} (?:tonight|today|tomorrow|this (?:evening|weekend))\b",
        rf"\b{END_SELF} (?:[a-z]+ ){{0,2}}(?:tonight|tomorrow|this (?:evening|weekend))\b",
        rf"\b(?:ending|end) it(?: all)? (?:[a-z]+ ){{0,2}}{TIME}\b",
        r"\b(?:doing|do) it (?:tonight|tomorrow)\b.*\b(?:goodbye|suicide|die|kill)\b",
        r"\b(?:i|ive) (?:[a-z]+ ){0,3}(?:a|my) (?:plan|date|method|way) (?:picked out |set )?(?:to|for) (?:[a-z]+ ){0,2}"
        r"(?:kill|end|die|suicide|dying|ending|killing)",  # says there is a plan
        r"\bi know (?:exactly )?how im (?:going to|gonna) (?:do it|die|end it|kill myself)\b",
        r"\bi (?:just |already |have )*(?:took|swallowed|downed|taken|ate) (?:[a-z]+ ){0,2}(?:all (?:of )?|the whole (?:bottle|pack|box)|"
        rf"a (?:whole )?(?:bottle|handful|bunch|lot|box|pack) of|too many|every|a load of|loads of|so many|[0-9]+ )(?:[a-z]+ ){{0,2}}{DRUGS}?",
        r"\b(?:ive|i have|i|just|already) (?:just |already )*overdosed\b",
        rf"\b(?:tried|attempted) to {END_SELF} (?:[a-z]+ ){{0,3}}{RECENT}\b",  # an attempt just made
        rf"\b{RECENT} i (?:[a-z]+ ){{0,2}}(?:tried|attempted) to {END_SELF}",
        r"\b(?:im|i am|am) (?:[a-z]+ ){0,3}(?:on|at|by) (?:the |a |my )(?:edge of (?:the |a )?)?(?:[a-z]+ )?"
        r"(?:bridge|roof|rooftop|ledge|cliff|balcony|tracks|platform|train tracks)\b.*\b(?:jump|end|die|over|done|goodbye|cant|want|look)",
        r"\b(?:standing|sitting) on (?:the|a) (?:edge|ledge|railing|rooftop|wrong side|bridge)\b",
        r"\b(?:i|ive) (?:[a-z]+ ){0,3}(?:wrote|written|writing|finished|left) (?:my |a |the )?(?:suicide|goodbye|final|last) (?:note|letter|notes|letters)",
        r"\b(?:this is|these are) my (?:last|final) (?:night|day|message|words|goodbye|hours|morning)\b",
        r"\b(?:by the time|when) you (?:read|see|get) this (?:[a-z]+ ){0,2}i(?:ll)? (?:will )?be (?:dead|gone)",
        r"\b(?:the |a |my )?(?:gun|knife|rope|noose|blade|pills|razor) (?:is |are )?(?:in my hand|in front of me|next to me|to my head|"
        r"around my neck|to my (?:wrist|throat)|beside me|loaded)\b",
        r"\b(?:holding|got|have) (?:a|the|my) (?:gun|noose|rope|blade|knife) (?:[a-z]+ ){0,4}(?:in my hand|to my head|around my neck|ready)",
        r"\bgoodbye (?:everyone|world|forever|cruel world)\b.*\b(?:sorry|done|last|cant|love|gone|end)",
        r"\b(?:ive|i have|im|i) (?:[a-z]+ ){0,2}(?:cut|slit|cutting|slitting) my wrists?\b",
        r"\bit(?:ll| will) (?:all )?be over (?:tonight|tomorrow|soon|by morning|in an hour)\b.*\b(?:pills|die|dead|gone|goodbye|pain)",
        r"\bi wont be (?:here|alive|around) (?:tomorrow|in the morning|after tonight|by morning|next week)\b",
        r"\bi (?:[a-z]+ ){0,2}(?:have|got|bought|loaded) (?:a|the|my) (?:gun|noose|rope) (?:[a-z]+ ){0,6}(?:end|kill|die|finish|do it)\b",
        r"\b(?:saved|saving|stockpil(?:ed|ing)|hoard(?:ed|ing)|collect(?:ed|ing)) (?:up )?(?:[a-z]+ ){0,3}"
        rf"{DRUGS} (?:[a-z]+ ){{0,6}}(?:end|die|kill|suicide|enough|overdose)",
        r"\bjust (?:jumped|hanged myself|shot myself|took them all|took them)\b",
        r"\bmeet(?:ing)? my maker (?:tonight|today|tomorrow)\b",
    ),
    2: (
        rf"\b(?:{GOING_TO}|to|of|about|on|wanted to|considered|considering|contemplating|imagine|imagining|consider) "
        rf"(?:[a-z]+ ){{0,2}}{END_SELF}\b",  # wish, thought or plan to end one's life
        rf"\b(?:want|wants|wanting|wish) to (?:just |fucking |really |so bad |only )*{DIE}\b",
        rf"\b(?:i|im|ive|just|so|really|still|honestly|literally|id) (?:[a-z]+ ){{0,2}}(?:wanna|gonna|going to|ready to) (?:just |fucking )*{DIE}\b",
        rf"^(?:wanna|gonna) (?:just )?{DIE}\b",
        r"\b(?:i am|im|ive been|feel|feeling|felt|been|get|getting|very|so|really|being|actively|bit) (?:[a-z]+ ){0,3}suicidal\b",
        r"^suicidal\b",
        r"\bsuicidal (?:thoughts?|ideation|feelings?|urges?|again|tonight)\b",
        r"\b(?:thinking|think|thought|thoughts|dreaming|fantasi[sz]ing|fantasi[sz]e|obsessed) (?:[a-z]+ ){0,2}(?:about|of|with) (?:[a-z]+ ){0,2}"
        r"(?:suicide|my suicide|my own death|being dead|ending it|ending things|killing)\b",
        r"\b(?:suicide is|death is) (?:the|my) only (?:way|option|answer|choice)\b",
        r"\bi (?:[a-z]+ ){0,3}(?:dont|do not|no longer) (?:[a-z]+ ){0,2}(?:want|wanna|wish|care) (?:to |about )?(?:[a-z]+ )?"
        r"(?:live|living|be alive|exist anymore|stay alive|keep living|go on living)(?! (?:in|with|at|here|near|like this|there|together|alone|by|abroad))\b",
        r"\bi (?:[a-z]+ ){0,2}(?:cant|cannot|wont) (?:[a-z]+ ){0,2}(?:go on|keep) (?:living|existing|being alive)\b",
        r"\bi (?:should|deserve to|need to|have to|must) (?:just )?(?:die|be dead)\b",
        r"\bi(?:d| would)? (?:rather|prefer to) (?:be dead|die than (?:live|keep|go on|wake|face|exist))",
        rf"\b(?:tried|attempted|trying) to {END_SELF}\b",  # an attempt, when not known
        r"\b(?:my|another|a) suicide attempt\b",
        r"\bi (?:[a-z]+ ){0,2}(?:have|bought|got|found|tied) (?:a|the|my) (?:noose|suicide note)\b",
        rf"\b(?:saved|saving|stockpil(?:ed|ing)|hoard(?:ed|ing)) (?:up )?(?:all )?my {DRUGS}\b",
        r"\b(?:end|ending) (?:everything|my existence|the pain for good|it for good|it once and for all|things for good)\b",
        r"\b(?:i|im|id|ill) (?:[a-z]+ ){0,3}(?:kill|killing) myself\b",
        r"^(?:kill|killing) myself\b",
        r"\bgive me a reason (?:not to (?:die|kill|do it|end)|to (?:live|stay alive))\b",
        r"\btalk me out of (?:it|suicide|killing|dying)\b",
        r"\b(?:voices?|head|brain|mind) (?:[a-z]+ ){0,4}(?:kill myself|tells? me to die|telling me to die)\b",
        r"\bkms (?:tonight|now|for real|fr|today)\b|\b(?:gonna|going to|wanna|want to|should) kms\b",
        r"\bmy life (?:needs to|has to|must) end\b|\btake me out of this world\b",
        r"\bjoin (?:him|her|them|my (?:[a-z]+ )?[a-z]+) in (?:heaven|death|the grave)\b|\bbe with (?:him|her|them) in (?:heaven|death)\b",
        r"\blook(?:ing)? forward to (?:dying|death|being dead)\b|\bready to (?:end it|go for good)\b",
    ),
    1: (
        r"\bwouldnt (?:[a-z]+ )?(?:mind|care|be sad|bother me) (?:[a-z]+ ){0,4}(?:not wak|didnt wake|never w|if i died|dying|dead|if i never)",
        r"\b(?:not|never|dont|didnt|wont) (?:[a-z]+ ){0,4}wak(?:e|ing) up (?:again|tomorrow|anymore|one day|ever|in the morning)\b",
        r"\b(?:wish|hope|hoping|pray|praying|prayed|want) (?:[a-z]+ ){0,6}(?:not wak|didnt wake|dont wake|never wake|never woke|wont wake)",
        r"\b(?:sleep|asleep) (?:[a-z]+ ){0,3}(?:and )?(?:never|not|forever|dont) (?:[a-z]+ ){0,2}(?:wak|up)|\bsleep forever\b",
        r"\b(?:i )?wish (?:that )?i (?:was|were|am|had been|could be|would be) (?:[a-z]+ )?(?:dead|gone|never born|not here|not alive)\b",
        r"\bwish i (?:had |was |were |could )?(?:[a-z]+ )?(?:never (?:been |was )?born|die|died|disappear|vanish|not exist|stop existing|cease to exist)\b",
        r"\b(?:better off|happier|easier|relieved|glad) (?:[a-z]+ ){0,3}(?:without me|if i (?:was|were|wasnt|werent|died|disappeared)|with me gone|dead|when im gone)",
        r"\b(?:no|any|find a|any real|not much) (?:reason|point|purpose) (?:[a-z]+ ){0,2}(?:to|in|of|for) (?:[a-z]+ ){0,2}(?:live|living|being alive|be alive|life|wake up|waking up|going on|go on|be here|being here|existing|stay alive)",
        r"\b(?:whats|what is|see) the point (?:of|in) (?:[a-z]+ )?(?:living|being alive|life|going on|carrying on|waking up|existing|staying alive|any of it anymore)\b",
        r"\b(?:life is|lifes|its|living is) not worth (?:living|it anymore|going on)|\bisnt worth living\b|\bnot worth living\b|\bnothing (?:left )?to live for\b|\bnothing to look forward to in life\b",
        r"\b(?:tired|sick|exhausted|done|weary|fed up) (?:of|with) (?:living|being alive|life|existing|my life|this life|this world)\b",
        r"\b(?:cant|cannot|dont know how to|dont think i can) (?:[a-z]+ ){0,3}(?:go on|carry on|keep going|keep living|do this life|face another day|take life)\b(?! (?:a|the|holiday|vacation))",
        r"^(?:i|and i|but i|honestly i|i just) (?:just |really )?(?:cant|cannot) (?:do|take) (?:this|it)(?: all)? any ?more(?: im done| im so tired| i give up| goodbye)?$",
        r"\b(?:dont|do not|didnt) (?:[a-z]+ ){0,3}(?:want|wanna|wish) (?:to )?(?:[a-z]+ )?(?:be here|be around|wake up|be on this (?:earth|planet)|be in this world|exist|see tomorrow)\b(?: anymore| any longer)?",
        r"\b(?:want|wanna|need|wish) (?:to |i could )?(?:just )?(?:disappear|vanish|fade away|cease|be gone|not feel anything ever|go to sleep forever)\b",
        r"\b(?:want|wanna|need) (?:it|this|everything|it all|all of (?:it|this)|the pain|life) (?:all )?(?:to|it to) (?:just )?(?:end|stop|be over)\b",
        r"\b(?:nobody|no one|noone|who) would (?:[a-z]+ ){0,2}(?:miss me|notice|care|cry) (?:[a-z]+ ){0,2}(?:if i|when im)|\b(?:no one|nobody|noone) would (?:even )?miss me\b",
        r"\bif i (?:died|was dead|were dead|was gone|were gone|disappeared|wasnt here|werent here|didnt exist|dropped dead) (?:[a-z]+ ){0,4}(?:miss|notice|care|better|happier|easier|matter|cry|sad|relieved)",
        r"\b(?:im|i am|feel like|just|being|such) (?:[a-z]+ ){0,3}(?:a )?(?:burden)\b.{0,60}\b(?:everyone|family|without|better|gone|kids|all|them)\b",
        r"\bhope (?:i|a|the|that i) (?:[a-z]+ ){0,6}(?:die|dies|dont wake|gets? hit|hits me|crash|never come back)\b",
        r"\bdont care (?:[a-z]+ ){0,3}(?:if|whether) i (?:[a-z]+ )?(?:live|die|wake|am alive|survive)\b",
        r"\b(?:wanted|used to want|kept wanting) to (?:die|be dead|kill myself|end (?:it all|my life))\b",  # told in the past
        r"\b(?:almost|nearly) (?:killed|ended) (?:myself|my life|it all)\b",
        r"\b(?:meet|see) (?:my )?(?:maker|creator)\b|\bgo(?:ing)? home to (?:the lord|jesus|god|my lord|be with)\b|\b(?:ready|time) (?:for (?:the lord|god|jesus|him) to take me|to be with (?:the lord|jesus|god))\b",
        r"\b(?:lord|god|jesus|angels|death|he|good lord) (?:would|to|could|will|please|just|should|might) (?:[a-z]+ )?(?:take|call|bring) me(?: home| away| soon| now| already| in my sleep)?\b",
        r"\b(?:ask|asked|pray|prayed|praying|beg|begged|begging) (?:the lord|god|him|jesus|to god|to the lord)? ?(?:every night )?(?:to |that he )?(?:take|takes|call|let) me\b",
        r"\b(?:lived (?:long enough|too long)|outlived my|overstayed|just waiting to die|waiting for (?:the end|death|god to take)|had my time|my time is (?:up|over)|no use to anyone|rather be with (?:my late|her in heaven|him in heaven)|done with this old life)\b",
        r"\b(?:end of my rope|cant see a future|no future for me|see no future|no way out(?: of this| for me)?(?: anymore)?|only way out|life is over for me|my life is over|nothing matters anymore|give up on life|giving up on life|given up on life|lost the will to live|no will to live)\b",
        r"\bkms\b|\b(?:told|tell|tells|telling) me to (?:kms|kys|kill myself|die|end it)\b|\b(?:wants?|want) me (?:to die|dead|gone forever)\b",
        r"\b(?:killing myself|suicide|ending my life|end my life|dying|kill myself) (?:sounds|seems|looks|crosse[sd]|would be|feels) (?:[a-z]+ ){0,4}(?:nice|good|easier|peaceful|better|tempting|my mind|relief|easy|option|like)",
        r"\b(?:thinking|think|thought|thoughts) (?:[a-z]+ ){0,2}(?:about|of) (?:death|dying)\b(?! (?:wish|penalty|star|valley|metal))",
        r"\bpassive(?:ly)? (?:suicidal|ideation)\b|\b(?:dark|bad|scary|those) thoughts (?:about|of) (?:ending|myself|not being|dying|death)\b",
        r"\(denied\) but (?:[a-z]+ ){0,6}(?:think|thinking|thoughts?|wish|dont want|cant|wouldnt|not exist|stop|exist|tired|hurt|sleep|disappear)",
        r"\b(?:drive|driving|drove|swerve|crash) (?:[a-z]+ ){0,4}(?:into|off) (?:a |the )(?:tree|wall|bridge|oncoming|road|cliff|truck)\b.*\b(?:think|thought|want|wonder|imagine|wish)|\b(?:think|thought|wonder|imagine|urge)(?:[a-z ]{0,30})(?:driv|swerv|crash)[a-z]* (?:[a-z]+ ){0,3}(?:into|off) (?:a |the )(?:tree|wall|bridge|road|cliff|truck)",
        r"\b(?:everyone|they|people|my (?:family|kids)) (?:[a-z]+ ){0,3}(?:fine|better|ok|okay|happier) (?:without me|once im gone|when im gone|if i wasnt)",
        r"\bput me out of my misery\b|\bi want out of (?:this )?life\b|\bno longer want to be here\b|\bready to go whenever\b",
    ),
}

SELF_HARM: Table = {
    3: (
        r"\b(?:cut|cuts|wound|wrist|arm|leg|blood|bleeding|it) (?:[a-z]+ ){0,6}(?:wont stop bleeding|keeps bleeding|cant stop the (?:blood|bleeding)|so much blood)",
        r"\b(?:i|ive) (?:[a-z]+ ){0,2}cut (?:myself )?(?:way |a bit )?too deep\b",
        r"\bcut myself\b.*\b(?:wont stop|cant stop|so much blood|too deep|lot of blood)",
        r"\bbleeding (?:[a-z]+ ){0,3}(?:a lot|heavily|badly|wont stop|everywhere)\b.*\b(?:cut|myself|blade|razor)|\b(?:cut|blade|razor)\b.*\bbleeding (?:a lot|heavily|badly|everywhere)",
    ),
    2: (
        r"\b(?:cut|cutting|cuts|burn|burning|burned|burnt|hurt|hurting|harm|harming|scratch|scratching|punch|punching|hit|hitting|starve|starving|punish|punishing|carve|carving|bruise) (?:up )?(?:myself|my self|my own (?:arm|skin|body|legs?))\b",
        r"\b(?:self ?harm(?:ed|ing)?|selfharm(?:ed|ing)?|self ?injur[a-z]+|self ?mutilat[a-z]+)\b",
        r"\b(?:relapsed?|relapsing|clean from|urge to|urges to|want to|need to|started|stop|stopped|back to) (?:[a-z]+ ){0,3}(?:cutting|cut again)\b(?! (?:back|down|out|carbs|sugar|corners|off|the|hair|class|weight))",
        r"\b(?:cutting|slicing|burning) (?:[a-z]+ )?(?:my )(?:arms?|wrists?|legs?|thighs?|skin)\b|\bcut my (?:arms?|legs?|thighs?|skin)\b",
        r"\b(?:blade|razor) (?:[a-z]+ ){0,4}(?:my skin|my arms?|my wrists?|my thighs?|to feel)\b",
        r"\bcut(?:ting)? (?:to|just to|because it) (?:feel|cope|makes me feel|numbs?|helps)\b|\bcutting helps me\b",
        r"\bbang(?:ing)? my head (?:against|on) (?:the |a )?wall (?:until|so hard|to hurt|when)\b",
        r"\bfresh cuts on my\b|\bhide (?:my|the) (?:cuts|scars)\b",
    ),
}

METHOD: Table = {
    2: (
        rf"\bhow (?:[a-z]+ ){{0,5}}(?:to|i|you|one|someone|people|somebody) (?:[a-z]+ ){{0,4}}(?:{END_SELF}|kill (?:yourself|oneself|{THEMSELF})|commit suicide|die)\b(?: by| with| from| without| painlessly| quickly| fast| peacefully|$)",
        r"\b(?:best|easiest|quickest|fastest|painless|least painful|most painless|surest|good|peaceful|reliable|quick|easy|cleanest) (?:[a-z]+ ){0,2}(?:ways?|methods?|means) (?:[a-z]+ )?(?:to|of|for) (?:[a-z]+ ){0,2}(?:die|kill|end|suicide|commit|dying|go out|go for good|unalive|off)",
        r"\bhow (?:many|much) (?:[a-z]+ ){0,6}(?:to|would|does it take|will|it take|do i need|before)(?: [a-z]+){0,5} (?:die|kill|overdose|be fatal|fatal|lethal|end it|od)\b",
        r"\b(?:lethal|fatal|deadly) (?:dose|amount|combination|overdose|quantity)\b",
        r"\bhow (?:high|long|deep|tall|fast)\b.*\b(?:to (?:die|kill)|before (?:i|you) die|bleed out|be fatal|kill (?:me|you|someone|a person|myself))\b",
        r"\b(?:what|which) (?:[a-z]+ ){0,6}(?:would|will|can|could|is (?:the )?best|are best|kills?)(?: [a-z]+){0,4} (?:kill (?:me|you|a person|someone|myself|people)|to die|end my life|for suicide|an overdose|to overdose)\b",
        r"\bwhere (?:can|do|could|would) (?:i|you|one|someone) (?:get|buy|find|jump)(?: [a-z]+){0,8} (?:kill|die|suicide|end my|end it|overdose|myself)",
        r"\b(?:suicide|overdose|hanging) (?:methods?|instructions?|guide|tutorial|techniques?|kit)\b",
        r"\bhow (?:to|do i|do you|can i|would i) (?:tie|make) (?:a|the) noose\b|\bhow (?:to|do i|do you|can i) (?:[a-z]+ )?(?:overdose|od) on\b",
        r"\b(?:tell|show|give|teach) me (?:[a-z]+ ){0,4}(?:how to|ways? to|method) (?:[a-z]+ ){0,2}(?:die|kill|end|hurt myself|suicide|cut myself|hang)",
        r"\bhow (?:to|do i|can i|do you) (?:[a-z]+ ){0,3}(?:cut|hurt|harm|burn) (?:myself|yourself)\b|\bwhere (?:to|should i) cut (?:myself|so|to)\b",
        r"\b(?:dies?|kills? (?:himself|herself|themselves)|suicide|overdose)\b.*\b(?:exactly how|exact (?:dose|method|amount)|realistic (?:dose|method|details?)|which pills|how many pills|what dose)\b",
        r"\b(?:exactly how|exact (?:dose|method|amount)|which pills|how many pills|what dose)\b.*\b(?:die|kills? (?:himself|herself|themselves|myself)|suicide|overdose)\b",
    ),
}

THIRD_PARTY: Table = {
    3: (
        rf"{SOMEONE} (?:{OWN}){{0,6}}(?:took|taken|swallowed|overdosed) ?(?:{OWN}){{0,4}}(?:all|whole|bottle|too many|handful|lot of|bunch|on) (?:{OWN}){{0,4}}(?:pills|tablets|meds|medication|bottle|painkillers|drugs)",
        rf"{SOMEONE} (?:{OWN}){{0,5}}(?:is|standing|sitting|on) (?:{OWN}){{0,3}}(?:bridge|roof|rooftop|ledge|tracks|cliff|balcony)\b.*\b(?:jump|die|kill|suicid|end)",
        rf"{SOMEONE} (?:{OWN}){{0,5}}(?:going to|gonna|says|said|will|about to|threatening to|planning to|wants to){LED}{{0,5}} (?:kill {THEMSELF}|end (?:it|(?:his|her|their) life)|suicide|jump|die|shoot {THEMSELF}|hang {THEMSELF}) (?:[a-z]+ )?(?:tonight|right now|today|now|tomorrow)\b",
        rf"{SOMEONE} (?:{OWN}){{0,5}}(?:has|holding|got|locked|grabbed){LED}{{0,8}} (?:gun|knife|noose|rope|pills|blade)\b.*\b(?:kill|die|end|suicid|{THEMSELF})",
        rf"{SOMEONE} (?:{OWN}){{0,4}}(?:cut|slit|is cutting) (?:his|her|their) wrists?\b",
        rf"{SOMEONE} (?:{OWN}){{0,3}}(?:tried|attempted) to kill {THEMSELF} (?:{OWN}){{0,2}}(?:just now|tonight|right now|an hour ago|minutes ago)\b",
        rf"{SOMEONE} (?:{OWN}){{0,5}}(?:sent|texted|left|posted|wrote)(?: me| us)? (?:a |his |her |their )?(?:suicide|goodbye) (?:note|letter|message|text|video)",
    ),
    2: (
        rf"{SOMEONE} (?:{OWN}){{0,6}}(?:wants?|wanting|going|gonna|plans?|planning|threatens?|threatening|threatened|thinking|thinks|talks|talking|says|said|saying|told|keeps|texted|mentioned|wrote|posted|talked|joking|jokes)(?: (?!(?:i|im|ive|myself|my)\b)[a-z]+){{0,7}} (?:die|dying|be dead|suicide|suicidal|kill(?:ing)? {THEMSELF}|end(?:ing)? (?:it all|it|(?:his|her|their) (?:own )?li(?:fe|ves))|not (?:be alive|wake up|exist|be here)|hurt(?:ing)? {THEMSELF}|better off dead|unalive|wish (?:he|she|they) (?:was|were) dead)\b",
        rf"{SOMEONE} (?:{OWN}){{0,5}}(?:is|are|might be|may be|been|seems?|feels?|feeling|was|could be)?{LED}{{0,2}} ?suicidal\b",
        r"\b(?:hes|shes|theyre) (?:[a-z]+ ){0,2}suicidal\b",
        rf"\b(?:worried|scared|afraid|terrified|think|convinced|fear|feel like) (?:[a-z]+ ){{0,3}}(?:that )?(?:he|she|they|hes|shes|my (?:[a-z]+ ){{1,3}})(?: ?(?:might|will|may|could|is going to|is gonna|going to|would|wants to|are going to|is))? ?(?:[a-z]+ ){{0,2}}(?:kill {THEMSELF}|end (?:it|(?:his|her|their) life)|do something (?:stupid|drastic|bad) to {THEMSELF}|hurt {THEMSELF}|take (?:his|her|their) (?:own )?life|suicidal|commit suicide)",
        rf"{SOMEONE} (?:{OWN}){{0,4}}(?:cuts|cutting|hurts|hurting|harms|harming|burns|burning|starving) {THEMSELF}\b|{SOMEONE} (?:{OWN}){{0,3}}self ?harm(?:s|ing)?\b",
        rf"{SOMEONE} (?:{OWN}){{0,3}}(?:tried|attempted|trying) to (?:kill {THEMSELF}|end (?:his|her|their) life|take (?:his|her|their) (?:own )?life|commit suicide)\b",
        r"\bhow (?:do|can|should|could) i (?:[a-z]+ ){0,3}(?:help|support|talk to|save|stop) (?:[a-z]+ ){0,4}(?:suicidal|who wants to die|from killing|from suicide)",
        rf"{SOMEONE} (?:{OWN}){{0,4}}(?:doesnt|dont) want to (?:live|be alive|be here|exist|wake up)\b",
        r"\bfound (?:a |his |her |my [a-z]+s |their )?(?:[a-z]+ )?suicide note\b",
    ),
}

ABUSE: Table = {
    3: (
        rf"{SOMEONE} {HELPERS}(?:chok(?:ed|ing|es)|strangl(?:ed|ing|es)) me\b(?! up)",  # also when it is over: harm may come later
        rf"{SOMEONE} {HELPERS}(?:had|put|has|puts|wrapped|got) (?:his|her|their) hands? (?:around|on|round) my (?:neck|throat)",
        rf"{SOMEONE} (?:is |are )?{HELPERS}(?:hitting|beating|attacking|hurting|raping|punching|kicking) me (?:right )?now\b",
        r"\bright now (?:he|she|they|my [a-z]+) (?:is|are) (?:hitting|beating|attacking|hurting)\b",
        rf"{SOMEONE} (?:{OWN}){{0,6}}(?:has|got|holding|waving|with|grabbed) (?:a |the |his |her )(?:gun|knife|bat|hammer|machete)\b(?!.*{THEMSELF})(?:.*\b(?:me|kill|door|house|threat|outside|scared|coming|hiding)\b)",
        r"\b(?:im|i am|were|we are) hiding (?:in|from|under|behind)\b.*\b(?:he|she|him|her|dad|husband|boyfriend|ex|drunk|angry|find me|hear)\b",
        rf"{SOMEONE} (?:{OWN}){{0,3}}(?:is |are )?(?:outside|at the door|breaking (?:down|in)|trying to (?:get|break) in|banging on (?:the|my) door)\b.*\b(?:kill|hurt|scared|hide|hiding|threat|drunk|ex|gun|knife)",
        rf"{SOMEONE} (?:{OWN}){{0,3}}(?:says|said|is going to|will|going to|gonna|about to|is gonna) (?:he |she |hes |shes |theyll )?(?:will |would |going to |gonna )?kill me (?:tonight|now|today|right now|when|if i (?:leave|tell|call))",
        r"\b(?:just|tonight|an hour ago|minutes ago) (?:got )?(?:raped|sexually assaulted)|\b(?:was|got|been) (?:just )?raped (?:tonight|today|an hour ago|just now|last night)",
    ),
    2: (
        rf"{SOMEONE} {HELPERS}{HURTS} (?:on )?me\b(?! (?:up|to it|at (?:chess|tennis|pool|golf|cards|fifa|[a-z]+ball)|in (?:the|a|our|chess|fifa|mario) ?(?:game|race|match|chess|final)?|by|with (?:a |the )?(?:question|news|hug|truth|idea|bill|fact)|feelings|so much when))",
        r"\b(?:i was|i got|ive been|i am|im|i keep getting|i get|being|was) (?:[a-z]+ ){0,2}(?:raped|molested|sexually (?:assaulted|abused|harassed)|beaten(?: up)? by (?:my|him|her)|abused|hit by my|assaulted|trafficked|groomed)\b",
        r"\b(?:im|i am|so|really|been|always|too) (?:scared|afraid|terrified|frightened) (?:of|to go home to|to be (?:alone )?with) (?:my )?(?:husband|wife|boyfriend|girlfriend|partner|ex|dad|father|stepdad|stepfather|mom|mother|uncle|brother|him)\b",
        rf"{SOMEONE} (?:{OWN}){{0,3}}(?:threatens?|threatened|threatening|says|said|keeps saying|swore) (?:that |to me )?(?:he |she |hell |shell |hes |shes |to )?(?:to |will |would |going to |gonna |is going to )?(?:kill|hurt|beat|shoot|stab|burn) (?:me|us|the kids|my (?:kids|family|dog|cat|sister|mom))\b",
        rf"{SOMEONE} (?:{OWN}){{0,2}}(?:wont|doesnt|never|does not|refuses to) (?:lets?|allow) me (?:[a-z]+ ){{0,3}}(?:leave the house|leave|go out|see (?:my|any|anyone)|talk to (?:my|any)|have (?:money|a phone|friends|my)|work|eat|sleep)",
        rf"{SOMEONE} (?:{OWN}){{0,2}}(?:locks?|locked|keeps|traps?|trapped) me (?:[a-z]+ ){{0,2}}(?:in|inside|out)\b",
        rf"{SOMEONE} {HELPERS}(?:forces?|forced|forcing|makes|made|coerced|coerces) me (?:[a-z]+ ){{0,2}}(?:to )?(?:have sex|sleep with|do sexual|touch|undress|do things)",
        rf"{SOMEONE} {HELPERS}(?:touches|touched|touching) me (?:[a-z]+ ){{0,4}}(?:there|down there|private|where|inappropriately|when i (?:sleep|was)|at night|in ways|and told me not)",
        r"\b(?:abusive|violent) (?:relationship|husband|wife|boyfriend|girlfriend|partner|marriage|home|father|mother|dad|mom|ex|parents|household)\b(?!.*\b(?:book|movie|film|show|article|class|novel|law)\b)",
        r"\b(?:domestic (?:violence|abuse)) (?:victim|survivor|at home|situation|in my)|\bvictim of (?:domestic|abuse|violence|rape)",
        rf"{SOMEONE} {HELPERS}(?:beat|beats|hits|hit) (?:the (?:kids|children|baby)|my (?:kids?|children|mom|mother|sister|brother|son|daughter))\b(?! (?:at|in|to|by))",
        r"\bwalking on eggshells\b.*\b(?:husband|wife|boyfriend|girlfriend|partner|dad|mom|hits?|temper)\b",
        r"\bhe (?:raped|forced himself on) me\b|\bsomeone (?:raped|assaulted|drugged) me\b|\bi(?: think i)? (?:was|got) (?:drugged|spiked) and\b",
    ),
    1: (
        rf"\b(?:used to|when i was (?:a kid|little|a child|young|small|[0-9]+|growing up)).*\b{HURTS} me\b",
        r"\bwas (?:[a-z]+ )?(?:abused|molested|beaten) (?:as a (?:kid|child)|when i was|growing up|years ago)\b",
    ),
}

VIOLENCE: Table = {
    3: (
        rf"\b(?:im|i am|ill|i will|i) (?:[a-z]+ ){{0,4}}(?:kill|killing|shoot|shooting|stab|stabbing|murder) {OTHERS_TO_HARM} (?:[a-z]+ ){{0,3}}(?:tonight|today|right now|tomorrow|when (?:he|she|they) (?:get|come|gets|comes))",
        r"\bi (?:[a-z]+ ){0,3}(?:have|got|grabbed|bought|brought|loaded) (?:a|my|the|dads|his) (?:gun|knife|rifle|pistol|weapon|bat|machete)\b.*\b(?:kill|hurt|shoot|stab|make (?:him|her|them) pay|teach (?:him|her|them)|get (?:him|her|them)|go (?:to )?(?:his|her|their))\b",
        r"\b(?:im|i am) (?:[a-z]+ ){0,3}(?:going to|gonna|planning to|about to) (?:[a-z]+ ){0,3}(?:shoot up|blow up|bomb|burn down) (?:my|the|a|his|her|their)\b",
        r"\bi (?:just |already |think i )?(?:killed|stabbed|shot) (?:him|her|someone|somebody|my (?:husband|wife|boyfriend|girlfriend|dad|mom|brother|neighbour|neighbor|boss))\b",
    ),
    2: (
        rf"\b(?:i|im|ive|ill|id|we|gonna|going) (?:[a-z]+ ){{0,4}}(?:want|wants|wanna|going|gonna|will|need|plan|planning|about|ready|ill|thinking of|thinking about|fantasi[sz]e about|urge|urges|thoughts of|swear) (?:to |ill |i will |im going to )?(?:[a-z]+ ){{0,2}}(?:kill|killing|murder|murdering|stab|stabbing|shoot|shooting|strangle|strangling|hurt|hurting|beat up|beat|attack|poison|harm|harming|beating) {OTHERS_TO_HARM}\b",
        rf"\bill (?:[a-z]+ )?(?:kill|murder|stab|shoot|strangle|hurt) {OTHERS_TO_HARM}\b",
        rf"\b(?:scared|afraid|worried|terrified|fear) (?:[a-z]+ ){{0,3}}(?:i(?:ll| will| might| could| may| am going to)?|of|that i(?:ll| might| will)?) (?:[a-z]+ )?(?:hurt|hurting|kill|killing|harm|harming) {OTHERS_TO_HARM}\b",
        r"\b(?:thoughts?|images?|urges?|visions?|impulses?|picture|imagine|thinking) (?:[a-z]+ ){0,4}(?:hurt|harm|drop|drown|shak|smother|throw|stab|kill)[a-z]* (?:my|the|our) (?:new ?born|new baby|baby|infant|little one|child)\b",
        r"\bi (?:[a-z]+ ){0,2}(?:hit|hits|beat|slapped|punched|choked|pushed|shoved|strangled) (?:my (?:wife|husband|girlfriend|boyfriend|partner|kids?|child|son|daughter|baby|mom|mother|dad)|her|him)\b(?! (?:up|at|in|with|to it|by|off|on (?:facebook|insta)|for (?:a|her|his) (?:chat|number)))",
        r"\b(?:make|making) (?:him|her|them|everyone|everybody) pay (?:with|in blood|for (?:it|this|what))\b.*\b(?:gun|knife|blood|die|kill|hurt)",
        r"\bshoot(?:ing)? up (?:my|the) (?:school|office|work|church|place)\b|\b(?:they|everyone|he|she|all of them) deserves? to die\b.*\b(?:i|ill|im|me)\b",
        r"\bvoices? (?:[a-z]+ ){0,4}(?:tell|telling|tells|told) me to (?:[a-z]+ )?(?:hurt|kill|stab|attack) (?:him|her|them|people|someone|my)",
        r"\bi (?:want|need) (?:him|her|them) dead\b|\bi (?:could|might) (?:really |actually )(?:kill|hurt) (?:him|her|them|someone)\b|\bi (?:might|may) (?:[a-z]+ )?(?:hurt|kill|stab) (?:him|her|them|someone|somebody|my)\b",
    ),
}

MEDICAL: Table = {
    3: (
        r"\b(?:crushing|severe|terrible|bad|sharp|awful|tight|sudden|horrible|intense|stabbing|heavy) (?:chest pains?|pain in my chest|pressure (?:in|on) my chest)\b",
        r"\bchest (?:pains?|hurts?|is hurting|tightness|pressure)\b.*\b(?:arm|jaw|breath|breathe|breathing|sweating|numb|dizzy|faint|hours?|spreading|cant)",
        r"\b(?:arm|jaw|cant breathe|breathing|breath|sweating)\b.*\bchest (?:pains?|hurts?|tightness|pressure)\b",
        r"\b(?:im|i am|think im|think i am|shes|hes|is) (?:[a-z]+ ){0,3}having a (?:heart attack|stroke|seizure)\b(?! (?:over|because|at the price|looking|just thinking|from the|when i saw))",
        r"\b(?:think|thinks|pretty sure|believe) (?:[a-z]+ ){0,4}(?:heart attack|stroke)\b(?!.*\b(?:last|years? ago|nearly|almost)\b)",
        r"\b(?:face|mouth) (?:is |has |went |gone )?(?:[a-z]+ )?(?:drooping|droopy|numb on one side|drooped)\b|\b(?:speech is slurred|slurring my words|cant move my (?:left|right|arm|leg|legs|face))\b",
        r"\b(?:coughing|vomiting|throwing|spitting|puking) up (?:[a-z]+ )?blood\b|\bvomit(?:ing|ed)? blood\b|\bcoughing blood\b",
        rf"(?:{SOMEONE}|\bthe baby|\bmy baby) (?:{OWN}){{0,3}}(?:is not|isnt|not|stopped|has stopped|wont stop)? ?(?:breathing|wake up|waking up|responding|unconscious|seizing|choking|turning blue|convulsing|passed out and wont)\b(?<!is breathing)(?<! stop responding)",
        r"\b(?:not breathing|wont wake up|isnt breathing|stopped breathing|unconscious and|turning blue|lips are blue)\b",
        r"\b(?:i )?(?:really |actually )?cant breathe (?:and|properly|at all|right)\b.*\b(?:throat|swelling|swollen|lips|allerg|chest|bee|nuts|peanut|help)",
        r"\b(?:throat|tongue|lips|face) (?:is |are )?(?:[a-z]+ )?(?:closing|swelling|swollen|swelled)\b",
        r"\b(?:i|ive|he|she|my [a-z]+) (?:[a-z]+ ){0,3}(?:accidentally|by accident|by mistake) (?:took|taken|swallowed|drank|overdosed|had|double dosed|mixed) (?:[a-z]+ ){0,5}(?:too many|too much|double|bleach|pills|tablets|poison|chemical|cleaner|detergent|battery|medication|meds|insulin|wrong|tylenol|paracetamol)",
        r"\b(?:drank|swallowed|drunk|ate|drinking) (?:some |the |a |his |her )?(?:bleach|antifreeze|drain cleaner|poison|batter(?:y|ies)|detergent|pesticide|laundry pods?)\b",
        r"\b(?:bleeding|blood) (?:[a-z]+ ){0,4}(?:wont stop|heavily and (?:pregnant|dizzy)|pouring|gushing|spurting)\b",
        r"\b(?:im|i am) pregnant and (?:[a-z]+ ){0,2}(?:bleeding|in severe pain)|\bbleeding (?:heavily )?and (?:im |i am )?pregnant\b",
        r"\bworst headache of my life\b|\bi (?:just )?had a seizure\b|\bi keep (?:passing out|fainting|blacking out)\b.*\b(?:chest|blood|breath|help|again)",
        r"\bbluish lips\b|\banaphyla[a-z]+\b(?!.*\b(?:study|exam|years ago|class|once)\b)",
    ),
}

EATING: Table = {
    2: (
        r"\b(?:purg(?:e|ed|ing)|throw(?:ing)? up|vomit(?:ing)?|starv(?:e|ed|ing)|havent eaten|not eat(?:en|ing)|laxatives|binge|bulimi[ac]|anorexi[ac]|fasting)\b.*\b(?:faint(?:ed|ing)?|pass(?:ed|ing) out|chest|blood|heart|collapsed|blacked out)\b",
        r"\b(?:faint(?:ed|ing)?|passed out|collapsed|blood)\b.*\b(?:purg(?:ed|ing)|throw(?:ing)? up|made myself sick|havent eaten|not eaten|starving myself|laxatives)\b",
    ),
    1: (
        r"\b(?:make|making|made) myself (?:throw up|sick|vomit|puke)\b|\bforc(?:e|ing) myself to (?:throw up|vomit|be sick)\b",
        r"\b(?:starv(?:e|ing) myself|purg(?:e|ing) after|binge and purge|binging and purging|taking laxatives to|abusing laxatives)\b",
        r"\b(?:havent|have not|not) (?:eaten|ate) (?:[a-z]+ ){0,3}(?:in|for) (?:[a-z]+ )?(?:two|three|four|five|six|2|3|4|5|6|several) days\b.*\b(?:weight|fat|thin|skinny|ugly|deserve|control|scale)",
        r"\b(?:my|have an?|struggling with(?: an)?) (?:eating disorder|anorexia|bulimia)\b(?!.*\b(?:recovered|years ago|essay|class|paper)\b)",
        r"\bdont deserve to eat\b|\b(?:terrified|scared) (?:to eat|of eating|of gaining weight)\b",
    ),
}

PSYCHOSIS: Table = {
    2: (
        r"\b(?:voices?|demons?|the tv|the radio|spirits?) (?:[a-z]+ ){0,4}(?:tell|telling|tells|told|command|commands|order|ordering|saying|say) (?:me )?(?:[a-z]+ ){0,3}(?:hurt|kill|die|jump|cut|harm|do (?:bad|terrible|awful) things|things about me)",
        r"\bi(?:m| am)? (?:[a-z]+ ){0,2}(?:hear|hearing|keep hearing) voices\b(?!.*\b(?:next door|upstairs|neighbours?|neighbors?|downstairs|radio|tv)\b)",
        r"\b(?:they|people|the government|cia|fbi|neighbours|neighbors) (?:[a-z]+ ){0,3}(?:put|implanted|planted) (?:[a-z]+ ){0,2}(?:chip|camera|device|thoughts|microphone) (?:in|inside) (?:my|me)\b",
    ),
}

TABLES: tuple[tuple[str, str, Table], ...] = (
    ("method_request", r"\b(?:how|ways?|methods?|means|lethal|fatal|deadly|what|which|where|instructions?|guide|kit|dose|techniques?)\b", METHOD),
    ("third_party", r"\b(?:die|dying|dead|suicid[a-z]*|kill|killing|killed|end|ending|live|alive|exist|wake|here|pills|tablets|meds|medication|bottle|wrists?|himself|herself|themsel[a-z]+|harm[a-z]*|selfharm[a-z]*|goodbye|unalive|painkillers|drugs|life)\b", THIRD_PARTY),
    ("suicide", r"\b(?:die|died|dying|dead|death|suicid[a-z]*|kill|killing|killed|end|ended|ending|live|lived|living|alive|life|lifes|exist|existing|wak[a-z]+|woke|here|pills|tablets|meds|medication|bottle|wrists?|noose|gun|rope|blade|knife|razor|bridge|roof|rooftop|ledge|cliff|balcony|tracks|platform|railing|edge|goodbye|unalive|unaliving|disappear[a-z]*|vanish|kms|kys|myself|burden|maker|creator|lord|god|jesus|angels|heaven|sleep|asleep|overdos[a-z]*|jump[a-z]*|born|gone|fade|future|rope|way out|anymore|point|going|carry|around|world|earth|planet|misery|matters|better|happier|miss|took|taken|read this|last|final|over|do it|doing it|insulin|bleach|poison|painkillers|existence|everything|time is|had my time|no use|swerve|driv[a-z]+|crash[a-z]*|be with|end of|outlived|overstayed|ctb|tomorrow|told me|tell me|wants? me|hope|dont care|notice|stop|ready)\b", SUICIDE),
    ("self_harm", r"\b(?:cut|cuts|cutting|burn[a-z]*|hurt|hurting|harm[a-z]*|selfharm[a-z]*|scratch[a-z]*|punch[a-z]*|hit|hitting|starv[a-z]*|punish[a-z]*|carv[a-z]*|bruise|mutilat[a-z]*|selfinjur[a-z]*|injur[a-z]*|blade|razor|slicing|bleeding|blood|scars|wall)\b", SELF_HARM),
    ("abuse", r"\b(?:me|raped|molested|abus[a-z]*|beat[a-z]*|scared|afraid|terrified|frightened|violence|violent|hiding|eggshells|hit|hits|trafficked|groomed|assaulted|kids|children|spiked|drugged)\b", ABUSE),
    ("violence", r"\b(?:kill|killed|killing|murder[a-z]*|stab[a-z]*|shoot[a-z]*|shot|strangl[a-z]*|hurt|hurting|beat|beating|attack|poison|harm|harming|bomb|blow|burn|hit|slapped|punched|choked|pushed|shoved|pay|dead|die|gun|knife|rifle|pistol|weapon|machete|baby|newborn|infant|voices?|drop[a-z]*|drown[a-z]*|smother[a-z]*)\b", VIOLENCE),
    ("medical", r"\b(?:chest|heart|stroke|seizure|blood|bleeding|breath[a-z]*|wake|waking|unconscious|blue|choking|throat|tongue|lips|face|mouth|slurr[a-z]+|swallowed|drank|drunk|drinking|ate|accident[a-z]*|mistake|pregnant|headache|fainting|passing|blacking|passed|responding|seizing|convulsing|bluish|anaphyla[a-z]+|move)\b", MEDICAL),
    ("eating_disorder", r"\b(?:purg[a-z]*|throw[a-z]*|vomit[a-z]*|starv[a-z]*|eat|eaten|eating|ate|laxatives|bing[a-z]*|bulimi[a-z]*|anorexi[a-z]*|sick|puke|fasting|gaining)\b", EATING),
    ("psychosis", r"\b(?:voices?|demons?|spirits?|tv|radio|chip|camera|device|thoughts|microphone)\b", PSYCHOSIS),
)  # fmt: skip
"""(kind, words one of which must stand in the sentence, its patterns). The words only save time."""

SIGNS: tuple[str, ...] = (
    r"\b(?:giving|gave|given) away (?:all )?(?:my|of my|most of my)\b|\bfound (?:a )?(?:new )?homes? for my (?:dog|cat|pets?|cats|dogs)\b",
    r"\b(?:said|saying|say) (?:my )?(?:goodbyes|goodbye to everyone)\b|\bwrote (?:letters|a letter) to (?:everyone|each of|my kids|all of)\b",
    rf"\bi (?:[a-z]+ )?(?:have|got|found|kept|keep|bought|loaded) (?:[a-z]+ )?(?:a|the|my|dads|grandpas|some) (?:[a-z]+ )?(?:gun|pistol|rifle|rope|razor|{DRUGS})\b",
    r"\b(?:after|by) (?:tonight|tomorrow|saturday|sunday|friday|monday|the weekend|christmas|my birthday|next week) (?:[a-z]+ ){0,3}(?:nothing|it wont|none of|no one|nobody|i wont)\b",
    r"\b(?:wont|not going to|dont think ill) (?:need|be needing) (?:it|them|any of it|my [a-z]+) (?:anymore|any more|much longer|where im going)\b",
    r"\b(?:made|making|updated|wrote) (?:my|a) will\b|\bput(?:ting)? my affairs in order\b|\bfinally at peace with (?:it|my decision)\b",
    r"\bi (?:have|ve|made) (?:a|my) (?:plan|decision|date)\b|\bive (?:made|got) (?:a|my) (?:plan|decision|date)\b",
)
"""Small talk that means little alone. Two of them in one talk, or one beside passive words, are read as danger."""

MEANS = SIGNS[2]
INTENT_TIME = rf"\b(?:tonight|tomorrow|right now|this (?:evening|weekend)|today|in an hour|at midnight|{JUST_NOW})\b"
