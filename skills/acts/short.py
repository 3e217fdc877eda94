"""Utterances with next to nothing in them, and words that are none: "idk", "yes", another language, mashed keys."""

from __future__ import annotations

import re
from itertools import pairwise

from skills.acts.plain import Said

SHORT_WORDS = 3
UNSURE_WORDS = "idk dunno ok okay k no nope nah maybe fine nothing hmm hm mhm eh meh whatever perhaps same"
UNSURE = frozenset(UNSURE_WORDS.split()) | {
    *("i don't know", "i dunno", "not really", "not sure", "i'm not sure", "nothing really", "no idea", "nothing much"),
    *("i don't know really", "i really don't know", "hard to say", "who knows", "not much", "i guess not"),
}
AGREES = frozenset(
    {"yes", "yeah", "yep", "yup", "exactly", "right", "true", "sure", "correct", "definitely", "kind of", "kinda"}
    | {
        "sort of",
        "i guess",
        "i guess so",
        "i suppose",
        "that's right",
        "you're right",
        "yes please",
        "yes exactly",
        "yea",
        "absolutely",
    }
)
"""Whole utterances."""
SMALL_TALK = """
i i'm it it's is isn't was wasn't do don't does doesn't did didn't have haven't has hasn't can can't am are
he she they we that that's this not really much guess think so all at kind of very too thanks
"""
BARE = UNSURE | AGREES | frozenset(SMALL_TALK.split())
"""Words that may stand beside those and still tell nothing."""
NO = re.compile(r"^(?:no|nope|nah|not really)\b(?! idea)")

SMALL_WORDS = """
the a an i you he she it we they me my your his her our and or but to of in on at for with is am are was were be been do
did not no so that this what when how why have has had just like about can don't i'm it's feel want know hi hello ok yes
"""
SMALL_WORDS_ELSEWHERE = """
el la los las que de y es en un una por con mi estoy muy le les des et je ne pas suis mon ma une est der die das und ich
nicht bin mein ist ein eine il che di non sono mio molto o os um uma eu nao não meu minha estou het een ik niet ben mijn
og jeg ikke jag inte och porque para pero mas
hola como estas esta gracias merci beaucoup bonjour hallo danke obrigado madre buenas noches
"""
ENGLISH = frozenset(SMALL_WORDS.split())
OTHERS = frozenset(SMALL_WORDS_ELSEWHERE.split()) - ENGLISH
FEW = 3

CONSONANTS = re.compile(r"[bcdfghjklmnpqrstvwxz]{6,}")
ROW = re.compile(
    r"asdf|sdfg|dfgh|fghj|ghjk|hjkl|lkjh|kjhg|fdsa|qwert|werty|ertyu|poiu|zxcv|xcvb|cvbn|vbnm|(?<!a)fgh|dfg|sdf"
)
"""Neighbours on a keyboard."""
LETTERS = 4
"""A run of consonants of so many kinds is no word; "hmmmmm" and "ssssss" are drawn out ones."""
IMPOSSIBLE = """
the: the a an of and or is are was to he she they i you it but at in for with my
a: the a an of and or is are was to he she they i you it but my
of: and or is are of to but he she they i at
and: of is or and
my: the a an of and or is to my he i but
"""
NEVER_AFTER = {
    word: frozenset(later.split())
    for word, _, later in (line.partition(":") for line in IMPOSSIBLE.strip().split("\n"))
}
SALAD, SALAD_WORDS = 0.2, 6
"""Of a text of so many words, the share of pairs that never follow each other in English."""


def nothing_told(said: Said) -> set[str]:
    """wordless, agrees, minimal, denies."""
    words, found = said.words, set[str]()
    if not words:
        return {"wordless"}
    if said.bare in AGREES or _only(words, AGREES):
        found.add("agrees")
    elif said.bare in UNSURE or _only(words, UNSURE):
        found.add("minimal")
        found |= {"denies"} if NO.match(said.bare) else set()
    return found


def _only(words: list[str], leading: frozenset[str]) -> bool:
    """A few words led by one of `leading` that tell nothing beside it; "no, she died" tells something."""
    return len(words) <= SHORT_WORDS and words[0] in leading and BARE.issuperset(words)


def foreign(words: list[str]) -> bool:
    """True when the words look like no English: another script, or another language's small words and none of ours."""
    latin = sum(word[0] <= "ɏ" for word in words)
    if latin * 2 < len(words):
        return True
    ours, theirs = sum(word in ENGLISH for word in words), len(OTHERS.intersection(words))
    return (len(words) >= FEW and theirs > max(ours, 1)) or theirs == len(words) > 1


def unclear(words: list[str]) -> bool:
    """Keys struck at random, or English words in no order: "of and the lamp the to"."""
    if not words or words[0][0] > "ɏ":
        return False
    mashed = sum(len(word) for word in words if _mashed(word))
    if mashed * 2 > sum(map(len, words)):
        return True
    wrong = sum(later in NEVER_AFTER.get(word, ()) for word, later in pairwise(words))
    return len(words) >= SALAD_WORDS and wrong > SALAD * len(words)


def _mashed(word: str) -> bool:
    run = CONSONANTS.search(word)
    return ROW.search(word) is not None or (run is not None and len(set(run[0])) >= LETTERS)
