"""The corpora as tables of vectors, one function a head; used to train it and to measure it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agents.corpora import empathetic, esconv
from agents.training.examples import Supported, answered, felt, supported
from agents.training.fit import Ints, Table
from agents.training.vectors import Vectorizer
from bot.dialog import STRATEGIES, Vectors
from skills.labels import EMOTIONS, PROBLEMS
from skills.models.head import Floats, Head
from skills.stage import STAGES, ahead
from skills.stage import features as stage_features
from skills.strategy import features as strategy_features


@dataclass(frozen=True, slots=True)
class Talks:
    """ESConv's supporter messages with the vectors of what came before: `last` and `context` are (n, d)."""

    dialogs: tuple[esconv.Dialog, ...]
    examples: tuple[Supported, ...]
    last: Floats
    context: Floats

    @property
    def groups(self) -> Ints:
        return np.array([example.talk for example in self.examples])

    def vectors(self) -> list[Vectors]:
        return [Vectors(last, context) for last, context in zip(self.last, self.context, strict=True)]


def talks(vectorizer: Vectorizer, dialogs: Sequence[esconv.Dialog]) -> Talks:
    """Every strategy-bearing message of a supporter, encoded once for all heads."""
    examples = tuple(supported(dialogs))
    words = vectorizer.words
    context = vectorizer([words.context(example.context) for example in examples])
    last = vectorizer([words.utterance(example.last) for example in examples])
    return Talks(tuple(dialogs), examples, last, context)


def situations(vectorizer: Vectorizer, dialogs: Sequence[empathetic.Dialog]) -> Table:
    """Situations (n, d) and their emotions."""
    vectors = vectorizer([vectorizer.words.utterance(dialog.situation) for dialog in dialogs])
    return Table(vectors, emotions_of([dialog.emotion for dialog in dialogs]), np.arange(len(dialogs)))


def utterances(vectorizer: Vectorizer, dialogs: Sequence[empathetic.Dialog]) -> Table:
    """Speakers' utterances, each alone."""
    items = [(number, item) for number, dialog in enumerate(dialogs) for item in felt([dialog]) if not item.situation]
    vectors = vectorizer([vectorizer.words.utterance(item.text) for _, item in items])
    return Table(vectors, emotions_of([item.emotion for _, item in items]), np.array([number for number, _ in items]))


def contexts(vectorizer: Vectorizer, dialogs: Sequence[empathetic.Dialog]) -> Table:
    """What a listener has read when it is their turn."""
    items = [(number, item) for number, dialog in enumerate(dialogs) for item in answered([dialog])]
    vectors = vectorizer([vectorizer.words.context(item.context) for _, item in items])
    return Table(vectors, emotions_of([item.emotion for _, item in items]), np.array([number for number, _ in items]))


def emotions_of(labels: Sequence[str]) -> Ints:
    return np.array([EMOTIONS.index(label) for label in labels])


def problems(vectorizer: Vectorizer, known: Talks) -> Table:
    """Half the sum of both vectors at each message of a supporter, and each situation; ESConv's 13 problems."""
    place = {name.casefold(): number for number, name in enumerate(PROBLEMS)}
    kinds = np.array([place[dialog.problem.casefold()] for dialog in known.dialogs])
    alone = vectorizer([vectorizer.words.utterance(dialog.situation) for dialog in known.dialogs])
    features = np.concatenate([(known.last + known.context) / 2, alone])
    groups = np.concatenate([known.groups, np.arange(len(known.dialogs))])
    return Table(features, kinds[groups], groups)


def stages(known: Talks) -> Table:
    """The derived stage of what the supporter does from here on; rows without one are left out."""
    labels = derived(known.examples)
    features = np.array(
        [stage_features(v, item.past) for v, item in zip(known.vectors(), known.examples, strict=True)], np.float32
    )
    return Table(features, labels, known.groups).rows(labels >= 0)


def derived(examples: Sequence[Supported]) -> Ints:
    """The number of each example's derived stage, or -1."""
    found = []
    for place, item in enumerate(examples):
        following = [later.strategy for later in examples[place : place + 3] if later.talk == item.talk]
        stage = ahead(following)
        found.append(STAGES.index(stage) if stage else -1)
    return np.array(found)


def strategies(known: Talks, emotion: Head, stage: Head) -> Table:
    """Everything the strategy head sees: vectors, past strategies, and what the heads before it say."""
    feelings = (emotion.probabilities(known.last) + emotion.probabilities(known.context)) / 2
    vectors = known.vectors()
    seen = np.array([stage_features(v, item.past) for v, item in zip(vectors, known.examples, strict=True)])
    now = [STAGES[number] for number in stage.scores(seen).argmax(axis=1)]
    rows = [
        strategy_features(v, item.past, here, feeling)
        for v, item, here, feeling in zip(vectors, known.examples, now, feelings, strict=True)
    ]
    labels = np.array([STRATEGIES.index(item.strategy) for item in known.examples])
    return Table(np.array(rows, np.float32), labels, known.groups)
