"""The recipe of `selection`: which of all general lines readers choose in a context.

`choices.jsonl` has contexts, each with the lines that somebody who had read all of them would give there. A product of
low rank learns what cosines and kinds don't tell, by the softmax over all lines; the share of each line's kind is read
by a head that did not see the context.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from agents.corpora.reading import refuse
from agents.training.common.fit import array, tensor
from agents.training.common.run import Run
from agents.training.contexts import Row, load, pieces, vectors
from agents.training.heads import kinds
from agents.verdicts.rounds import Round, rounds
from agents.verdicts.verdict import MARKS
from skills import openings
from skills.encoder import shared_text_encoder
from skills.kinds import NAME as KINDS
from skills.models.head import Floats, softmax
from skills.models.matcher import Matcher
from skills.selection import NAME, UNLEARNT, UNLIKELY, digest

log = logging.getLogger(__name__)
CHOICES = Path(__file__).with_name("choices.jsonl")
MEASURE = "its log: contexts left out"
RANK, DROPOUT, BATCH, EPOCHS, RATE = 64, 0.5, 64, 10, 1e-3
DECAY, OWN_DECAY = 0.3, 1.0
"""Of the maps, and of what each line and kind has for itself."""
STRETCH = 20.0
"""Unit vectors are multiplied by this while the product learns."""
FIRST, PASSABLE = 1.3, 0.4
"""What the first choice and a passable one count beside the others."""
EVEN = 0.3
"""So much of the logarithm of how often a line was chosen is taken out in the end, or a few lines would answer all."""
NEVER = 0.5
"""How often a line counts as chosen that never was."""
PROPOSED_SINCE = 8
"""The first round of verdicts on general lines as they are proposed."""
HEEDED, DOUBT = 0.9, 8.0
"""What it counts that readers call a line good more often, and bad less often, than general lines as a whole wherever

they are proposed (in the logarithms of the odds); to a line's own ratings so many like all others' are added.
"""
MOST = 1.0
"""... at most: what is bad is so nearly everywhere, and what is good only where it was proposed."""
LEFT_OUT = 5
"""One context in so many measures, before all are learnt from."""
TOP = (1, 10, 18)


class Chosen(Row, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The lines that would be good in a context, the best first, and those that are passable where few are good."""

    good: tuple[str, ...] = ()
    passable: tuple[str, ...] = ()


class Known(NamedTuple):
    """Of n contexts: `vectors` (n, 2 d), `told` (n, 3, lines) cosines and logarithms of shares, `wanted` (n, lines)."""

    vectors: Floats
    told: Floats
    wanted: Floats

    def rows(self, which: Floats) -> Known:
        return Known(self.vectors[which], self.told[which], self.wanted[which])


class Product(nn.Module):
    """Lines are told by their vectors, by their kind and by themselves."""

    def __init__(self, lines: Floats, kinds: Sequence[int]) -> None:
        super().__init__()
        self.query = nn.Linear(2 * lines.shape[1], RANK, bias=False)
        self.line = nn.Linear(lines.shape[1], RANK)
        self.own = nn.Parameter(torch.zeros(len(lines), RANK))
        self.kind = nn.Parameter(torch.zeros(max(kinds) + 1, RANK))
        self.bias = nn.Parameter(torch.zeros(len(lines)))
        self.weights = nn.Parameter(torch.tensor(UNLEARNT))
        self.drop = nn.Dropout(DROPOUT)
        self._lines, self._kinds = tensor(lines * STRETCH), torch.tensor(kinds)

    def lines(self) -> Tensor:
        """(lines, r)"""
        found: Tensor = (self.line(self._lines) + self.own + self.kind[self._kinds]) / RANK**0.5
        return found

    def forward(self, vectors: Tensor, told: Tensor) -> Tensor:
        """(n, lines)"""
        learnt = self.drop(self.query(self.drop(vectors * STRETCH))) @ self.lines().T
        found: Tensor = learnt + self.bias + (self.weights[:, None] * told).sum(1)
        return found


def train(run: Run) -> None:
    """Measure on contexts left out, then learn from all and save `selection`."""
    general = [(line.text, opening.kind) for opening in openings.read() if opening.general for line in opening.lines]
    texts, of = [text for text, _ in general], [kind for _, kind in general]
    names = openings.kinds()
    rows = chosen(CHOICES, texts)
    matcher = Matcher(shared_text_encoder(run.adapter, run.size))
    lines = matcher.replies(texts)
    last, talks = vectors(pieces(rows, run.datapath), run.vectorizer())
    shares = _shares(rows, np.concatenate([last, talks], axis=1), names, run)[:, [names.index(kind) for kind in of]]
    cosines = [matcher.turned(own) @ lines.T for own in (talks, last)]
    told = np.stack([*cosines, np.log(np.maximum(shares, UNLIKELY))], axis=1).astype(np.float32)
    known = Known(np.concatenate([last, talks], axis=1), told, wanted(rows, texts))
    places = [names.index(kind) for kind in of]
    aside = np.random.default_rng(run.seed).permutation(len(rows)) % LEFT_OUT == 0
    log.info("left out: %s", told_of(learn(known.rows(~aside), lines, places, run.seed), known.rows(aside)))
    made = learn(known, lines, places, run.seed)
    log.info("%d contexts, %d lines, weights %s", len(rows), len(texts), array(made.weights).round(2).tolist())
    held = {"query": array(made.query.weight) * STRETCH, "lines": array(made.lines()), "weights": array(made.weights)}
    read = approved(rounds(first=PROPOSED_SINCE), texts)
    held["bias"] = array(made.bias) - EVEN * often(rows, texts) + HEEDED * read
    run.save(NAME, held | {"digest": np.frombuffer(digest(texts), np.uint8)}, {"adapter": run.adapter})


def chosen(path: Path, texts: Sequence[str]) -> list[Chosen]:
    """The rows of a file of choices. CorpusError names file, line and reason."""
    rows, there = load(path, Chosen), {*texts}
    for number, row in enumerate(rows, 1):
        if unknown := sorted({*row.good, *row.passable} - there):
            refuse(path, number, f"{unknown[0]!r:.60} is no general line of skills/replies")
        if not row.good and not row.passable:
            refuse(path, number, "nothing is chosen")
    return rows


def wanted(rows: Sequence[Chosen], texts: Sequence[str]) -> Floats:
    """(n, lines) shares of what was chosen."""
    places = {text: number for number, text in enumerate(texts)}
    found = np.zeros((len(rows), len(texts)), np.float32)
    for own, row in zip(found, rows, strict=True):
        for place, text in enumerate(row.good):
            own[places[text]] += 1 if place else FIRST
        for text in row.passable:
            own[places[text]] += PASSABLE
    shares: Floats = found / found.sum(axis=1, keepdims=True)
    return shares


def often(rows: Sequence[Chosen], texts: Sequence[str]) -> Floats:
    """(lines,) logarithms of how often each was chosen, against all alike."""
    counts = Counter(text for row in rows for text in (*row.good, *row.passable))
    found: Floats = np.log(np.array([max(counts[text], NEVER) for text in texts], np.float32))
    return found - np.float32(np.log(counts.total() / len(texts)))


def approved(found: Iterable[Round], texts: Sequence[str]) -> Floats:
    """(lines,) how far the odds that readers call a line good, less those that they call it bad, are above all's."""
    places = {text: number for number, text in enumerate(texts)}
    marks = np.zeros((len(texts), len(MARKS)))
    for items, verdicts in found:
        for verdict in verdicts:
            for candidate, mark in zip(items[verdict.item].candidates, verdict.marks, strict=True):
                if candidate.text in places:
                    marks[places[candidate.text], MARKS.index(mark)] += 1
    both, ratings = marks[:, [MARKS.index("good"), MARKS.index("bad")]], marks.sum(1, keepdims=True)
    overall = both.sum(0) / ratings.sum()
    shares = (both + DOUBT * overall) / (ratings + DOUBT)
    above = np.log(shares / (1 - shares)) - np.log(overall / (1 - overall))
    differences: Floats = (above[:, 0] - above[:, 1]).astype(np.float32)
    return np.minimum(differences, np.float32(MOST))


def learn(known: Known, lines: Floats, kinds: Sequence[int], seed: int) -> Product:
    torch.manual_seed(seed)
    product = Product(lines, kinds)
    maps = [*product.query.parameters(), *product.line.parameters()]
    groups = [
        {"params": maps, "weight_decay": DECAY},
        {"params": [product.own, product.kind, product.bias], "weight_decay": OWN_DECAY},
        {"params": [product.weights], "weight_decay": 0, "lr": 30 * RATE},
    ]
    optimizer = torch.optim.AdamW(groups, lr=RATE)
    read, told, target = map(tensor, known)
    product.train()
    for _ in range(EPOCHS):
        order = torch.randperm(len(read))
        for batch in (order[start : start + BATCH] for start in range(0, len(order), BATCH)):
            scores = product(read[batch], told[batch])
            loss = -(target[batch] * torch.log_softmax(scores, 1)).sum(1).mean()
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
    return product.eval()


def told_of(product: Product, known: Known) -> str:
    """How often something that was chosen is among the first few, by what was learnt and by cosines alone."""
    with torch.no_grad():
        learnt = product(tensor(known.vectors), tensor(known.told)).numpy()
    found = []
    for name, scores in (("learnt", learnt), ("cosines", known.told[:, :2].sum(axis=1))):
        order = np.argsort(-scores, axis=1)
        right = np.take_along_axis(known.wanted, order, axis=1) > 0
        found.append(f"{name} " + ", ".join(f"{right[:, :top].any(axis=1).mean():.3f} among {top}" for top in TOP))
    return f"{len(known.vectors)} contexts; " + "; ".join(found)


def _shares(rows: Sequence[Chosen], read: Floats, names: Sequence[str], run: Run) -> Floats:
    """(n, kinds) by heads that did not see the context where its kinds are labelled, else by the one that ships."""
    labelled = kinds.labelled(kinds.LABELS, names)
    labels = [[names.index(kind) for kind in row.kinds] for row in labelled]
    seen = np.concatenate(vectors(pieces(labelled, run.datapath), run.vectorizer()), axis=1)
    scores = kinds.apart(seen, labels, len(names), run.seed)
    known: Mapping[str, Floats] = {row.name: own for row, own in zip(labelled, softmax(scores), strict=True)}
    whole = run.head(KINDS, tuple(names)).probabilities(read)
    return np.stack([known.get(row.name, own) for row, own in zip(rows, whole, strict=True)])
