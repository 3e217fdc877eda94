"""The person's own word for what they feel, and "I'm a failure" told as a feeling."""

from __future__ import annotations

from collections.abc import Iterator

from skills.spans import listed, phrased
from skills.spans.tokens import COMMA, Sentence

FEELINGS = listed(
    "afraid alone amazed angry annoyed anxious ashamed apprehensive betrayed bitter blessed bored calm cheerful "
    "confident confused content crushed delighted depressed desperate determined devastated disappointed discouraged "
    "disgusted disheartened distraught distressed down drained eager ecstatic elated embarrassed empty enraged "
    "envious excited exhausted fearful frightened frustrated furious glad grateful guilty happy heartbroken helpless "
    "hopeful hopeless humiliated hurt impressed inspired insecure irritated isolated jealous jittery joyful lonely "
    "lost mad melancholy miserable moved nervous nostalgic numb offended optimistic outraged overjoyed overwhelmed "
    "panicked panicky paranoid peaceful powerless proud puzzled regretful relaxed relieved resentful restless sad "
    "scared sentimental shaken shocked shy sick sorry stressed stuck stunned surprised tense terrified thankful "
    "thrilled tired torn touched trapped uncomfortable uneasy unhappy unloved unwanted unappreciated uncertain unsure "
    "upset vulnerable wary weary worried lucky mortified stoked pumped concerned appreciative interested horrified "
    "livid aggravated saddened unmotivated motivated comfortable blindsided unsupported suspicious disgruntled giddy "
    "sorrowful perplexed astonished remorseful heartsick rejected ignored used abandoned conflicted hesitant pleased "
    "satisfied safe gutted chuffed knackered fuming shattered homesick bummed underappreciated overworked frazzled "
    "unsettled rattled"
)
AFTER_FEEL = listed(
    "low rubbish rough weird bad awful terrible horrible great good better lost alone empty used sick stuck moved"
)
"""Words that are feelings behind `feel`; by themselves they may tell of something else ("I was lost")."""
NOT_AFTER_BE = (AFTER_FEEL - {"stuck", "alone"}) | {"sorry"}
FELT = FEELINGS | AFTER_FEEL
TWO_WORDS = frozenset(phrased("let down,burnt out,burned out,left out,worn out,stressed out,freaked out,fed up"))
DEGREES = listed(
    "so very really pretty quite too extremely incredibly super just a bit little kind of all totally completely "
    "rather absolutely still also truly always more even feeling kinda sort honestly such now currently both beyond "
    "deeply terribly constantly often genuinely definitely actually lot again starting"
)
"""How much: dropped before a feeling."""
LESS = listed(
    "not never no less don't didn't wasn't isn't aren't doesn't hardly barely won't wouldn't can't couldn't haven't "
    "hasn't without neither nor ain't if used"
)
"""With one of these before it a feeling is denied."""
LINKS = listed("am 'm was feel felt feeling 've been got get become became have")
MADE = listed("made makes making got left leaves")
MEANT_OTHERWISE = {
    "used": listed("to by"), "rejected": listed("by from for"), "ignored": listed("by"), "content": listed("with"),
    "stuck": listed("in on at"), "down": listed("to the for"), "moved": listed("to in out from here back into"),
    "lost": listed("my a the our it"), "safe": listed("to"), "better": listed("than at"), "great": listed("at to"),
    "good": listed("at"), "bad": listed("at"),
}  # fmt: skip
"""What shows, behind a word, that it tells of no feeling."""
NO_FEELING = listed("enough man woman person guy girl kid luck news")
SELVES = listed("failure burden disappointment fraud impostor imposter outsider")
"""What people call themselves that may be given back as a feeling; insults never are."""
LIKE = (("i", "'m"), ("i", "am"), ("i", "feel", "like"), ("i", "felt", "like"), ("'m", "feeling", "like"))
NEAR = 6
"""So many words may stand between "I" and the feeling."""


def feelings(sentence: Sentence) -> Iterator[str]:
    """The feelings of a sentence: behind "I am", "I feel", "makes me"; none that is denied or supposed."""
    tokens = sentence.words
    for place in range(len(tokens)):
        if place not in sentence.doubtful and _opens(tokens, place):
            at, felt = _past_links(tokens, place)
            denied = not LESS.isdisjoint(tokens[max(place - 3, 0) : at])
            words = "" if denied else _feeling(tokens, at, felt=felt)
            if words:
                yield words


def feeling_like(sentence: Sentence) -> str:
    """ "I'm a failure" as a feeling, never as what somebody is; empty when nothing of the kind is said."""
    tokens = sentence.words
    for place, word in enumerate(tokens):
        if word in SELVES and place > 2 and tokens[place - 1] in ("a", "an"):
            before = tuple(token for token in tokens[: place - 1] if token not in DEGREES or token == "feeling")
            sure = sentence.doubtful.isdisjoint(range(place - 3)) and "like" not in before[:-1]
            if sure and any(before[-len(like) :] == like for like in LIKE):
                return f"feeling like {tokens[place - 1]} {word}"
    return ""


def _opens(tokens: tuple[str, ...], place: int) -> bool:
    """Whether a feeling of the person's own may follow."""
    word, before = tokens[place], tokens[place - 1] if place else COMMA
    after = tokens[place + 1] if place + 1 < len(tokens) else ""
    if word == "i":
        return after in LINKS or after in DEGREES
    return (word == "me" and before in MADE) or (word == "feeling" and before == COMMA)


def _past_links(tokens: tuple[str, ...], place: int) -> tuple[int, bool]:
    """Where the feeling is to stand, and whether `feel` or "makes me" said that it is one."""
    at, felt = place + 1, tokens[place] != "i"
    while at < len(tokens) and at <= place + NEAR and (tokens[at] in LINKS or tokens[at] in DEGREES):
        felt = felt or tokens[at] in ("feel", "felt", "feeling")
        at += 1
    return at, felt


def _feeling(tokens: tuple[str, ...], at: int, *, felt: bool) -> str:
    pair = tuple(tokens[at : at + 2])
    if pair in TWO_WORDS:
        return " ".join(pair)
    word = tokens[at] if at < len(tokens) else ""
    if word not in FELT or (word in NOT_AFTER_BE and not felt):
        return ""
    after = tokens[at + 1] if at + 1 < len(tokens) else ""
    return "" if after in MEANT_OTHERWISE.get(word, NO_FEELING) or after in NO_FEELING else word
