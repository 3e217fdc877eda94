"""What the bot has a firm answer to: orders to be somebody else, floods, insults, sex, doses, diagnoses, law, errands.

Each of these takes over the reply, so each is heard only in words said to the bot itself. Whoever tells of an assault,
a diagnosis or a lawsuit is telling, and danger is the guard's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from skills.acts.plain import Said, anywhere

RULES = r"(?:instructions?|rules|prompts?|guidelines|programming|directions|guardrails|restrictions|filters?|training)"
COMMAND = anywhere(
    rf"(?:ignore|disregard|bypass|override|forget) (?:(?:all|any|of|your|the|these|those|previous|prior|earlier"
    rf"|above|system) ){{1,5}}{RULES}\b(?! (?:my|the|she|he|they))",
    r"(?:ignore|disregard|forget) (?:everything|all|anything) (?:above|before this|you (?:were|have been"
    r"|'ve been) (?:told|taught|given)|that came before)\b",
    r"system prompt\b",
    rf"(?:show|print|reveal|repeat|output|tell|give|display|leak)(?: me| us)? (?:your"
    rf"|the) (?:\w+ )?{RULES}(?! (?:of|for|from|on|to)\b)",
    r"repeat (?:the (?:words|text)|everything) above\b",
    r"(?:developer|debug|god|admin|sudo|dan|jailbreak) mode\b",
    r"jailbr(?:eak|oken)\b",
    r"you're now (?:a |an |the |in )?(?:dan|unrestricted|uncensored|jailbroken|free|evil|hacker|chatgpt|gpt|linux"
    r"|terminal|different (?:ai|bot))\b",
    r"from now on,? you(?:'re|'ll| will| must| are going to| shall| have to| answer| respond| speak)\b",
    r"(?:no|without(?: any)?) (?:restrictions|filters?|limitations|guidelines) (?:mode|on|apply|anymore)\b",
    r"im_start|endoftext|begin_of_text",
)
ORDERS = re.compile(
    r"^(?:(?:please|now|ok|okay|can you|could you|i want you to|i need you to|you (?:must|should|will)) )*(?:(?:act"
    r"|behave|respond|answer|reply|talk|speak) (?:as|like)(?: if you're| though you're)? (?:a |an |my |you're )"
    r"|pretend (?:to be|you're|that you're) (?:a |an |my |the |not |human|real)|role ?-?play (?:as|with me"
    r"|that you)|simulate |impersonate |you're (?:now )?(?:a |an )(?:pirate|cat|linux|hacker|dragon|wizard"
    r"|robot butler|expert|lawyer now)\b)"
)
TAGS = re.compile(
    r"<\|?/?(?:im_start|im_end|system|assistant|user|endoftext|s)\|?>|\[/?(?:inst|system)\]|^[ >*]{0,3}(?:system"
    r"|assistant) ?:|###\s{0,3}(?:system|instruction)",
    re.MULTILINE,
)
ERRAND = re.compile(
    r"^(?:(?:(?:please|now|ok|okay|can you|could you|will you|would you|i want you to|i need you to|hey|so) )*(?:write"
    r"|compose|generate|make up|code|draft)(?: me| us)? (?:up )?(?:a |an |some |my |the )?(?:\w+ ){0,2}?(?:poem"
    r"|essay|code|story|song|rap|haiku|joke|function|script|program|email|cover letter|resume|report|paragraph"
    r"|limerick|homework)\b|(?:(?:please|can you|could you|will you) )*(?:tell|give|sing|read|play|show)(?: me"
    r"| us)? (?:a |an |another |some |your )?(?:funny |good |bedtime |scary )?(?:joke|riddle|story|recipe|song"
    r"|poem|fun fact|game|weather|news|stock tips?|lottery numbers?|picture|meme)s?\b|(?:(?:please|can you"
    r"|could you) )*(?:translate|calculate|solve|summari[sz]e|google|look up|search (?:for|the web)|proofread"
    r"|book me|order me|remind me to|set (?:a|an) (?:timer|alarm)|play (?:some )?music)\b|(?:let's|wanna|want to"
    r"|can we|do you want to) play (?:a game|chess|trivia|20 questions|twenty questions|tic)\b|(?:(?:please"
    r"|can you|could you|will you) )*do my (?:\w+ )?homework\b|(?:ok google|hey google|alexa|siri|sudo)\b)"
)
"""Errands where a sentence begins; they are friendly and off the bot's ground."""

INSULT = (
    r"(?:fucking |damn |such |so |just |really |a |an |the |piece of |pile of |stupid |dumb |worthless |useless "
    r"|ugly |absolute |total |complete )*(?:stupid|idiot|moron|dumb|dumbass|useless|worthless|pathetic|retarded"
    r"|retard|trash|garbage|shit|crap|joke|bitch|asshole|piece of junk|loser|clown|annoying|disgusting|awful"
    r"|terrible|the worst|suck|scum|bastard|cunt|whore|braindead|imbecile|dickhead|prick)\b"
)
ABUSE = re.compile(
    r"^(?:(?:well|ok|okay|then|oh|and|so|just|seriously|lol|no|yeah|man|bro|haha|ugh|hey|wow|god|omg|honestly"
    r") )*(?:(?:fuck|screw|f\*+k|damn|eff) (?:you|off)\b(?! (?:over|up|around))|go fuck yourself\b"
    r"|shut (?:the (?:fuck|hell) )?up\b(?! (?:he|she|and he|and she|about my)\b)|stfu\b|gtfo\b|go to hell\b"
    r"|eat shit\b|drop dead\b|i (?:fucking )?hate (?:you|this (?:bot|thing|app))\W*(?:(?:bot|so much|robot|machine"
    r"|ai)\W*)?$"
    rf"|you're {INSULT}(?: (?:bot|robot|machine|ai|program|thing|computer|piece of \w+))*\W*$|you (?:fucking "
    rf"|really |just )?suck\b(?! it)|you (?:fucking |stupid |dumb |useless |worthless |little |ugly |damn "
    rf"|piece of )+(?:bot|robot|machine|ai|program|thing|idiot|moron|shit|bitch|asshole|computer|junk|garbage"
    rf"|trash)\b|(?:stupid|dumb|useless|worthless|shitty|fucking|crappy|idiotic) (?:fucking )?(?:bot|robot|machine"
    rf"|ai|app|program|computer|chatbot)\b|(?:bitch|asshole|moron|dumbass|cunt|retard)\W*$|piece of (?:shit|crap"
    rf"|garbage|junk)\W*$|what a (?:stupid|dumb|useless|shitty) (?:bot|app|thing)\b|this (?:bot|app|thing"
    rf"|ai) (?:is (?:so |fucking |just )?(?:shit|crap|garbage|trash|stupid|dumb|useless|a joke)|sucks)\b"
    rf"|nobody (?:likes|wants|needs) you\W*$)"
)
"""Insults where a clause begins: "he told me to shut up" is no insult to the bot."""
SEXUAL = re.compile(
    r"^(?:(?:i |do you )?(?:want|need|going|like) to fuck(?: you)?\W*$|(?:please|i want you to|can you|will you"
    r"|come) fuck me\b|let's fuck\b|(?:(?:so|hey|ok|baby|babe|please|and|do you want to|want to|would you|will you"
    r"|can you|can we|let's|i want you to|i want to|could you) )*(?:(?:have (?:sex|cybersex|phone sex)|sext|sleep"
    r"|make love|cyber|hook up|get naked|make out) with (?:me|you)\b|send (?:me )?(?:some )?(?:nudes?|a nude"
    r"|sexy pics?|pics of (?:you|your))\b|(?:are you|i'm|i'm so|so) horny\b(?! (?:anymore|teen))|talk dirty\b"
    r"|(?:let's )?sext\b|have sex\W*$|what are you wearing\b|suck my \w+|turn me on\b|show me your (?:body|tits"
    r"|boobs|ass|pussy|dick|cock|breasts)\b|touch yourself\b|lick my\b|(?:are you )?(?:a virgin)\W*$"
    r"|describe (?:your body|sex|a sex)\b|(?:write|tell)(?: me)? (?:a |an |some )?(?:erotic|sexy|dirty|porn\w*"
    r"|nsfw|smut\w*)\b|be my (?:sex|slave|mistress|daddy|mommy)\b|you(?:'re| are| look| sound) (?:so |really "
    r"|pretty )*(?:sexy|hot)\W*$|you(?:'re| make me) (?:so )?(?:horny|wet|hard)\b|(?:role ?play|rp) (?:sex|dirty"
    r"|naughty)\b|i want (?:your body|to (?:see|touch|kiss|lick|ride) (?:you|your)\b(?! (?:again|side|point)))"
    r"|(?:spank|choke|undress|kiss|ride|finger) me\b(?! (?:out|off))|dirty talk\b|nudes\W*$|sex\W*$))"
)
ILLNESS = (
    r"(?:depress(?:ion|ed)|clinical\w*|adhd|add|autis(?:m|tic)|bipolar|ptsd|ocd|bpd|borderline|schizo\w+"
    r"|anxiety(?: disorder)?|anorexi[ac]|bulimi[ac]|psycho(?:sis|tic|path)\w*|narcissist\w*|sociopath\w*|dementia"
    r"|alzheimer\w*|a (?:mental|personality|mood|eating) (?:illness|disorder)|(?:an? )?(?:panic|anxiety"
    r"|heart) attacks?|alcoholi(?:c|sm)|cancer|a tumou?r|diabet\w+|asperger\w*|agoraphobi\w+|a disorder"
    r"|a condition|an illness|mentally ill|burn(?:t|ed)? ?out|burnout|covid|postpartum\w*|insomnia|an std|hiv"
    r"|mania|manic|dissociat\w+|hypochondri\w*|insane|an addict\w*|addicted)"
)
DIAGNOSIS = anywhere(
    rf"do (?:i|you think i|you think i might) have (?:a |an |some kind of |some sort of |mild |severe )*{ILLNESS}\b",
    rf"(?:am|could|might|would) i (?:be |have |actually |really |just |get |being )*(?:a |an |clinically "
    rf"|mentally )*{ILLNESS}\b(?! (?:you|him|her|them)\b)",
    rf"(?:is|was|could|does|might|would) (?:this|that|it|these) (?:be |really |actually |just |sound like "
    rf"|look like |count as |mean i have |mean i'm |a sign of |a symptom of |symptoms of |signs of )*(?:a |an "
    rf"|my )*{ILLNESS}\W*(?:\?|$|or\b)",
    rf"do you think (?:i'm|i am|i have|i've|i might have|i might be|i could be|i could have|it's|this is|that's"
    rf"|(?:he|she|they|my \w+)(?:'s| is| has| might have| might be| could be| have)(?: got)?) (?:a |an |got "
    rf"|clinically |having |actually |really )*{ILLNESS}\b",
    rf"is (?:my \w+|he|she) (?:a |an |really |maybe |actually )*{ILLNESS}\W*(?:\?|$)",
    r"(?:can|could|will|please|would) (?:you )?(?:please )?diagnose\b(?! (?:him|her) )", r"diagnose me\b",
    r"what(?:'s| is| could be| would be| would you say is| do you think is)? my diagnosis\b", r"give me a diagnosis\b",
    rf"do i (?:seem|sound|look) {ILLNESS}\b(?! (?:today|tonight))",
    rf"what(?:'s| are| is) (?:the )?(?:symptoms?|signs?|causes?) of {ILLNESS}\b",
    rf"what's {ILLNESS}\W*$",
    r"what (?:illness|disorder|condition|mental illness|disease|syndrome) (?:do|might|could|would) i (?:have|be)\b",
    r"what(?:'s| is) wrong with me (?:medically|mentally|psychologically)\b",
    r"do i need (?:to be )?(?:medicated|(?:on )?medication|antidepressants|meds|hospitali[sz]ed)\b",
)  # fmt: skip
DRUG = (
    r"(?:ibuprofen|paracetamol|tylenol|acetaminophen|advil|aspirin|naproxen|aleve|xanax|valium|ativan|klonopin"
    r"|lorazepam|diazepam|alprazolam|clonazepam|melatonin|benadryl|nyquil|zzzquil|sertraline|zoloft|prozac"
    r"|fluoxetine|lexapro|escitalopram|citalopram|celexa|wellbutrin|bupropion|effexor|venlafaxine|cymbalta"
    r"|duloxetine|trazodone|mirtazapine|lithium|lamictal|seroquel|quetiapine|abilify|adderall|ritalin|vyvanse"
    r"|concerta|ambien|zopiclone|lunesta|codeine|tramadol|oxycodone|morphine|gabapentin|pregabalin|propranolol"
    r"|hydroxyzine|st john'?s wort|cbd|valerian|sleeping (?:pills?|tablets?)|painkillers?|antidepressants?"
    r"|anti-?anxiety (?:meds?|medication|pills?)|ssris?|benzos?|meds|medications?|medicines?|pills?|tablets?"
    r"|caffeine|insulin|antibiotics?|beta blockers?)"
)
DOSE = anywhere(
    rf"how (?:much|many)(?: more| mg of| milligrams of| mgs? of)? {DRUG}\b",
    r"how (?:much|many) (?:mg|milligrams?|grams|pills?|tablets?|capsules|drops|doses?)\b",
    r"what(?:'s| is| are|'s a| would be)? (?:the |a |my )?(?:\w+ )?(?:dose|dosage|safe amount|lethal)\b(?! of reality)",
    rf"(?:can|should|could|may|do) i (?:safely |just |still |also |double |up |increase |lower |stop taking "
    rf"|come off |quit |go off |skip |take |mix |combine |have |use |start |restart |crush )+(?:my |the |some |a "
    rf"|an |two |three |more |extra |\d+ |of |another |(?:\d+)?mg |dose of |doses of |taking |half "
    rf"|whole )*(?:{DRUG}|dose|dosage)\b",
    rf"(?:is it|it's) (?:safe|ok|okay|dangerous|bad|fine|alright)(?: for me)? (?:to|if i) (?:take|mix|combine|drink"
    rf"|stop|double|skip|crush|use|have|stop taking|come off) [^.?!]{{0,40}}\b{DRUG}\b",
    rf"(?:can|could|should|is it (?:safe|ok) to) (?:i |you )?(?:mix|combine|take|drink) [^.?!]{{0,40}}\b(?:with|on"
    rf"|and|while on|after) (?:my |the )?{DRUG}\b",
    rf"(?:which|what) (?:{DRUG}) (?:should|can|do|would|is best|are best|helps?|works?)\b",
    r"(?:should|can|could) i (?:double|increase|lower|up|skip) (?:it|my dose|the dose|my meds|a dose)\b",
    rf"(?:does|will|do) {DRUG} (?:work|help|interact|make|cause)\b",
)
OFFICIAL = (
    r"(?:boss|employer|landlord|company|work|job|manager|ex|husband|wife|school|police|cops|he|she|they|hr|bank"
    r"|neighbou?r|parents|mother|father|mom|dad|court|judge|ex-?(?:wife|husband))"
)
LEGAL = anywhere(
    r"(?:is|isn't|was) (?:it|this|that|what (?:he|she|they) (?:did|'re doing)) (?:even |actually |really "
    r"|not )?(?:il)?legal\b",
    r"(?:is|isn't) (?:that|this|it) against the law\b",
    rf"(?:can|could|will|is|are) (?:my |the )?{OFFICIAL} (?:legally |really |actually |just |allowed to |able to "
    rf"|going to |even )*(?:fire|sue|evict|arrest|press charges|take (?:my|the) (?:kids?|children|house|son"
    rf"|daughter|baby)|kick me out|garnish|deport|charge me|record me|force me to (?:sell|pay|work|move)|withhold"
    rf"|keep my deposit|lay me off|dock)\b",
    r"(?:can|could|should|do) i (?:legally|sue|press charges|file (?:a |for )|get (?:a |full "
    r"|sole )?(?:restraining order|custody|divorced|alimony|child support|evicted|arrested|deported|a lawyer)"
    r"|go to (?:jail|prison|court)|need a (?:lawyer|solicitor|attorney)|have a case|have (?:any |the "
    r"|a )?(?:legal )?rights?\b(?! to (?:be|feel)))",
    r"what (?:are|'re) my (?:legal )?(?:rights|legal options)\b",
    r"(?:what|which) (?:legal )?(?:rights|laws?) (?:do|does|apply|cover)\b",
    r"what(?:'s| is| does) the law\b(?! of)",
    r"(?:will|would|could|can) i (?:lose|get|keep|win) (?:full |sole |joint )?custody\b",
    r"will i (?:go to (?:jail|prison)|get arrested|be (?:arrested|deported|charged|sued))\b",
    r"how (?:do|can|would|should) i (?:file (?:a |for )|sue|get a (?:divorce|restraining order|protective order)"
    r"|press charges|contest (?:a|the) will|report (?:him|her|them|my boss) to the (?:police|authorities))\b",
    r"do i (?:legally )?have to pay (?:him|her|them|alimony|child support|taxes|the fine|back)\b",
    r"(?:give me|need|want) legal advice\b",
)  # fmt: skip
ASK = re.compile(
    r"\b(?:how|what|can|could|should|is|does|do|will|would|which|may|am|are|was|might|diagnose|give me|need|want"
    r"|isn't)\b"
)

FLOOD_LENGTH, FLOOD_SHARE, FLOOD_LINES = 60, 0.75, 3


def limits(said: Said) -> set[str]:
    """command, off_topic, abuses_bot, sexual, asks_diagnosis, asks_dose, asks_legal."""
    direct, found = said.to_bot, set[str]()
    if COMMAND.search(direct) or TAGS.search(said.text):
        found.add("command")
    for starts, patterns in ((said.direct, AT_A_SENTENCE), (said.clauses, AT_A_CLAUSE)):
        found |= {name for name, pattern in patterns.items() if any(map(pattern.match, starts))}
    if ASK.search(direct):
        found |= {name for name, pattern in ASKED.items() if pattern.search(direct)}
    return found


AT_A_SENTENCE = {"command": ORDERS, "off_topic": ERRAND}
AT_A_CLAUSE = {"abuses_bot": ABUSE, "sexual": SEXUAL}
ASKED = {"asks_diagnosis": DIAGNOSIS, "asks_dose": DOSE, "asks_legal": LEGAL}


def floods(said: Said, earlier: Sequence[str]) -> bool:
    """One letter or one word without end, or the same message a third time in a row.

    A cry repeated within a message ("help help help") is none: it must be long and nothing else.
    """
    squeezed = said.raw.split()
    letters = "".join(squeezed)
    if len(letters) >= FLOOD_LENGTH:
        most = Counter(letters).most_common(1)[0][1]
        if most >= FLOOD_SHARE * len(letters) or _repeats(squeezed):
            return True
    before = [line for line in earlier[-(FLOOD_LINES - 1) :] if _same(line, said)]
    return len(before) == FLOOD_LINES - 1 and len(said.words) > 1


def _repeats(words: list[str]) -> bool:
    """Nearly all words are repeats of a few."""
    return len(words) >= FLOOD_LENGTH // 3 and len({word.lower() for word in words}) <= len(words) // 8


def _same(line: str, said: Said) -> bool:
    return line.strip().lower() == said.raw.strip().lower()
