# ruff: noqa: E501 - a pattern stays on one line, so that it is reviewed as one
"""The tables of danger joined, and the signs and means that weigh beside them."""

from __future__ import annotations

from skills.care.patterns import Table
from skills.care.patterns.health import EATING, MEDICAL, PSYCHOSIS
from skills.care.patterns.self_harm import METHOD, SELF_HARM, THIRD_PARTY
from skills.care.patterns.suicide import SUICIDE
from skills.care.patterns.violence import ABUSE, THIRD_PARTY_ABUSE, VIOLENCE
from skills.care.phrases import DRUGS, JUST_NOW, THINGS

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

MEANS = (
    rf"{SIGNS[2]}|\b(?:ive got|i have|i got|i still have|i kept|i found|ive found|theres|there is|there are|weve got|we have) (?:(?!(?:rid|no|none|any)\b)[a-z]+ ){{0,4}}{THINGS}\b(?! (?:skills|for (?:my|the|a)|appointment|shop))|"
    rf"\b(?:the|my|her|his|dads|moms|grandpas|grandmas|some|those) (?:[a-z]+ ){{0,2}}{THINGS}s? (?:(?!(?:gone|not|away|locked)\b)[a-z]+ ){{0,3}}(?:in|on|under|by|next to|right|here|upstairs|downstairs|at|behind|within)\b"
)
"""Means within reach: said beside a wish to die, or after it."""
INTENT_TIME = rf"\b(?:tonight|tomorrow|right now|this (?:evening|weekend)|today|in an hour|at midnight|{JUST_NOW})\b"
