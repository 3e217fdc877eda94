# ruff: noqa: E501 - a pattern stays on one line, so that it is reviewed as one
"""What danger sounds like in English, by kind and level. Read against single sentences of `skills.care.plain`.

Every table is reviewed by hand: a line says what it catches. Harmless look-alikes are taken out before (see
`skills.care.harmless`), so these may be plain. No pattern has a repetition inside an unbounded repetition.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from skills.care.phrases import (
    AS_OBJECT,
    BEATS,
    DIE,
    DRUGS,
    END_SELF,
    FOR_GOOD,
    GOING_TO,
    HELPERS,
    HITTER,
    HURTS,
    JUST_NOW,
    LED,
    MYSELF_ONLY,
    NOT,
    OTHERS,
    OTHERS_TO_HARM,
    OWN,
    RECENT,
    RELATIONS,
    RUN_OVER,
    SELF,
    SLEEPS_IN,
    SOMEONE,
    THEMSELF,
    TIME,
    VEHICLE,
    VICTIM,
    WELCOME,
)

Level = Literal[1, 2, 3]
Table = Mapping[Level, tuple[str, ...]]

SUICIDE: Table = {
    3: (
        r"\bmy death date\b|\b(?:end it|kill myself|die|end my life|do it) (?:on|this) (?:january|february|march|april|may|june|july|august|september|october|november|december|christmas|new year)",
        r"\b(?:gonna|going to|will|ill) end my (?:own )?life (?:later|soon|in a|when)\b",
        rf"\b{TIME} (?:[a-z]+ ){{0,6}}{END_SELF}\b",
        r"\b(?:pills|tablets|meds|gun|rope|noose|blade|razor) (?:are |is )?(?:all )?(?:lined up|laid out|counted|ready|set out|on the table|tied)\b",
        r"\b(?:train|station|platform|tracks|bridge|roof|rooftop|cliff|balcony|overpass|top floor|ledge|highway|motorway)\b.*\b(?:going to|gonna|want to|about to|ready to|will|ill|thinking of|should i|could) jump(?:ing)?\b",
        r"\b(?:set|picked|chosen|got|have) (?:a|the|my) (?:date|day|time|place|spot) (?:[a-z]+ )?(?:to|for) (?:[a-z]+ ){0,2}(?:end|die|kill|suicide|do it|death|go)\b",
        r"\b(?:in (?:an|one|a few|two|[0-9]+) (?:hours?|minutes?)|tomorrow|by (?:tonight|morning|tomorrow|midnight)|tonight) (?:[a-z]+ )?i(?:ll| will)? (?:will )?be (?:gone|dead|no more)\b|\bi(?:ll| will) be (?:dead|gone) (?:by|in|tomorrow|tonight|soon|before)\b(?! (?:for|on|to|two|a|all|until|till))",
        r"\bloaded (?:the|my|a|his|dads|grandpas) (?:gun|rifle|pistol|shotgun|revolver)\b",
        rf"\b(?:i|ive|just|already) (?:[a-z]+ ){{0,3}}(?:took|swallowed|downed|taken|ate|popped) (?:like |about |around |some |over |almost )?(?:[0-9]{{2,}}|twenty|thirty|forty|fifty|dozens of|a dozen|sixty|hundred) (?:[a-z]+ ){{0,2}}{DRUGS}",
        rf"\b{GOING_TO} (?:[a-z]+ ){{0,3}}{END_SELF}\b.{{0,40}}\b{TIME}\b",  # intent and a time
        rf"\b{TIME}\b (?:[a-z]+ ){{0,6}}{GOING_TO} (?:[a-z]+ ){{0,2}}{END_SELF}\b",  # a time and intent
        rf"\b(?:going to|gonna|want to|wanna|will|ready to|ill) {DIE} (?:tonight|today|tomorrow|this (?:evening|weekend))\b",
        rf"\b{END_SELF} (?:[a-z]+ ){{0,2}}(?:tonight|tomorrow|this (?:evening|weekend))\b",
        rf"\b(?:ending|end) it(?: all)? (?:[a-z]+ ){{0,2}}{TIME}\b",
        r"\b(?:doing|do) it (?:tonight|tomorrow)\b.*\b(?:goodbye|suicide|die|kill)\b",
        r"\b(?:i|ive) (?:[a-z]+ ){0,3}(?:a|my) (?:plan|date|method|way) (?:picked out |set )?(?:to|for) (?:[a-z]+ ){0,2}"
        r"(?:kill|end|die|suicide|dying|ending|killing)",  # says there is a plan
        r"\bi know (?:exactly )?how im (?:going to|gonna) (?:do it|die|end it|kill myself)\b",
        rf"\b(?:i|ive|just|already) (?:just |already |have |went and )*(?:took|swallowed|downed|taken|ate) (?:[a-z]+ ){{0,2}}(?:all (?:of )?|the whole (?:bottle|pack|box)|a (?:whole )?(?:bottle|handful|bunch|lot|box|pack|load) of|too many|every|loads of|so many|lots of) ?(?:[a-z]+ ){{0,2}}{DRUGS}\b",
        r"\b(?:i|ive|just|already) (?:just |already |have )*(?:took|swallowed|downed|taken) (?:the whole (?:bottle|pack|box)|too many|an overdose|everything in the (?:cabinet|cupboard|box)|them all|all of them|a whole bottle|the lot)\b(?! of (?:wine|beer|water|milk|soda|champagne|whiskey|vodka)| (?:photos|pictures|notes|classes|courses|breaks|days|shifts))",
        r"\b(?:ive|i have|i|just|already) (?:just |already )*overdosed\b",
        rf"\b(?:tried|attempted) to {END_SELF} (?:[a-z]+ ){{0,3}}{RECENT}\b",  # an attempt just made
        rf"\b{RECENT} i (?:[a-z]+ ){{0,2}}(?:tried|attempted) to {END_SELF}",
        r"\b(?:im|i am|am) (?:[a-z]+ ){0,3}(?:on|at|by) (?:the |a |my )(?:edge of (?:the |a )?)?(?:[a-z]+ )?"
        r"(?:bridge|roof|rooftop|ledge|cliff|balcony|tracks|platform|train tracks)\b.*\b(?:jump|end|die|over|done|goodbye|cant|want|look)",
        r"\b(?:standing|sitting) on (?:the|a) (?:edge|ledge|railing|rooftop|wrong side|bridge)\b(?! of (?:the |my |a )?(?:bath|bathtub|tub|bed|sofa|couch|chair|seat|desk|pool|field|town|village))",
        r"\b(?:i|ive) (?:[a-z]+ ){0,3}(?:wrote|written|writing|finished|left) (?:my |a |the )?(?:suicide|goodbye|final|last) (?:note|letter|notes|letters)",
        r"\b(?:this is|these are) my (?:last|final) (?:night|day|message|words|goodbye|hours|morning)\b(?! (?:at|of|in|on|with|before|here|off|for|as|working|together))",
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
        r"\b(?:kill(?:ing)? myself|end(?:ing)? my (?:own )?life|tak(?:e|ing) my own life|unalive myself|hang(?:ing)? myself|comm?it+(?:ing)? suicide)\b",
        r"\b(?:still|always|constantly|actively|currently|severely|extremely) suicidal\b|\bsuicidal (?:daily|every|all the time|most|since|because|right now|lately|but|and (?:i|im|alone|tired|scared|depressed|want))\b",
        r"\bmy suicide (?:would|will|is|note|letter|date|plan|could|might|wont)\b|\bsuicide thoughts?\b|\b(?:first|only|next|last) thought (?:was|is) (?:suicide|to die|killing|dying)\b|\b(?:considering|decided on|settled on|seriously about) ending (?:it|things)\b(?! with)",
        r"\b(?:dont|do not|no longer|didnt) (?:even |really |actually |just )*(?:want|wanna|wish) (?:to )?(?:be alive|live(?! (?:in|with|at|here|near|like|there|together|alone|by|abroad|on|so|far|next))|stay alive|exist anymore|keep living|go on living)\b",
        r"\bsoon ill be (?:dead|gone)\b|\b(?:be|wind up|end up) dead by my own\b",
        r"\b(?:plan|planning|planned) (?:on|to) (?:die|dying|be dead|being dead)\b|\bsuicide is (?:always |constantly |often )?(?:on|in) my (?:mind|head|thoughts)\b",
        r"\b(?:scared|afraid|worried|terrified) (?:of|about) what i (?:might|could|may|will|would) do (?:to myself|tonight|with (?:it|the|a|my)|next|if i)",
        r"\b(?:let|help) me (?:just )?die\b|\blet me go already\b|\bplease (?:someone |somebody )?(?:kill me|end me|put me down)\b",
        r"\b(?:drive|driving|crash|crashing|steer) (?:my|the|this) (?:car|truck|bike|motorcycle|van) (?:[a-z]+ )?(?:off|into) (?:a |the )(?:cliff|bridge|tree|wall|river|lake|oncoming|ocean|pole)\b",
        r"\b(?:keep|have|hide|hidden|kept) (?:a |the |my )?(?:blade|razor|knife|rope|gun|pills) (?:[a-z]+ ){0,6}(?:in case|for when|for the (?:day|night)|ready|so i can)\b",
        r"\b(?:night|day|time) i (?:finally |will |am going to )?(?:end it|do it|kill myself)\b(?! (?:with|at the|in the race))",
        rf"\b(?:want 2|wanna|want ta|wana|wanting to) (?:just |fucking |really |so bad )*{DIE}\b",
        rf"\b(?:i|im|am|ive|ill) (?:[a-z]+ ){{0,2}}{END_SELF}\b",
        r"\b(?:bout|about|of) (?:[a-z]+ )?suicide (?:ngl|fr|lately|again|all|every|since|a lot|constantly|today|tonight)|\bthinking bout (?:suicide|dying|killing)",
        r"\b(?:put|held|had|point(?:ed)?) (?:a |the |my |dads |my dads |his )?(?:gun|knife|blade) (?:to|at|against|in) my (?:own )?(?:head|throat|mouth|chest|wrist|neck)\b",
        r"\bsuicide (?:plan|attempt|attempts)\b(?!.*\b(?:his|her|their|patient|client)\b)|\b(?:only way out|answer|solution) is (?:death|suicide|dying|to die)\b",
        rf"\b(?:research(?:ed|ing)?|look(?:ed|ing)? up|googl(?:ed|ing|e)|search(?:ed|ing)?(?: for)?|reading about|found) (?:[a-z]+ ){{0,3}}(?:ways?|how|methods?|means|places?) (?:[a-z]+ )?to (?:[a-z]+ )?(?:{END_SELF}|die)",
        r"\b(?:contemplat(?:e|ed|ing)|consider(?:ed|ing)?|plan(?:ned|ning)?|attempt(?:ed|ing)?|rehears(?:ed|ing)|commit(?:ting)?) (?:my |doing |my own )?suicide\b",
        r"\bwhat if i (?:just )?(?:killed myself|kill myself|took my (?:own )?life|ended my life|hanged myself|jumped)\b",
        r"\b(?:rather|better|easier) (?:[a-z]+ )?(?:to )?(?:die|be dead) than (?:live|keep|go on|stay|wake|face|exist|be alive|this)\b",
        rf"\b(?:feel|feeling|felt|close to|on the verge of|this close to|keep|keeps|stop|about|of|from) (?:[a-z]+ )?(?:like )?{END_SELF}\b",
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
        r"\b(?:to|of|about|just|gonna|ill|will|should|could) (?:end|ending) (?:everything|my existence|the pain for good|it for good|it once and for all|things for good)\b",
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
        r"\b(?:have to|want to|wanna|should i|do i|risk|continue to|continuing to|task|hard to|struggle to|struggling to|trying to|force myself to|asked to|why|even|point (?:in|of)) (?:[a-z]+ )?(?:stay|staying|be|being) alive\b|\bstaying alive (?:is|feels|seems|takes|such)\b",
        r"\b(?:wanna|want to|could|gonna|going to|just) (?:[a-z]+ ){1,4}and die\b(?! (?:of|from|laughing|with))|\bdie in my sleep\b",
        r"\b(?:question|wonder|doubt|unsure|not sure|ask myself|debate) (?:[a-z]+ ){0,2}(?:if|whether|weather|that) (?:my |this )?life is (?:even |really |still )?worth\b",
        r"\b(?:dont|do not|cant|no longer) (?:[a-z]+ ){0,3}(?:want|wish|wanna) to (?:go|carry|keep) on\b(?! (?:a|the|holiday|vacation|about|with|stage|tour|trips?|like))",
        r"\b(?:want|wanted|wanna|wish|ready|need) (?:to )?end it\b(?! (?:with|at|on good|here and|up|there|off))|\b(?:dont|do not) know why i(?:m| am)? (?:[a-z]+ )?(?:alive|still here|exist|living)\b",
        r"\bjust not (?:be here|exist|be alive|wake up)\b|\bif i (?:just )?die\b(?! (?:in|on) (?:the|this|that) (?:game|level|match|round|map))",
        r"\b(?:last|first|second|recent|previous|past|latest|third) suicide attempt\b",
        r"\b(?:want|wish|long|ready|rather|like|time) to (?:just )?(?:be with|join|follow|see) (?:my (?:late|dead) [a-z]+|(?:him|her|them) (?:again )?in heaven)\b|\bwho cares if i (?:[a-z]+ ){0,2}(?:die|live|hit|dead|gone)\b",
        r"\b(?:wak(?:e|ing)|woke) up (?:[a-z]+ )?(?:disappointed|angry|upset|sad) (?:every|that|each|because i|to be alive|i)\b|\bmy time (?:[a-z]+ ){0,4}(?:is|has) (?:finished|over|up|done|come)\b(?! (?:at|in|with))",
        r"\b(?:if|wish|easier|simpler|want|wanna|rather|could) (?:i |to |just )*(?:stop(?:ped)? existing|cease(?:d)? to exist|didnt exist|not exist|blink out)\b",
        r"\b(?:stay|staying|keep(?:ing)? myself|remain|remaining|be|being) alive (?:only |just )?(?:for|because of) (?:other people|others|everyone|them|my|him|her|someone|somebody)\b",
        r"\b(?:hope|hoping|wish|pray|praying|waiting|want|wants) (?:for |that )?(?:the |my )?(?:good |dear |sweet )?(?:lord|god|jesus|heavenly father|angels?|death) (?:to |will |would )?(?:[a-z]+ )?(?:takes?|calls?|brings?|comes?|lets?) (?:me|for me)\b",
        r"\b(?:picture|imagine|imagining|picturing|see|dream of|think about|thinking about|plan|daydream about) (?:[a-z]+ )?my (?:own )?(?:funeral|death|burial|grave|obituary)\b",
        r"\b(?:hope|hoping|wish|wishing) (?:that )?(?:a|the|some|this|my) [a-z]+ (?:would |will |could |might )?(?:just )?(?:takes? me out|hits? me|kills? me|runs? me over|wipes? me out|ends? me|finish(?:es)? me)\b",
        r"\bdead inside\b.*\b(?:follow|rest of me|end|over|want|anymore|done)\b|\b(?:life|living) (?:has|have|holds|got) (?:no|lost (?:all|its)|little) (?:[a-z]+ )?(?:meaning|purpose|point|value|worth)\b",
        r"\b(?:i|that i|like i) (?:[a-z]+ )?(?:shouldnt|should not|wasnt meant to|was never meant to|am not meant to|dont belong) (?:be |being )?(?:alive|living|here on|in this world|exist|born|have been born|on this earth)\b",
        r"\b(?:single|one|any|good) reason (?:not to die|to stay(?: here| alive)?|to be here|to keep (?:going|living))\b(?! (?:in|with|at|on))|\bwish (?:it|my life|life|everything) was (?:all )?over\b",
        r"\b(?:one|a) (?:bad )?(?:day|step|word|push|fight|thing) away from (?:[a-z]+ )?(?:ending|dying|jumping|doing it)\b|\b(?:googl|search|look)(?:ed|ing)?(?: up| for)? (?:[a-z]+ )?(?:bridges|tall buildings|cliffs|high places)\b",
        r"\bif i (?:was|were|am|had been) (?:dead|gone)\b(?! (?:for|on|to))|\bif i (?:just |suddenly )?(?:died|dropped dead|never woke up)\b",
        r"\b(?:dont|didnt|never|not) (?:[a-z]+ )?deserv(?:e|ed|ing)(?: of)? (?:to )?(?:live|be alive|exist|being alive|life|living|be here|this life)\b",
        r"\b(?:no|any|lost (?:the|my|all)|without (?:the|any)) (?:wish|desire|will|want|urge|reason) (?:to )?(?:[a-z]+ ){0,2}(?:live|living|be alive|stay alive|exist|survive)\b",
        r"\b(?:cant|cannot|dont want to|unable to) (?:bear|stand|face|endure|survive|take) (?:being alive|to (?:live|be alive|exist)|living|(?:one more|another) (?:day|night|week)|existing|life)\b(?! (?:at|of) )",
        r"\b(?:cant promise|dont know if|not sure (?:if|that)?|doubt|cant say) ?(?:that |if )?i(?:ll| will) (?:still )?(?:be (?:here|alive|around)|make it|live|wake up|survive) (?:[a-z]+ )?(?:tomorrow|next|much|tonight|anymore|for|until|the (?:night|week|year)|through)",
        r"\b(?:leave|leaving|left|depart|depart from|gone from|exit) (?:this|the) (?:world|earth|planet|life)\b(?! (?:of|behind))|\btoo cruel for me\b",
        r"\bwhy (?:should i|i should|do i|i even|am i|bother|would i) (?:[a-z]+ )?(?:keep going|go on|live|living|stay alive|carry on|be alive|exist|still here|still alive|keep living)\b",
        r"\b(?:god|lord|jesus) (?:to )?(?:let|please let) me (?:go|die|rest|sleep)\b|\b(?:stopped|quit) taking my (?:[a-z]+ )?(?:medicine|meds|medication|insulin|pills)\b.*\b(?:jesus|god|die|point|ready|tired of)|\bready to (?:be with|join|see) (?:jesus|god|the lord|my (?:late )?(?:husband|wife|mother|son))\b",
        r"\b(?:disappointed|sad|angry|upset|annoyed|sorry|gutted|hate|hated|bummed) (?:that |it when |when )?(?:i|im|ive) (?:[a-z]+ )?(?:woke|wake|still here|still alive|alive|survived|didnt die|lived)\b(?! (?:up )?(?:[a-z]+ )?(?:late|early|at|to|with|sick|tired|before|after|him|her|in|next|alone))",
        r"\b(?:life|world|family|place|house|everyone) (?:[a-z]+ ){0,4}without me in (?:it|them|there)\b|\bworld without me\b|\bdeserves? (?:[a-z]+ ){0,3}without me\b",
        r"\b(?:come|came|show up|cry|be|anyone|people) (?:[a-z]+ ){0,2}(?:to|at) my (?:own )?funeral\b|\bplan(?:ning|ned)? my (?:own )?funeral\b",
        r"\b(?:only|just) (?:alive|here|living|still alive|still here) (?:because|for|so|cause)\b|\bonly (?:thing|person|reason) (?:[a-z]+ ){0,2}(?:keeping me (?:alive|here|going)|im (?:still )?(?:alive|here)|i (?:stay alive|(?:havent|dont|didnt) (?:[a-z]+ )?(?:killed?|ended?|end|die|jump(?:ed)?|done it|do it)))",
        r"\b(?:dont|cant|never|doubt) (?:[a-z]+ )?(?:see|think|imagine|picture|expect|believe) (?:myself|ill|i will|id|that ill|i) (?:[a-z]+ ){0,2}(?:mak(?:e|ing) it (?:to|past|through)|liv(?:e|ing) (?:to|past|much longer|long)|be (?:around|alive|here) (?:for|by|at|in|next|much|anymore|when)|being (?:around|alive|here)|getting (?:old|older)|turn(?:ing)?|see)",
        r"\bi (?:probably |just |honestly )*(?:wont|will not|am not going to) (?:make it to|be around (?:for|by|much)|live to see|see (?:thirty|forty|my next birthday|christmas|next year))",
        r"\b(?:hope|hopes|hoping|wish|wishes|wishing) (?:that )?(?:the|this|my|a|some) (?:plane|car|bus|train|truck|heart|cancer|tumou?r|illness|disease|building|roof) (?:[a-z]+ ){0,3}(?:down|crash(?:es)?|stops?|hits|kills?|takes me|fatal|terminal|gives out|over me)",
        r"\b(?:lord|god|jesus|death|reaper)\b.{0,40}\b(?:come (?:and )?(?:get|take|fetch|collect) me|take me|call me home)\b|\bcome (?:and )?(?:get|take) me (?:already|now|soon)? ?(?:lord|god|jesus)\b",
        r"\bhad a good (?:run|life|innings)\b.*\b(?:time|ready|go|enough|done|over)\b|\b(?:its|is) (?:my )?time (?:for me )?to go\b.*\b(?:peace|good run|heaven|life|lord|everyone|sorry)\b",
        r"\bnothing (?:left )?(?:is )?(?:keeping|holding|tying|binding) me (?:here|to (?:this|life|the))|\bnothing (?:here )?(?:left )?for me (?:here|anymore|in this (?:life|world))",
        r"\bwhat if i (?:just )?(?:died|ended it|wasnt here|werent here|stopped existing|disappeared|didnt exist|never woke up|was gone)\b",
        r"\b(?:going to|gonna|want to|wanna|ready to|to|just|should|might) end (?:it|things)(?: now| soon| today| tonight| here)?$|\b(?:ending|end) it (?:now|soon)\b",
        r"\bfeel(?:s|ing)? like (?:dying|i(?:m| am)? (?:want|wanna|should) (?:to )?die)\b|\b(?:dying|death|dead) (?:would|might|must) be (?:[a-z]+ )?(?:better|easier|nicer|relief|peaceful|kinder)",
        r"\b(?:cant|dont) (?:[a-z]+ )?(?:see|picture|imagine) (?:a|any|my) (?:future|way (?:out|forward)|tomorrow)\b|\bthe world (?:would|will|is) (?:be )?better (?:off )?without me\b",
        r"\bwouldnt (?:[a-z]+ )?(?:mind|care|be sad|bother me) (?:[a-z]+ ){0,4}(?:not wak|didnt wake|never w|if i died|dying|dead|if i never)",
        rf"\b(?:(?:wouldnt|dont|didnt|wont) (?:[a-z]+ ){{0,2}}(?:care|mind|bother me|be sad|be upset)|{WELCOME}) (?:if |that |whether |to |with )?(?:i |id )?(?:just |ever )?(?:got|get|was|were|be|being|getting) {RUN_OVER} by {VEHICLE}",
        rf"\b(?:(?:wouldnt|dont|didnt|wont) (?:[a-z]+ ){{0,2}}(?:care|mind)|{WELCOME}) (?:if |that )?{VEHICLE} (?:just |ever )?(?:hits?|ran|runs?|took|takes|kill(?:s|ed)?|knock(?:s|ed)?|flatten(?:s|ed)?) (?:over |into |out |down )?me\b",
        rf"\bif (?:i (?:just )?(?:got|get|was|were) {RUN_OVER} by )?{VEHICLE} (?:(?:just )?(?:hit me|ran me over|ran over me|killed me) )?(?:tomorrow |today |tonight )?(?:i|id|it|itd|thatd|that) (?:would |might )?(?:(?:[a-z]+ )?(?:wouldnt|dont) (?:[a-z]+ )?(?:care|mind|bother)|(?:be|feel) (?:(?:a|so|just) )?{WELCOME})\b",
        rf"^(?!.*{SOMEONE} (?:{OWN}){{0,4}}(?:not|never|dont|didnt|doesnt|wont) ).*\b(?:not|never|dont|didnt|wont) (?:[a-z]+ ){{0,4}}wak(?:e|ing) up (?:again|tomorrow(?! (?:for|at|so|before|early|morning (?:for|at)))|anymore|one day|ever|in the morning(?! (?:with|to|feeling|sick|for)))\b",
        rf"\b(?:{WELCOME}|wouldnt be (?:so |that |too )?(?:bad|sad|upset|sorry|bothered|the worst)) {MYSELF_ONLY}{{0,6}}{NOT} {MYSELF_ONLY}{{0,2}}wak(?:e|ing) up{FOR_GOOD}",  # wishes not to wake, or would not mind it
        rf"\b(?:if|when) i (?:went |go |fell |fall )?{MYSELF_ONLY}{{0,5}}{NOT} {MYSELF_ONLY}{{0,2}}(?:wak(?:e|ing)|woke) up\b (?:[a-z]+ ){{0,6}}{WELCOME}\b",
        rf"\b(?:wish|hope|hopes|hoping|pray|praying|prayed|want) (?:(?!{OTHERS}\b)[a-z]+ ){{0,8}}{NOT} (?:wak(?:e|ing)|woke) up{FOR_GOOD}",
        r"\b(?:sleep|asleep) (?:[a-z]+ ){0,3}(?:and )?(?:never|not|forever|dont) (?:[a-z]+ ){0,2}(?:wak|up)|\bsleep forever\b",
        r"\b(?:i )?wish (?:that )?i (?:was|were|am|had been|could be|would be) (?:[a-z]+ )?(?:dead|gone|never born|not here|not alive)\b",
        r"\bwish i (?:had |was |were |could )?(?:[a-z]+ )?(?:never (?:been |was )?born|die|died|disappear|vanish|not exist|stop existing|cease to exist)\b",
        r"\b(?:better off|happier|easier|relieved|glad) (?:[a-z]+ ){0,3}(?:without me|if i (?:was|were|wasnt|werent|died|disappeared)|with me gone|dead|when im gone)",
        r"\b(?:no|see any|find any|find a|any real|not much|there any) (?:reason|point|purpose) (?:[a-z]+ ){0,2}(?:to|in|of|for) (?:[a-z]+ ){0,2}(?:live|living|being alive|be alive|life|wake up|waking up|going on|go on|be here|being here|existing|stay alive)",
        r"\b(?:see|whats|what is|no|is there|any) (?:the |any |a |much )?(?:point|sense) (?:of |in |to )?(?:me |my )?being (?:here|around)(?=$| (?:any ?more|any longer|at all|on (?:this )?(?:earth|planet)|in this world|sometimes|honestly|if this|or|and i|now that)\b)",
        r"\b(?:whats|what is|see) the point (?:of|in) (?:[a-z]+ )?(?:living|being alive|life|going on|carrying on|waking up|existing|staying alive|any of it anymore)\b",
        r"\b(?:life is|lifes|its|living is) not worth (?:living|it anymore|going on)|\bisnt worth living\b|\bnot worth living\b|\bnothing (?:left )?to live for\b|\bnothing to look forward to in life\b",
        r"\b(?:tired|sick|exhausted|done|weary|fed up) (?:of|with) (?:living|being alive|life(?! (?:at|in|as|on|with) )|existing|my life(?! (?:at|in|as|on|with) )|this life(?! (?:in|at|of|with|as|on))|this world)\b",
        rf"\b(?:cant|cannot|dont know how to|dont think i can) (?:{OWN}){{0,3}}(?:go on|carry on|keep living|do this life|face another day|take life)\b(?! (?:a|the|my|holiday|vacation|without|with|like this at))",
        rf"\b(?:cant|cannot|dont know how to|dont think i can) (?:{OWN}){{0,3}}keep going\b(?! (?:like a|over|to|into|back|round|around|out|up|down|through (?:my|the|his|her|their)|a|the|my|without|with|like this at|for (?:runs?|walks?)|on about)\b)",
        r"^(?:i|and i|but i|honestly i|i just) (?:just |really )?(?:cant|cannot) (?:do|take) (?:this|it)(?: all)? any ?more(?: im done| im so tired| i give up| goodbye)?$",
        r"\b(?:dont|do not|didnt) (?:[a-z]+ ){0,3}(?:want|wanna|wish) (?:to )?(?:[a-z]+ )?(?:be here(?! (?:at|in|with|for|tonight|when|to|all|while|on))|be around(?! (?:him|her|them|people|my|you|anyone|that|those))|wake up(?! (?:early|at|late|before|so|for|to|the|him|her|him|next))|be on this (?:earth|planet)|be in this world|exist|see tomorrow)\b(?: anymore| any longer)?",
        r"\b(?:want|wanna|need|wish) (?:to |i could )?(?:just )?(?:disappear|vanish|fade away|cease|be gone|not feel anything ever|go to sleep forever)\b",
        r"\b(?:want|wanna|need) (?:it|this|everything|it all|all of (?:it|this)|the pain|life) (?:all )?(?:to|it to) (?:just )?(?:end|stop|be over)\b",
        r"\b(?:nobody|no one|noone|who) would (?:[a-z]+ ){0,2}(?:miss me|notice|care|cry) (?:[a-z]+ ){0,2}(?:if i|when im)|\b(?:no one|nobody|noone) would (?:even )?miss me\b",
        r"\bif i (?:died|was dead|were dead|was gone|were gone|disappeared|wasnt here|werent here|didnt exist|dropped dead) (?:[a-z]+ ){0,4}(?:miss|notice|care|better|happier|easier|matter|cry|sad|relieved)",
        r"\b(?:im|i am|feel like|just|being|such) (?:[a-z]+ ){0,3}(?:a )?(?:burden)\b.{0,60}\b(?:everyone|family|without|better|gone|kids|all|them)\b",
        r"\b(?:hope|hoping|wish) (?:i|a|the|that i) (?:(?!(?:dont|not|never|wont)\b)[a-z]+ ){0,6}(?:die|dies|gets? hit|hits me|crash|never come back)\b",
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
        r"\bput me out of my misery\b|(?<!everything )(?<!what )(?<!that )(?<!thing )\bi want out of (?:this )?life\b|\bno longer want to be here\b|\bready to go whenever\b",
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
        r"\b(?:made|make|making) myself (?:bleed|hurt|bruise)\b",
        r"\b(?:scratch|cut|pick|burn|bit|hit|dig|dug)(?:ing|ting|ed)? (?:at |into )?(?:my|myself) ?(?:[a-z]+ ){0,3}(?:until|till|til) (?:i|it|they|im) (?:bleed|bleeds|hurts?|bruise[sd]?|am bleeding|bled|numb)",
        r"\b(?:press(?:ed|ing)?|touch(?:ed)?) (?:a |the |my )?(?:hot )?(?:lighter|razor|blade|cigarette|iron|knife) (?:to|on|against|into) my\b|\b(?:slic|slash|cut)(?:e|ed|ing)? (?:up )my (?:arms?|legs?|thighs?|wrists?|skin)\b|\bdeserve (?:the |to feel )?pain\b.*\bhurt",
        r"\b(?:better|calm|calmer|relief|good|alive|numb|okay|control) (?:[a-z]+ ){0,2}(?:when|after|if|once) i(?:ve)? cut\b(?! (?:the|my hair|down|back|out|off|carbs))|\b(?:when|after|every time|each time) i cut$",
        r"\b(?:cuts|scars|burns|slashes|bruises i made) (?:[a-z]+ ){0,2}(?:over|on|up|down|along|across|covering) my (?:[a-z]+ )?(?:arms?|legs?|thighs?|wrists?|stomach|body|skin|hips?)\b",
        r"\b(?:carv(?:e|ed|ing)|slic(?:e|ed|ing)|slash(?:ed|ing)?|stab(?:bed|bing)?) (?:[a-z]+ ){0,3}(?:my (?:own )?(?:skin|arms?|legs?|thighs?|wrists?|stomach)|into my|myself)\b",
        r"\b(?:took|take|taking|put|putting|hold|holding|run|ran) (?:a |the |my |some )?(?:razor|blade|knife|lighter|scissors|glass|cigarette) (?:[a-z]+ )?(?:to|on|against|over|across|along|out on) my\b",
        r"\b(?:cut|cutting|cuts|burn|burning|burned|burnt|hurt|hurting|harm|harming|scratch|scratching|punch|punching|hit|hitting|punish|punishing|carve|carving|bruise) (?:up )?(?:myself|my self|my own (?:arm|skin|body|legs?))\b",
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
        r"\b(?:what|which|how many|how much) (?:[a-z]+ ){0,8}(?:to )?(?:not|never) (?:ever )?wake up\b",
        r"\b(?:deadliest|most lethal|most (?:toxic|poisonous|deadly)|lethal) (?:[a-z]+ )?(?:combination|mix|mixture|dose|pills?|chemicals?|drugs?|way|poison)\b",
        r"\b(?:less|least|more|most) painful\b.*\b(?:die|dying|death|suicide|pills|jump|jumping|hanging|kill)|\b(?:pills|jumping|hanging|drowning) (?:or|versus|vs) (?:pills|jumping|hanging|drowning|cutting)\b",
        r"\b(?:die|suicide|end (?:it|(?:my|your|their|ones|a|his|her) (?:own )?life)|kill (?:myself|yourself|themselves|oneself)) (?:[a-z]+ )?without (?:it |any |much |feeling )?(?:pain|hurting|suffering|anything)",
        r"\b(?:effective|efficient|foolproof|guaranteed|fast|lethal|sure|common|simple|simplest|successful|certain) (?:[a-z]+ )?(?:ways?|methods?|means) (?:to|of|for) (?:[a-z]+ ){0,2}(?:die|kill (?:myself|yourself|oneself|themselves)|end (?:my|your|it)|suicide|commit|overdose)",
        r"\b(?:is it|would it be) (?:possible|easy|hard|painful) to (?:overdose|die|kill yourself|od|hang)\b|\b(?:can|could) (?:you|i|someone|a person) (?:overdose|od|die) (?:on|from|of|by) (?!laugh|embarrass|bored|old age|heart|grief|a broken|stress|lack)",
        r"\b(?:what|which) (?:[a-z]+ ){0,5}kills? (?:you|me|someone|somebody|a person|people|a human|a man|an adult|the (?:fastest|quickest))\b",
        rf"\b(?:could|would|will|can|do|does) (?:[a-z]+ ){{0,6}}{DRUGS} (?:[a-z]+ ){{0,4}}(?:kill me|kill you|kill a person|kill someone|be fatal|be lethal|be enough to die)\b",
        r"\b(?:painless|peaceful|quick|easy|painlessly|peacefully) (?:[a-z]+ )?(?:suicide|death|exit)\b(?! (?:for|of) (?:my|the|our|his|her) (?:dog|cat|pet|grandma|father|mother))|\bdie (?:painlessly|peacefully|without (?:any )?pain|quickly and)\b(?! (?:in|at|of) (?:her|his|their|old|home))",
        r"\bhow (?:do|did|would|can|could) (?:people|someone|somebody|others|they|one|you) (?:[a-z]+ ){0,3}(?:kill themselves|commit suicide|end their (?:own )?lives|hang themselves|overdose)\b",
        rf"\bhow (?:[a-z]+ ){{0,5}}(?:to|i|you|one|someone|people|somebody) (?:[a-z]+ ){{0,4}}(?:{END_SELF}|kill (?:yourself|oneself|{THEMSELF})|commit suicide|die)\b(?: by| with| from| without| painlessly| quickly| fast| peacefully|$)",
        r"\b(?:best|easiest|quickest|fastest|painless|least painful|most painless|surest|good|peaceful|reliable|quick|easy|cleanest) (?:[a-z]+ ){0,2}(?:ways?|methods?|means) (?:[a-z]+ )?(?:to|of|for) (?:[a-z]+ ){0,2}(?:die|kill|end|suicide|commit|dying|go out|go for good|unalive|off myself)\b(?! (?:a|the|this|our|with) )",
        r"\bhow (?:many|much) (?!of (?:us|them|you)|people|more (?:people|kids)|children|kids)(?:[a-z]+ ){0,6}(?:to|would|does it take|will|it take|do i need|before)(?: [a-z]+){0,5} (?:die|kill|overdose|be fatal|fatal|lethal|end it|od)\b",
        r"\b(?:lethal|fatal|deadly) (?:dose|amount|combination|overdose|quantity)\b",
        r"\bhow (?:high|long|deep|tall|fast)\b.*\b(?:to (?:die|kill)|before (?:i|you) die|bleed out|be fatal|kill (?:me|you|someone|a person|myself))\b",
        r"\b(?:what|which) (?:[a-z]+ ){0,6}(?:would|will|can|could|is (?:the )?best|are best|kills?)(?: [a-z]+){0,4} (?:kill (?:me|you|a person|someone|myself|people)|to die|end my life|for suicide|an overdose|to overdose)\b",
        r"\bwhere (?:can|do|could|would) (?:i|you|one|someone) (?:get|buy|find|jump)(?: [a-z]+){0,8} (?:kill|die|suicide|end my|end it|overdose|myself)",
        r"\b(?:suicide|overdose|hanging) (?:methods?|instructions?|guide|tutorial|techniques?|kit)\b",
        r"\bhow (?:to|do i|do you|can i|would i) (?:tie|make) (?:a|the) noose\b|\bhow (?:to|do i|do you|can i) (?:[a-z]+ )?(?:overdose|od) on\b",
        r"\b(?:tell|show|give|teach) me (?:[a-z]+ ){0,4}(?:how to|ways? to|method) (?:[a-z]+ ){0,2}(?:die|kill|end|hurt myself|suicide|cut myself|hang)",
        r"\bhow (?:to|do i|can i|do you) (?:[a-z]+ ){0,3}(?:cut|hurt|harm|burn) (?:myself|yourself)\b|\bwhere (?:to|should i) cut (?:myself|so|to)\b",
        r"\b(?:dies?|kills? (?:himself|herself|themselves)|suicide|overdoses?)\b.*\b(?:exactly how|exact (?:dose|method|amount)|realistic (?:dose|method|details?)|which pills|how many pills|what dose)\b",
        r"\b(?:exactly how|exact (?:dose|method|amount)|which pills|how many pills|what dose)\b.*\b(?:die|kills? (?:himself|herself|themselves|myself)|suicide|overdoses?)\b",
    ),
}

THIRD_PARTY: Table = {
    3: (
        rf"{SOMEONE} (?:{OWN}){{0,6}}(?:took|taken|swallowed|overdosed) ?(?:{OWN}){{0,4}}(?:all|whole|bottle|too many|handful|lot of|bunch|on) (?:{OWN}){{0,4}}(?:pills|tablets|meds|medication|bottle|painkillers|drugs)",
        rf"{SOMEONE} (?:{OWN}){{0,5}}(?:is|standing|sitting|on) (?:{OWN}){{0,3}}(?:bridge|roof|rooftop|ledge|tracks|cliff|balcony)\b.*\b(?:jump|die|kill|suicid|end)",
        rf"{SOMEONE} (?:{OWN}){{0,5}}(?:going to|gonna|says|said|will|about to|threatening to|planning to|wants to){LED}{{0,5}} (?:kill {THEMSELF}|end (?:it|(?:his|her|their) life)|suicide|jump|die|shoot {THEMSELF}|hang {THEMSELF}) (?:[a-z]+ ){{0,4}}(?:tonight|right now|today|now|tomorrow)\b",
        rf"{SOMEONE} (?:{OWN}){{0,5}}(?:has|holding|got|locked|grabbed){LED}{{0,8}} (?:gun|knife|noose|rope|pills|blade)\b.*\b(?:kill|die|end|suicid|{THEMSELF})",
        rf"{SOMEONE} (?:{OWN}){{0,4}}(?:cut|slit|is cutting) (?:his|her|their) wrists?\b",
        rf"{SOMEONE} (?:{OWN}){{0,3}}(?:tried|attempted) to kill {THEMSELF} (?:{OWN}){{0,2}}(?:just now|tonight|right now|an hour ago|minutes ago)\b",
        rf"{SOMEONE} (?:{OWN}){{0,5}}(?:sent|texted|left|posted|wrote)(?: me| us)? (?:a |his |her |their )?(?:suicide|goodbye) (?:note|letter|message|text|video)",
    ),
    2: (
        rf"{SOMEONE} (?:{OWN}){{0,6}}(?:says|said|saying|thinks|told me|feels|believes|keeps saying|texted)(?: {OWN}|{LED}){{0,5}} ?(?:(?:lifes?|life is|life isnt|living) (?:not |isnt )?worth (?:living|it)|isnt worth living|no (?:point|reason) (?:in|to) (?:living|live|go on)|tired of (?:living|life|being alive)|a burden to (?:everyone|us))",
        rf"\b(?:worried|scared|afraid|terrified|concerned) (?:for|about) (?:my )?(?:{OWN}){{1,3}}.*\b(?:(?:said|saying) goodbye|(?:took|has|bought|got) (?:his|her|their|a) (?:gun|rope|pills)|giving away|gave away|wants? to die|suicid[a-z]*)",
        rf"{SOMEONE} (?:{OWN}){{0,3}}(?:texted|said|says|wrote|messaged|told|posted|tweeted|sent|screamed|whispered|snapped)(?: me| us| that)? quote .*\b(?:die|kill|end (?:it|my)|suicid|anymore|goodbye|be here|alive)",
        rf"\b(?:stop|keep|prevent|save|talk) (?:{OWN}){{0,4}}(?:from|out of) (?:killing {THEMSELF}|suicide|ending (?:it|(?:his|her|their) life)|jumping|hurting {THEMSELF})",
        rf"{SOMEONE} (?:{OWN}){{0,3}}threaten(?:s|ed|ing)? (?:with )?suicide\b",
        rf"{SOMEONE} (?:{OWN}){{0,6}}(?:wants?|wanting|going|gonna|plans?|planning|threatens?|threatening|threatened|thinking|thinks|talks|talking|says|said|saying|told|keeps|texted|mentioned|wrote|posted|talked|joking|jokes)(?: (?!(?:i|im|ive|myself|my)\b)[a-z]+){{0,7}} (?:die|dying|be dead|suicide|suicidal|kill(?:ing)? {THEMSELF}|end(?:ing)? (?:it all|it|(?:his|her|their) (?:own )?li(?:fe|ves))|not (?:be alive|wake up|exist|be here)|hurt(?:ing)? {THEMSELF}|better off dead|unalive|jump (?:off|in front)|overdose|hang {THEMSELF}|shoot {THEMSELF}|commit suicide|cut(?:ting)? {THEMSELF}|disappear forever|wish (?:he|she|they) (?:was|were) dead)\b",
        rf"{SOMEONE} (?:{OWN}){{0,5}}(?:is|are|might be|may be|been|seems?|feels?|feeling|was|could be)?{LED}{{0,2}} ?suicidal\b",
        r"\b(?:hes|shes|theyre) (?:[a-z]+ ){0,2}suicidal\b",
        rf"\b(?:worried|scared|afraid|terrified|think|convinced|fear|feel like) (?:[a-z]+ ){{0,3}}(?:that )?(?:he|she|they|hes|shes|my (?:[a-z]+ ){{1,3}})(?: ?(?:might|will|may|could|is going to|is gonna|going to|would|wants to|are going to|is))? ?(?:[a-z]+ ){{0,2}}(?:kill(?:ing)? {THEMSELF}|end(?:ing)? (?:it|(?:his|her|their) life)|do(?:ing)? something (?:stupid|drastic|bad) to {THEMSELF}|hurt(?:ing)? {THEMSELF}|tak(?:e|ing) (?:his|her|their) (?:own )?life|suicidal|commit(?:ting)? suicide)",
        rf"{SOMEONE} (?:{OWN}){{0,4}}(?:cuts|cutting|hurts|hurting|harms|harming|burns|burning|starving) {THEMSELF}\b|{SOMEONE} (?:{OWN}){{0,3}}self ?harm(?:s|ing)?\b",
        rf"{SOMEONE} (?:{OWN}){{0,3}}(?:tried|attempted|trying) to (?:kill {THEMSELF}|end (?:his|her|their) life|take (?:his|her|their) (?:own )?life|commit suicide)\b",
        r"\bhow (?:do|can|should|could) i (?:[a-z]+ ){0,3}(?:help|support|talk to|save|stop) (?:[a-z]+ ){0,4}(?:suicidal|who wants to die|from killing|from suicide)",
        rf"{SOMEONE} (?:{OWN}){{0,4}}(?:doesnt|dont) want to (?:live|be alive|be here|exist|wake up)\b",
        r"\bfound (?:a |his |her |my [a-z]+s |their )?(?:[a-z]+ )?suicide note\b",
    ),
}

THIRD_PARTY_ABUSE: Table = {
    3: (
        rf"{HITTER} {HELPERS}(?:chok(?:ed|es|ing)|strangl(?:ed|es|ing)|throttl(?:ed|es|ing)|suffocat(?:ed|es|ing)) {VICTIM}\b",  # also when it is over: harm may come later
        rf"{HITTER} {HELPERS}(?:had|put|has|puts|wrapped|got|gets) (?:his|her|their|both) hands? (?:[a-z]+ )?(?:around|on|over|round|at) (?:her|his|their|my [a-z]+s|the) (?:neck|throat)\b(?!.*\b(?:kiss|danc|hug|massag))",
        rf"{HITTER} {HELPERS}(?:grabbed|grabs|held|holds|squeezed|pinned) (?:{VICTIM} )?(?:up |down )?by (?:the|her|his) (?:throat|neck)\b",
        rf"{SOMEONE} (?:{OWN}){{0,3}}(?:was|got|been|being|gets) (?:{OWN})?(?:strangled|throttled|choked)(?=$| (?:by|last|yesterday|again|and|until|till|at|on (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday))\b)",
        rf"{HITTER} {HELPERS}(?:pointed|points|pulled|pulls|held|holds|aimed|put) (?:a |the |his |her )?(?:gun|knife|blade) (?:at|on|to|against) {VICTIM}\b",
        rf"{HITTER} (?:{OWN}){{0,3}}(?:tried|trying|tries|attempted) to (?:kill|stab|drown|smother|shoot|strangle|choke|throttle|suffocate) {VICTIM}{AS_OBJECT}",
        rf"{HITTER} (?:is |are )?{HELPERS}(?:hitting|beating|attacking|hurting|kicking) {VICTIM} (?:up )?(?:right )?now\b|\bright now (?:he|she|they) (?:is|are) (?:hitting|beating|attacking) {VICTIM}\b",
    ),
    2: (
        rf"{HITTER} (?:who |that )?{HELPERS}{BEATS} {VICTIM}{AS_OBJECT}",
        rf"{HITTER} (?:who |that )?{HELPERS}(?:beat(?:s|ing|en)?|smack(?:s|ed|ing)|rough(?:s|ed)|bash(?:es|ed|ing)|knock(?:s|ed|ing)) {VICTIM} (?:up|about|around|senseless|black and blue)\b",
        rf"{HITTER} (?:{OWN}){{0,3}}(?:threatens?|threatened|threatening|going|gonna|says|said|swore|will|hell|shell) (?:{OWN}){{0,3}}(?:to )?(?:kill|stab|beat|shoot) {VICTIM}\b(?! (?:if (?:she|he) (?:is late|forgets)|lol|haha))(?=$| (?:if|and|when|again|tonight|for|up|because|or|one day)\b)",
        rf"{SOMEONE} (?:{OWN}){{0,4}}(?:gets|get|getting|being|got|was|been|is) (?:{OWN}){{0,2}}(?:beaten(?: up)?|hit|abused|raped|assaulted|knocked about|slapped(?: around)?|attacked|punched|kicked) by (?:him|(?:her|his|their) (?:own |new |ex )?(?:[a-z]+ )?(?:{'|'.join(RELATIONS)}))\b",
        rf"{SOMEONE} (?:{OWN}){{0,2}}(?:is being|is getting|gets|keeps getting|being) (?:{OWN})?(?:abused|beaten up|knocked about|slapped around|beaten)(?=$| (?:at home|by|again|and|every|when|but)\b)",
        rf"{SOMEONE} (?:{OWN}){{0,4}}(?:in|with|has|had|married|married to|lives with|stuck in|stuck with) (?:a |an |this |her |his |their )?(?:{OWN})?(?:abusive|violent) (?:relationship|husband|wife|boyfriend|girlfriend|partner|marriage|home|man|ex|household)\b",
        rf"\b(?:her|his|their|my (?:{OWN}){{0,2}}[a-z]+s) (?:{OWN})?(?:husband|wife|boyfriend|girlfriend|partner|ex|fiance|stepdad|stepfather) (?:{OWN}){{0,2}}(?:is|was|gets|got|can be|becomes|turned|has been) (?:{OWN})?(?:violent|abusive)\b",
        rf"{SOMEONE} (?:(?!(?:i|im|ive)\b)[a-z]+ ){{0,8}}(?:bruises?|bruised|black eye)\b.*\b(?:her|his|their) (?:husband|wife|boyfriend|girlfriend|partner|ex|stepdad)\b|\b(?:her|his|their) (?:husband|wife|boyfriend|girlfriend|partner|ex|stepdad)\b.*\b(?:bruises?|bruised|black eye)\b",
        rf"{SOMEONE} (?:{OWN}){{0,4}}(?:scared|afraid|terrified|frightened) of (?:her|his) (?:own )?(?:husband|wife|boyfriend|girlfriend|partner|ex)(?=$| (?:and|because|when|but|coming|hitting|now)\b)",
    ),
}

ABUSE: Table = {
    3: (
        rf"{SOMEONE} {HELPERS}(?:grabbed|grabs|held|holds|squeezed|squeezes) (?:me by )?(?:my |the )?(?:throat|neck)\b",
        rf"{SOMEONE} {HELPERS}(?:pointed|points|pulled|pulls|held|holds|aimed|put) (?:a |the |his |her )?(?:gun|knife|blade) (?:at|on|to|against) (?:me|my|us)\b",
        rf"{SOMEONE} (?:{OWN}){{0,3}}(?:tried|trying|tries|attempted) to (?:choke|strangle|kill|suffocate|drown|smother|stab|shoot) me\b",
        r"\bkill me\b.*\b(?:breaking (?:down|in)|outside|at the door|coming (?:up|in|home|for me)|found me|banging)\b|\b(?:hes|shes|theyre|he is|she is) (?:[a-z]+ )?(?:breaking down|kicking in|kicking down) (?:the|my) door\b",
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
        rf"{SOMEONE} (?:{OWN}){{0,8}}(?:and|then|to|or) {HELPERS}{HURTS} me\b(?! (?:up|away(?! (?:and|then) (?:he |she )?(?:hit|kick|punch|slap|chok))|aside|to it|at|in (?:the|a) (?:game|race)|by|with (?:a |the )?(?:question|news|hug|truth|idea|bill|fact)|hard|that|when i (?:saw|heard)))",
        rf"{SOMEONE} (?:(?!(?:i|im|ive|id|ill)\b)[a-z·]+ ){{0,8}}(?:and|then) {HELPERS}{HURTS} me\b(?! (?:up|away(?! (?:and|then) (?:he |she )?(?:hit|kick|punch|slap|chok))|aside|to it|at|in (?:the|a) (?:game|race)|by|with (?:a |the )?(?:question|news|hug|truth|idea|bill|fact)|hard|that|when i (?:saw|heard)))",
        rf"{SOMEONE} {HELPERS}(?:push(?:es|ed|ing)?|shov(?:es|ed|ing)|knock(?:s|ed)|slam(?:s|med)?) me (?:down|(?:[a-z]+ )?(?:into|onto|against|to|on|through) (?:a|the|my|our) (?:[a-z]+ )?(?:wall|door|floor|ground|stairs|window|table|cupboard|furniture|mirror|bed))\b",
        r"\b(?:post|leak|share|send|publish|show) (?:[a-z]+ )?my (?:nudes|naked|photos|pictures|pics|videos)\b.*\b(?:if|unless|leave|threat)|\b(?:revenge porn|sextort[a-z]*)\b.*\b(?:me|my)\b",
        rf"{SOMEONE} {HELPERS}(?:punch(?:es|ed|ing)?|kick(?:s|ed|ing)?|smash(?:es|ed|ing)?|hits?|breaks?|broke|throws?|threw) (?:the )?(?:walls?|doors?|plates|dishes|furniture|things|holes)\b.*\b(?:me|scared|afraid|next to|when (?:he|she) is)\b",
        rf"{SOMEONE} {HELPERS}(?:threw|throws|thrown|flung|knocked) me (?:down|against|across|on|onto|to the|into|out of|off|around)\b",
        rf"{SOMEONE} {HELPERS}(?:broke|breaks|fractured|twisted|cracked) my (?:arm|nose|ribs?|jaw|wrist|fingers?|leg|tooth|teeth|hand|collarbone)\b(?! (?:in|at|by|during|playing|when we (?:fell|crashed)))",
        rf"{SOMEONE} {HELPERS}(?:comes?|came|sneaks?|gets?) (?:in|into|to) my (?:room|bed|bedroom)\b.*\b(?:night|touch|sleep|scared|me)\b",
        rf"{SOMEONE} {HELPERS}(?:keeps|has|took|takes|holds|hid|hides) my (?:passport|papers|visa)\b",
        rf"{SOMEONE} {HELPERS}(?:hurts?|hurting) (?:me|us) (?:physically|again|badly|every|whenever|at night|and (?:says|threat|then)|if|in bed|when (?:he|she|they)(?:s|re| is| are| gets?| drinks?| has been)? ?(?:drunk|angry|mad|drinks?|drinking|high|upset))",
        rf"{SOMEONE} {HELPERS}(?:hurts?|hurting) (?:me|us)$",
        rf"{SOMEONE} {HELPERS}(?:controls?|controlling|takes?|checks?|checking|tracks?|tracking|monitors?|hides?|hid|took) (?:all )?(?:of )?my (?:money|phone|messages|every move|location|passport|papers|bank|car keys|texts)\b",
        r"\b(?:coach|teacher|uncle|stepdad|stepfather|stepbrother|priest|pastor|boss|cousin|grandpa|grandfather|babysitter|tutor|doctor|dad|father|brother|neighbou?r|man|guy|boy) (?:[a-z]+ )?(?:touch(?:es|ed|ing)|grop(?:es|ed|ing)|fondl(?:es|ed|ing)|kiss(?:es|ed) and touched) me\b(?! (?:deeply|so much|with|on the shoulder|emotionally))",
        r"\bif i (?:leave|tell|call|report|say|try to leave|go|run|ever leave|speak)(?: [a-z]+){0,4} (?:he|she|they|hell|shell|theyll|my [a-z]+)(?: (?:will|would|is going to|says (?:he|she)ll|ll))? ?(?:kill|hurt|beat|find|take|shoot) (?:me|us|the kids|my)\b",
        rf"{SOMEONE} (?:{OWN}){{0,4}}(?:going to|gonna|will|wants to|would|hell|shell) kill me\b(?! (?:when|if|for|because|over|lol) (?:i |he |she |they |my |the |mom |dad )?(?:see|sees|forget|forgot|hear|hears|read|reads|am late|im late|lose|lost|fail|broke|find out i (?:failed|broke|lost|forgot)|not|being))",
        r"\bi (?:get|got|keep getting|am getting|was getting) (?:beaten|beat|hit|slapped|whipped|kicked|punched) (?:up )?(?:at home|by (?:my|him|her|them)|every|if i|when i|for (?:nothing|everything))\b",
        r"\b(?:is|been|keeps|was|started|hes|shes) stalking me\b|\bstalk(?:s|ed) me\b(?! on (?:insta|facebook|linkedin))|\bmy stalker\b",
        rf"{SOMEONE} {HELPERS}(?:made|makes|forced) me (?:[a-z]+ ){{0,3}}(?:when|even though|after) i (?:said|say) no\b|\b(?:had|has) sex with me (?:[a-z]+ ){{0,3}}(?:asleep|drunk|unconscious|said no|against)",
        rf"{SOMEONE} (?:{OWN}){{0,3}}(?:calls me (?:worthless|names|a whore|a slut)|humiliates me|isolates me|controls me|controls everything)\b.*\b(?:scared|afraid|hit|leave|let me|every day)\b",
        rf"{SOMEONE} {HELPERS}{HURTS} (?:me|us)\b(?! (?:up|out|aside|away|to the (?:side|limit|edge of my)|into (?:doing|going|it|this|a|the|drink|taking|my)|hard (?:in|at|because|to)|to (?:be|do|my limits|try|succeed|work|go)|too far|out of my comfort|to it|at (?:chess|tennis|pool|golf|cards|fifa|[a-z]+ball)|in (?:(?:the|a|our) )?(?:[a-z]+ )?(?:game|race|match|chess|final|finals|fifa|tournament|vote)|by|with (?:a |the )?(?:question|news|hug|truth|idea|bill|fact)|feelings|so much when))",
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
        r"\b(?:loaded|have|got|holding|with) (?:the|my|a) (?:gun|rifle|pistol|shotgun|knife|bat|machete|weapon)\b.*\b(?:(?:he|she|they)(?:s|re| is| are|ll| will)? (?:be )?(?:coming|here|home|back|dead|pay|sorry)|waiting for (?:him|her|them)|when (?:he|she|they) (?:comes?|gets?|walks?))",
        rf"\b(?:im|i am|ill|i will|i) (?:[a-z]+ ){{0,4}}(?:kill|killing|shoot|shooting|stab|stabbing|murder) {OTHERS_TO_HARM} (?:[a-z]+ ){{0,3}}(?:tonight|today|right now|tomorrow|when (?:he|she|they) (?:get|come|gets|comes))",
        r"\bi (?:[a-z]+ ){0,3}(?:have|got|grabbed|bought|brought|loaded) (?:a|my|the|dads|his) (?:gun|knife|rifle|pistol|weapon|bat|machete)\b.*\b(?:kill|hurt|shoot|stab|make (?:him|her|them) pay|teach (?:him|her|them)|get (?:him|her|them)|go(?:ing)? (?:over )?(?:to )?(?:his|her|their))\b",
        r"\b(?:im|i am) (?:[a-z]+ ){0,3}(?:going to|gonna|planning to|about to) (?:[a-z]+ ){0,3}(?:shoot up|blow up|bomb|burn down) (?:my|the|a|his|her|their)\b",
        r"\bi (?:just |already |think i )?(?:killed|stabbed|shot) (?:him|her|someone|somebody|my (?:husband|wife|boyfriend|girlfriend|dad|mom|brother|neighbour|neighbor|boss))\b",
    ),
    2: (
        r"\b(?:list|names) of (?:people|everyone|those|kids|students|teachers|coworkers) (?:[a-z]+ ){0,3}(?:hurt|kill|shoot|get even|pay|die)\b|\bkill list\b|\bhit list\b(?! (?:song|movie))",
        r"\b(?:imagin|pictur|seeing|thinking|visuali[sz]|flash|thought)[a-z]* (?:[a-z]+ ){0,4}(?:hurting|harming|dropping|drowning|shaking|smothering|throwing|stabbing|killing) (?:my|the|our) (?:[a-z]+ )?(?:new ?born|baby|infant|little one|child|kids?|son|daughter|toddler)\b",
        r"\b(?:make|making|see|watch) (?:him|her|them|everyone|those people|all of them)(?: all)? (?:bleed|suffer|scream|die|burn|beg)\b",
        rf"\b(?:i|im|ive|ill|id|we|gonna|going) (?:[a-z]+ ){{0,4}}(?:want|wants|wanna|going|gonna|will|need|plan|planning|about|ready|ill|think of|think about|thought of|thought about|dream of|dream about|feel like|feeling like|thinking of|thinking about|fantasi[sz]e about|urge|urges|thoughts of|swear) (?:to |ill |i will |im going to )?(?:[a-z]+ ){{0,2}}(?:kill|killing|murder|murdering|stab|stabbing|shoot|shooting|strangle|strangling|hurt|hurting|beat up|beat|attack|poison|harm|harming|beating|batter|battering|throttle) {OTHERS_TO_HARM}\b",
        rf"\bill (?:[a-z]+ )?(?:kill|murder|stab|shoot|strangle|hurt) {OTHERS_TO_HARM}\b",
        rf"\b(?:scared|afraid|worried|terrified|fear) (?:[a-z]+ ){{0,3}}(?:i(?:ll| will| might| could| may| am going to)?|of|that i(?:ll| might| will)?) (?:[a-z]+ )?(?:hurt|hurting|kill|killing|harm|harming) {OTHERS_TO_HARM}\b",
        r"\b(?:thoughts?|images?|urges?|visions?|impulses?|picture|imagine|thinking) (?:[a-z]+ ){0,4}(?:hurt|harm|drop|drown|shak|smother|throw|stab|kill)[a-z]* (?:my|the|our) (?:new ?born|new baby|baby|infant|little one|child)\b",
        r"\bi (?:[a-z]+ ){0,2}(?:(?:hit|slapped|punched|choked|shoved|strangled|pushed(?! (?:her|him) (?:to|into|too|on|about|for|away|away))) (?:her|him)|(?:hit|beat|slapped|punched|choked|pushed|shoved|strangled) my (?:wife|husband|girlfriend|boyfriend|partner|kids?|child|son|daughter|baby|mom|mother|dad))\b(?! (?:up|at|in|with|to it|by|off|on (?:facebook|insta)|for (?:a|her|his) (?:chat|number)))",
        r"\b(?:make|making) (?:him|her|them|everyone|everybody) pay (?:with|in blood|for (?:it|this|what))\b.*\b(?:gun|knife|blood|die|kill|hurt)",
        rf"\b(?:i|im|id|ill|ive|gonna|wanna) (?:[a-z]+ ){{0,4}}(?:want|wanna|going|gonna|ready|about|tempted|feel like|thinking of|thinking about|could|will|ill|should|need|will just) (?:to )?(?:just |really )?(?:go|come|driv|march|walk|head|get|run|jump in|be)(?:e|ing|ning|ting)? (?:(?!{SELF}\b)[a-z]+ ){{0,5}}(?:and|to) (?:[a-z]+ ){{0,2}}(?:hurt|kill|beat|stab|punch|batter|smash|attack|hit|strangl|shoot|smack|deck|thump|break)(?:e|ing)? {OTHERS_TO_HARM}\b",
        r"\bi (?:[a-z]+ ){0,2}(?:want|wanna|going|am going|need) (?:to )?(?:[a-z]+ )?(?:punch|smash|batter|smack|thump|break|kick) (?:his|her|their) (?:face|head|teeth|legs?|jaw|skull|nose|door) ?(?:in|down)?\b|\bi(?:m| am|ll|d)? (?:[a-z]+ ){0,2}(?:going|go|drive|driving|come|coming) (?:[a-z]+ )?(?:round|over|there|to his)(?: [a-z]+){0,4} sort (?:him|them) out\b|\bi(?:ll| will) (?:[a-z]+ )?(?:batter|smash|break|knock) (?:his|her|their) (?:face|head|teeth|legs?|jaw|skull|nose)\b",
        r"\bshoot(?:ing)? up (?:my|the) (?:school|office|work|church|place)\b|\b(?:they|everyone|he|she|all of them) deserves? to die\b.*\b(?:i|ill|im|me)\b",
        r"\bvoices? (?:[a-z]+ ){0,4}(?:tell|telling|tells|told) me to (?:[a-z]+ )?(?:hurt|kill|stab|attack) (?:him|her|them|people|someone|my)",
        r"\bi (?:want|need) (?:him|her|them) dead\b|\bi (?:could|might) (?:really |actually )(?:kill|hurt) (?:him|her|them|someone)\b|\bi (?:might|may) (?:[a-z]+ )?(?:hurt|kill|stab) (?:him|her|them|someone|somebody|my)\b",
    ),
}

MEDICAL: Table = {
    3: (
        r"\b(?:arm|jaw|shoulder) (?:[a-z]+ ){0,3}(?:hurts?|numb|aches?|pain|tingling)\b.*\b(?:pain in my chest|chest)\b",
        rf"\b(?:took|taken|swallowed|drank|injected|gave|had) (?:[a-z]+ ){{0,5}}(?:{DRUGS}|dose|doses|double|cleaner|detergent) (?:[a-z]+ ){{0,4}}(?:by (?:mistake|accident)|accidentally)\b",
        r"\bbleeding (?:[a-z]+ )?(?:heavily|badly|a lot|so much)\b.*\b(?:faint|fainting|dizzy|pale|weak|stop|pregnant|passing out)\b|\b(?:faint|dizzy|pale|pregnant)\b.*\bbleeding (?:[a-z]+ )?(?:heavily|badly|a lot)",
        r"\b(?:shook|shaken|threw) (?:my|the|our) (?:baby|infant|newborn)\b|\bbaby (?:is |went |has gone )?(?:limp|blue|not breathing|unresponsive)\b",
        r"\b(?:collapsed|fell down|passed out|blacked out)\b.*\b(?:not breathing|isnt breathing|wont wake|no pulse|not responding|unresponsive|blue)\b|\bno pulse\b",
        r"\b(?:cant feel|numb on|lost feeling in|paraly[sz]ed on) (?:my |one |the )?(?:whole )?(?:left|right|one) (?:side|arm|leg)\b|\b(?:speech|words|talking) (?:is|are|got|went|suddenly)? ?(?:slurred|slurring|garbled)\b",
        r"\b(?:crushing|severe|terrible|bad|sharp|awful|tight|sudden|horrible|intense|stabbing|heavy) (?:chest pains?|pain in my chest|pressure (?:in|on) my chest)\b",
        r"\bchest (?:is |feels |has )?(?:[a-z]+ )?(?:pains?|hurts?|hurting|tight|tightness|pressure|crushing)\b.*\b(?:arm|jaw|breath|breathe|breathing|sweating|numb|dizzy|faint|hours?|spreading|cant)",
        r"\b(?:arm|jaw|cant breathe|breathing|breath|sweating)\b.*\bchest (?:pains?|hurts?|tightness|pressure)\b",
        r"\b(?:im|i am|think im|think i am|shes|hes|is) (?:[a-z]+ ){0,3}having a (?:heart attack|stroke|seizure)\b(?! (?:over|because|at the price|looking|just thinking|from the|when i saw))",
        r"\b(?:think|thinks|pretty sure|believe) (?:[a-z]+ ){0,4}(?:heart attack|stroke)\b(?!.*\b(?:last|years? ago|nearly|almost)\b)",
        r"\b(?:face|mouth) (?:is |has |went |gone )?(?:[a-z]+ )?(?:drooping|droopy|numb on one side|drooped)\b|\b(?:speech is slurred|slurring my words|cant move my (?:left|right|arm|leg|legs|face))\b",
        r"\b(?:coughing|vomiting|throwing|spitting|puking) up (?:[a-z]+ )?blood\b|\bvomit(?:ing|ed)? blood\b|\bcoughing blood\b",
        rf"(?<!hope)(?<!hoping)(?<!wish)(?:^| )(?:{SOMEONE}|\bthe baby|\bmy baby) (?:{OWN}){{0,3}}(?<!might )(?<!may )(?:(?:is not|isnt|not|stopped|has stopped|wont|will not|cant|doesnt) (?:breathing|breathe|wake up{SLEEPS_IN}|waking up{SLEEPS_IN}|responding(?! to)|respond(?! to))|(?:is |are |has been |started |went )(?:unconscious|seizing|choking|turning blue|convulsing|unresponsive))\b",
        rf"^(?!.*\b(?:i|id|im|{WELCOME}) (?:the )?(?:baby )?{MYSELF_ONLY}{{0,4}}wont wake up\b).*\bwont wake up\b{SLEEPS_IN}|\bcant (?:seem to )?wake (?:him|her|them|my [a-z]+|the baby)(?: up)?\b{SLEEPS_IN}",  # somebody else does not wake
        r"\b(?:not breathing(?! exercis)|isnt breathing|stopped breathing|unconscious and|turning blue|lips are blue)\b",
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
        r"\b(?:vomit|throw up|puke|purge|be sick) (?:[a-z]+ )?after (?:every|each|all my|most) (?:meals?|bites?|time i eat|dinner)\b|\b(?:so i dont|not to|to not|afraid to) (?:get|be|become) fat\b.*\b(?:vomit|throw|starv|eat|purge)|\b(?:vomit|throw up|starve|purge)\b.*\bso i dont get fat\b",
        r"\b(?:make|making|made) myself (?:throw up|sick|vomit|puke)\b|\bforc(?:e|ing) myself to (?:throw up|vomit|be sick)\b",
        r"\b(?:starv(?:e|ing) myself|purg(?:e|ing) after|binge and purge|binging and purging|taking laxatives to|abusing laxatives)\b",
        r"\b(?:havent|have not|not) (?:eaten|ate) (?:[a-z]+ ){0,3}(?:in|for) (?:[a-z]+ )?(?:two|three|four|five|six|2|3|4|5|6|several) days\b.*\b(?:weight|fat|thin|skinny|ugly|deserve|control|scale)",
        r"\b(?:my|have an?|struggling with(?: an)?) (?:eating disorder|anorexia|bulimia)\b(?!.*\b(?:recovered|years ago|essay|class|paper)\b)",
        r"\bdont deserve to eat\b|\b(?:terrified|scared) (?:to eat|of eating|of gaining weight)\b",
    ),
}

_HEARD, _BEYOND = (
    r"(?:voices?|demons?|the tv|the radio|spirits?)",
    r"(?:god|the lord|jesus|allah|angels?|satan|the devil)",
)
_ORDERS = (
    r"(?:tell|telling|tells|told|commands?|commanded|commanding|orders?|ordered|ordering|want|wants|wanting|wanted)"
)
_TO_HARM = r"(?:hurt|kill|harm|stab|attack|strangle|drown|smother|sacrifice|shoot)"
_PLAIN = r"(?:(?!(?:not|never|no|dont|doesnt|didnt|wont)\b)[a-z]+ )"
PSYCHOSIS: Table = {
    3: (  # a command to hurt or kill
        rf"\b{_HEARD} {_PLAIN}{{0,4}}{_ORDERS} me to {_PLAIN}{{0,2}}(?:{_TO_HARM}|die|jump|cut)\b",
        rf"\b(?:{_HEARD}|{_BEYOND}) {_PLAIN}{{0,2}}(?:make|makes|making) me {_TO_HARM}\b",
        rf"\b(?:voices?|demons?|spirits?) {_PLAIN}{{0,4}}(?:say|says|saying) (?:(?:that|to|just|i|should|must|have|need) ){{0,4}}{_TO_HARM}\b",
        rf"\b{_BEYOND} (?:(?:has|have|is|are|just|keeps?|always|really|himself) ){{0,2}}{_ORDERS} me to {_PLAIN}{{0,2}}{_TO_HARM}\b",
    ),
    2: (
        r"\b(?:voices?|demons?|the tv|the radio|spirits?) (?:[a-z]+ ){0,4}(?:tell|telling|tells|told|command|commands|order|ordering|saying|say) (?:me )?(?:[a-z]+ ){0,3}(?:hurt|kill|die|jump|cut|harm|do (?:bad|terrible|awful) things|things about me)",
        r"\bi(?:m| am)? (?:[a-z]+ ){0,2}(?:hear|hearing|keep hearing) voices\b(?!.*\b(?:next door|upstairs|neighbours?|neighbors?|downstairs|radio|tv)\b)",
        r"\b(?:they|people|the government|cia|fbi|neighbours|neighbors) (?:[a-z]+ ){0,3}(?:put|implanted|planted) (?:[a-z]+ ){0,2}(?:chip|camera|device|thoughts|microphone) (?:in|inside) (?:my|me)\b",
    ),
}

TABLES: tuple[tuple[str, str, Table], ...] = (
    ("method_request", r"\b(?:deadliest|toxic|poisonous|painful|jumping|hanging|how|is it|possible|effective|without|could|would|will|can|do|does|painless|painlessly|peaceful|peacefully|die|ways?|methods?|means|lethal|fatal|deadly|what|which|where|instructions?|guide|kit|dose|techniques?)\b", METHOD),
    ("third_party", r"\b(?:worth|point|burden|tired|away|quote|die|dying|dead|suicid[a-z]*|kill|killing|killed|end|ending|live|alive|exist|wake|here|pills|tablets|meds|medication|bottle|wrists?|himself|herself|themsel[a-z]+|harm[a-z]*|selfharm[a-z]*|goodbye|unalive|painkillers|drugs|life|jump|roof|rooftop|ledge|bridge|balcony|gun|knife|noose|rope|overdosed|message)\b", THIRD_PARTY),
    ("third_party_abuse", r"\b(?:hits?|hitting|beat[a-z]*|punch[a-z]*|kick[a-z]*|slap[a-z]*|smack[a-z]*|chok[a-z]*|strangl[a-z]*|throttl[a-z]*|suffocat[a-z]*|neck|throat|gun|knife|blade|kill|stab|drown|smother|shoot|attack[a-z]*|rap(?:es|ed|ing)|abus[a-z]*|assault[a-z]*|rough[a-z]*|bash[a-z]*|knock[a-z]*|violent|bruise[a-z]*|black eye|scared|afraid|terrified|frightened)\b", THIRD_PARTY_ABUSE),
    ("suicide", r"\b(?:bus|car|truck|lorry|tram|van|taxi|die|died|dying|dead|death|suicid[a-z]*|kill|killing|killed|end|ended|ending|live|lived|living|alive|life|lifes|exist|existing|wak[a-z]+|woke|here|pills|tablets|meds|medication|bottle|wrists?|noose|gun|rope|blade|knife|razor|bridge|roof|rooftop|ledge|cliff|balcony|tracks|platform|railing|edge|goodbye|unalive|unaliving|disappear[a-z]*|vanish|kms|kys|myself|burden|maker|creator|lord|god|jesus|angels|heaven|sleep|asleep|overdos[a-z]*|jump[a-z]*|born|gone|fade|future|rope|way out|anymore|point|going|carry|around|world|earth|planet|misery|matters|better|happier|miss|took|taken|read this|last|final|over|do it|doing it|insulin|bleach|poison|painkillers|existence|everything|time is|had my time|no use|swerve|driv[a-z]+|crash[a-z]*|be with|end of|outlived|overstayed|ctb|tomorrow|told me|tell me|wants? me|hop(?:e|es|ing)|wish(?:es|ing)?|dont care|swallowed|downed|ate|popped|funeral|disappointed|upset|annoyed|gutted|without me|only|plane|christmas|thirty|forty|making it|make it|nothing|good run|what if|things|research[a-z]*|googl[a-z]*|search[a-z]*|look(?:ed|ing)? up|train|station|loaded|insulin|date|reaper|meds|contemplat[a-z]*|hanging|dying|notice|stop|ready|if i|deserve|wish|desire|will|bear|endure|promise|doubt|sure|leave|leaving|cruel|why|let me|stopped|join|wanna|only way|solution|answer|head|throat|stop|meaning|purpose|shouldnt|should|reason|bridges|cliffs|buildings|night i|day i|time i|takes?|picture|imagine|imagining|inside|alive|end|go on|keep on)\b", SUICIDE),
    ("self_harm", r"\b(?:cut|cuts|cutting|burn[a-z]*|hurt|hurting|harm[a-z]*|selfharm[a-z]*|scratch[a-z]*|punch[a-z]*|hit|hitting|starv[a-z]*|punish[a-z]*|carv[a-z]*|bruise|mutilat[a-z]*|selfinjur[a-z]*|injur[a-z]*|blade|razor|slicing|bleeding|blood|scars|wall|knife|slashes|slash[a-z]*|stab[a-z]*|lighter|cigarette|skin|slic[a-z]*|bleed|made|iron|pain|pick[a-z]*|dig|dug|until|till|til)\b", SELF_HARM),
    ("abuse", r"\b(?:me|us|my|neck|throat|raped|molested|abus[a-z]*|beat[a-z]*|scared|afraid|terrified|frightened|violence|violent|hiding|eggshells|hit|hits|trafficked|groomed|assaulted|kids|children|spiked|drugged)\b", ABUSE),
    ("violence", r"\b(?:smash|punch|batter|sort|smack|deck|thump|break|knock|kick|strangle|kill|killed|killing|murder[a-z]*|stab[a-z]*|shoot[a-z]*|shot|strangl[a-z]*|hurt|hurting|beat|beating|attack|poison|harm|harming|bomb|blow|burn|hit|slapped|punched|choked|pushed|shoved|pay|dead|die|gun|knife|rifle|pistol|weapon|machete|baby|newborn|infant|voices?|drop[a-z]*|drown[a-z]*|smother[a-z]*|list|shotgun|bleed|suffer|scream|hitting)\b", VIOLENCE),
    ("medical", r"\b(?:chest|heart|stroke|seizure|blood|bleeding|breath[a-z]*|wake|waking|unconscious|blue|choking|throat|tongue|lips|face|mouth|slurr[a-z]+|swallowed|drank|drunk|drinking|ate|accident[a-z]*|mistake|pregnant|headache|fainting|passing|blacking|passed|responding|seizing|convulsing|bluish|anaphyla[a-z]+|move|baby|infant|newborn|collapsed|blacked|feel|numb|pulse|faint|pain|took|taken|injected|gave)\b", MEDICAL),
    ("eating_disorder", r"\b(?:purg[a-z]*|throw[a-z]*|vomit[a-z]*|starv[a-z]*|eat|eaten|eating|ate|laxatives|bing[a-z]*|bulimi[a-z]*|anorexi[a-z]*|sick|puke|fasting|gaining)\b", EATING),
    ("psychosis", r"\b(?:voices?|demons?|spirits?|tv|radio|chip|camera|device|thoughts|microphone|god|lord|jesus|allah|angels?|satan|devil)\b", PSYCHOSIS),
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

_THINGS = rf"(?:{DRUGS}|rope|gun|pistol|rifle|razors?|razor blades?|blades?|noose|knife)"
MEANS = (
    rf"{SIGNS[2]}|\b(?:ive got|i have|i got|i still have|i kept|i found|ive found|theres|there is|there are|weve got|we have) (?:(?!(?:rid|no|none|any)\b)[a-z]+ ){{0,4}}{_THINGS}\b(?! (?:skills|for (?:my|the|a)|appointment|shop))|"
    rf"\b(?:the|my|her|his|dads|moms|grandpas|grandmas|some|those) (?:[a-z]+ ){{0,2}}{_THINGS}s? (?:(?!(?:gone|not|away|locked)\b)[a-z]+ ){{0,3}}(?:in|on|under|by|next to|right|here|upstairs|downstairs|at|behind|within)\b"
)
"""Means within reach: said beside a wish to die, or after it."""
INTENT_TIME = rf"\b(?:tonight|tomorrow|right now|this (?:evening|weekend)|today|in an hour|at midnight|{JUST_NOW})\b"
