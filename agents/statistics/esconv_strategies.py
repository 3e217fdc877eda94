"""What ESConv's supporters do: words, course and order of strategies (Liu et al. 2021, Figures 3-5 and Table 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from agents.corpora.esconv import Dialog
from agents.statistics.phrases import marking
from agents.statistics.progress import INTERVALS, POINTS, Kind, Marks, counts, marks, shares
from agents.statistics.sheet import Cell, Sheet
from agents.statistics.transitions import LENGTHS, Found, commonest
from bot.dialog import STRATEGIES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PHRASES = 8
"""So many phrases of each strategy."""
SHORT = dict(zip(STRATEGIES, ("Q", "RP", "RF", "SD", "AR", "PS", "In", "Ot"), strict=True))
"""How a strategy is written where there is little room."""


def phrases(talks: Sequence[Dialog], title: str) -> Sheet:
    """Figure 3: for each strategy the words and word pairs that mark it most."""
    texts = {
        strategy: [said.text for talk in talks for said in talk.utterances if said.strategy == strategy]
        for strategy in STRATEGIES
    }
    found = marking(texts, PHRASES)
    rows = tuple(
        (strategy, phrase.text, phrase.z, phrase.ratio, phrase.count)
        for strategy, row in found.items()
        for phrase in row
    )

    def draw(figure: Figure) -> None:
        from agents.statistics.figures import scored

        scored(
            figure,
            {name: {phrase.text: phrase.z for phrase in row} for name, row in found.items()},
            "z-score of the log-odds ratio",
            columns=4,
        )

    return Sheet(
        "phrases",
        title,
        ("strategy", "phrase", "z", "log-odds", "count"),
        rows,
        "Words and word pairs; log-odds ratio with the counts in all supporters' messages as Dirichlet prior.",
        digits=2,
        draw=draw,
        size=(7.2, 3.8),
    )


def progress(talks: Sequence[Dialog], title: str, theirs: Sequence[Marks] | None = None, kind: Kind = "paper") -> Sheet:
    """Figure 4: the strategies' shares in six intervals of the talk; with a bot's talks beside them, Figure 5."""
    who = {"people": [marks(talk) for talk in talks]} | ({"bot": list(theirs)} if theirs else {})
    found = {name: counts(rows, kind) for name, rows in who.items()}
    lines = {name: dict(zip(STRATEGIES, shares(rows), strict=True)) for name, rows in found.items()}
    rows: list[tuple[Cell, ...]] = []
    for name, row in lines.items():
        rows += [(name, strategy, *(share.percent() for share in line)) for strategy, line in row.items()]
        rows.append((name, "messages", *(int(times) for times in found[name].sum(axis=(0, 2)))))

    def draw(figure: Figure) -> None:
        from agents.statistics.figures import lines as drawn

        across = {
            "paper": "progress k/N of message k of N: five fifths, each at its beginning, and the end",
            "sixths": "sixth of the talk",
        }[kind]
        drawn(figure, POINTS[kind], lines, across, columns=4)

    how = {
        "paper": "Message k of N lies at k/N: five fifths, and the last message alone.",
        "sixths": "Six equal parts of the talk's messages.",
    }
    return Sheet(
        "progress" if kind == "paper" else "sixths",
        f"{title}{f'; {len(theirs):,} talks of a bot' if theirs else ''}; % of the interval",
        ("who", "strategy", *INTERVALS[kind]),
        tuple(rows),
        f"{how[kind]} 95 % bootstrap intervals over talks.",
        draw=draw,
        size=(7.2, 3.8),
    )


def transitions(talks: Sequence[Dialog], title: str) -> Sheet:
    """Table 6: the commonest runs of strategies."""
    row = [marks(talk) for talk in talks]
    found = {length: commonest(row, length) for length in LENGTHS}

    def draw(figure: Figure) -> None:
        from agents.statistics.figures import scored

        groups = {
            f"{length} strategies": {_arrows(one): _mille(one) for one in first} for length, first in found.items()
        }
        scored(figure, groups, "‰ of the runs of this length", columns=2)

    return Sheet(
        "transitions",
        title,
        ("strategies", "run", "count", "‰ of runs", "talks"),
        tuple(
            (length, _arrows(one), one.count, _mille(one), one.talks)
            for length, first in found.items()
            for one in first
        ),
        "Neighbours that are alike count as one. "
        + ", ".join(f"{short} {name}" for name, short in SHORT.items())
        + ".",
        digits=2,
        draw=draw,
        size=(7.0, 3.2),
    )


def _mille(one: Found) -> float:
    return 1000 * one.count / one.of


def _arrows(one: Found) -> str:
    return " → ".join(SHORT.get(strategy, strategy) for strategy in one.run)
