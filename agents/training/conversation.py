"""Emotion in conversation: each utterance of MELD and DailyDialog, from itself and what was said before it.

A head over the shipped encoder's vectors with PRC-Emo's two ideas (agents/training/demonstrations.py). It is given the
utterance and how GoEmotions' reader reads it; the same of what its speaker and of what the others said before, told
apart, each a mean that fades with distance; and how the nearest utterances of the training part are labelled. Nothing
that comes after the utterance is read, as in a talk that goes on.

The tensors ship with nothing: MELD is under GPL-3.0, and the bot has no use for these labels. What measures them fits
the heads anew, from the same corpora and the same seed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from tqdm import tqdm  # type: ignore[import-untyped]

from agents.corpora import dailydialog, meld
from agents.metrics.classification import weighted_f1
from agents.training import goemotions
from agents.training.demonstrations import Library, difficulty, opened, told
from agents.training.fit import Ints, Settings, Table, array, best_temperature, build, loss_of, tensor
from agents.training.goemotions import Reader
from agents.training.run import Run
from agents.training.states import states
from agents.training.vectors import CHUNK, Vectorizer
from skills.models.head import Floats, Head
from skills.models.sizes import SMALL

log = logging.getLogger(__name__)
LABELS = meld.EMOTIONS
NEUTRAL = LABELS.index("neutral")
ALIKE = {"no emotion": "neutral", "happiness": "joy"}
"""DailyDialog's names of MELD's labels; the others are called the same."""
WIDE = np.float32(SMALL.width**0.5)
FADE = 0.5
"""What was said one utterance further back counts this much less."""
SETTINGS = Settings(hidden=128, rate=5e-4, decay=0.1, dropout=0.5, epochs=10)
ODDS = 3.0
"""GoEmotions' log-odds are divided by this."""
CHECKS = 2
"""How often in the time of one epoch the held-out talks are asked."""
OFFSETS = np.linspace(-2, 2, 41)


@dataclass(frozen=True, slots=True)
class Part:
    """The utterances of a part in their order: text, number of the talk, speaker, and label, -1 where there is none."""

    texts: tuple[str, ...]
    talks: Ints
    speakers: tuple[str, ...]
    labels: Ints

    def runs(self) -> Iterator[slice]:
        """Where each talk stands."""
        borders = [0, *(np.flatnonzero(np.diff(self.talks)) + 1), len(self.talks)]
        yield from map(slice, borders, borders[1:])


@dataclass(frozen=True, slots=True)
class Corpus:
    """A corpus, how a part of it is read, and the measure by which the field compares systems on it."""

    name: str
    read: Callable[[Path, str], Part]
    measure: Callable[[Ints, Ints], float]
    called: str


BLOCKS = ("utterance", "reading", "before", "readings before", "demonstrations")
Blocks = Mapping[str, Floats]
"""The features (n, f) of a part, by what they are of."""


@dataclass(frozen=True, slots=True)
class Given:
    """What a head is given, and whether easy talks come first; what each is worth is seen by leaving it out."""

    blocks: tuple[str, ...] = BLOCKS
    curriculum: bool = True


@dataclass(frozen=True, slots=True)
class Seen:
    """Both parts as the heads see them, and how hard the talk of each training row is (n,)."""

    train: Part
    asked: Part
    features: tuple[Blocks, Blocks]
    hardness: Floats


def series(datapath: Path, part: str) -> Part:
    """MELD's utterances."""
    said = [(talk.id, item) for talk in meld.load(datapath, part) for item in talk.utterances]
    return Part(
        tuple(item.text for _, item in said),
        np.array([talk for talk, _ in said]),
        tuple(item.speaker for _, item in said),
        np.array([LABELS.index(item.emotion) for _, item in said]),
    )


def daily(datapath: Path, part: str) -> Part:
    """DailyDialog's utterances; two people take turns."""
    talks = dailydialog.load(datapath, part)
    said = [(talk.line, "AB"[place % 2], item) for talk in talks for place, item in enumerate(talk.utterances)]
    names = [item.emotion and ALIKE.get(item.emotion, item.emotion) for _, _, item in said]
    return Part(
        tuple(item.text for _, _, item in said),
        np.array([line for line, _, _ in said]),
        tuple(who for _, who, _ in said),
        np.array([LABELS.index(name) if name else -1 for name in names]),
    )


def all_f1(truth: Ints, guess: Ints) -> float:
    """The mean of the labels' F1, weighed by how often each is there: MELD's measure."""
    return weighted_f1(truth, guess, len(LABELS))


def felt_f1(truth: Ints, guess: Ints) -> float:
    """F1 of all labels but the neutral one, counted together: DailyDialog's measure, where 83 of 100 are neutral."""
    right = int(((truth == guess) & (truth != NEUTRAL)).sum())
    return 2 * right / max(int((truth != NEUTRAL).sum() + (guess != NEUTRAL).sum()), 1)


CORPORA = (
    Corpus("meld", series, all_f1, "weighted F1"),
    Corpus("dailydialog", daily, felt_f1, "micro-F1 without neutral"),
)


def train(run: Run) -> None:
    """Fit and save `conversation_meld` and `conversation_dailydialog`, which never ship."""
    for corpus in CORPORA:
        known = seen(run, corpus, "valid")
        run.save_head(f"conversation_{corpus.name}", taught(known, corpus, Given(), run.seed))


def seen(run: Run, corpus: Corpus, part: str) -> Seen:
    """The training part, and the part that is asked about, as the heads see them."""
    kept, asked = corpus.read(run.datapath, "train"), corpus.read(run.datapath, part)
    reader, vectorizer = goemotions.known(run), run.vectorizer()
    (own, first), (other, second) = (readings(vectorizer, reader, item) for item in (kept, asked))
    library = Library(own, kept.labels, kept.talks).thinned(NEUTRAL, run.seed)
    features = (
        blocks(kept, own, first, told(library, len(LABELS), own, kept.talks)),
        blocks(asked, other, second, told(library, len(LABELS), other)),
    )
    return Seen(kept, asked, features, hardness(kept))


def readings(vectorizer: Vectorizer, reader: Reader, part: Part) -> tuple[Floats, Floats]:
    """Unit vectors (n, d), and GoEmotions' scores (n, 28), of the utterances, each alone."""
    asked = [vectorizer.words.utterance(text) for text in part.texts]
    found = []
    for start in tqdm(range(0, len(asked), CHUNK), unit="chunk", desc="reading", disable=len(asked) <= CHUNK):
        seen = states(vectorizer, asked[start : start + CHUNK])  # a whole corpus' states would fill the memory
        found.append((seen.vectors, reader.scores(seen)))
    vectors, scores = (np.concatenate(part) for part in zip(*found, strict=True))
    return vectors, scores


def blocks(part: Part, own: Floats, read: Floats, shown: Floats) -> Blocks:
    """The features of a part; all are of about the same size."""
    wide, odds = own * WIDE, np.clip(read / ODDS, -2, 2)
    found = (wide, odds, carried(part, wide), carried(part, odds), shown)
    return dict(zip(BLOCKS, found, strict=True))


def carried(part: Part, values: Floats) -> Floats:
    """(n, 2 v): fading means of the values (n, v) of earlier utterances, of the same speaker and of the others.

    Zeros where there is none.
    """
    found = np.zeros((len(values), 2 * values.shape[1]), dtype=np.float32)
    for rows in part.runs():
        who = np.array(part.speakers[rows])
        same = who[:, None] == who
        back = np.subtract.outer(np.arange(len(who)), np.arange(len(who)))
        weight = np.where(back > 0, FADE ** np.maximum(back, 0), 0)
        found[rows] = np.concatenate([_mean(weight * mask, values[rows]) for mask in (same, ~same)], axis=1)
    return found


def _mean(weights: Floats, values: Floats) -> Floats:
    shares: Floats = weights / np.maximum(weights.sum(axis=1, keepdims=True), 1e-9)
    return shares @ values


def hardness(part: Part) -> Floats:
    """How hard the talk of each utterance is, by its shifts of emotion."""
    found = np.zeros(len(part.labels))
    for rows in part.runs():
        pairs = zip(part.speakers[rows], part.labels[rows], strict=True)
        said = [(who, LABELS[label]) for who, label in pairs if label >= 0]
        found[rows] = difficulty(said) if said else 0
    return found


def taught(known: Seen, corpus: Corpus, given: Given, seed: int) -> Head:
    """A head that is given so much. Step, temperature and the neutral label's offset are chosen on held-out talks."""
    chosen = held_out(known.train, seed)
    kept, held = (table(known, rows, given) for rows in chosen)
    network = learn(kept, held, known.hardness[chosen[0]] if given.curriculum else None, seed)
    layers = [(array(item.weight), array(item.bias)) for item in network if isinstance(item, nn.Linear)]
    plain = Head(tuple(layers), LABELS, 1.0, {})
    scores = plain.scores(held.features)
    temperature = best_temperature(scores, held.labels)
    offset = best_offset(scores / temperature, held.labels, corpus.measure)
    log.info("%s, %s: temperature %.2f, offset %.2f", corpus.name, given, temperature, offset)
    shift = np.zeros(len(LABELS), np.float32)
    shift[NEUTRAL] = offset
    weight, bias = layers[-1]
    return Head((*layers[:-1], (weight, bias + temperature * shift)), LABELS, temperature, {"offset": shift})


def held_out(part: Part, seed: int) -> tuple[Ints, Ints]:
    """The labelled rows that are learnt from, and those of talks held out."""
    talks = np.random.default_rng(seed).permutation(np.unique(part.talks))
    held = np.isin(part.talks, talks[: max(1, len(talks) // 10)])
    return tuple(np.flatnonzero((part.labels >= 0) & some) for some in (~held, held))  # type: ignore[return-value]


def table(known: Seen, rows: Ints, given: Given) -> Table:
    return Table(joined(known.features[0], given)[rows], known.train.labels[rows], known.train.talks[rows])


def joined(features: Blocks, given: Given) -> Floats:
    """(n, f): what is given, side by side."""
    return np.concatenate([features[name] for name in given.blocks], axis=1)


def learn(kept: Table, held: Table, hard: Floats | None, seed: int) -> nn.Sequential:
    """A network of least loss on the held-out talks; easy talks first, where it is known which are `hard` (n,)."""
    torch.manual_seed(seed)
    network = build(kept.features.shape[1], len(LABELS), SETTINGS)
    optimizer = torch.optim.AdamW(network.parameters(), lr=SETTINGS.rate, weight_decay=SETTINGS.decay)
    easiest = torch.randperm(len(kept.labels)) if hard is None else torch.from_numpy(np.argsort(hard, kind="stable"))
    x, y = tensor(kept.features), torch.from_numpy(kept.labels)
    per_epoch = max(len(x) // SETTINGS.batch, 1)
    best, state = float("inf"), network.state_dict()
    for step in range(steps := per_epoch * SETTINGS.epochs):
        network.train()
        pool = len(x) if hard is None else max(int(len(x) * opened(step / steps)), 1)
        rows = easiest[torch.randint(pool, (SETTINGS.batch,))]
        loss = functional.cross_entropy(network(x[rows]), y[rows])
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        if (step + 1) % max(per_epoch // CHECKS, 1) == 0 and (now := loss_of(network, held)) < best:
            best, state = now, {name: value.clone() for name, value in network.state_dict().items()}
    network.load_state_dict(state)
    return network


def best_offset(scores: Floats, labels: Ints, measure: Callable[[Ints, Ints], float]) -> float:
    """What is added to the neutral label's score so that the measure is highest."""
    plain = np.eye(len(LABELS))[NEUTRAL]
    return float(max(OFFSETS, key=lambda offset: measure(labels, (scores + offset * plain).argmax(axis=1))))
