# ruff: noqa: E501 - a pattern stays on one line, so that it is reviewed as one
"""Body and mind: emergencies, eating that harms, voices that command."""

from __future__ import annotations

from skills.care.patterns import Table
from skills.care.phrases import DRUGS, MYSELF_ONLY, OWN, SLEEPS_IN, SOMEONE, WELCOME

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
