"""What is said of a subject: the verb with its helpers, as a gerund phrase and as it was said.

"didn't get the job" -> not getting the job; "have to move" -> having to move; "was fired" -> being fired.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from skills.spans import listed
from skills.spans import verbs as v
from skills.spans import words as w
from skills.spans.complements import Complements
from skills.spans.parts import Part
from skills.spans.phrases import Phrase
from skills.spans.times import Time

Words = tuple[str, ...]
Style = Literal["plain", "perfect", "going on", "passive", "unable", "state", "refusing", "once", "to come", "due"]
BE = {
    "'m": "i", "am": "i", "is": "one", "isn't": "one", "'s": "one", "'re": "many", "are": "many", "aren't": "many",
    "was": "i one", "wasn't": "i one", "were": "many", "weren't": "many",
}  # fmt: skip
"""Forms of `be` and the subjects they go with."""
HAVE = {
    "'ve": "i many",
    "have": "i many",
    "haven't": "i many",
    "has": "one",
    "hasn't": "one",
    "had": "i one many",
    "hadn't": "i one many",
}
DO = {"do": "i many", "don't": "i many", "does": "one", "doesn't": "one", "did": "i one many", "didn't": "i one many"}
WAS = listed("was wasn't were weren't had hadn't did didn't")


@dataclass(frozen=True, slots=True)
class Subject:
    """Who it is about, turned. `number` is i, one or many; `holder`: whose `his`, `her` or `their` are in the span."""

    words: Words
    end: int
    number: Literal["i", "one", "many"]
    holder: str = ""
    phrase: Phrase | None = None
    self_told: bool = False


@dataclass(frozen=True, slots=True)
class Predicate:
    """`gerund` begins the event and `finite` the clause; `parts` follow in both. `base`: the first verb of meaning."""

    base: str
    gerund: Words
    finite: Words
    parts: tuple[Part, ...]
    times: tuple[Time, ...]
    end: int
    style: Style
    negative: bool
    past: bool
    gerunds_meet: bool
    cut: bool = False


class _Reader:
    """Reads one predicate: adverbs, helpers and `not` on the way to the verb."""

    def __init__(self, tokens: tuple[str, ...], subject: Subject) -> None:
        self.tokens, self.subject, self.at = tokens, subject, subject.end
        self.lead: list[str] = []
        self.kept: list[str] = []
        self.helper: list[str] = []
        self.denied = self.past = False

    @property
    def word(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    @property
    def pair(self) -> Words:
        return tuple(self.tokens[self.at : self.at + 2])

    def skip(self, length: int) -> None:
        """Pass words that are told in the clause alone."""
        self.helper += self.tokens[self.at : self.at + length]
        self.at += length

    def adverbs(self) -> None:
        """Pass the words before a verb; those that change what is said are kept, in both forms."""
        while self.word in w.BESIDE_VERB:
            if self.word in w.KEPT_BEFORE_VERB:
                self.kept.append(self.word)
                self.helper.append(self.word)
            self.at += 1

    def help(self, forms: dict[str, str]) -> bool:
        """Pass a helping verb and its `not`; False when it does not go with the subject."""
        if self.subject.number not in forms[self.word].split():
            return False
        self.lead, self.kept = [*self.lead, *self.kept], []
        self.past = self.word in WAS
        self.denied = self.word.endswith("n't")
        self.helper.append(self.word)
        self.at += 1
        if self.word == "not" and not self.denied:
            self.denied = True
            self.helper.append("not")
            self.at += 1
        self.adverbs()
        return True

    def build(self, base: str, style: Style, lead: Words, *, passive: bool = False) -> Predicate | None:
        """The predicate whose verb has just been passed, with what follows it."""
        own = self.subject.words[0] == "you"
        found = Complements(self.tokens, self.at, base, self.subject.holder, passive=passive, own=own)
        if not found.complete and not (style == "refusing" and not found.parts):
            return None
        gerund = (*self.lead, *(("not",) if self.denied else ()), *self.kept, *lead)
        return Predicate(
            base, gerund, tuple(self.helper), tuple(found.parts), tuple(found.times), found.end, style,
            self.denied or bool({"never", "hardly", "barely"}.intersection(gerund)), self.past, found.gerunds_meet,
        )  # fmt: skip

    def verb(self, form: v.Form) -> str | None:
        """The base of the next word if it is that form; the word is passed."""
        base = v.base_of(self.word, form)
        if base is not None:
            self.helper.append(self.word)
            self.at += 1
        return base


def predicate(tokens: tuple[str, ...], subject: Subject) -> Predicate | None:
    """The predicate behind a subject; None where any word or form is uncertain."""
    reader = _Reader(tokens, subject)
    reader.adverbs()
    if reader.word in BE:
        return _being(reader)
    if reader.word in HAVE and (found := _perfect(_again(reader))):
        return found
    if reader.word in DO and (found := _denied(_again(reader))):
        return found
    if reader.word in ("can't", "couldn't") or reader.pair in (("can", "not"), ("could", "not")):
        return _unable(reader)
    if reader.word == "won't" or reader.pair == ("will", "not"):
        return _refusing(reader)
    return _ahead(reader, "once") if reader.pair == ("used", "to") else _plain(reader)


def _again(reader: _Reader) -> _Reader:
    """A reader at the same place: `have` may turn out to be no helper."""
    copy = _Reader(reader.tokens, reader.subject)
    copy.at, copy.lead, copy.kept, copy.helper = reader.at, list(reader.lead), list(reader.kept), list(reader.helper)
    copy.denied, copy.past = reader.denied, reader.past
    return copy


def _plain(reader: _Reader) -> Predicate | None:
    now: v.Form = "third" if reader.subject.number == "one" else "base"
    reader.past = v.base_of(reader.word, "past") is not None
    base = reader.verb("past") or reader.verb(now)
    return reader.build(base, "plain", (v.gerund(base),)) if base else None


def _being(reader: _Reader) -> Predicate | None:
    if not reader.help(BE):
        return None
    return _going_on(reader) or _state(reader)


def _going_on(reader: _Reader) -> Predicate | None:
    """What stands behind `be` or `been`: a gerund or a passive."""
    reader = _again(reader)
    word = reader.word
    following = reader.tokens[reader.at + 1 : reader.at + 2]
    if word == "being" and following and v.base_of(following[0], "participle") in w.PASSIVE:
        reader.helper.append(word)
        reader.at += 1
        word = reader.word
    if reader.pair == ("supposed", "to"):
        return _ahead(reader, "due")
    if base := v.base_of(word, "gerund"):
        following = reader.tokens[reader.at + 1 : reader.at + 3]
        if base == "go" and len(following) == 2 and following[0] == "to" and v.base_of(following[1], "base"):
            planned = not reader.past and following[1] in v.PLANNED
            return _ahead(reader, "to come") if planned else None
        reader.verb("gerund")
        return reader.build(base, "going on", (word,))
    base = v.base_of(word, "participle")
    if (base in w.PASSIVE and word not in w.NOT_PASSIVE) or reader.pair in w.PASSIVE_PAIRS:
        reader.verb("participle")
        return reader.build(base or "", "passive", ("being", word), passive=True)
    return None


def _state(reader: _Reader) -> Predicate | None:
    found = reader.build("be", "state", ())
    if found is None:
        return None
    lead = "feeling" if found.parts[0].kind == "feeling" else "being"
    return replace(found, gerund=(*found.gerund, lead), gerunds_meet=False)


def _perfect(reader: _Reader) -> Predicate | None:
    if not reader.help(HAVE):
        return None
    reader.past = True
    if reader.word == "been":
        reader.helper.append("been")
        reader.at += 1
        reader.adverbs()
        return _going_on(reader) or _state(reader)
    word, base = reader.word, reader.verb("participle")
    if base is None:
        return None
    found = reader.build(base, "perfect", ("having", word) if reader.denied else (v.gerund(base),))
    if found and word == "got" and not reader.denied and found.parts and found.parts[0].kind in ("object", "verb"):
        return replace(found, gerund=(*found.gerund[:-1], "having"), past=False)  # "I've got an interview"
    return found


def _denied(reader: _Reader) -> Predicate | None:
    if not reader.help(DO) or not reader.denied:
        return None
    base = reader.verb("base")
    return reader.build(base, "plain", (v.gerund(base),)) if base else None


def _unable(reader: _Reader) -> Predicate | None:
    reader.lead, reader.kept = reader.kept, []
    reader.past = reader.word.startswith("could")
    reader.skip(1 if reader.word.endswith("n't") else 2)
    reader.denied = True
    reader.adverbs()
    if reader.pair == ("seem", "to"):
        reader.skip(2)
    base = reader.verb("base")
    return None if base is None or base in w.FIGURES else reader.build(base, "unable", ("being", "able", "to", base))


def _refusing(reader: _Reader) -> Predicate | None:
    """ "My brother won't talk to me" is so; "my boss won't fire me" is but expected, and "I won't go" intended."""
    reader.skip(1 if reader.word == "won't" else 2)
    reader.denied = True
    reader.adverbs()
    base = reader.verb("base")
    if base not in v.REFUSED or reader.subject.self_told:
        return None
    return reader.build(base, "refusing", (v.gerund(base),))


def _ahead(reader: _Reader, style: Style) -> Predicate | None:
    """What was, or is to be: "used to", "supposed to", "going to"; a clause and no event."""
    reader.past = style == "once"
    reader.skip(2)
    base = reader.verb("base")
    found = reader.build(base, style, ()) if base else None
    fits = found and (found.times or found.parts) and not any(part.kind in ("state", "feeling") for part in found.parts)
    return found if fits else None
