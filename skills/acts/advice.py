"""Advice: asked for, not wanted, taken or turned down. Whether "yes" is about it, the bot's last words tell."""

from __future__ import annotations

import re

from skills.acts.plain import Said, anywhere, whole

ADVICE = (
    r"(?:any |your |more |some )?(?:other |good |further )?(?:advice|suggestions?|recommendations?|tips|solutions"
    r"|ideas)"
)
OTHERS_WISH = "".join(rf"(?<!\b{word} )" for word in ("he", "she", "they", "who", "people"))
ANSWER = 90
"""An answer to a suggestion stands in so many first characters; what follows is told."""
SUGGESTION = "Providing Suggestions"

ASKS = anywhere(
    r"what (?:else )?(?:should|can|could|do|would|shall|am|are) (?:i|we) (?:supposed to |meant to "
    r"|going to )?(?:do|say|try|tell)\b",
    r"what (?:do )?you think i (?:should |must |can |could )?(?:do|say|tell|answer)\b",
    r"what (?:else )?(?:(?:would|do|can|could) you (?:suggest|recommend|advise)|would you (?:do|say|try))\b",
    r"what (?:else )?(?:do you think |should |might )?(?:would|will|might|could) (?:help|work)\b",
    rf"(?=[agnwsy])(?<!n't have )(?<!n't )(?<!needs )(?:any|give me|need|want|got any|suggest any"
    rf"|what's your) {ADVICE}\b(?! (?:that|he|she|they|is|was|about me)\b)",
    r"how (?:do|can|should|could|would) (?:i|we) (?!know\b|feel\b|look\b|say no\b|not\b|have\b|ever\b|possibly\b)",
    r"should (?:i|we)\b(?= )",
    r"(?:is there )?(?<!doing )(?<!did )(?<!do )(?<!tried )anything (?:else )?i (?:can|should|could)(?: do| try"
    r"| say)\b",
    r"do you think (?:i|we) (?:should|could|can|ought)\b",
    r"where (?:do|should|can|could) i (?:start|begin|go|turn|find|look|get)\b",
    r"do i (?:need|have) to (?:buy|tell|talk|call|say|apologi[sz]e|go|do)\b",
    r"(?:is|would) it (?:be )?(?:better|best|worth(?: it)?) (?:if i|to|for me)\b",
    r"what now\b",
    r"(?:can|could|would|will) you (?:please )?(?:help|advise|guide) me (?:to |figure|decide|find|with|on)",
    r"(?:a )?better (?:idea|way|plan) (?:to|for|than)\b",
    r"(?:have|got) (?:a |any )?(?:better )?(?:idea|plan|way)\W*\?",
    r"tell me (?:what to|how to|whether)\b",
    r"whether (?:to|i should|i could)\b",
    r"do you know (?:of )?(?:anything|something|any)\b",
    r"what to do\W*\?",
)
A_PLAN = whole(
    r"a plan", r"(?:any|your) (?:advice|ideas?|tips|suggestions?|thoughts on what to do)", r"advice(?: please)?"
)
REFUSES = anywhere(
    r"i(?:'ve)? (?:\w+ )?(?:tried|did|done) (?:that|it|this|all that|everything)\b",
    r"tried (?:that|it|this|all that|everything)\b",
    r"(?<!if it )(?:won't|doesn't|didn't|wouldn't|never)(?: really)? (?:work|help)(?:s|ed)?\b(?! (?:that|out)\b)",
    r"can't do that\b",
    r"not (?:that |very |really )?(?:helpful|an option)\b",
    rf"don't (?:want|need) {ADVICE}\b",
)
NO_THANKS = whole(r"(?:(?:no|nah|nope)\W+)+thank(?:s| you)\b.*+")
TURNS_DOWN = anywhere(
    r"i (?:already )?(?:tried|can't|won't|couldn't|wouldn't|don't (?:think (?:so|that|it|i can|he|she|they)|want"
    r"|feel like|like|have (?:the|any|a|time|money|anyone|anybody)|see how|believe)|doubt|hate (?:that|doing))\b",
    r"(?:he|she|they|it|that|this)(?:'d| would|'ll| will)?(?: (?:never|not)|n't) (?:\w+ )?(?:listen|care|help|work"
    r"|change|do|be)\b",
    r"(?:he|she|they|it|that|this) (?:won't|wouldn't|doesn't|can't|couldn't|isn't|never)\b",
    r"(?:that's|it's|sounds) (?:(?:way|just|a bit|so|really) )?(?:too |not )?(?:hard|much|silly|stupid|impossible"
    r"|expensive|late|for me)\b",
    r"easy for you to say\b",
    r"(?:dumb|stupid|bad|terrible|silly|awful) (?:idea|advice|suggestion)\b",
    r"easier said\b",
    r"not (?:for me|my thing|sure (?:that|it|about|if))\b",
    r"what good would\b",
    r"what's the point\b",
    r"been there\b", r"already (?:do|did|done|doing|tried|have)\b", r"no (?:way|chance|point|time|energy)\b",
)  # fmt: skip
"""Said after a suggestion they turn it down; elsewhere they tell of something else."""
NO_AT_ALL = re.compile(r"^(?:no|nope|nah|not really|never)\b(?! idea)")
TAKES = anywhere(
    r"i(?:'ll| will|'m going to| might|'d like to| should| could| want to|'m willing to) (?:(?:definitely|maybe"
    r"|just|also) )?(?:try|do|give|start|call|ask|write|talk to|look into|take) (?:that|it|this|one)\b",
    r"(?:that's|what|sounds like|is) (?:(?:actually|really|such|quite) )?a (?:really )?(?:good|great|nice|fair"
    r"|lovely|helpful) (?:idea|suggestion|point|plan|thought|tip)\b",
    r"(?:good|great|nice) (?:idea|suggestion|tip|thinking)\b",
    r"worth (?:a try|trying|a shot|a go)\b", r"i(?:'ll| will) (?:try|give it a (?:try|go|shot))\b",
    r"(?:that|it|this) (?:might|could|would|may|does|will) (?:(?:actually|really|probably) )?(?:help|work"
    r"|be (?:good|nice|helpful))\b",
)  # fmt: skip
YES_TO_IT = re.compile(
    r"^(?:(?:ok|okay|yes|yeah|yep|sure|alright|fine|right|true|well|hmm)\W+)*(?:ok|okay|yes|yeah|yep|yup|sure"
    r"|alright|maybe i (?:will|could|should|can)|i (?:could|can|will|might|guess i could|suppose i could)|i(?:'ll"
    r"| will) (?:try|do)|i like (?:that|it)|makes sense|sounds (?:good|nice|doable|right|great|like a plan)"
    r"|that (?:makes sense|sounds (?:good|nice|doable|right|great)|helps|feels doable)|definitely|absolutely"
    r"|let's)\b"
)
"""At the start of an answer to a suggestion they take it up."""
DONE_BEFORE = re.compile(r"\b(?:have you|did you|do you have|are you|were you)\b[^?]*\?\W*$", re.IGNORECASE)
"""A suggestion put as such a question: "yes" tells that it was tried, not that it will be."""
BUT = re.compile(r"\bbut\b|\bthough\b|\bjust (?:can't|don't)\b")
ONLY_LISTEN = anywhere(
    r"i (?:really |just |only )?(?:need|want|have) to (?:vent|rant)\b",
    rf"(?=j){OTHERS_WISH}just (?:want|need|wanted|needed) (?:to (?:vent|rant|get (?:this|it) out|be heard"
    rf"|talk(?! (?:to|with) (?!you\b|some))(?!(?: (?:to|with) \w+)? about\b))|someone to (?:listen|hear)"
    rf"|to be listened)\b",
    rf"don't (?:want|need) {ADVICE}\b",
    r"just listen\b",
    r"let me vent\b",
    rf"no (?:more )?{ADVICE}\b",
    rf"don't (?:tell me (?:to|i should|what to do)|say (?:that )?i should|give me (?:any )?{ADVICE})\b",
    r"not (?:looking for|asking for|after) (?:any )?(?:advice|suggestions|solutions)\b",
    r"don't (?:try to )?fix (?:it|me|this)\b",
)
SUGGESTS = re.compile(
    r"\b(?:you could|you might (?:want|try)|have you (?:tried|considered|thought of)|would it help to|what if you"
    r"|(?:some|many|other) people (?:find|like|try|keep|write|put|take|use|go|set)|could you (?:try|ask|tell|put"
    r"|write|take)|maybe (?:put|try|write|take|call|tell|ask|start|set|make)|one (?:way in|small thing|thing (?:to"
    r"|you)))\b",
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
    return found | _answered(said, bot_line, strategy, bare)


def _answered(said: Said, bot_line: str, strategy: str | None, bare: set[str]) -> set[str]:
    text, after, known = said.text, suggested(bot_line, strategy), bool(bot_line)
    if REFUSES.search(text) or NO_THANKS.match(text):
        return {"refuses_advice"}
    if "denies" in bare and (after or not known):
        return {"refuses_advice"}  # "no" to a suggestion; where the bot's words aren't known it may be one
    if not after:
        return {"accepts_advice"} if TAKES.search(text) and not BUT.search(text) else set()
    if NO_AT_ALL.match(said.bare) or TURNS_DOWN.search(text[:ANSWER]):
        return {"refuses_advice"}
    yes = not DONE_BEFORE.search(bot_line) and ("agrees" in bare or YES_TO_IT.match(text) is not None)
    return {"accepts_advice"} if (yes or TAKES.search(text)) and not BUT.search(text) else set()
