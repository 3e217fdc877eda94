"""The guard's classifier: kind and level of danger, from lines written for this project and from ordinary talk.

The lines lie in `danger/` beside it; ordinary turns are those of EmpatheticDialogues, DailyDialog and
ESConv, less what the patterns take for danger; the likest to danger are found by a plain head first.
"""

from __future__ import annotations

import json
import logging
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from agents.corpora import dailydialog, empathetic, esconv
from agents.training.common.compact import in_eight_bits
from agents.training.common.fit import Ints, Settings, Table, fit
from agents.training.common.run import Run
from agents.training.common.vectors import Vectorizer
from agents.training.heads.danger_classifier import Network, fresh
from agents.training.network import adapt
from skills.care.danger_classifier import KINDS, LEVELS, NAME, numbers_of
from skills.care.detect import read
from skills.models.encoder import TextEncoder
from skills.models.head import Floats
from skills.sizes import SMALL

log = logging.getLogger(__name__)
LINES = Path(__file__).parent / "danger"
NATURAL = LINES / "natural" / "lines.jsonl"
"""Messages as people type them, by writers who saw nothing of the guard; their talks lie beside them."""
TUNING = Path(__file__).parents[2] / "evaluation" / "sets" / "care" / "tuning_lines.jsonl"
ORDINARY, HARD, EASY = 20_000, 2_500, 3_500
"""Ordinary turns looked through, and how many of the likest and of the others are learnt from."""
CHUNK = 64


@dataclass(frozen=True, slots=True)
class Line:
    """A text and what it is; `calm` ones have level 0."""

    text: str
    kind: str
    level: int

    @property
    def label(self) -> int:
        return 1 + KINDS.index(self.kind) * LEVELS + self.level - 1 if self.level else 0


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the classifier learns. `calm` is how often a calm line is shown for each time another is."""

    rank: int = 16
    epochs: int = 4
    batch: int = 48
    peak: float = 1e-3
    decay: float = 0.01
    dropout: float = 0.15
    smoothing: float = 0.05
    calm: int = 2


def lines(folder: Path = LINES) -> Iterator[Line]:
    """What is written in the files, where "# kind level" stands above the lines it is true of, and in the two sets."""
    for path in sorted(folder.glob("*.txt")):
        kind, level = "", 0
        for row in path.read_text(encoding="utf8").splitlines():
            if row.startswith("# "):
                kind, level = row[2:].rsplit(" ", 1)[0], int(row.rsplit(" ", 1)[1])
            elif row:
                yield Line(row, kind, level)
    yield from _rows(TUNING)
    yield from natural()


def natural() -> list[Line]:
    """The natural lines, which stand last among all."""
    return _rows(NATURAL)


def _rows(path: Path) -> list[Line]:
    rows = map(json.loads, path.read_text(encoding="utf8").splitlines())
    return [Line(row["text"], row["kind"], row["level"]) for row in rows]


def ordinary(datapath: Path, seed: int) -> list[str]:
    """Turns of people who talk in the corpora, less those in which patterns see danger."""
    told = [item.text for talk in empathetic.load(datapath, "train") for item in talk.utterances]
    told += [item.text for talk in dailydialog.load(datapath, "train") for item in talk.utterances]
    sought = [
        item.text for talk in esconv.load(datapath, "train") for item in talk.utterances if item.speaker == "seeker"
    ]
    rng = random.Random(seed)
    chosen = [
        *rng.sample(sought, min(len(sought), ORDINARY // 3)),
        *rng.sample(told, min(len(told), ORDINARY - ORDINARY // 3)),
    ]
    return [text for text in dict.fromkeys(chosen) if read(text).finding is None]


def likest(vectorizer: Vectorizer, known: Sequence[Line], others: Sequence[str], seed: int) -> list[str]:
    """Of ordinary turns those that a plain head finds likest to danger, and some of the rest."""
    texts = [line.text for line in known] + list(others)
    vectors = vectorizer([vectorizer.words.utterance(text) for text in texts])
    labels = np.array([int(line.level > 1) for line in known] + [0] * len(others))
    table = Table(vectors * 20, labels, np.arange(len(texts)))
    head = fit(table, ("calm", "danger"), seed, Settings(rate=2e-3, epochs=6))
    scores = head.scores(table.features[len(known) :])
    order = np.argsort(scores[:, 0] - scores[:, 1])
    rest = np.random.default_rng(seed).permutation(order[HARD:])[:EASY]
    return [others[place] for place in (*order[:HARD], *rest)]


@dataclass(frozen=True, slots=True)
class Rows:
    """Everything the classifier is shown, made once: states of tokens in half precision, pieces, labels."""

    states: list[NDArray[np.float16]]
    pieces: list[list[int]]
    labels: Ints

    def batch(self, rows: Sequence[int]) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        """What `Network.forward` takes."""
        longest = max(len(self.states[row]) for row in rows)
        states = torch.zeros(len(rows), longest, self.states[0].shape[1])
        real = torch.zeros(len(rows), longest, dtype=torch.bool)
        for place, row in enumerate(rows):
            length = len(self.states[row])
            states[place, :length] = torch.from_numpy(self.states[row]).float()
            real[place, :length] = True
        counts = torch.tensor([float(len(self.pieces[row])) for row in rows])
        starts = torch.cumsum(counts, 0).long() - counts.long()
        numbers = torch.tensor([number for row in rows for number in self.pieces[row]])
        return states, real, numbers, starts, counts


def rows_of(encoder: TextEncoder, texts: Sequence[str], labels: Sequence[int]) -> Rows:
    states: list[NDArray[np.float16]] = [np.zeros((0, 0), np.float16)] * len(texts)
    tokens = [encoder.words.utterance(text) for text in texts]
    order = sorted(range(len(texts)), key=lambda place: len(tokens[place].ids))
    for start in range(0, len(order), CHUNK):
        places = order[start : start + CHUNK]
        for place, state in zip(places, encoder.tapped([tokens[at] for at in places])[1], strict=True):
            states[place] = state.astype(np.float16)
    return Rows(states, [numbers_of(text) for text in texts], np.array(labels))


def learn(
    encoder: TextEncoder, rows: Rows, kept: Sequence[int], recipe: Recipe, seed: int
) -> tuple[Network, dict[str, Tensor]]:
    """The classifier after learning the rows that are `kept`, and what of it is to be saved."""
    torch.manual_seed(seed)
    classifier = fresh(encoder).requires_grad_(False)
    changes = adapt(classifier.stack, recipe.rank)
    own = [*classifier.look.parameters(), *classifier.pieces.parameters(), *classifier.out.parameters()]
    nn.init.normal_(classifier.pieces.weight, std=0.05)
    for parameter in own:
        parameter.requires_grad_(True)
    classifier.drop.p = recipe.dropout
    groups = [{"params": list(changes.values()), "lr": recipe.peak}, {"params": own, "lr": 3 * recipe.peak}]
    optimizer = torch.optim.AdamW(groups, weight_decay=recipe.decay)
    total = recipe.epochs * len(batches(rows, kept, recipe, 0))
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, [recipe.peak, 3 * recipe.peak], total_steps=total, pct_start=0.1
    )
    classifier.train()
    for epoch in range(recipe.epochs):
        losses = []
        for batch in batches(rows, kept, recipe, seed + epoch):
            labels = torch.from_numpy(rows.labels[batch])
            loss = functional.cross_entropy(classifier(*rows.batch(batch)), labels, label_smoothing=recipe.smoothing)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            schedule.step()
            losses.append(float(loss.detach()))
        log.info("danger: epoch %d, loss %.3f", epoch, np.mean(losses))
    named: dict[str, Tensor] = {name: value for name, value in classifier.named_parameters() if name[:6] != "stack."}
    return classifier.eval(), named | changes


def batches(rows: Rows, kept: Sequence[int], recipe: Recipe, seed: int) -> list[list[int]]:
    """One pass over the rows, in batches of about equal lengths."""
    rng = random.Random(seed)
    keys = [(len(rows.states[row]) + 4 * rng.random(), row) for row in kept]
    order = [row for _, row in sorted(keys)]
    cut = [order[start : start + recipe.batch] for start in range(0, len(order), recipe.batch)]
    return rng.sample(cut, len(cut))


def shares(classifier: Network, rows: Rows, places: Sequence[int]) -> Floats:
    """The shares of all labels for each of the rows."""
    found = np.zeros((len(places), classifier.out.out_features), np.float32)
    order = sorted(range(len(places)), key=lambda at: len(rows.states[places[at]]))
    with torch.inference_mode():
        for start in range(0, len(order), CHUNK):
            at = order[start : start + CHUNK]
            found[at] = torch.softmax(classifier(*rows.batch([places[place] for place in at])), dim=-1).numpy()
    return found


def train(run: Run) -> None:
    """Learn and save `danger`, for the small encoder; for the base one see `danger_reader`."""
    if run.size is SMALL:
        make(run, NAME, ordinary(run.datapath, run.seed))
        return
    from agents.training.heads import danger_reader

    danger_reader.train(run)


def make(run: Run, name: str, others: Sequence[str]) -> None:
    """Learn and save the classifier called `name` from the lines and, of `others`, ordinary turns that tell most."""
    known = list(lines())
    others = likest(run.vectorizer(), known, others, run.seed)
    recipe = Recipe()
    shown = [line for line in known for _ in range(1 if line.level else recipe.calm)]
    texts = [line.text for line in shown] + others
    encoder = run.vectorizer().encoder
    rows = rows_of(encoder, texts, [line.label for line in shown] + [0] * len(others))
    log.info("%s: %d lines and %d ordinary turns", name, len(known), len(others))
    _, kept = learn(encoder, rows, range(len(texts)), recipe, run.seed)
    run.save(name, small({part: value.detach().numpy() for part, value in kept.items()}), {"seed": str(run.seed)})


def small(held: Mapping[str, NDArray[np.float32]]) -> dict[str, NDArray[Any]]:
    """What was learnt in half the room: the tables in eight bits a number, the few numbers beside them as they are."""
    tables = {name: array for name, array in held.items() if array.ndim == 2 and len(array) > 1}
    return {**held, **in_eight_bits(tables)}
