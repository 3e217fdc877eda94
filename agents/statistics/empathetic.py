"""EmpatheticDialogues in numbers: lengths, and Table 7 of Rashkin et al. 2019 (labels and their words)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from agents.corpora.empathetic import FOLDER, Dialog, load
from agents.metrics.intervals import ratio
from agents.statistics import published
from agents.statistics.sheet import Cell, Sheet
from agents.statistics.talks import made_up, parts
from agents.statistics.words import content, most, spaced, tokens

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAMES = ("lengths", "labels")
WORDS = 3
"""So many words of each label, as in the paper's table."""


def sheets(datapath: Path, split: str) -> tuple[Sheet, ...]:
    """All tables of one part, or of all parts that are there. Raises CorpusError."""
    found = parts(load, datapath, split, lambda part: datapath / FOLDER / f"{part}.csv")
    talks = [talk for part in found.values() for talk in part]
    said = sum(len(talk.utterances) for talk in talks)
    title = f"EmpatheticDialogues, {' and '.join(found)}: {len(talks):,} conversations, {said:,} utterances"
    return lengths(talks, title), labels(talks, title)


def lengths(talks: Sequence[Dialog], title: str) -> Sheet:
    """Mean lengths, beside the paper's."""
    texts = [[message.text for message in talk.utterances] for talk in talks]
    ones, turns = [1] * len(talks), [len(row) for row in texts]
    found = {
        "utterances a conversation": ratio(turns, ones),
        "words an utterance": ratio([sum(map(spaced, row)) for row in texts], turns),
        "tokens an utterance": ratio([sum(map(tokens, row)) for row in texts], turns),
        "words a situation": ratio([spaced(talk.situation) for talk in talks], ones),
        "tokens a situation": ratio([tokens(talk.situation) for talk in talks], ones),
    }

    def draw(figure: Figure) -> None:
        from agents.statistics.figures import BLUE, ORANGE

        left, right = figure.subplots(1, 2)
        times = Counter(turns)
        left.bar(list(times), [100 * count / len(talks) for count in times.values()], color=BLUE)
        left.set(xlabel="utterances a conversation", ylabel="% of conversations", xticks=range(1, max(turns) + 1))
        for role, colour, dashes in (("speaker", BLUE, "-"), ("listener", ORANGE, "--")):
            long = [tokens(message.text) for talk in talks for message in talk.utterances if message.speaker == role]
            weights = [100 / len(long)] * len(long)
            look = {"histtype": "step", "color": colour, "ls": dashes, "lw": 1.4, "label": role}
            right.hist(long, bins=range(70), weights=weights, **look)
        right.set(xlabel="tokens an utterance", ylabel="% of the role's utterances", xlim=(0, 60))
        right.legend(frameon=False)

    return Sheet(
        "lengths",
        title,
        ("mean of", "here", "paper"),
        tuple((name, value, published.ED_LENGTHS.get(name)) for name, value in found.items()),
        "Words stand between spaces; tokens are words and punctuation marks, which is what the paper's figures fit. "
        f"95 % bootstrap intervals over conversations.{made_up(talk.simulated for talk in talks)}",
        digits=2,
        draw=draw,
        size=(6.5, 2.6),
    )


def labels(talks: Sequence[Dialog], title: str) -> Sheet:
    """Table 7: how often each label is, and the content words its speakers and listeners use most."""
    count = Counter(talk.emotion for talk in talks)
    order = sorted(count, key=lambda label: (-count[label], label))
    share = {label: 100 * count[label] / len(talks) for label in order}
    paper = {label: row[0] for label, row in published.ED_LABELS.items()}

    def draw(figure: Figure) -> None:
        from agents.statistics.figures import beside_paper

        half = -(-len(order) // 2)
        columns = ({label: share[label] for label in part} for part in (order[:half], order[half:]))
        groups = {" " * number: (values, paper) for number, values in enumerate(columns)}
        beside_paper(figure, groups, "here", columns=2)
        for axes in figure.axes:
            axes.set_xlim(0, 1.05 * max(*share.values(), *paper.values()))

    return Sheet(
        "labels",
        title,
        ("label", "talks", "%", "paper %", "speaker says", "paper: speaker", "listener says", "paper: listener"),
        tuple(_label(label, [talk for talk in talks if talk.emotion == label], share[label]) for label in order),
        f"The {WORDS} commonest words that are no function words (agents/statistics/words.py).",
        draw=draw,
        size=(6.5, 4.0),
    )


def _label(label: str, talks: Sequence[Dialog], share: float) -> tuple[Cell, ...]:
    paper = published.ED_LABELS.get(label)
    said, heard = (
        " ".join(
            word
            for word, _ in most(
                content(message.text for talk in talks for message in talk.utterances if message.speaker == role), WORDS
            )
        )
        for role in ("speaker", "listener")
    )
    print_share, speaker, listener = paper or (None, "", "")
    return label, len(talks), share, print_share, said, speaker, heard, listener
