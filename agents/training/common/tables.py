"""The corpora as tables of vectors, one function a head; used to train it and to measure it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agents.corpora import empathetic, esconv
from agents.corpora.exchanges import Exchange, of_empathetic
from agents.training.common.fit import Ints, Table
from agents.training.common.run import Run
from agents.training.common.vectors import Vectorizer
from agents.training.examples import felt, supported
from bot.dialog import STRATEGIES
from skills.emotion import outline
from skills.history import Message, features, with_acts, with_trajectory
from skills.intent import acts
from skills.labels import EMOTIONS, PROBLEMS
from skills.models import feeling
from skills.models.encoder import CHARACTERS
from skills.models.head import Floats
from skills.sizes import SMALL
from skills.stage import STAGES, ahead


@dataclass(frozen=True, slots=True)
class Talks:
    """ESConv's supporter messages with the vectors of what came before: `last` and `context` are (n, d)."""

    dialogs: tuple[esconv.Dialog, ...]
    examples: tuple[Exchange, ...]
    last: Floats
    context: Floats

    @property
    def groups(self) -> Ints:
        return np.array([example.talk for example in self.examples])


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
    items = list(of_empathetic(dialogs))
    vectors = vectorizer([vectorizer.words.context(item.context) for item in items])
    return Table(vectors, emotions_of([item.label for item in items]), np.array([item.talk for item in items]))


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


def before(known: Talks) -> list[tuple[Message, ...]]:
    """All messages before each example."""
    whole = [
        tuple(Message(said.speaker == "supporter", said.text, said.strategy) for said in dialog.utterances)
        for dialog in known.dialogs
    ]
    return [whole[item.talk][: item.position] for item in known.examples]


def shapes(run: Run, known: Talks) -> Floats:
    """The shape of the talk at each example (n, s), as a bot on an encoder of the run's size sees it.

    Of the small one (n, 126) with acts, of the base one (n, 153) with the emotion trajectory (`skills.history`).
    """
    return acted(known) if run.size is SMALL else followed(known, outlines(run, known.dialogs))


def acted(known: Talks) -> Floats:
    """Shapes with acts (n, 126)."""
    return np.array([with_acts(said, _acts(said)) for said in before(known)], np.float32)


def followed(known: Talks, read: Sequence[Sequence[Sequence[float]]]) -> Floats:
    """Shapes with the emotion trajectory (n, 153), of what was `read` in each message of each talk (`outlines`)."""
    felt = [[one for one in read[item.talk][: item.position] if one] for item in known.examples]
    pairs = zip(before(known), felt, strict=True)
    return np.array([with_trajectory(said, outlines) for said, outlines in pairs], np.float32)


def outlines(run: Run, dialogs: Sequence[esconv.Dialog]) -> list[list[tuple[float, ...]]]:
    """What the emotion reader of this run makes of each utterance, read alone: for every talk one outline a message.

    Nothing for the supporter's messages, and for those without text.
    """
    vectorizer = run.vectorizer()
    reader = feeling.load(run.out, size=run.size)
    texts = [said.text for dialog in dialogs for said in dialog.utterances if _told(said)]
    vectors = vectorizer([vectorizer.words.utterance(text) for text in texts])
    read = iter(reader.of_texts(vectors, [text[-CHARACTERS:] for text in texts]).tolist())
    return [[outline(next(read)) if _told(said) else () for said in dialog.utterances] for dialog in dialogs]


def _told(said: esconv.Utterance) -> bool:
    return said.speaker == "seeker" and bool(said.text)


def _acts(said: Sequence[Message]) -> frozenset[str]:
    """The acts of the seeker's last message, after what the supporter had said last."""
    place = max(number for number, message in enumerate(said) if not message.own)
    own = next((message for message in said[place::-1] if message.own), Message(True, ""))
    return acts(said[place].text, own.text, own.strategy).names


def stages(known: Talks, shape: Floats) -> Table:
    """The derived stage of what the supporter does from here on; rows without one are left out."""
    labels = derived(known.examples)
    return Table(features(known.context, shape), labels, known.groups).rows(labels >= 0)


def derived(examples: Sequence[Exchange]) -> Ints:
    """The number of each example's derived stage, or -1."""
    found = []
    for place, item in enumerate(examples):
        following = [later.label for later in examples[place : place + 3] if later.talk == item.talk]
        stage = ahead(following)
        found.append(STAGES.index(stage) if stage else -1)
    return np.array(found)


def strategies(known: Talks, shape: Floats) -> Table:
    """The strategy of every message of a supporter."""
    labels = np.array([STRATEGIES.index(item.label) for item in known.examples])
    return Table(features(known.context, shape), labels, known.groups)


def penalties(known: Talks, shape: Floats, vectors: float, others: float) -> Floats:
    """One for each column of `stages` and `strategies`: the context stands first."""
    return np.concatenate([np.full(known.context.shape[1], vectors), np.full(shape.shape[1], others)])
