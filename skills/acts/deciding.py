"""Deciding: not knowing what to do, and having an idea of what one could do. Neither asks the bot what it thinks."""

from __future__ import annotations

import re

from skills.acts.plain import Said, anywhere

A_WAY = (
    r"(?:what|how|where|which way) (?:(?:the (?:hell|heck)|on earth) )?(?:(?:i'm|else) )?(?:supposed )?(?:to|i should"
    r"|i can|i could) (?:do|say|tell|start|begin|go from here|respond|fix|choose|decide)\b"
)
"""Not how to cope or go on: that tells what it is like, and asks for no step."""
AT_A_LOSS = anywhere(
    rf"i (?:(?:just|really|honestly|still|genuinely) ){{0,2}}don't (?:(?:even|really|actually) )?(?:know|see) {A_WAY}",
    rf"i(?:'ve| have) (?:got )?no (?:idea|clue) {A_WAY}",
    rf"(?:idk|no idea|no clue|not a clue) {A_WAY}",
    rf"(?:i'm )?not sure {A_WAY}",
    r"i(?:'m| feel) (?:(?:just|so|really|totally|completely) )?at a loss\b",
    r"i(?:'m| feel) (?:(?:just|so|really) )?torn\b",
    r"i can't (?:decide|make up my mind)\b",
)
ELIDED = re.compile(rf"(?:^|[.,!?;]\s+|\bbut |\band |\bjust )don't (?:even |really )?know {A_WAY}")
"""... and with the "I" left out."""

TOWARDS = (
    r"(?:write|email|e-mail|text|message|call|phone|ring|ask|tell|talk|speak|join|invite|visit|apologi[sz]e|explain"
    r"|book|apply|plan|arrange|set|bring (?:it|this|that) up|meet|sit down|reach out|look (?:for|into)|sign up|try"
    r"|start|begin|go (?:back|to|for|and|see)|find|take (?:a|some|the|my)|make (?:a|an|some|the)|send|offer"
    r"|suggest|practi[cs]e|stand up|say (?:something|no|sorry|it)|get (?:some )?help|see (?:a|someone|somebody))\b"
)
"""What somebody does about a trouble."""
OWN_IDEA = anywhere(
    r"(?:maybe|perhaps|possibly|i (?:guess|think|suppose|feel like)) i(?:'ll| (?:could|can|might|should|will|ought to))"
    rf" (?:(?:just|also|maybe|at least) )?{TOWARDS}",
    rf"i (?:could|might) (?:(?:just|also|maybe|always|at least) )?{TOWARDS}",
    rf"what if i (?:just )?{TOWARDS}",
    r"i had (?:an|this) idea\b",
)
THINKS_OF = anywhere(r"i(?:'m|'ve been| was) (?:(?:kind|sort) of )?thinking (?:of|about) (?!\w*thing\b)\w+ing\b")
WISHED = re.compile(r"\b(?:wish|if|only|so that|when|until|how|where|whether) (?:that )?i (?:could|might|can)\b")
"""What cannot be, or is no more than a condition: "I wish I could call her"."""
HARMFUL = re.compile(
    r"\b(?:drink\w*|drunk|smok\w+|using again|pills?|hit|hurt\w*|kill\w*|cut(?:ting)?|starv\w*|revenge|quit(?:ting)?"
    r"|leav\w+|runn?(?:ing)? away|disappear\w*|end(?:ing)? (?:it|things)|giv(?:e|ing) up|die|dying|jump\w*)\b"
)
"""Nothing to be curious about as if it were a plan like any other."""


def deciding(heard: Said) -> set[str]:
    """own_idea, or at_a_loss: who has an idea beside not knowing what to do is asked about that."""
    text = heard.to_bot
    an_idea = OWN_IDEA.search(text) or THINKS_OF.search(heard.text)
    if an_idea and not WISHED.search(text) and not HARMFUL.search(heard.text):
        return {"own_idea"}
    return {"at_a_loss"} if AT_A_LOSS.search(text) or ELIDED.search(text) else set()
