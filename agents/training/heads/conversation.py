"""Emotion in conversation: each utterance of MELD and DailyDialog, from itself and what was said before it.

A head over the shipped encoder's vectors with PRC-Emo's two ideas (`demonstrations.py`). It is given the utterance and
how GoEmotions' reader reads it; the same of what its speaker and of what the others said before, told apart, each a
mean that fades with distance; and how the nearest utterances of the training part are labelled. Nothing that comes
after the utterance is read, as in a talk that goes on.

The tensors ship with nothing: MELD is under GPL-3.0, and the bot has no use for these labels. What measures them fits
the heads anew, from the same corpora and the same seed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from tqdm import tqdm  # type: ignore[import-untyped]

from agents.training.common.fit import Ints, Settings, Table, array, best_temperature, build, loss_of, tensor
from agents.training.common.run import Run
from agents.training.common.token_states import states
from agents.training.common.vectors import CHUNK, Vectorizer
from agents.training.heads import goemotions
from agents.training.heads.conversation_corpora import CORPORA, LABELS, NEUTRAL, Corpus, Part
from agents.training.heads.demonstrations import Library, difficulty, opened, told
from agents.training.heads.goemotions import Reader
from skills.models.head import Floats, Head

log = logging.getLogger(__name__)
FADE = 0.5
"""What was said one utterance further back counts this much less."""
SETTINGS = Settings(hidden=128, rate=5e-4, decay=0.1, dropout=0.5, epochs=10)
ODDS = 3.0
"""GoEmotions' log-odds are divided by this."""
CHECKS = 2
"""How often in the time of one epoch the held-out talks are asked."""
OFFSETS = np.linspace(-2, 2, 41)


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
    wide, odds = own * np.float32(own.shape[1] ** 0.5), np.clip(read / ODDS, -2, 2)
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
