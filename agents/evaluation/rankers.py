"""`attune eval rankers`: how often each ranker of replies finds what people answered, beside the cosine of vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np

from agents.evaluation.context_specificity import GROUP
from agents.metrics.intervals import Interval, ratio
from agents.training.common.run import Run
from agents.training.rerankers.pair_examples import Given
from skills.models.head import Floats

Scorer = Callable[[Sequence[Given], Sequence[str]], Floats]
"""Contexts and replies -> (c, r) scores."""
HUNDRED, FIRST = 100, 10
HOLLOW = 8
"""So many common replies stand against each given one."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One measure of one ranker on one corpus."""

    ranker: str
    corpus: str
    measure: str
    score: Interval


@click.command()
@click.option("--datapath", required=True, type=click.Path(path_type=Path), help="Folder that holds the corpora.")
@click.option("--split", default="valid", show_default=True, type=click.Choice(["train", "valid", "test"]))
@click.option("--checkpoints", default=None, type=click.Path(path_type=Path), help="Where vectors are kept.")
@click.option("--groups", default=12, show_default=True, help="Groups of twenty replies at most, each of one emotion.")
@click.option("--hundreds", default=2, show_default=True, help="Hundreds of replies to be ordered again.")
@click.option("--only", multiple=True, help="Rankers to measure [all].")
def rankers(
    *, datapath: Path, split: str, checkpoints: Path | None, groups: int, hundreds: int, only: tuple[str, ...]
) -> None:
    """Measure the rankers of replies: among twenty of one emotion, among a hundred, and against hollow ones."""
    from agents.training.common import checkpoint

    run = Run(datapath, checkpoints or checkpoint.DEFAULT)
    for figure in measure(run, split, groups, hundreds, only):
        click.echo(f"{figure.ranker:8} {figure.corpus:20} {figure.measure:40} {figure.score:.3f}")


def measure(run: Run, split: str, groups: int, hundreds: int, only: Sequence[str] = ()) -> Iterator[Figure]:
    """The figures of every ranker, corpus by corpus."""
    from agents.corpora import empathetic, esconv
    from agents.evaluation.judged import sample
    from agents.training.rerankers.pair_examples import common, supported, told

    cosine = cosines(run)
    scorers = {name: score for name, score in scorers_of(run, cosine).items() if not only or name in only}
    parts = {
        "EmpatheticDialogues": list(told(empathetic.load(run.datapath, split))),
        "ESConv": list(supported(esconv.load(run.datapath, split))),
    }
    hollow = common(item for given in parts.values() for item in given)
    for corpus, given in parts.items():
        alike = sample(given, groups, run.seed)
        order = np.random.default_rng(run.seed).permutation(len(given) // HUNDRED * HUNDRED)[: hundreds * HUNDRED]
        any_ = [[given[place] for place in rows] for rows in order.reshape(-1, HUNDRED)]
        for name, score in scorers.items():
            for what, values in measured(score, cosine, alike, any_, hollow):
                yield Figure(name, corpus, what, ratio(values, np.ones(len(values))))


def measured(
    score: Scorer, cosine: Scorer, alike: list[list[Given]], any_: list[list[Given]], hollow: Sequence[str]
) -> Iterator[tuple[str, Floats]]:
    """Each measure's value for each group."""
    chosen = np.random.default_rng(0).permutation(len(hollow))[:HOLLOW]
    tables = [score(group, [*(g.reply for g in group), *(hollow[place] for place in chosen)]) for group in alike]
    own = np.arange(GROUP)
    squares = [table[:, :GROUP] for table in tables]
    yield "own reply first of 20 of one emotion", np.array([(t.argmax(axis=1) == own).mean() for t in squares])
    yield "own context first of 20 of one emotion", np.array([(t.argmax(axis=0) == own).mean() for t in squares])
    yield "given above a common reply", np.array([(np.diag(t)[:, None] > t[:, GROUP:]).mean() for t in tables])
    yield "first of 100, the likest 10 reordered", np.array([reordered(score, cosine, group) for group in any_])


def reordered(score: Scorer, cosine: Scorer, group: Sequence[Given]) -> float:
    """How often the given reply is first when `score` orders the ten of highest cosine among all replies of a group."""
    replies = [item.reply for item in group]
    near = np.argsort(-cosine(group, replies), axis=1)[:, :FIRST]
    best = [
        rows[score([item], [replies[row] for row in rows])[0].argmax()] for item, rows in zip(group, near, strict=True)
    ]
    return float((np.array(best) == np.arange(len(group))).mean())


def cosines(run: Run) -> Scorer:
    """The cosine of the vectors of context and reply."""
    vectorizer = run.vectorizer()

    def score(given: Sequence[Given], replies: Sequence[str]) -> Floats:
        contexts = vectorizer.encoder([vectorizer.words.context(item.context) for item in given])
        return contexts @ vectorizer.encoder([vectorizer.words.utterance(text, True) for text in replies]).T

    return score


def scorers_of(run: Run, cosine: Scorer) -> dict[str, Scorer]:
    from skills.encoder import shared_text_encoder
    from skills.models.pair import Ranker

    encoder = shared_text_encoder(run.adapter).text_encoder

    def ranked(name: str) -> Scorer:
        ranker = Ranker(encoder, name, run.out)
        return lambda given, replies: ranker.table([item.context for item in given], replies)

    return {"cosine": cosine, "pair": ranked("pair"), "judge": ranked("judge")}
