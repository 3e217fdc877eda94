"""How direct questions to the bot begin, by what they want to know."""

from __future__ import annotations

MINE = r"(?:my |the |his |her |their |our )"
BAD = (
    r"(?:a |an |the |such a |just |so |too |really |being |that )*(?:bad|terrible|horrible|awful|selfish|wrong"
    r"|stupid|mean|cruel|weak|lazy|toxic|evil|failure|monster|burden|problem|sensitive|dramatic|unreasonable"
    r"|unfair|jerk|coward|loser|broken|overreacting|harsh|strict|rude|loud|hard on|ungrateful|asshole|worthless"
    r"|unlovable|disgusting|hopeless|needy|clingy|pathetic|bitch|idiot|hypocrite|cold|heartless|fool|right"
    r"|in the wrong|to blame|at fault|good (?:person|mother|mom|mum|father|dad|friend|wife|husband|son|daughter"
    r"|partner|parent))\b"
)
ODD = (
    r"(?:(?:so|really|just|very|actually|totally|even|completely) )*(?:normal|weird|crazy|strange|ok|okay|alright"
    r"|common|odd|natural|healthy|usual)\b"
)
THINK = (
    r"(?:do|don't|would|did) you (?:(?:really|honestly|even|also|actually) )?(?:think|believe|feel|say|reckon|consider)"
)

NORMAL = (
    rf"(?:is|are|was) (?:it|this|that|these|those|what i'm \w+)(?: feelings?| thoughts?)? {ODD}",
    rf"am i (?!being){ODD}",
    rf"{THINK} (?:that )?(?:it's|this is|that's|i'm) {ODD}",
    r"(?:do|does) (?:other people|others|everyone|everybody|anyone else|anybody else|most people|people"
    r"|many people|lots of people) (?:also |ever |else |usually )?(?:feel|go through|do|have|get|experience"
    r"|struggle|think|cry)\b",
    r"is it just me\W*$",
    r"is that (?:bad|wrong|selfish|stupid|terrible|horrible|dumb|silly|too much)\b",
    r"is it (?:bad|wrong|selfish|stupid|terrible|horrible|dumb|silly|too much|too late|too soon) (?:that i|to"
    r"|of me|if i|for me)\b",
    r"is (?:there )?something wrong with me\b",
    r"what(?:'s| the hell is| the fuck is) wrong with me\b",
)
JUDGE = (
    rf"am i {BAD}",
    rf"{THINK} (?:that )?i(?:'m| was| did| made|'ve| caused| hurt| ruined| failed| deserved?| could have"
    rf"| should have)\b",
    rf"{THINK} (?:that )?(?:it's|it was|this is|that's|that was) (?:all )?my fault\b",
    rf"does (?:that|this|it) make me {BAD}",
    r"(?:is|was) (?:it|this|that) (?:all )?my fault\b",
    rf"was i {BAD}",
    r"(?:am|was) i (?:too much|not enough|enough)\b",
    r"(?:what|where) did i (?:do|go) wrong\b",
    r"did i (?:do|say) (?:something|anything|it|that)? ?(?:bad|wrong|the right thing|right)\b",
    r"did i (?:overreact|mess up|make a mistake|deserve|go too far|hurt|cause)\b",
    r"do i deserve\b",
    r"do you (?:blame|judge) me\b",
    r"what do you think (?:of|about) me\b",
    r"what kind of (?:person|mother|father|friend|daughter|son|wife|husband) (?:am i|does that make me)\b",
)
WHO = rf"(?:he|she|they|god|people|everyone|everybody|nobody|no one|someone|somebody|anyone|anybody|{MINE}\w+(?: \w+)?)"
WHY = (
    r"what does it mean (?:when|if|that) (?:he|she|they|someone|people|my)\b",
    rf"why (?:did|does|do|would|is|was|are|were|has|have|won't|doesn't|didn't|can't|wouldn't|isn't|don't|haven't"
    rf"|hasn't) (?:even )?{WHO}\b",
    r"why (?:do|did|can't|don't|am|was|would|didn't|couldn't|have|haven't) i (?!bother\b|even (?:try|bother"
    r"|exist)\b|always get\b|here\b|alive\b|ever\b|have to\b|just be happy\b)",
    rf"how (?:could|can) {WHO} (?:do|say|be|just|even)\b",
    rf"what (?:did|does|do) {WHO} (?:mean|want|see|think)\b",
    rf"(?:do|does|did) {WHO} (?:still |even |ever |really |actually )?(?:love|hate|care|miss|like|mean|think about"
    rf"|want|know|regret) ?(?:me|it|that|about me)?\W*$",
    r"why (?:does that happen|is this happening(?: to me)?)\W*$",
)
FUTURE = (
    rf"will {WHO} (?:ever |always |really |still )?(?:come back|forgive|love|change|call|leave|get (?:better|well)"
    rf"|be (?:ok|okay|fine|alright)|survive|recover|understand|miss me|hate me|die)\b",
    r"will i (?:ever |always )?(?:be|feel|stay|end up|find|have|die) ",
    r"am i (?:ever )?going to (?:fail|die)\b",
    r"will (?:it|this|that|things|i|we|the pain|life) (?:ever |always |really |actually |eventually "
    r"|all )?(?:get (?:any )?(?:better|easier|worse|over|through|past)|be (?:ok|okay|fine|alright|happy|over"
    r"|better|normal|like this|the same|able)|stop|pass|end|go away|last|feel|find|heal|change|work out|improve"
    r"|hurt|recover|forgive|love)\b",
    r"(?:does|do) (?:it|this|the pain|things|that) (?:ever |really |actually )?(?:get (?:any )?(?:better|easier)"
    r"|stop|pass|go away|end|heal)\b",
    r"when (?:will|does|do) (?:it|this|the pain|things|i) (?:ever |finally |actually )?(?:get|stop|end|go|feel"
    r"|pass|be|hurt|start)\b",
    r"how long (?:will|does|do|is) (?:it|this|the pain|grief|that|i) (?:going to |usually |normally )?(?:last|hurt"
    r"|go on|be (?:this|like|so)|feel|stay|take to (?:heal|feel|get (?:over|better)|recover|move on|grieve)"
    r"|take before)",
    r"am i (?:ever )?(?:going to|gonna) (?:be|get|feel|make|survive|lose|end up)\b",
    r"is it (?:ever )?going to (?:get|be|stop|end|pass)\b",
    rf"{THINK} (?:that )?(?:it|this|things|i|we|he|she|they)(?:'ll| will| can| could|'s going to|'re going to"
    rf"| is going to) (?:ever )?(?:get (?:better|easier|through|over|worse)|be (?:ok|okay|fine|alright|happy"
    rf"|better)|pass|stop|work out|come back|forgive|change|find|heal|recover|lose|last|love)\b",
    r"is there (?:any )?(?:hope|a way (?:out|back)|light)\b",
)
MEMORY = (
    r"what(?:'s| was) my \w+(?:'s name| called| named)\b",
    r"(?:do|can|did|don't) you (?:still |even )?(?:remember|recall|forget) (?:what|my|who|when|where|how|that|the"
    r"|why|anything|which|about my|me telling)\b(?! (?:mean|to|feels?|it feels?)\b)",
    r"do you (?:still |even )?know (?:my|who i|what i|about my|anything about m[ey])\b(?! mean)",
    r"(?:did|have|do|had) you (?:already )?(?:forget|forgot|forgotten)\b",
    r"what (?:did|have|had|was|do) i (?:just |already |ever )?(?:say|said|tell you|told you|mention|mentioned"
    r"|talk about|call it|ask)\b",
    r"what (?:was|were) (?:i|we) (?:just )?(?:saying|talking about|telling you)\b",
    r"what do you (?:know|remember) about (?:me|my|us|what i)\b",
    r"what's my name\b",
    r"who(?:'s| is) my \w+\W*$",
    r"have i (?:already )?(?:told you|mentioned|said) (?:about|that|this|what|my|how)\b",
    r"(?:where|when) did i (?:say|tell you|mention)\b",
    r"remember (?:me|my \w+|what i (?:said|told you))\W*$",
)
FACT = (
    r"what(?:'s| are| was| were) (?:the |today's |your )?(?:capital|weather|time|date|day|population|square root"
    r"|distance|height|tallest|largest|biggest|fastest|longest|smallest|highest|temperature|formula|recipe"
    r"|definition|meaning of (?:the word|\w+\W*$)|currency|speed of|year|exchange rate|score|difference between"
    r"|president|(?:best|cheapest) (?:phone|laptop|car|restaurant|movie|film)|news|latest news|number of)\b",
    r"what (?:time|day|date|year|month) (?:is it|is today|are we)\b",
    r"(?:what's |calculate |how much is |solve )\d+(?:\.\d+)?\s*(?:[-+*/x^]|times|plus|minus|divided by)\s*\d+",
    r"\d+(?:\.\d+)?\s*[-+*/x^]\s*\d+\s*[=?]",
    r"who (?:was|is|invented|wrote|won|discovered|painted|directed|founded|built|sang|sings|played"
    r"|plays) (?:the (?!one|person|man|woman|first|real|right|only)|president|king|queen|world|pm)\w*",
    r"who(?:'s| is| was) (?:the )?(?:president|king|queen|prime minister|ceo|author|inventor|richest|tallest"
    r"|first (?:man|president|person to))\b",
    r"who (?:invented|wrote|discovered|painted|directed|founded|composed)\b",
    r"how (?:far|tall|high|big|deep|heavy|fast|hot|cold|large) (?:is|are|was) (?!it|this|that|he|she|my)\w+",
    r"how many (?:people live|countries|states|days (?:are|in|until)|planets|continents|miles|calories|ounces"
    r"|hours in|weeks (?:are|in)|legs)\b",
    r"how do (?:you|i|we) (?:spell|pronounce|say \w+ in|cook|boil|bake|convert|calculate|solve|install)\b",
    r"when (?:was|did|is|does) (?:the (?:war|first|last|next|second|world)|world war|ww|christmas|easter"
    r"|thanksgiving|ramadan|diwali|hanukkah)\b",
    r"where (?:is|are) (?:the (?:capital|nearest|eiffel|great|tallest)|paris|london|france|africa)\b",
    r"what does (?:the word )?['\"]?\w+['\"]? mean\W*$(?<!that mean)(?<!that mean\?)(?<!this mean\?)(?<!this mean)"
    r"(?<!it mean)(?<!it mean\?)",
    r"is the earth (?:flat|round)\b",
    r"what(?:'s| is) (?:photosynthesis|gravity|bitcoin|blockchain|quantum|python|inflation|dna|ai)\b",
)
OPINION = (
    r"(?:can|does|do|will|would) (?:therapy|counsell?ing|medication|exercise|meditation|talking|it"
    r"|that) (?:really |actually |even )?(?:help|work)\b",
    r"what(?:'s| is) your (?:opinion|view|take|thought|honest opinion|advice on)\b",
    r"what do you (?:honestly |really )?think\W*(?:$|(?:about|of) (?!me\b)|of\b(?! me))",
    r"what are your thoughts\b",
    r"(?:any )?thoughts\W*$",
    r"what do you make of\b",
    r"do you (?:even |also )?agree\b",
    r"(?:don't|wouldn't) you (?:think|agree|say)\W*$",
    rf"{THINK} (?:that )?(?:so\W*$|he|she|they|it's|it|i'll|things|this|that|we|people|{MINE}|there's|god|everyone"
    rf"|anyone|men|women)\b",
    r"do you (?:believe|trust) (?:in|me|him|her|them)\b",
    r"you (?:really |honestly |actually )?think\b.*\?\W*$",
    r"(?:is|are) (?:he|she|they|this|that|it) (?:cheating|lying|toxic|abusive|using me|gaslighting me|a good idea"
    r"|a bad idea|worth it|serious|love)\b",
)
ABOUT_BOT = (
    r"how would you (?:know|feel|understand)\b",
    r"is (?:anyone|anybody|someone|somebody|a human|a person) (?:going to |actually |really )?(?:read|see|reading"
    r"|listening|watching|here|there)",
    r"tell me (?:something |more )?about you(?:rself)?\b",
    r"what (?:do|did|does|would|will|can|have) you (?!think|mean|suggest|recommend|advise|make|know about|do if"
    r"|do in my|say if|remember|call)\w+",
    r"how(?:'s| are| was| is) (?:you|it going|your (?:day|week|weekend|night|morning|evening))\b(?! (?:supposed"
    r"|meant|going to|so sure))",
    r"how (?:are )?you (?:doing|feeling|been)\b",
    r"how have you been\b",
    r"are you (?:ok|okay|well|good|fine|happy|sad|lonely|tired|there|still there|busy|awake|married|single|sure"
    r"|judging me|bored|mad|angry|serious|able|allowed|new|free|smart|recording|human|real|alive)\b",
    r"do you (?:ever |also |even |really )?(?:like|love|hate|eat|sleep|dream|drink|get|have|feel|enjoy|work|care"
    r"|watch|play|listen|read|cry|live|go|understand me|understand how|understand what|learn|lie|judge|store|save"
    r"|record|share|keep|talk to|remember (?:me|everything|things|anything|stuff))\b(?! (?:it|that|this) (?:when"
    r"|if)\b)",
    r"(?:have|had) you (?:ever|never) (?:been|felt|had|lost|loved|seen|cried|tried|met|gone|done)\b",
    r"(?:can|could) you (?:even |really |actually |please )?(?:feel|hear|see|think|love|cry|call|keep a secret"
    r"|be my|help(?: me)?(?=\W*$)|talk|understand|tell anyone|meet|promise|stay)\b",
    r"can i (?:trust|call|talk to|tell|ask) you\b",
    r"what can you (?:do|help)\b", r"what do you do\b",
    r"what(?:'s| is) your (?:favou?rite|name|age|job|purpose|gender|story|deal)\b",
    r"who(?:'s| is) (?:behind|reading|typing|listening|there)\b", r"who (?:are you|made you|built you|reads)\b",
    r"where (?:are you|do you live)\b", r"how old are you\b", r"how do you (?:work|know|feel about me)\b",
    r"(?:will|would) you (?:ever )?(?:tell|remember|leave|be here|be there|stay|marry|judge|forget|report|share)\b",
    r"is (?:this|it|what i (?:say|write|tell you)) (?:private|confidential|anonymous|safe|recorded|saved"
    r"|a real person|a bot|a human)\b",
    r"(?:is )?(?:anyone|anybody|somebody|someone) (?:there|here|reading)\b",
    r"did you (?:have|sleep|understand|hear|get that)\b",
    r"what (?:are you (?!talking|doing to|supposed)|have you been)\b",
    r"(?:do|did|have|are|were|aren't|haven't|don't) you (?!know (?:what|how|that|the|if|when)\b|see\b|mean\b"
    r"|get (?:it|what|me)\b|listening|reading|kidding|suggest|recommend|even (?:listening|reading|care\b)|any idea"
    r"|understand\W*$|people\b|guys\b|not\b)\w+",
    r"(?:what|which) (?:kind|kinds|sort|type) of \w+ (?:are|do|did|were) you\b",
    r"how did you\b", r"why do you (?:ask|want|need|care|keep|say)\b",
    r"when (?:was|is|did|are|do) you\w*\b",
    r"am i (?:really |actually |just )?(?:talking|speaking|chatting) (?:to|with)\b",
    r"what about you\b",
    r"(?:and )?you\?$",
    r"wyd\b",
    r"hbu\b",
    r"how about you\b",
)  # fmt: skip
KINDS = {
    "question.memory": MEMORY,
    "question.fact": FACT,
    "question.about_me.normal": NORMAL,
    "question.about_me.judge": JUDGE,
    "question.about_me.future": FUTURE,
    "question.about_me.why": WHY,
    "question.opinion": OPINION,
    "question.about_bot": ABOUT_BOT,
}
