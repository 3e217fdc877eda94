"""Advice: asked for, not wanted, taken or turned down. Whether "yes" is about it, the bot's last words tell."""

from __future__ import annotations

import re

from skills.acts.plain import Said, anywhere, whole

ADVICE = r"(?:any |your |more |some )?(?:advice|suggestions?|tips|solutions|ideas)"
OTHERS_WISH = "".join(rf"(?<!\b{word} )" for word in ("he", "she", "they", "who", "people"))
ANSWER = 90
"""An answer to a suggestion stands in so many first characters; what follows is told."""
SUGGESTION = "Providing Suggestions"

ASKS = anywhere(
    r"what (?:should|can|could|do|would|shall|am|are) (?:i|we|you) (?:supposed to |meant to )?"
    r"(?:do|say|suggest|try|tell|recommend|advise)\b",
    rf"(?=[agnw])(?<!n't have )(?<!n't )(?<!needs )(?:any|give me|need|want|need some|want some|got any) {ADVICE}\b",
    r"how (?:do|can|should|could|would) i\b",
    r"should i\b",
    r"do you think i (?:should|could|can|ought)\b",
    r"what now\b",
    r"help me (?:figure|decide|find|with)\b",
    r"(?:a )?better (?:idea|way|plan) (?:to|for|than)\b",
    r"(?:have|got) (?:a |any )?(?:better )?(?:idea|plan|way)\W*\?",
    r"tell me (?:to|what to|how to|whether)\b",
    r"whether (?:i|to) (?:should |could )?\w+",
    r"do you know (?:anything|something|any) about\b",
)
A_PLAN = whole(
    r"a plan", r"(?:any|your) (?:advice|ideas?|tips|suggestions?|thoughts on what to do)", r"advice(?: please)?"
)
REFUSES = anywhere(
    r"(?:tried|did) (?:that|it|this|all that|everything)\b",
    r"(?:won't|doesn't|didn't|wouldn't|never)(?: really)? (?:work|help)(?:s|ed)?\b",
    r"can't do that\b",
    r"not (?:that |very |really )?(?:helpful|an option)\b",
    rf"don't (?:want|need) {ADVICE}\b",
)
NO_THANKS = whole(r"(?:(?:no|nah|nope)\W+)+thank(?:s| you)\b.*")
TURNS_DOWN = anywhere(
    r"i (?:already )?(?:tried|can't|won't|couldn't|wouldn't|don't (?:think (?:so|that|it|i can|he|she|they)|want"
    r"|feel like|like|have (?:the|any|a|time|money|anyone|anybody)|see how|believe)|doubt|hate (?:that|doing))\b",
    r"(?:he|she|they|it|that|this)(?:'d| would|'ll| will)?(?: (?:never|not)|n't) (?:\w+ )?(?:listen|care|help|work"
    r"|change|do|be)\b",
    r"(?:he|she|they|it|that|this) (?:won't|wouldn't|doesn't|can't|couldn't|isn't|never)\b",
    r"(?:that's|it's|sounds) (?:(?:way|just|a bit|so|really) )?(?:too |not )?(?:hard|much|silly|stupid|impossible"
    r"|expensive|late|for me)\b",
    r"easier said\b",
    r"not (?:for me|my thing|sure (?:that|it|about|if))\b",
    r"what good would\b",
    r"what's the point\b",
    r"been there\b", r"already (?:do|did|done|doing|tried|have)\b", r"no (?:way|chance|point|time|energy)\b",
)  # fmt: skip
"""Said after a suggestion they turn it down; elsewhere they tell of something else."""
NO_AT_ALL = re.compile(r"(?:no|nope|nah|not really|never)\b(?! idea)")
TAKES = anywhere(
    r"i(?:'ll| will|'m going to| might|'d like to| should| could| want to|'m willing to) (?:(?:definitely|maybe"
    r"|just|also) )?"
    r"(?:try|do|give|start|call|ask|write|talk to|look into|take|think about) (?:that|it|this|one)\b",
    r"(?:that's|what|sounds like|is) (?:(?:actually|really|such|quite) )?a (?:really )?(?:good|great|nice|fair"
    r"|lovely|helpful) "
    r"(?:idea|suggestion|point|plan|thought|tip)\b",
    r"(?:good|great|nice) (?:idea|suggestion|tip|thinking)\b",
    r"worth (?:a try|trying|a shot|a go)\b", r"i(?:'ll| will) (?:try|give it a (?:try|go|shot))\b",
    r"(?:that|it|this) (?:might|could|would|may|does|will) (?:(?:actually|really|probably) )?(?:help|work"
    r"|be (?:good|nice|helpful))\b",
)  # fmt: skip
YES_TO_IT = re.compile(
    r"(?:(?:ok|okay|yes|yeah|yep|sure|alright|fine|right|true|well|hmm)\W+)*"
    r"(?:ok|okay|yes|yeah|yep|yup|sure|alright|maybe i (?:will|could|should|can)|i (?:could|can|will|might"
    r"|guess i could|suppose i could)"
    r"|i(?:'ll| will) (?:try|do)|i like (?:that|it)|makes sense|sounds (?:good|nice|doable|right|great|like a plan)"
    r"|that (?:makes sense|sounds (?:good|nice|doable|right|great)|helps|feels doable)|definitely|absolutely|let's)\b"
)
"""At the start of an answer to a suggestion they take it up."""
BUT = re.compile(r"\bbut\b|\bthough\b|\bjust (?:can't|don't)\b")
ONLY_LISTEN = anywhere(
    rf"(?=j){OTHERS_WISH}just (?:want|need|wanted|needed) "
    r"(?:to (?:vent|rant|get (?:this|it) out|be heard|talk(?! (?:to|with) (?!you\b|some)))|someone to (?:listen"
    r"|hear)|to be listened)\b",
    rf"don't (?:want|need) {ADVICE}\b",
    r"just listen\b",
    r"let me vent\b",
    rf"no (?:more )?{ADVICE}\b",
    r"not (?:looking for|asking for|after) (?:any )?(?:advice|suggestions|solutions)\b",
    r"don't (?:try to )?fix (?:it|me|this)\b",
)
SUGGESTS = re.compile(
    r"\b(?:you could|you might (?:want|try)|have you (?:tried|considered|thought of)|would it help to|what if you"
    r"|(?:some|many|other) people (?:find|like|try|keep|write|put|take|use|go|set)|could you (?:try|ask|tell|put"
    r"|write|take)"
    r"|maybe (?:put|try|write|take|call|tell|ask|start|set|make)|one (?:way in|small thing|thing (?:to|you)))\b",
    re.IGNORECASE,
)


def suggested(bot_line: str, strategy: str | None) -> bool:
    """Whether the bot's last words were a suggestion, by their strategy or their wording."""
    return strategy == SUGGESTION or bool(SUGGESTS.search(bot_line))


def about_advice(said: Said, bot_line: str, strategy: str | None, bare: set[str]) -> set[str]:
    """asks_advice, only_listen, refuses_advice, accepts_advice. `bare` says whether this is a mere yes or no."""
    text = said.text
    found = {"asks_advice"} if ASKS.search(text) or A_PLAN.match(text) else set[str]()
    if ONLY_LISTEN.search(said.to_bot):
        found = {"only_listen"}  # "I don't want advice" has the words of a request in it
    return found | _answered(said, suggested(bot_line, strategy), bool(bot_line), bare)


def _answered(said: Said, after: bool, known: bool, bare: set[str]) -> set[str]:
    text = said.text
    if REFUSES.search(text) or NO_THANKS.match(text):
        return {"refuses_advice"}
    if "denies" in bare and (after or not known):
        return {"refuses_advice"}  # "no" to a suggestion; where the bot's words aren't known it may be one
    if not after:
        return {"accepts_advice"} if TAKES.search(text) and not BUT.search(text) else set()
    if NO_AT_ALL.match(said.bare) or TURNS_DOWN.search(text[:ANSWER]):
        return {"refuses_advice"}
    takes = "agrees" in bare or TAKES.search(text) or YES_TO_IT.match(text)
    return {"accepts_advice"} if takes and not BUT.search(text) else set()
