"""Every head's figures on one part of the corpora, with bootstrap intervals and the baseline beside each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from agents.corpora import empathetic, esconv
from agents.corpora.exchanges import Exchange, of_empathetic
from agents.metrics.classification import accuracy, calibration_error, macro_f1
from agents.metrics.intervals import Interval, by_group, interval
from agents.training.common import tables
from agents.training.common.fit import Ints, Table
from agents.training.common.run import Run
from agents.training.common.vectors import Vectorizer
from agents.training.examples import supported
from agents.training.heads.intensity import EARLY, LATE, shares
from bot.dialog import STRATEGIES
from skills.emotion import SEVEN, to_seven
from skills.labels import EMOTIONS, PROBLEMS
from skills.models import head, prototypes
from skills.models.head import Floats, Head
from skills.models.prototypes import Prototypes
from skills.models.served import PUBLISHED
from skills.problem import PAPER
from skills.stage import STAGES


@dataclass(frozen=True, slots=True)
class Figure:
    """One measure of one head. `baseline` is what `against` would score."""

    head: str
    measure: str
    score: Interval
    baseline: float
    against: str


def figures(run: Run, split: str) -> Iterator[Figure]:
    """The figures of every head, on `split`; the training part gives the baselines."""
    vectorizer = run.vectorizer()
    emotion, problem = run.head("emotion", EMOTIONS), run.head("problem", PROBLEMS)
    stage, strategy = run.head("stage", tuple(STAGES)), run.head("strategy", STRATEGIES)
    stories = empathetic.load(run.datapath, split)
    chats = esconv.load(run.datapath, split)
    plain = replace(run, adapter=PUBLISHED).vectorizer()
    yield of_fit("EmpatheticDialogues", [*of_empathetic(stories)][:FIT_ROWS], vectorizer, plain)
    yield of_fit("ESConv", [*supported(chats)][:FIT_ROWS], vectorizer, plain)
    yield from of_emotion(emotion, tables.situations(vectorizer, stories), "situations")
    yield from of_emotion(emotion, tables.utterances(vectorizer, stories), "utterances")
    yield from of_emotion(emotion, tables.contexts(vectorizer, stories), "contexts")
    free = prototypes.load(size=run.size)
    yield from of_emotion(free, tables.situations(plain, stories), "situations", "emotion (free)")
    learnt = esconv.load(run.datapath, "train")
    known = tables.talks(vectorizer, chats)
    shapes = tables.shapes(run, known)
    yield from of_seven(emotion, known)
    yield from of_problem(problem, known)
    yield from of_intensity(run.head("intensity", None), known, learnt)
    yield from of_stage(stage, tables.stages(known, shapes))
    yield from of_strategy(strategy, tables.strategies(known, shapes))


FIT_ROWS = 3000
"""So many replies at most are ranked among a hundred."""


def of_fit(corpus: str, examples: Sequence[Exchange], vectorizer: Vectorizer, plain: Vectorizer) -> Figure:
    """How often the reply that was given ranks first among a hundred by its cosine with the context (P@1,100)."""
    trials = np.random.default_rng(0).permutation(len(examples) // 100 * 100).reshape(-1, 100)
    hits, base = (first_of_hundred(examples, encoder, trials) for encoder in (vectorizer, plain))
    score = interval(len(trials), lambda rows: hits[rows].mean())
    return Figure("encoder", f"{corpus}: P@1,100", score, float(base.mean()), "the model as published")


def first_of_hundred(examples: Sequence[Exchange], encoder: Vectorizer, trials: Ints) -> Floats:
    """(trials,) the share of right answers in each hundred."""
    contexts = encoder([encoder.words.context(item.context) for item in examples])
    replies = encoder([encoder.words.utterance(item.reply, True) for item in examples])
    own = np.arange(trials.shape[1])
    return np.array([((contexts[rows] @ replies[rows].T).argmax(axis=1) == own).mean() for rows in trials])


def labelled(name: str, what: str, guess: Ints, table: Table, classes: int) -> Iterator[Figure]:
    """Accuracy and macro-F1 of guessed labels, the commonest label beside."""
    common = np.full(len(guess), np.bincount(table.labels).argmax())
    truth, against = table.labels, "commonest label"
    right = by_group(lambda rows: accuracy(truth[rows], guess[rows]), table.groups)
    yield Figure(name, f"{what}: accuracy", right, accuracy(truth, common), against)
    fair = by_group(lambda rows: macro_f1(truth[rows], guess[rows], classes), table.groups)
    yield Figure(name, f"{what}: macro-F1", fair, macro_f1(truth, common, classes), against)


def of_emotion(emotion: Head | Prototypes, table: Table, what: str, name: str = "emotion") -> Iterator[Figure]:
    shares = emotion.probabilities(table.features)
    yield from labelled(name, what, shares.argmax(axis=1), table, len(EMOTIONS))
    yield calibrated(name, what, shares, table)


def calibrated(name: str, what: str, shares: Floats, table: Table) -> Figure:
    found = by_group(lambda rows: calibration_error(shares[rows], table.labels[rows]), table.groups)
    return Figure(name, f"{what}: calibration error", found, 0.0, "perfect")


def of_seven(emotion: Head, known: tables.Talks) -> Iterator[Figure]:
    """ESConv's seven, from the mean reading of a talk; talks with another emotion are left out."""
    names = list(SEVEN)
    kept = [n for n in np.unique(known.groups) if known.dialogs[n].emotion in names]
    read = [emotion.probabilities((known.last + known.context)[known.groups == n] / 2).mean(axis=0) for n in kept]
    shares = [to_seven([float(value) for value in row]) for row in read]
    guess = np.array([names.index(max(share, key=lambda name: share[name])) for share in shares])
    truth = np.array([names.index(known.dialogs[n].emotion) for n in kept])
    table = Table(np.zeros((len(kept), 0)), truth, np.arange(len(kept)))
    yield from labelled("emotion", "ESConv's seven, by talk", guess, table, len(names))


def of_problem(problem: Head, known: tables.Talks) -> Iterator[Figure]:
    """ESConv's 13 and the paper's five, from the mean reading of a talk and from its first half."""
    halves = shares(known) < 0.5
    for what, mask in (("whole talk", np.ones(len(halves), bool)), ("first half", halves)):
        groups = known.groups[mask]
        read = problem.probabilities((known.last + known.context)[mask] / 2)
        kept = np.unique(groups)
        mean = np.array([read[groups == n].mean(axis=0) for n in kept])
        truth = np.array([_kind(known.dialogs[n].problem) for n in kept])
        table = Table(mean, truth, kept)
        yield from labelled("problem", f"13 kinds, {what}", mean.argmax(axis=1), table, len(PROBLEMS))
        five = table.rows(truth < PAPER)
        yield from labelled("problem", f"paper's 5, {what}", five.features[:, :PAPER].argmax(axis=1), five, PAPER)


def _kind(problem: str) -> int:
    return [name.casefold() for name in PROBLEMS].index(problem.casefold())


def of_intensity(intensity: Head, known: tables.Talks, learnt: tuple[esconv.Dialog, ...]) -> Iterator[Figure]:
    """Error against both surveys, and whether early turns read stronger than late ones where the person said so."""
    read = np.clip(intensity.scores(np.concatenate([known.context, known.last], axis=1))[:, 0], 1, 5)
    before, after = by_talk(read, known)
    told = [dialog.survey for dialog in known.dialogs]
    first = np.array([survey.initial_intensity or np.nan for survey in told])
    last = np.array([survey.final_intensity or np.nan for survey in told])
    starts = [d.survey.initial_intensity for d in learnt if d.survey.initial_intensity]
    ends = [d.survey.final_intensity for d in learnt if d.survey.final_intensity]
    for what, answers, found, own in (("initial", first, before, starts), ("final", last, after, ends)):
        for name, constant in (("one constant", np.median([*starts, *ends])), (f"constant for {what}", np.median(own))):
            yield error(what, answers, found, float(constant), name)
    eased = (first > last) & ~np.isnan(before) & ~np.isnan(after)
    right = (before > after)[eased].astype(float)
    score = interval(len(right), lambda rows: right[rows].mean())
    yield Figure("intensity", "early above late, where it eased", score, 0.5, "chance")


def by_talk(read: Floats, known: tables.Talks) -> tuple[Floats, Floats]:
    """Mean readings of each talk's first and last third; the last two turns are left out. NaN where there is none."""
    share = shares(known)
    left = np.array([len(known.dialogs[item.talk].utterances) - item.position for item in known.examples])
    numbers = range(len(known.dialogs))
    early, late = share < EARLY, (share > LATE) & (left > 2)
    return tuple(  # type: ignore[return-value]
        np.array([_mean(read[(known.groups == n) & part]) for n in numbers]) for part in (early, late)
    )


def _mean(values: Floats) -> float:
    return float(values.mean()) if len(values) else float("nan")


def error(what: str, answers: Floats, found: Floats, constant: float, name: str) -> Figure:
    known = ~np.isnan(answers) & ~np.isnan(found)
    gaps, base = np.abs(found - answers)[known], np.abs(constant - answers)[known]
    score = interval(len(gaps), lambda rows: gaps[rows].mean())
    return Figure(
        "intensity", f"{what} survey: mean absolute error", score, float(base.mean()), f"{name} ({constant:g})"
    )


def of_stage(stage: Head, table: Table) -> Iterator[Figure]:
    yield from labelled("stage (derived)", "next messages", stage.scores(table.features).argmax(axis=1), table, 3)


def of_strategy(strategy: Head, table: Table) -> Iterator[Figure]:
    """The balanced choice, the plain one, and the calibration of the probabilities before balancing."""
    scores = strategy.scores(table.features) / strategy.temperature
    yield from labelled("strategy", "balanced", scores.argmax(axis=1), table, len(STRATEGIES))
    plain = head.softmax(scores + strategy.extra["balance"])
    yield from labelled("strategy", "unbalanced", plain.argmax(axis=1), table, len(STRATEGIES))
    yield calibrated("strategy", "unbalanced", plain, table)
