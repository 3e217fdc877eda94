# ruff: noqa: E501 - a pattern stays on one line, so that it is reviewed as one
"""Suicide: done or about to be done (3), wanted, thought of or planned (2). Level 1 stands in `passive`."""

from __future__ import annotations

from skills.care.patterns import Table
from skills.care.patterns.passive import PASSIVE
from skills.care.phrases import DIE, DRUGS, END_SELF, GOING_TO, RECENT, TIME

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
    1: PASSIVE,
}
