"""What follows a verb: objects, phrases with prepositions, manners, further verbs, and times, which are kept apart."""

from __future__ import annotations

from collections.abc import Callable

from skills.spans import feelings as f
from skills.spans import listed
from skills.spans import verbs as v
from skills.spans import words as w
from skills.spans.parts import Kind, Part, enough
from skills.spans.phrases import Phrase, gender, noun_phrase
from skills.spans.times import Time, time

Words = tuple[str, ...]
NONE: frozenset[str] = frozenset()
COPULAS = listed("be get become feel stay")
AFTER_NOUN = listed(
    "trouble time fun problem problems difficulty day days hour hours night nights money weekend week evening evenings "
    "morning months years summer"
)
"""Nouns behind which a gerund may stand: "having trouble sleeping"."""
HOW_MUCH = listed("really very so too pretty quite")
ABOUT_DOING = listed("about for from of at in by with")
BARE = {
    "make": listed("cry laugh leave quit move wait stay"),
    "let": frozenset({"go"}),
    "help": listed("move paint pack clean cook find"),
}
"""Verbs that another may follow without `to`, behind their object."""


class Complements:
    """Reads on behind a verb until nothing fits any more. `parts`, `times` and `end` are what was found."""

    def __init__(
        self, tokens: tuple[str, ...], at: int, base: str, holder: str, *, passive: bool = False, own: bool = True
    ) -> None:
        self.tokens, self.end, self.base, self.holder, self.passive, self.own = tokens, at, base, holder, passive, own
        self.parts: list[Part] = []
        self.times: list[Time] = []
        self.complete = True
        self.gerunds_meet = False
        self._since = 0
        while any(step(self) for step in STEPS):
            pass
        self._close()

    def _word(self, ahead: int = 0) -> str:
        return self.tokens[self.end + ahead] if self.end + ahead < len(self.tokens) else ""

    @property
    def _here(self) -> list[Part]:
        """The parts of the verb that is being read."""
        return self.parts[self._since :]

    def _objects(self) -> int:
        return sum(part.kind == "object" for part in self._here)

    def _take(self, kind: Kind, length: int, phrase: Phrase | None = None, turned: Words = ()) -> bool:
        """Note the next words as a part, as they are or `turned`; those of a phrase at its end are turned already."""
        start = self.end
        said = turned or tuple(self.tokens[start : start + length])
        joined = self._joined(phrase) if phrase else ()
        self.parts.append(Part(kind, (*said, *phrase.words, *joined) if phrase else said, phrase, start))
        self.end = self.end + length if phrase is None else self.end if joined else phrase.end
        return True

    def _joined(self, phrase: Phrase) -> Words:
        """ "and my dog" behind "my cat"; `end` is then behind both. Nothing where a new clause begins."""
        tokens, at = self.tokens, phrase.end
        if tokens[at : at + 1] != ("and",) or (other := noun_phrase(tokens, at + 1, self.holder)) is None:
            return ()
        after = tokens[other.end] if other.end < len(tokens) else ""
        if after and after not in w.FINISHED and time(tokens, other.end) is None:
            return ()
        self.end = other.end
        return ("and", *other.words)

    def _next_verb(self, base: str, length: int) -> bool:
        """A further verb begins: what stood before it must be enough for the one before."""
        self._take("verb", length)
        self.complete = self.complete and base != "die"
        self._close()
        self.base, self.passive, self._since = base, False, len(self.parts)
        return True

    def _close(self) -> None:
        kinds = [part.kind for part in self._here]
        if not self.passive or self.base in v.PARTICLE:
            self.complete = self.complete and enough(self.base, kinds, self._here)
        elif self.base in v.PASSIVE_MORE:
            self.complete = self.complete and bool(kinds)

    def _time(self) -> bool:
        found = time(self.tokens, self.end)
        if found is None:
            return False
        self.times.append(found)
        self.end = found.end
        return True

    def _infinitive(self) -> bool:
        denied = self._word() == "not" and self.base in ("try", "decide", "choose")
        verb = self._word(1 + denied)
        base = "be" if verb == "be" else v.base_of(verb, "base")
        if self._word(denied) != "to" or base is None or (verb in w.ALSO_NOUNS and self.base not in v.TO_INFINITIVE):
            return False
        if not self._here and self.base not in v.TO_INFINITIVE and not self.passive:
            return False
        return self._next_verb(base, 2 + denied)

    def _question(self) -> bool:
        """ "what to do", "how to fix my car"."""
        base = v.base_of(self._word(2), "base")
        if (
            self.base != "know"
            or self._here
            or self._word() not in ("what", "how", "where", "who")
            or self._word(1) != "to"
        ):
            return False
        if base is None:
            return False
        if self._word() in ("what", "who"):
            return self._take("verb", 3)
        return self._next_verb(base, 3) if base != "do" else self._take("verb", 3)

    def _gerund(self) -> bool:
        base = v.base_of(self._word(), "gerund")
        before = self._here[-1] if self._here else None
        if before is None and self._word() == "being" and self.base in v.ING_FINITE and self._undergone(1):
            return self._take("verb", 2)
        if base is None:
            return False
        if before is None:
            if self.base not in v.ING_FINITE:
                return False
            self.gerunds_meet = self.gerunds_meet or self.base not in v.ING
        elif before.kind == "feeling" or before.words == ("busy",) or (self.base, before.words) == ("end", ("up",)):
            pass
        elif before.phrase and before.kind == "object" and self.base in ("catch", "find") and before.phrase.person:
            self.holder = self.holder or gender(before.phrase.head)
        elif not (before.phrase and before.kind == "object" and before.phrase.head in AFTER_NOUN):
            return False
        return self._next_verb(base, 1)

    def _bare_infinitive(self) -> bool:
        word = self._word()
        return self._objects() == 1 and word in BARE.get(self.base, ()) and self._next_verb(word, 1)

    def _how_i_feel(self) -> bool:
        said = self.base in ("tell", "understand", "know", "see") and tuple(self.tokens[self.end : self.end + 3])
        return said == ("how", "i", "feel") and self._take("verb", 3, turned=("how", "you", "feel"))

    def _let_go(self) -> bool:
        return (
            self.base == "let"
            and self.passive
            and not self._here
            and self._word() == "go"
            and self._take("particle", 1)
        )

    def _made(self) -> bool:
        before: list[Kind] = [] if self.passive else ["object"]
        made = self.base == "make" and [part.kind for part in self._here] == before
        if made and self._word() == "redundant":
            return self._take("state", 1)
        return made and self._word() in f.FEELINGS and self._take("feeling", 1)

    def _state(self) -> bool:
        if self._here or self.base not in COPULAS:
            return False
        start = self.end
        while self._word() in f.DEGREES and self._word() not in f.FEELINGS:
            self.end += 1
        return self._done() or self._feeling() or self._being() or self._back(start)

    def _feeling(self) -> bool:
        if (self._word(), self._word(1)) in f.TWO_WORDS:
            return self._take("feeling", 2)
        felt = f.FELT if self.base == "feel" else f.FEELINGS
        return self._word() in felt - (f.NOT_AFTER_BE if self.base == "be" else NONE) and self._take("feeling", 1)

    def _being(self) -> bool:
        known = self._word() in w.STATES - w.NOT_OWN or (not self.own and self._word() in w.TRAITS)
        return known and self._take("state", 1)

    def _done(self) -> bool:
        """ "got fired"."""
        word = self._word()
        done = v.base_of(word, "participle") in w.PASSIVE and word not in w.NOT_PASSIVE
        done = done or (word, self._word(1)) in w.PASSIVE_PAIRS
        return self.base == "get" and done and self._passive_behind_get()

    def _back(self, start: int) -> bool:
        self.end = start
        return False

    def _passive_behind_get(self) -> bool:
        base = v.base_of(self._word(), "participle") or ""
        self._take("state", 1)
        self._close()
        self.base, self.passive, self._since = base, True, len(self.parts)
        return True

    def _prepositional(self) -> bool:
        lead = 3 if self._word() == "in" and (self._word(1), self._word(2)) == ("front", "of") else 1
        if self._word() not in w.PREPOSITIONS:
            return False
        phrase = noun_phrase(self.tokens, self.end + lead, self.holder)
        if phrase:
            return self._take("prep", lead, phrase)
        if self._word(1) == "being" and self._word() in ABOUT_DOING and self._undergone(2):
            return self._take("prep", 3)
        base = v.base_of(self._word(1), "gerund")
        return base is not None and (self._word() in ABOUT_DOING or self._forward()) and self._next_verb(base, 2)

    def _undergone(self, ahead: int) -> bool:
        """Behind `being`: "being left out", "being single"; nobody loves being ignored."""
        word = self._word(ahead)
        if self.base in ("love", "enjoy"):
            return word in w.STATES
        return v.base_of(word, "participle") in w.PASSIVE or word in w.STATES or word in f.FEELINGS

    def _forward(self) -> bool:
        return self._word() == "to" and bool(self._here) and self._here[-1].words == ("forward",)

    def _particle(self) -> bool:
        fits = not self._here or self._here[-1].kind in ("object", "particle")
        return fits and self._word() in w.PARTICLES and self._take("particle", 1)

    def _manner(self) -> bool:
        if (self._word(), self._word(1)) in w.MANNERS:
            return self._noun_behind_manner() and self._take("manner", 2)
        if tuple(self.tokens[self.end : self.end + 3]) == ("on", "my", "own") and self.own:
            return self._take("manner", 3, turned=("on", "your", "own"))
        if self._word() in HOW_MUCH and self._word(1) in w.ADVERBS:
            return self._take("manner", 2)
        return self._word() in w.ADVERBS and self._take("manner", 1)

    def _noun_behind_manner(self) -> bool:
        """ "too much" ends a thought, "too much work" does not."""
        return noun_phrase(self.tokens, self.end, self.holder) is None and self._word(2) not in ("of", "about")

    def _object(self) -> bool:
        room = 2 if self.base in v.TWO_OBJECTS else 1
        before = self._here[-1].kind if self._here else None
        if self._objects() >= room - self.passive or before not in (None, "object", "particle"):
            return False
        if self.base in v.NO_OBJECT and before is None:
            return False
        phrase = noun_phrase(self.tokens, self.end, self.holder)
        if (
            phrase
            and len(phrase.words) < 3
            and phrase.head in w.NOTHING_MEANT
            and self.base in ("have", "make", "take", "get")
        ):
            return False
        first = self._here[-1].phrase if before == "object" else None
        if phrase is None or (first and (phrase.person or not first.person)):
            return False
        if self.own and not self.holder and phrase.own and phrase.person:
            self.holder = gender(phrase.head)  # "I help my son with his homework"
        return self._take("object", 0, phrase)


STEPS: tuple[Callable[[Complements], bool], ...] = (
    Complements._time,
    Complements._infinitive,
    Complements._question,
    Complements._gerund,
    Complements._how_i_feel,
    Complements._bare_infinitive,
    Complements._let_go,
    Complements._made,
    Complements._state,
    Complements._prepositional,
    Complements._particle,
    Complements._manner,
    Complements._object,
)
