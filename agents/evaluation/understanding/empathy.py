"""EPITOME: the level, 0 to 2, of each of three kinds of empathy in a reply (Sharma et al. 2020).

The corpus is small (2,447 replies outside the test part, 143 of them in the validation part), so the validation figure
is of five folds of the training and validation parts by post: all readers are fitted five times, on the other four.
The test figure is of the shipped file; the others are fitted on all the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.corpora import epitome
from agents.evaluation.understanding import lexical, single
from agents.evaluation.understanding.row import Row
from agents.evaluation.understanding.single import Asked, Guesses
from agents.metrics.classification import Ints, macro_f1
from agents.metrics.intervals import Interval, interval
from agents.training.common.run import Run
from agents.training.common.token_states import States, states
from agents.training.heads import empathy as recipe
from agents.training.heads import empathy_attention as attention
from agents.training.heads.empathy import Seen
from skills import empathy
from skills.empathy import KINDS, LEVELS, Empathy, even
from skills.models.head import Floats, softmax

TASK, FOLDS = "empathy", 5
MEASURES = ("accuracy", "macro-F1")
WORDS = f"{lexical.NAME}, rare levels weighed alike"
KNOWN = {
    "emotional-reactions": (".786", ".764"),
    "interpretations": (".849", ".657"),
    "explorations": (".911", ".717"),
}
"""Accuracy and macro-F1 of the published code (RoBERTa, both encoders trained) as others ran it on these public rows,

on a tenth drawn by chance: github.com/behavioral-data/Empathy-Mental-Health, issue 4.
"""
RERUN = "published code run by others, a random tenth"


@dataclass(frozen=True, slots=True)
class Read:
    """The logarithm of each level's share (n, 3, 3): of the reader of vectors, `before` its temperature as well, of

    the one with attention, and of words alone. `prior` (n, 3, 3) is the log prior of the rows that were learnt from,
    `common` (n, 3) the commonest level there.
    """

    ours: Floats
    before: Floats
    attentive: Floats
    words: Floats
    prior: Floats
    common: Ints

    @staticmethod
    def joined(parts: list[tuple[Ints, Read]], rows: int) -> Read:
        """Folds put together, each with the rows it was asked about."""
        fields = Read.__slots__
        found = {name: np.zeros((rows, *getattr(parts[0][1], name).shape[1:])) for name in fields}
        for asked, part in parts:
            for name in fields:
                found[name][asked] = getattr(part, name)
        return Read(**found | {"common": found["common"].astype(np.int64)})


def rows(run: Run, split: str) -> Iterator[Row]:
    """Per kind: accuracy, macro-F1, how far that is above the words', and calibration."""
    everything = epitome.load(run.datapath)
    chosen = [row for row in everything if split == "test" or not row.held_out]
    vectorizer = run.vectorizer()
    known = recipe.seen(vectorizer, chosen)
    tokens = states(vectorizer, recipe.sides(vectorizer.words, chosen)[1])
    if split == "test":
        asked = np.array([row.held_out for row in chosen])
        found = _read(known, tokens, asked, run.seed, empathy.load(run.out, run.size))
        yield from of(found, known.levels[asked])
        return
    folds = np.random.default_rng(run.seed).integers(0, FOLDS, known.posts.max() + 1)[known.posts]
    parts = [(np.flatnonzero(folds == fold), _read(known, tokens, folds == fold, run.seed)) for fold in range(FOLDS)]
    yield from of(Read.joined(parts, len(chosen)), known.levels)


def _read(known: Seen, tokens: States, asked: NDArray[np.bool_], seed: int, shipped: Empathy | None = None) -> Read:
    """What each reader, fitted on the other rows, makes of those `asked` (n,) about."""
    learnt, wanted = known.rows(~asked), known.rows(asked)
    fitted, temperatures = recipe.fit(learnt, seed)
    reader = shipped or fitted
    ours = np.log(reader.shares(wanted.said, wanted.replies, wanted.texts))
    network, heats = attention.fit(tokens, known.levels, known.posts, np.flatnonzero(~asked), seed)
    attentive = attention.scores(network, tokens, np.flatnonzero(asked)) / heats[:, None]
    words = [
        lexical.probabilities(learnt.texts, learnt.levels[:, [kind]] == np.arange(LEVELS), wanted.texts)[0]
        for kind in range(len(KINDS))
    ]
    often = np.stack([np.bincount(levels, minlength=LEVELS) + 1 for levels in learnt.levels.T])
    prior = np.log(often / often.sum(axis=1, keepdims=True))
    several = (len(wanted.texts), 1)
    return Read(
        ours,
        ours * np.array(temperatures)[:, None],
        np.log(softmax(attentive)),
        np.log(np.maximum(np.stack(words, axis=1), 1e-9)),
        np.tile(prior, (*several, 1)),
        np.tile(often.argmax(axis=1), several),
    )


def of(found: Read, levels: Ints) -> Iterator[Row]:
    """The rows of each kind; both readers together are the specialist."""
    for place, kind in enumerate(KINDS):
        truth, prior = levels[:, place], found.prior[:, place]
        ours, attentive, words = (scores[:, place] for scores in (found.ours, found.attentive, found.words))
        one, both, theirs = (even(scores, prior) for scores in (ours, (ours + attentive) / 2, words))
        others = {
            "majority": found.common[:, place],
            lexical.NAME: words.argmax(axis=1),
            WORDS: theirs,
            "attention alone": even(attentive, prior),
        }
        asked = Asked(TASK, truth, LEVELS, None, f"{kind}: ")
        shares = (softmax(ours), softmax(found.before[:, place]))
        published = {name: f"{value} {RERUN}" for name, value in zip(MEASURES, KNOWN[kind], strict=True)}
        yield from single.rows(asked, Guesses(one, *shares, both, others), MEASURES, published)
        yield Row(TASK, f"{kind}: macro-F1 above the words'", _above(truth, one, theirs), _above(truth, both, theirs))


def _macro_f1(truth: Ints, guess: Ints) -> float:
    return macro_f1(truth, guess, LEVELS)


def _above(truth: Ints, ours: Ints, theirs: Ints) -> Interval:
    """Macro-F1 of ours less theirs on the same drawn replies: ours is higher at 5 % where the interval leaves out 0."""
    return interval(len(truth), lambda some: _macro_f1(truth[some], ours[some]) - _macro_f1(truth[some], theirs[some]))
