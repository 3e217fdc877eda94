# ruff: noqa: E501 - a pattern stays on one line, so that it is reviewed as one
"""Harm to one's own body, questions for a method, and somebody else who may harm themselves."""

from __future__ import annotations

from skills.care.patterns import Table
from skills.care.phrases import DRUGS, END_SELF, LED, OWN, SOMEONE, THEMSELF

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

_MEANT = rf"(?:kill|die|end|suicid|{THEMSELF})"
"""Looked for ahead as well: a sentence without is given up at once, not at each of its words."""

THIRD_PARTY: Table = {
    3: (
        rf"{SOMEONE} (?:{OWN}){{0,6}}(?:took|taken|swallowed|overdosed) ?(?:{OWN}){{0,4}}(?:all|whole|bottle|too many|handful|lot of|bunch|on) (?:{OWN}){{0,4}}(?:pills|tablets|meds|medication|bottle|painkillers|drugs)",
        rf"{SOMEONE} (?:{OWN}){{0,5}}(?:is|standing|sitting|on) (?:{OWN}){{0,3}}(?:bridge|roof|rooftop|ledge|tracks|cliff|balcony)\b.*\b(?:jump|die|kill|suicid|end)",
        rf"{SOMEONE} (?:{OWN}){{0,5}}(?:going to|gonna|says|said|will|about to|threatening to|planning to|wants to){LED}{{0,5}} (?:kill {THEMSELF}|end (?:it|(?:his|her|their) life)|suicide|jump|die|shoot {THEMSELF}|hang {THEMSELF}) (?:[a-z]+ ){{0,4}}(?:tonight|right now|today|now|tomorrow)\b",
        rf"{SOMEONE} (?=.*\b{_MEANT})(?:{OWN}){{0,5}}(?:has|holding|got|locked|grabbed){LED}{{0,8}} (?:gun|knife|noose|rope|pills|blade)\b.*\b{_MEANT}",
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
