"""`attune train ngrams`: linear classifiers over n-grams, of emotions from situations and of topics.

They stand where EmpatheticDialogues has fastText (Rashkin et al. 2019, section 3.3: EmoPrepend, TopicPrepend). Emotions
are learnt from EmpatheticDialogues' situations; topics from ESConv's situations and their 13 problems, for the paper's
20 Newsgroups is not among the corpora.
"""

from __future__ import annotations

import json
import logging
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.corpora import empathetic, esconv
from agents.metrics import checks
from agents.metrics.intervals import Interval, proportion
from agents.training.common.run import Run
from skills.labels import EMOTIONS, PROBLEMS
from skills.models.ngrams import NAME, STEPS, Ngrams, counted

COST = 0.2
log = logging.getLogger(__name__)

Texts = Sequence[str]


@dataclass(frozen=True, slots=True)
class Size:
    """So many features are kept, the weightiest; those that fewer than `rare` texts have are left out at once."""

    kept: int
    rare: int


EMOTION, TOPIC = Size(6800, 4), Size(1400, 2)
"""Both classifiers together take less than 300 KB."""


def train(run: Run) -> None:
    """Fit both, say how often they are right on the validation part, and write the arrays."""
    stories = {part: empathetic.load(run.datapath, part) for part in ("train", "valid")}
    talks = {part: esconv.load(run.datapath, part) for part in ("train", "valid")}
    emotion = fitted(*felt(stories["train"]), EMOTIONS, EMOTION, run.seed)
    topic = fitted(*troubled(talks["train"]), PROBLEMS, TOPIC, run.seed)
    log.info("emotion, valid: %s", format(right(emotion, *felt(stories["valid"])), ".3f"))
    cut = fitted(*felt(stories["train"], cut=True), EMOTIONS, EMOTION, run.seed)
    less = felt(stories["valid"], cut=True)
    log.info(
        "emotion, cut: %s; learnt from cut ones: %s", *(format(right(one, *less), ".3f") for one in (emotion, cut))
    )
    log.info("topic, valid: %s", format(right(topic, *troubled(talks["valid"])), ".3f"))
    log.info("written: %s", write(run, {"emotion": emotion, "topic": topic}))


def felt(dialogs: Sequence[empathetic.Dialog], *, cut: bool = False) -> tuple[list[str], list[str]]:
    """Situations and their emotions; `cut`, without the words of labels (ED-cut)."""
    texts = [empathetic.cut(dialog.situation) if cut else dialog.situation for dialog in dialogs]
    return texts, [dialog.emotion for dialog in dialogs]


def troubled(dialogs: Sequence[esconv.Dialog]) -> tuple[list[str], list[str]]:
    """Situations and their problems, spelt as skills/labels.py spells them."""
    spelt = {name.casefold(): name for name in PROBLEMS}
    return [dialog.situation for dialog in dialogs], [spelt[dialog.problem.casefold()] for dialog in dialogs]


def fitted(texts: Texts, labels: Texts, names: Texts, size: Size, seed: int) -> Ngrams:
    """A linear support vector machine, one label against the rest, on all features; then on the weightiest alone.

    Raises ValueError where a label has no text.
    """
    if unseen := set(names) - set(labels):
        raise ValueError(f"there is no text of {', '.join(sorted(unseen))}")
    target = np.array([list(names).index(label) for label in labels])
    counts = [counted(text) for text in texts]
    seen = Counter(key for found in counts for key in found)
    keys = np.array(sorted(key for key, number in seen.items() if number >= size.rare), dtype=np.uint32)
    everything = _empty(names, keys, seen, len(texts))
    found = _matrix(everything, texts)
    machine = _learn(found, target, seed)
    reach = np.sqrt((machine.coef_**2).sum(axis=0) * np.asarray(found.multiply(found).mean(axis=0)).ravel())
    best = np.sort(np.argsort(-reach, kind="stable")[: size.kept])
    few = _empty(names, keys[best], seen, len(texts))
    return _rounded(few, _learn(_matrix(few, texts), target, seed))


def _empty(names: Texts, keys: NDArray[np.uint32], seen: Counter[int], texts: int) -> Ngrams:
    """Features with their rarity (smoothed inverse document frequency), and no weights yet."""
    rarity = np.array([1 + math.log((1 + texts) / (1 + seen[int(key)])) for key in keys], dtype=np.float16)
    nothing = np.zeros(len(names), dtype=np.float32)
    return Ngrams(
        tuple(names),
        keys,
        rarity.astype(np.float32),
        np.zeros((len(keys), len(names)), dtype=np.int8),
        nothing,
        nothing,
    )


def _matrix(model: Ngrams, texts: Texts) -> Any:
    """(n, f), sparse."""
    sparse = checks.library("scipy.sparse")
    rows = [model.features(text) for text in texts]
    ends = np.cumsum([0, *(len(places) for places, _ in rows)])
    places, values = (np.concatenate([row[part] for row in rows]) for part in (0, 1))
    return sparse.csr_matrix((values.astype(np.float64), places, ends), shape=(len(texts), len(model.keys)))


def _learn(found: Any, target: NDArray[np.intp], seed: int) -> Any:
    return checks.library("sklearn.svm").LinearSVC(C=COST, random_state=seed).fit(found, target)


def _rounded(model: Ngrams, machine: Any) -> Ngrams:
    """The machine's weights in steps of a 127th of each label's largest."""
    step = (np.abs(machine.coef_).max(axis=1) / STEPS).astype(np.float32)
    weights = np.round(machine.coef_.T / step).astype(np.int8)
    return Ngrams(model.labels, model.keys, model.rarity, weights, step, machine.intercept_.astype(np.float32))


def right(model: Ngrams, texts: Texts, labels: Texts) -> Interval:
    """How often the likeliest label is the given one."""
    guesses = model.scores(texts).argmax(axis=1)
    return proportion([model.labels[guess] == label for guess, label in zip(guesses, labels, strict=True)])


def parts(models: dict[str, Ngrams]) -> tuple[dict[str, NDArray[Any]], dict[str, str]]:
    """The classifiers' arrays and the note that `skills.models.ngrams.load` reads beside them."""
    arrays = {
        f"{what}.{part}": getattr(model, part)
        for what, model in models.items()
        for part in ("keys", "rarity", "weights", "step", "bias")
    }
    return arrays, {"labels": json.dumps({what: model.labels for what, model in models.items()})}


def write(run: Run, models: dict[str, Ngrams]) -> Path:
    """Both classifiers into one file, `ngrams.safetensors`."""
    arrays, notes = parts(models)
    return run.save(NAME, arrays, notes | {"seed": str(run.seed)})
