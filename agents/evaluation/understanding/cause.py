"""Causes of emotions (RECCON, Poria et al. 2021): which utterance, five-fold over train and on a part; which words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.corpora import reccon
from agents.evaluation.understanding.row import Row
from agents.metrics import squad
from agents.metrics.classification import accuracy, calibration_error, macro_f1
from agents.metrics.intervals import by_group
from agents.training.common.fit import Ints
from agents.training.common.run import Run
from agents.training.heads.cause import Recipe, made
from agents.training.heads.cause_examples import Pairs, Told, pairs, spans, told
from skills.cause import LABELS, words
from skills.labels import EMOTIONS
from skills.models.encoder import Words
from skills.models.head import Floats, Head, softmax

FOLDS = 5
KNOWN = "RoBERTa-base .765, large .771, test part, fold 1 with context (Poria et al. 2021)"
KNOWN_POSITIVE = "RoBERTa-base .643, as above"
KNOWN_SPANS = {
    "EM Pos": "SpanBERT .346, test part (Poria et al. 2021)",
    "F1 Pos": "SpanBERT .600, as above",
    "F1 Neg": "SpanBERT .860, as above",
    "F1": "SpanBERT .757, as above",
}


@dataclass(frozen=True, slots=True)
class Answers:
    """What was answered to each pair: with the given emotion and with our own reading of it; and with which words.

    `scores` (n, 2) are those with the given emotion, and `temperatures` (n,) what divides them.
    """

    given: Ints
    read: Ints
    scores: Floats
    temperatures: Floats
    words: NDArray[np.object_]

    def __add__(self, other: Answers) -> Answers:
        both = ((getattr(self, name), getattr(other, name)) for name in self.__dataclass_fields__)
        return Answers(*(np.concatenate(parts) for parts in both))

    def rows(self, order: Ints) -> Answers:
        return Answers(*(getattr(self, name)[order] for name in self.__dataclass_fields__))


def rows(run: Run, split: str) -> Iterator[Row]:
    """The shipped head on `split`; for the validation part also five heads, each on a fifth of train's talks."""
    emotion, read = run.head("emotion", EMOTIONS), run.vectorizer().words
    if split == "valid":
        known = told(run, reccon.load(run.datapath, "train"))
        asked = pairs(known, emotion)
        yield from of_part(known, asked, folded(known, asked, read, run.seed), "five-fold over train")
    known = told(run, reccon.load(run.datapath, split))
    asked = pairs(known, emotion)
    yield from of_part(known, asked, answers(run.head("cause", LABELS), known, asked, read), f"{split} part")


def folded(known: Told, asked: Pairs, read: Words, seed: int) -> Answers:
    """Every talk answered by the head that was learnt from the other four fifths."""
    fold = np.random.default_rng(seed).permutation(len(known.dialogs)) % FOLDS
    wanted, order, found = spans(known, read), [], []
    for number in range(FOLDS):
        apart = fold[asked.groups] == number
        head = made(known, asked.some(~apart), wanted.some(fold[wanted.groups] != number), Recipe(), seed)
        found.append(answers(head, known, asked.some(apart), read))
        order.append(np.flatnonzero(apart))
    first, *others = found
    return sum(others, first).rows(np.argsort(np.concatenate(order)))


def answers(head: Head, known: Told, asked: Pairs, read: Words) -> Answers:
    """What a head answers."""
    bound = float(head.extra["threshold"][0])
    scores, others = (head.scores(asked.seen(head, emotions)) for emotions in (asked.given, asked.read))
    given, own = (softmax(item / head.temperature)[:, 1] > bound for item in (scores, others))
    texts = [item.text for talk in known.dialogs for item in talk.utterances]
    starts, tokens = known.states.starts, known.states.tokens
    told = {
        row: words(texts[row], tokens[starts[row] : starts[row + 1]].astype(np.float32), head, read.tokenizer)
        for row in np.unique(asked.candidate[given])
    }
    said = [told[row] if cause else "" for row, cause in zip(asked.candidate, given, strict=True)]
    return Answers(
        given.astype(np.int64),
        own.astype(np.int64),
        scores,
        np.full(len(scores), head.temperature),
        np.array(said, dtype=object),
    )


def of_part(known: Told, asked: Pairs, found: Answers, part: str) -> Iterator[Row]:
    """Which utterance is a cause, then which of its words."""

    def row(name: str, measure: Callable[[Ints, Ints], float], guess: Ints, published: str, base: bool = True) -> Row:
        own = by_group(lambda drawn: measure(asked.labels[drawn], guess[drawn]), asked.groups)
        beside = tuple((name, measure(asked.labels, rule)) for name, rule in rules(asked).items()) if base else ()
        return Row("cause", f"{part}: {name}", own, beside=beside, known=published)

    yield row("macro-F1", _macro, found.given, KNOWN)
    yield row("macro-F1, emotion by our reading", _macro, found.read, "", base=False)
    yield row("F1 of causes", _positive, found.given, KNOWN_POSITIVE)
    yield row("accuracy", accuracy, found.given, "")
    for when, shares in (
        ("before", softmax(found.scores)),
        ("after", softmax(found.scores / found.temperatures[:, None])),
    ):
        error = by_group(lambda drawn, s=shares: calibration_error(s[drawn], asked.labels[drawn]), asked.groups)  # type: ignore[misc]
        yield Row("cause", f"{part}: calibration error, {when} temperature", error)
    yield from of_words(known, found, part)


def rules(asked: Pairs) -> dict[str, Ints]:
    """Guesses that read nothing: from how far the candidate stands before its target."""
    gap = asked.target - asked.candidate
    return {
        "never": np.zeros_like(gap),
        "the target itself": (gap == 0).astype(np.int64),
        "the one before it": (gap == 1).astype(np.int64),
        "both": (gap <= 1).astype(np.int64),
    }


def _macro(truth: Ints, guess: Ints) -> float:
    return macro_f1(truth, guess, len(LABELS))


def _positive(truth: Ints, guess: Ints) -> float:
    return float(2 * (truth & guess).sum() / max(truth.sum() + guess.sum(), 1))


def of_words(known: Told, found: Answers, part: str) -> Iterator[Row]:
    """The paper's four measures of spans (section 6.2); beside, the whole utterance wherever a cause is seen."""
    asked = list(reccon.extraction(known.dialogs))
    keys = [(item.dialog, item.target.turn, item.candidate.turn) for item in asked]
    pair = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    said = [str(found.words[pair[key]]) for key in keys]
    whole = [item.candidate.text if found.given[pair[key]] else "" for item, key in zip(asked, keys, strict=True)]
    right = [item.span or "" for item in asked]
    talks = np.unique([item.dialog for item in asked], return_inverse=True)[1]
    ours, theirs = (measures(guess, right) for guess in (said, whole))
    for name, published in KNOWN_SPANS.items():
        own = by_group(ours[name], talks)
        beside = (("the whole utterance", theirs[name](np.arange(len(asked)))),)
        yield Row("cause", f"{part}: words, {name}", own, beside=beside, known=published)


def measures(said: Sequence[str], right: Sequence[str]) -> dict[str, Callable[[NDArray[np.intp]], float]]:
    """Each of the paper's measures as a function of the rows that it is of; an answer of no words says: no cause."""
    exact, shared = (np.array(score(said, [[one] for one in right])) for score in (squad.exact, squad.token_f1))
    there, silent = np.array([bool(one) for one in right]), np.array([not one for one in said])
    return {
        "EM Pos": lambda rows: float(exact[rows][there[rows]].mean()),
        "F1 Pos": lambda rows: float(shared[rows][there[rows]].mean()),
        "F1 Neg": lambda rows: _positive((~there[rows]).astype(np.int64), silent[rows].astype(np.int64)),
        "F1": lambda rows: float(shared[rows].mean()),
    }
