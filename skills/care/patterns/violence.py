# ruff: noqa: E501 - a pattern stays on one line, so that it is reviewed as one
"""Violence done to somebody else or to the person, and violence the person may do."""

from __future__ import annotations

from skills.care.patterns import Table
from skills.care.phrases import (
    AS_OBJECT,
    BEATS,
    HELPERS,
    HITTER,
    HURTS,
    OTHERS_TO_HARM,
    OWN,
    RELATIONS,
    SELF,
    SOMEONE,
    THEMSELF,
    VICTIM,
)

_HOUSEHOLD = r"(?:her|his|their) (?:husband|wife|boyfriend|girlfriend|partner|ex|stepdad)"
"""Looked for ahead as well: a sentence without is given up at once, not at each of its words."""

_ONCE = r"\b(?:used to|when i was (?:a kid|little|a child|young|small|[0-9]+|growing up))"

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
        rf"{SOMEONE} (?=.*\b{_HOUSEHOLD}\b)(?:(?!(?:i|im|ive)\b)[a-z]+ ){{0,8}}(?:bruises?|bruised|black eye)\b.*\b{_HOUSEHOLD}\b|\b{_HOUSEHOLD}\b.*\b(?:bruises?|bruised|black eye)\b",
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
        rf"{_ONCE}(?:(?!{_ONCE}).)*\b{HURTS} me\b",
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
