"""What an utterance gives: the clause that tells most; from all of it the thing, the person, the time, the feeling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from skills.acts.news import weighs
from skills.spans import listed
from skills.spans import words as w
from skills.spans.clauses import Clause, clauses
from skills.spans.feelings import feeling_like, feelings
from skills.spans.held import held
from skills.spans.lexicon import MATTERS, NOUNS, OCCASIONS, ONE_RELATION, PETS
from skills.spans.phrases import Phrase, noun_phrase
from skills.spans.render import render
from skills.spans.times import Time, time
from skills.spans.tokens import COMMA, Sentence, grave, sentences
from skills.spans.verbs import READINGS, base_of
from skills.spans.worth import matters

GLAD = listed("happy glad thrilled delighted overjoyed ecstatic excited stoked pumped chuffed lucky blessed elated")
BAD = listed("steal crash fail evict cheat lose dump rob burgle scam break fire sack yell shout")
LOST = listed("lose lost losing")


@dataclass(frozen=True, slots=True)
class Reading:
    """One string for each kind of span; empty when there is none."""

    event: str = ""
    clause: str = ""
    thing: str = ""
    person: str = ""
    time: str = ""
    feeling: str = ""
    tense: str = ""
    matters: bool = False


def read(text: str) -> Reading:
    """Everything that may be given back of one utterance."""
    told = list(sentences(text))
    found = [render(clause) for sentence in told for clause in clauses(sentence)]
    first = max(found, key=lambda rendered: rendered.telling, default=None)
    best, event, clause = (first.clause, first.event, first.finite) if first else (None, "", "")
    big = best is not None and bool(event or clause) and matters(best)
    if not event:
        event = next((words for sentence in told if (words := feeling_like(sentence))), "")
        big = big or bool(event)
    kept = "" if event or clause else next((words for sentence in told for words in held(sentence)), "")
    clause = clause or kept
    things = [words for sentence in told for words in _things(sentence)]
    return Reading(
        event=event,
        clause=clause,
        thing=(_thing_of(best) if best else "") or next(iter(things), ""),
        person=_person(told),
        time=_when(best, told),
        feeling=_feeling(best, told),
        tense=("past" if best and best.predicate.past and not kept else "now") if clause else "",
        matters=big or weighs(kept),
    )


def _feeling(best: Clause | None, told: Sequence[Sentence]) -> str:
    """The first that is named; none when somebody calls themselves happy of a theft: it may be meant otherwise."""
    found = next((words for sentence in told for words in feelings(sentence)), "")
    if best is None or found not in GLAD or best.predicate.negative or not best.predicate.past:
        return found
    said = (best.predicate.base, *(base_of(word, "participle") for part in best.predicate.parts for word in part.words))
    return "" if not BAD.isdisjoint(word for word in said if word) else found


def _things(sentence: Sentence) -> Iterator[str]:
    """Matters of the person's own that are spoken of: "my exams", "nervous about the interview"."""
    tokens = sentence.words
    for place, word in enumerate(tokens):
        if word not in ("my", "our", "the", "this") or place in sentence.doubtful:
            continue
        phrase = noun_phrase(tokens, place)
        lost = not w.DEATH.isdisjoint(tokens) or (place > 0 and tokens[place - 1] in LOST)
        if phrase and ((phrase.head in PETS and lost) or (phrase.head == "life" and "hate" in tokens)):
            continue
        if phrase and _closed(tokens, phrase.end) and _matters(phrase):
            yield " ".join(phrase.words)


def _matters(phrase: Phrase) -> bool:
    if phrase.words[0] != "your" and phrase.words[0] != "the":
        return False
    return phrase.head in (MATTERS if phrase.own else OCCASIONS)


def _closed(tokens: tuple[str, ...], at: int) -> bool:
    """The phrase is over: what follows is no further noun or unknown word."""
    word = tokens[at] if at < len(tokens) else COMMA
    return (
        word == COMMA or word in w.FUNCTION or (word in READINGS and word not in NOUNS) or time(tokens, at) is not None
    )


def _thing_of(clause: Clause) -> str:
    """What the clause is about: one's own matter, or "the interview" of "I have an interview on Friday"."""
    found = clause.predicate
    for part in found.parts:
        phrase = part.phrase
        if phrase is None:
            continue
        if phrase.own and phrase.head in MATTERS and not (phrase.head in PETS and found.base == "lose"):
            return " ".join(phrase.words)
        if (
            clause.own
            and not found.negative
            and found.base in ("have", "get", "take", "attend", "fail", "pass")
            and part.kind == "object"
            and phrase.determiner in ("a", "an", "the")
            and phrase.head in OCCASIONS
        ):
            day = next((when.words for when in found.times if when.words[0] == "on"), ())
            return " ".join(("the", *phrase.words[1:], *day))
    return ""


def _person(told: Sequence[Sentence]) -> str:
    """The one person spoken of, by relation; none when there are several, or when somebody has died."""
    found: dict[str, str] = {}
    for sentence in told:
        tokens = sentence.words
        if not w.DEATH.isdisjoint(tokens) or grave(tokens):
            return ""
        for place, word in enumerate(tokens):
            phrase = noun_phrase(tokens, place) if word == "my" else None
            if phrase and phrase.head in ONE_RELATION and place and tokens[place - 1] in LOST:
                return ""
            if (
                phrase
                and phrase.head in ONE_RELATION
                and phrase.own
                and not w.ORDINALS.intersection(phrase.words)
                and not any("'" in token for token in phrase.words)
            ):
                found.setdefault(phrase.head, " ".join(phrase.words))
                if tokens[phrase.end : phrase.end + 1] == ("and",) and not ONE_RELATION.isdisjoint(
                    tokens[phrase.end + 1 :][:1]
                ):
                    return ""  # "my mum and dad"
            elif word == "my" and place + 1 < len(tokens) and tokens[place + 1].endswith("'s"):
                return ""
    return next(iter(found.values())) if len(found) == 1 else ""


def _when(best: Clause | None, told: Sequence[Sentence]) -> str:
    """When the told clause was; without a clause, the only time that is named."""
    if best:
        return next((" ".join(when.words) for when in best.predicate.times if when.tells_when), "")
    found = {" ".join(when.words) for sentence in told for when in _times(sentence) if when.tells_when}
    return found.pop() if len(found) == 1 else ""


def _times(sentence: Sentence) -> Iterator[Time]:
    at = 0
    while at < len(sentence.words):
        when = time(sentence.words, at)
        if when and at not in sentence.doubtful:
            yield when
        at = when.end if when else at + 1
