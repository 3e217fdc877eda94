"""Greeting, thanks, goodbye, sorry; and the words of somebody who feels misunderstood, or lost in the talk."""

from __future__ import annotations

import re

from skills.acts.plain import Said, anywhere, whole

MANY_WORDS = 12
"""A greeting, a goodbye or a thank-you inside a longer message is not what the message is about."""
NOT_TOLD = "".join(rf"(?<!\b{word} )" for word in ("a", "to", "our", "my", "last", "say", "said", "saying", "never"))
"""Before a goodbye: one that is told of ("I said goodbye to my dog") is no goodbye to the bot."""
NO_THANKS = "(?<!n't )" + "".join(rf"(?<!\b{word} )" for word in ("a", "as", "said", "says", "saying", "not", "never"))
"""Before thanks: those that were left out, or said to somebody else."""
LEAD = r"(?:(?:ok|okay|well|anyway|right|alright|and|but|yeah|oh|now|sorry|thanks|thank you|take care)\W+){0,4}"
"""What may stand before the words with which somebody goes."""
LEAVING = re.compile(
    rf"(?:^\W*|[.,;:!?-]\s+|\b(?:and|so|but)\s+){LEAD}(?:i'll|(?:i(?:'ve|'d)? )?(?:(?:have|need|got) to|should"
    r"|(?:had )?better)) (?:go|run|sleep|get going|be off|leave now)(?: up| now| to bed| to sleep){0,2}[\s.!]*$"
)
"""Where a clause begins: "maybe I should go" weighs it. To leave, but for "now", may be to leave a husband or a job."""
YOU_ARE = r"(?:you're|this is|that's)(?: really| just| so)?"

COURTESY = {
    "greeting": whole(
        # Nothing but a greeting: "hi, my dog died" is about the dog.
        r"(?:hi+|hiya|hello+|hey+|yo|howdy|sup|greetings|good (?:morning|afternoon|evening))(?:\W*(?:hi|hello|there"
        r"|again|everyone|all|you|bot|attune))?(?:\W*(?:how|what)(?:'s| are| is) (?:you|it|up|things)(?: doing"
        r"| going)?(?: today)?)?",
    ),
    "thanks": anywhere(
        rf"(?=[tcai]){NO_THANKS}(?:thanks\b(?! to\b(?! you\b))|thank you\b|thx\b|ty\b|tysm\b|cheers\b"
        r"|(?:i (?:really |do |so )?)?appreciate (?:it|that|this|you)\b)",
        # What people of other languages end with, whatever they wrote in before.
        r"(?:^|[.,;!?] )(?:muchas |muito |mille )?(?:gracias|obrigad[oa]|merci|danke|grazie)\W*$",
    ),
    "goodbye": anywhere(
        rf"(?=[bgsct]){NOT_TOLD}(?:good ?bye|bye|good ?night|see you|cya|ttyl|talk (?:to you )?later)\b",
        r"(?:i'm |i am )?(?:off|going|heading|away)(?: off)? to (?:bed|try and sleep|get some sleep|sleep)\b",
        r"i(?:'ll| will|'m going to|'m gonna) try (?:to|and) (?:get some )?sleep(?: now)?\W*$",
        r"have a (?:good|nice|great|lovely) (?:night|day|evening|one|weekend)\b",
    ),
    "apologises": anywhere(
        r"i'm sorry\W*$",
        r"sorry (?:for|about) (?:snapping|that|ranting|venting|being)\b",
        r"that was (?:sharp|rude|mean|unfair) of me\b",
    ),
}
PARTING, CLAUSE_END = re.compile(rf"^\W*{LEAD}"), re.compile(r"[.,;:!?]+")
COMPLAINT = anywhere(
    r"you're not (?:really |even )?(?:helping|understanding|hearing|listening)\b",
    r"you(?:'re)?(?: \w+){0,2} not listening\b",
    r"(?:like|as) i (?:just|already) said\b",
    r"(?<!when )(?<!if )(?<!because )you (?:don't|didn't)(?: really| even)? (?:understand|get it|listen|hear)\b",
    r"not what i (?:said|meant)\b",
    r"you (?:already|just|keep) (?:said|asked|say|saying|ask|asking) (?:that|this|me that|the same)\b",
    r"you sound like (?:an? )?(?:\w+ )?(?:robot|bot|machine|parrot|record(?:ing)?|card|cookie|script|computer"
    r"|\w*book|brochure|pamphlet|poster|advert|commercial|template|therapist|horoscope|calendar|ai)\b",
    rf"(?=[yt]){YOU_ARE} (?:useless|pointless|stupid|no help|dumb)\b",
    r"(?:bad|useless|stupid|dumb) bot\b",
    r"what are you(?: even)? talking about\b",
    r"are you(?: even)? (?:listening|reading|paying attention)\b",
    r"(?:didn't|doesn't) answer (?:it|that|me|my question)\b",
    r"you (?:ask|asked)(?: me)? (?:the )?same(?: thing| question)?\b",
    r"i (?:already|just) told you\b",
)
ORDERED = re.compile(
    r"^(?:(?:(?:please|can you|could you|will you|just|ok|okay|then|you (?:need|have) to) )*stop (?:asking|repeating"
    r"|saying)\b|you(?:'re| keep) repeating (?:yourself|it|that)\b|you (?:told|asked|said) (?:me )?(?:that"
    r"|this) (?:already|before|twice)\b|we(?:'ve)? already (?:talked|went|been|gone)\b|i told you\s*(?:$|[,.!])"
    r"|you (?:don't|can't) (?:even |really )?(?:care|understand)(?: about me| me| anything)?\W*$"
    r"|(?:no )?that's not (?:it\b|(?:true|right)\W*$|what (?:i|we) (?:said|asked|mean|meant|want|wanted)\b"
    r"|how (?:it|this) (?:is|was|works|happened)\b)"
    r"|(?:that's|that was|this is) (?:just |such )?(?:an?|another|the same) (?:\w+ )?(?:canned|generic|copy-?paste"
    r"|scripted|robotic|stock) (?:answer|reply|response|line)\b)"
)
"""A complaint where a clause begins: "she won't stop asking" is none about the bot."""
ENOUGH = whole(
    r"(?:(?:ok|please|just|oh|no) )*(?:leave me alone|stop(?: it| that| this| now)?)",
    r"(?:(?:ok|but|sorry|no|well),? )*(?:this|that|it) (?:isn't|doesn't) (?:really |even )?(?:help|helping|helpful"
    r"|help me|useful|working)(?: me| at all)?",
)
"""A complaint where nothing else is said."""
LOST = whole(
    r"(?:what|huh|eh|(?:wait|sorry|ok|uh)\W+what|come again|pardon)",
    r"(?:what|huh)\?.{0,20}+",
    r"(?:i'm |now i'm )?(?:lost|confused)(?: now)?(?: by (?:that|you|what you said))?",
    r"(?:(?:sorry|wait|but|ok|well|what|huh),? )?(?:you're not|(?:that|this|it|what you said) (?:doesn't"
    r"|didn't)) (?:make|making) (?:any |much )?sense(?: to me)?",
    r"(?:(?:sorry|wait|but|ok|well|what|huh),? )?(?:you're making|(?:that|this|it) makes) (?:no|zero) sense(?: to me)?",
    r"i (?:don't|didn't) (?:understand|get|follow)(?: (?:you|it|that|this|what you(?:'re| are)? \w+|your question"
    r"|the question))?",
    r"what do you mean\b.{0,20}+",
    r"do you mean\b.{0,60}+",
    r"(?:and )?(?:like what|such as(?: what)?|how so|in what way|meaning|what's that|what kind(?: of \w+)?"
    r"|what sort of \w+|which one)",
    r"what's that(?: supposed to)? mean\w*",
    r"(?:no,? )+i (?:mean|meant|said|was talking)\b.{0,80}+",
    r"(?:\w+,? ){0,3}i haven't told you anything\b.{0,20}+",
)


def courtesies(said: Said) -> set[str]:
    found = {name for name, pattern in COURTESY.items() if name != "greeting" and pattern.search(said.text)}
    found |= {"greeting"} if COURTESY["greeting"].match(said.text) else set()
    found |= {"goodbye"} if LEAVING.search(said.text) else set()
    return found if len(said.words) <= MANY_WORDS else _parting(said)


def _parting(said: Said) -> set[str]:
    """A goodbye or a thank-you at the end of a longer message: it is over, whatever was told before.

    A goodbye begins a clause there: elsewhere it is one that is told of.
    """
    ends = [sentence for sentence in said.sentences[-2:] if len(sentence.split()) <= MANY_WORDS]
    clauses = [PARTING.sub("", clause) for sentence in ends for clause in CLAUSE_END.split(sentence)]
    goes = any(map(COURTESY["goodbye"].match, clauses)) or any(map(LEAVING.match, ends))
    thanks = any(map(COURTESY["thanks"].search, ends))
    return {name for name, heard in (("goodbye", goes), ("thanks", thanks)) if heard}


def misunderstood(said: Said) -> set[str]:
    """complaint, lost."""
    complains = ENOUGH.match(said.text) or COMPLAINT.search(said.to_bot) or any(map(ORDERED.match, said.clauses))
    lost = LOST.match(said.text)
    return {name for name, heard in (("complaint", complains), ("lost", lost)) if heard}
