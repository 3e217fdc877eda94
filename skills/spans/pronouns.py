"""He and she as the one they stand for, where only one person has been spoken of: "my dad left; he lost his job"."""

from __future__ import annotations

from collections.abc import Sequence

from skills.spans import listed
from skills.spans.lexicon import HE, ONE_RELATION, PEOPLE, PETS, SHE
from skills.spans.nouns import plural
from skills.spans.words import ENDS, QUALITIES

MARK = "·"
SUBJECTS, OBJECTS = {"he": HE, "she": SHE}, {"him": HE, "her": SHE}
OTHERS = (PEOPLE | PETS | frozenset(map(plural, PEOPLE)) | frozenset({MARK, "someone", "somebody", "else", "you"})) - {
    "kid"
}
AFTER_OBJECT = listed(
    ", . and but because so when about for to at on again yesterday today tonight up out off with from if"
)
"""Behind these `her` is no "her something"."""


def resolved(sentences: Sequence[Sequence[str]]) -> list[list[str]]:
    """The sentences with `he`, `she`, `him`, `her` as "my dad", "my sister"; as they were where it is unclear who."""
    who = _the_one(sentences)
    if who is None:
        return [list(words) for words in sentences]
    head = who[-1]
    named = past = False  # past: a pause came behind the name
    found: list[list[str]] = []
    for words in sentences:
        made: list[str] = []
        for place, word in enumerate(words):
            after = words[place + 1] if place + 1 < len(words) else ","
            past = past or (named and (place == 0 or word == "," or word in ENDS))
            subject = word in SUBJECTS and past and not _other_sex(head, word, SUBJECTS)
            meant = word in OBJECTS and past and after in AFTER_OBJECT and not _other_sex(head, word, OBJECTS)
            made += who if subject or meant else [word]
            named = named or word == head
        found.append(made)
    return found


def _other_sex(head: str, word: str, kinds: dict[str, frozenset[str]]) -> bool:
    return head not in kinds[word] and head in HE | SHE


def _the_one(sentences: Sequence[Sequence[str]]) -> list[str] | None:
    """ "my older sister", when hers is the only person's name in all sentences and `my` stands before it once."""
    found: list[str] | None = None
    for words in sentences:
        for place, word in enumerate(words):
            if word not in OTHERS and not word.endswith("'s"):
                continue
            if word.endswith("'s") and word[:-2] not in PEOPLE:
                continue
            start = place
            while start and words[start - 1] in QUALITIES:
                start -= 1
            if found is not None and word == found[-1]:
                continue
            own = start and words[start - 1] == "my" and word in ONE_RELATION
            if found is not None or not own:
                return None
            found = list(words[start - 1 : place + 1])
    return found
