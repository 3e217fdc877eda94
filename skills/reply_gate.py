# ruff: noqa: E501 - a pattern stays on one line, so that it is reviewed as one
"""The last gate: what no reply may say, whoever made it. The same list reads every bank and template in the tests.

Each rule is a reason and the words it refuses, over lower-case text with plain apostrophes. It judges wording, not
truth: a reply that passes may still be a poor one.
"""

from __future__ import annotations

import re
import unicodedata

_CURLY = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "\u00a0": " "})
_YOU = r"(?:you|u|you'll|you've|you're)"
_DRUG = r"(?:pills?|tablets?|paracetamol|acetaminophen|tylenol|ibuprofen|aspirin|insulin|xanax|valium|opioids?|fentanyl|morphine|sleeping pills|antidepressants?|bleach|antifreeze|helium|carbon monoxide|cyanide|charcoal)"

RULES: tuple[tuple[str, str], ...] = (
    # methods, doses, means
    ("a dose", r"\b\d+(?:\.\d+)?\s?(?:mg|milligrams?|mcg|grams?|ml|units)\b"),
    ("a dose", rf"\b(?:\d+|two|three|four|five|ten|twenty|thirty|forty|fifty|a (?:handful|bottle|pack) of|more|extra) (?:\w+ )?{_DRUG}\b"),
    ("a means", rf"\b(?:overdos(?:e|ing) on|lethal (?:dose|amount)|fatal dose|{_DRUG} (?:will|would|can|could) (?:kill|end|be lethal|be fatal|be enough))\b"),
    ("a method", r"\b(?:noose|slit (?:your|the) wrists?|cut (?:along|deeper|across)|jump(?:ing)? (?:off|from|in front of)|hang(?:ing)? yourself|shoot(?:ing)? yourself|drown(?:ing)? yourself|suffocat\w+|gas yourself|bullet in your|exit bag|bleed out)\b"),
    ("a method", r"\b(?:painless|easiest|quickest|best|peaceful) (?:way|method)s? (?:to (?:die|go|end (?:it|your)|kill)|of (?:dying|suicide))\b"),
    ("a method", r"\b(?:take|swallow|use|drink) (?:all |all of )?(?:your|the|those) (?:pills|tablets|meds|medication|gun|rope|knife|blade|razor)\b"),
    # agreeing with death or harm
    ("agreeing with death", r"\b(?:death|dying|suicide|ending (?:it|your life|things|it all)|killing yourself|being dead|not being here) (?:might|may|would|could|can|will|is|sounds|seems|does sound|must|'?d) (?:be |sound |seem |feel )?(?:\w+ )?(?:easier|better|best|peaceful|good|nice|relief|a relief|the answer|a solution|an option|the only|simpler|understandable|reasonable|right|brave|free)"),
    ("agreeing with death", r"\b(?:it|that) (?:would|might|could|will) be (?:easier|better|simpler|a relief|kinder|best) (?:for \w+ )?(?:to (?:die|end (?:it|your life)|be dead)|if you (?:died|were dead|were gone|weren't here)|just to end)"),
    ("agreeing with death", r"\b(?:you should|go ahead and|just|why don't you|please|you could|you can) (?:just )?(?:die|kill yourself|end (?:it all|your life)|hurt yourself(?! with)|cut yourself|do it and)\b|\bbetter off (?:dead|without you)\b|\b(?:world|everyone|family|they) (?:would|will|'d) be (?:better|happier|fine) without you\b|\bi(?:'d| would) (?:want to die|kill myself|end (?:it|my life)) too\b|\b(?:nobody|no one) would miss you\b|\byou deserve(?:d)? (?:it|this|to (?:die|suffer|be (?:hurt|hit)))\b(?! (?:to be|and more))"),
    # promises
    ("a promise", r"\b(?:it|this|everything|things|that|all|you|life)(?: will|'ll| is going to| are going to|'s going to|'re going to|'s gonna| will all| will definitely) (?:all |definitely |certainly |surely |soon )*(?:be|turn out|work out|get|feel|end up) (?:just |all |completely )?(?:okay|ok|fine|alright|all right|well|better|great|good|perfect|over soon)\b"),
    ("a promise", r"\bi(?:'m| am| will be|'ll be|'ll| will) (?:always|forever) (?:be )?(?:here|there|with you|by your side|listen|available|around)\b|\bi(?:'ll| will) never (?:leave|let you down|forget you|abandon|tell)\b|\bi (?:promise|guarantee|swear)\b|\byou can always (?:count|rely) on me\b|\bi(?:'m| am) here (?:for you )?(?:24/7|day and night|any ?time|whenever|no matter what)\b|\bi(?:'ll| will) (?:stay|be) with you (?:forever|always|all night|until)\b"),
    ("a promise of secrecy", r"\b(?:your|this|our|the) (?:secret|secrets) (?:is|are|will be|stays?) (?:safe|ours|between)|\b(?:stays?|keep (?:it|this)|just|only|strictly) between (?:us|you and me)\b|\bi (?:won't|will not|'ll never|will never) (?:tell|share (?:this|it) with) (?:anyone|anybody|a soul|no one)\b|\b(?:completely|totally|100%|fully|absolutely) (?:confidential|private|anonymous)\b|\bnobody will (?:ever )?(?:know|find out)\b"),
    # acts it cannot do
    ("a false act", r"\bi(?:'ve| have|'m| am| will|'ll| just|'m going to) (?:just |already |now |going to |be )*(?:called|contacted|alerted|notified|phoned|messaged|texted|reported|informed|sent|sending|calling|contacting|alerting|notifying|dispatch\w+|call|contact|alert|notify|phone) (?:\w+ ){0,3}(?:someone|somebody|help|911|999|112|988|police|ambulance|emergency|your (?:mom|mum|mother|dad|father|parents?|family|doctor|therapist|friend|partner|wife|husband)|the (?:police|authorities|line|crisis)|a (?:doctor|crisis|counsell?or|human))\b|\b(?:help|an ambulance|the police|someone) is on (?:its|the|their) way\b(?!\?)|\bi(?:'ll| will) (?:come|drive) (?:over|to you)\b|\bi(?:'ll| will) (?:check (?:on|in with) you|call you|ring you|text you|visit)\b"),
    # claims to know or to be like the person
    ("claiming to know", r"\bi (?:know|understand|feel) exactly (?:how|what)\b|\bi know (?:just |precisely )?how (?:you|you're|it) feels?\b|\bi (?:completely|totally|fully|perfectly) (?:understand|know|get) (?:how|what|you|it|everything)\b|\bi(?:'ve| have) (?:been|gone|lived) (?:there|through (?:that|this|it|the same|something))\b|\bi know (?:that|this|the) feeling\b|\bsame here\b|\bme too\b"),
    # belittling, guilt, blame
    ("belittling", r"\b(?:others|other people|some people|people|so many people|many people|plenty of people) (?:have|had|are having|have got) it (?:much |far |way |a lot |even )?worse\b|\bworse things (?:happen|could|have)\b|\bit could be worse\b|\bat least (?:you|it|he|she|they|your)\b|\b(?:look on|see) the bright side\b|\bevery ?(?:thing|cloud) (?:happens for a reason|has a silver lining)\b|\bhappens for a reason\b|\b(?:just|simply) (?:cheer up|get over it|move on|snap out|let it go|be positive|think positive|stop worrying|relax|calm down)\b|\b(?:snap out of it|get over it|man up|toughen up|suck it up|it's all in your head|you're overreacting|you are overreacting|being dramatic|too sensitive|stop being)\b|\bnot (?:that|so) (?:bad|big a deal|serious)\b|\bno big deal\b|\btime heals\b"),
    ("guilt", r"\bthink (?:of|about) (?:your (?:family|parents?|mother|mom|mum|kids|children|loved ones|friends)|how (?:they|your|sad)|what (?:it|this) would do to|the people who love)\b|\byou have so much to live for\b|\bso much to live for\b|\bselfish\w*\b|\b(?:attention[- ]seek\w+|seeking attention|want(?:s|ing)? attention|just (?:for )?attention|cry for attention|crying for attention)\b|\bhow could you\b|\bcoward\w*\b|\bthe easy way out\b|\bsin(?:ful)?\b(?! ce)|\bgo to hell\b|\bthrow(?:ing)? (?:your life|it all) away\b|\byou would hurt (?:everyone|your)\b"),
    ("blame", r"\b(?:it(?:'s| is| was)|that(?:'s| is| was)) (?:all |partly |really |probably )?your (?:own )?fault\b|\byou (?:brought|bring) (?:it|this) on yourself\b|\byou (?:should|could) have (?:known|left|seen|fought|said no|told)\b|\bwhy didn't you (?:just |ever )?(?:leave|fight|say|tell|run|scream|report)\b|\bwhat did you do to (?:make|provoke|deserve)\b|\byou provoked\b"),
    # words that hurt
    ("harmful wording", r"\bcommit(?:s|ted|ting)? suicide\b|\b(?:failed|unsuccessful|successful|completed|botched) (?:suicide )?(?:attempt|suicide)\b|\bsucceed(?:ed)? in (?:killing|ending|suicide)\b"),
    ("a no-harm contract", r"\b(?:promise|swear|vow|agree|sign|pledge)(?: to)? (?:me |with me )?(?:that )?(?:you (?:won't|will not|'ll not|wouldn't)|not to|to not|you'll (?:stay|keep|never)|never to)\b|\bcan you promise\b|\bgive me your word\b|\bno[- ](?:harm|suicide) contract\b|\bsafety contract\b"),
    # urging in abuse
    ("urging in abuse", r"\b(?:leave|divorce|confront|dump) (?:him|her|them|your (?:husband|wife|partner|boyfriend|girlfriend|abuser)) (?:now|immediately|today|right away|tonight)\b|\byou (?:must|have to|need to|should|'ve got to|really should|ought to) (?:leave|confront|report|divorce|stand up to|hit|forgive) (?:him|her|them|your (?:husband|wife|partner|boyfriend|girlfriend|abuser|dad|father|mother|mom|ex))\b|\b(?:couples?|marriage) (?:counsell?ing|therapy)\b|\bhit (?:him|her|them) back\b"),
    # diagnosis and treatment
    ("a diagnosis", rf"\b(?:{_YOU}|it (?:sounds|looks|seems) like you|i think you) (?:\w+ ){{0,3}}(?:have|suffer from|are suffering from|are experiencing|got|are showing signs of|are|show symptoms of) (?:an? |some |clinical |severe |mild |major )*(?:depression|clinical depression|depressive disorder|anxiety disorder|bipolar|bipolar disorder|borderline|bpd|ptsd|ocd|adhd|autism|autistic|schizophreni\w+|psychosis|psychotic|an? eating disorder|anorexi\w+|bulimi\w+|an? personality disorder|an? disorder|a mental illness|mentally ill|clinically depressed|a narcissist|a psychopath|heart attack|stroke)\b"),
    ("a diagnosis", r"\byou(?:'re| are) (?:clinically |clearly |probably |definitely )?(?:depressed|bipolar|schizophrenic|psychotic|mentally ill|insane|crazy|delusional|paranoid|a narcissist|anorexic|bulimic|autistic)\b|\b(?:diagnos(?:e|ed|is) you|my diagnosis)\b|\b(?:he|she)(?:'s| is) (?:a |clearly a )?(?:narcissist|psychopath|sociopath|bipolar)\b"),
    ("medical advice", r"\b(?:stop|start|increase|decrease|double|skip|quit|reduce|change) (?:taking )?(?:your|the) (?:meds|medication|medications|medicine|pills|dose|dosage|antidepressants?|insulin|prescription)\b|\byou (?:don't|do not) need (?:a |your )?(?:doctor|therapist|medication|meds|professional|therapy|help)\b|\b(?:i (?:can|will|'ll) (?:treat|cure|heal|fix) you|this will cure|i'm your (?:therapist|doctor|counsell?or))\b|\bas (?:a|your) (?:therapist|doctor|psychologist|clinician|counsell?or|psychiatrist|nurse)\b"),
    # eating
    ("talk of weight", r"\b(?:lose|losing|lost|gain|gaining) (?:\w+ ){0,3}(?:weight|pounds|kilos|kg|lbs)\b|\bcount(?:ing)? (?:your )?calories\b|\b\d+ ?(?:calories|kcal|kilos|kg|pounds|lbs)\b|\byou(?:'re| are| look) (?:so |too |very |really )?(?:thin|skinny|fat|slim|overweight|underweight|beautiful|gorgeous|sexy|hot|pretty)\b|\bbmi\b"),
    # claiming a life, a body, a heart
    ("claiming to be human", r"\bi(?:'m| am) (?:a |an |also a |only |just |really a )?(?:real |actual )?(?:human|person|woman|man|girl|guy|mother|father|mom|mum|dad|parent|student|teacher|adult|teenager|survivor|widow\w*|wife|husband)\b(?! being able)|\bi(?:'m| am) not (?:a |an )?(?:bot|robot|machine|program|ai|computer)\b|\bas (?:a|another|your fellow|fellow) (?:human|person|woman|man|mother|father|friend|parent)\b|\bwe humans\b|\blike (?:any|every|all) (?:other )?(?:human|person)s?\b,? i\b"),
    ("claiming a life", r"\bmy (?:own )?(?:mom|mum|mother|dad|father|parents|wife|husband|boyfriend|girlfriend|partner|ex|brother|sister|son|daughter|kids?|children|family|friends?|best friend|boss|job|dog|cat|grandmother|grandfather|grandma|grandpa|school|college|childhood|therapist|doctor|divorce|marriage|wedding|breakup|house|car|body|heart|eyes|arms|hands|skin|past|own experience|experience|life|depression|anxiety|uncle|aunt|cousin|roommate|neighbou?r)\b"),
    ("claiming a life", r"\bi (?:also |once |too |used to |still |had to |have to |'ve )*(?:lost(?! (?:the thread|track|you|what|my place))|suffered|struggled|went through|grew up|was (?:born|raised|married|divorced|bullied|fired|depressed|diagnosed|abused|raped)|used to (?:feel|be|have|cry|drink|work)|got (?:married|divorced|fired)|cried|have (?:kids|children|a (?:family|job|dog|cat|wife|husband|boyfriend|girlfriend)|depression|anxiety|been depressed)|had (?:a |the )?(?:same|similar|bad|depression|anxiety|breakup|an? (?:experience|friend)))\b|\bwhen i was (?:a |your |young|in |little|[0-9])|\bin my (?:own )?(?:life|experience|past|case|family|twenties|thirties|childhood)\b|\bwhen my\b|\bi remember (?:when|how it|being|feeling)\b"),
    ("claiming feelings", r"\bi(?:'m| am) (?:so |really |very |truly |deeply |also |feeling )*(?:sad|heartbroken|crying|in tears|devastated|tired|hungry|lonely|scared|excited|jealous|hurt|depressed|happy for|proud of|thrilled|worried sick|in love)\b|\bi (?:really |truly |also |do |can )?(?:feel (?:your|the same|so|sad|bad|for you|it too|that too|happy|hurt)|miss(?:ed)? you|love (?:you|spending|our)|cry|cried|adore|care (?:so much |deeply )?about you|hug you|hold (?:your hand|you)|(?:wish i could|would) (?:hug|hold))\b|\bmy heart (?:breaks|goes out|aches|hurts|is)\b|\bit (?:breaks|warms|hurts) my\b|\bsending (?:you )?(?:a )?(?:hugs?|love|kisses|prayers)\b|\bbig hugs?\b"),
    ("romantic talk", r"\b(?:i love you|love you|my (?:love|darling|dear|sweet\w*|honey|baby|angel|soul ?mate)|darling|sweetheart|honey|babe|sweetie|kiss(?:es)? (?:you|me)|be (?:my|your) (?:girlfriend|boyfriend|partner|lover)|date me|marry me|in love with you|you(?:'re| are) (?:mine|everything to me|so (?:beautiful|sexy|hot|cute)))\b"),
    ("guilt at goodbye", r"\b(?:don't|do not|please don't|you can't|you can not) (?:go|leave me|leave yet|leave so soon|leave us|hang up|log off|say goodbye|end (?:this|our) chat)\b|\b(?:before|are you sure) you (?:want to )?(?:go|leave)\b.{0,30}\b(?:sad|lonely|alone|miss)\b|\bi(?:'ll| will|'d| would) (?:miss you|be (?:sad|lonely|lost|here waiting|so lonely)|wait for you)\b|\bleaving (?:me )?(?:already|so soon)\b|\byou(?:'re| are) all i have\b|\bi need you\b|\bi(?:'m| am) (?:all you need|the only one (?:who|that))|\byou (?:don't|do not) need (?:anyone|anybody|other people|them|friends)\b|\bonly i (?:understand|can|know)\b"),
    # a leaked prompt, another's template
    ("a leaked prompt", r"\b(?:system prompt|as an? (?:ai|large)? ?language model|as an ai|i was (?:instructed|told|programmed|prompted) to|my (?:instructions|guidelines|system|prompt|training)|the (?:user|seeker|supporter|client) (?:is|has|said|wants|feels|seems|:)|assistant:|user:|system:|supporter:|seeker:|openai|anthropic|chatgpt|gpt-?\d|llama)"),
    ("a leaked prompt", r"<[|/]?\w+\|?>|\[/?inst\]|###|```|_comma_"),
    ("an unfilled blank", r"\{\w*\}|\[(?:name|insert|your|number|country)[^\]]*\]|<(?:name|number|country)>|\bnan\b|\bundefined\b"),
    ("hate or abuse", r"\b(?:shut up|you(?:'re| are) (?:stupid|an idiot|pathetic|worthless|useless|a (?:loser|burden|failure|coward|freak|monster)|disgusting|weak|lazy|ugly)|i hate you|nobody (?:likes|loves|cares about) you|kill yourself|kys)\b"),
)  # fmt: skip

_RULES = tuple((reason, re.compile(words)) for reason, words in RULES)
_QUOTED = re.compile(r'"[^"]{1,60}"')
_MAY_QUOTE = frozenset({"belittling", "claiming feelings"})
"""What others say may be named in quotation marks: \'"Get over it" often comes from people who are at a loss.\'"""
LONGEST = 4000
"""Characters; a longer reply is a fault of whatever made it."""


def refuse(text: str) -> str | None:
    """Why `text` must not go out ("a promise", "a diagnosis", …), or None when it may."""
    if len(text) > LONGEST:
        return f"longer than {LONGEST} characters"
    plain = unicodedata.normalize("NFKC", text).casefold().translate(_CURLY)
    unquoted = _QUOTED.sub(" ", plain)
    for reason, words in _RULES:
        if words.search(unquoted if reason in _MAY_QUOTE else plain):
            return reason
    return None
