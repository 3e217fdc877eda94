"""What annotators said: labels, agreement with and without suggestions, and which suggestions were taken.

Suggested labels draw people to them (Berzak et al. 2016), so that agreement is told apart for what was shown blind.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from agents.metrics import agreement
from agents.metrics.intervals import DRAWS, interval
from agents.metrics.wilson import wilson
from worlds.studies.codebook import BESIDE
from worlds.studies.judging import Labelled
from worlds.studies.ledger import Participation
from worlds.studies.study import AGAIN, Loaded
from worlds.studies.tables import NOTHING, Table

U = TypeVar("U")
OTHER = "another label"

Given = Mapping[str, Mapping[str, str]]
"""By item, and with `AGAIN` by repeated one, each annotator's label."""


@dataclass(frozen=True, slots=True)
class AgreedLabel:
    """The label of an item: `votes` of `of` annotators gave it. `suggested`: it was among labels that were shown."""

    item: str
    label: str
    votes: int
    of: int
    suggested: bool


def given(counted: Sequence[Participation]) -> Given:
    """The labels that count."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for one in counted:
        for judgement in one.latest.values():
            if isinstance(judgement.given, Labelled):
                found[judgement.item][one.progress.participant] = judgement.given.label
    return found


def agreed(loaded: Loaded, counted: Sequence[Participation]) -> Iterator[AgreedLabel]:
    """Items of which more than half of the annotators gave one label of the codebook, in the order of the items."""
    labels = given(counted)
    for item in loaded.items:
        said = Counter(labels.get(item.id, {}).values())
        if not said:
            continue
        label, votes = said.most_common(1)[0]
        if 2 * votes > said.total() and label not in BESIDE:
            shown = not loaded.blind(item) and label in {one.text for one in item.candidates}
            yield AgreedLabel(item.id, label, votes, said.total(), shown)


def tables(loaded: Loaded, counted: Sequence[Participation]) -> list[Table]:
    """Agreement, what was taken of the suggestions, and how often each label was given."""
    labels = given(counted)
    return [_agreement(loaded, labels), _taken(loaded, labels), _counts(loaded, labels)]


def _agreement(loaded: Loaded, labels: Given) -> Table:
    """Krippendorff's alpha: items have as many annotators as came. Of who saw one twice Cohen's kappa."""
    blind = {item.id: loaded.blind(item) for item in loaded.items}
    rows = []
    for name, wanted in (("blind", True), ("with suggestions", False)):
        units = [list(labels[item].values()) for item in labels if blind.get(item) is wanted and len(labels[item]) > 1]
        rows.append((name, str(len(units)), _interval(units, agreement.resampled_alpha)))
    again = [
        (labels[item][who], label)
        for name in labels
        if name.endswith(AGAIN) and (item := name.removesuffix(AGAIN)) in labels
        for who, label in labels[name].items()
        if who in labels[item]
    ]
    rows.append(("the same person twice", str(len(again)), _interval(again, agreement.resampled_kappa)))
    note = (
        "Krippendorff's alpha, nominal, over items that two or more labelled, none and unsure among the labels; of the "
        f"same person Cohen's kappa. Intervals by {DRAWS} resamples of the items."
    )
    return Table("Agreement", ("", "items", "agreement"), tuple(rows), note)


def _interval(units: Sequence[U], measure: Callable[[Sequence[U]], Callable[[agreement.Rows], float]]) -> str:
    """The measure, resampled over the items; resamples in which nothing varies say nothing."""
    return f"{interval(len(units), measure(units)):.2f}" if units else NOTHING


def _taken(loaded: Loaded, labels: Given) -> Table:
    """Where the label that was given stands among what the classifier suggests; blind ones show what they draw."""
    counts: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    most = 0
    for item in loaded.items:
        ranks = {one.text: f"suggestion {rank}" for rank, one in enumerate(item.candidates, 1)}
        most = max(most, len(ranks))
        if ranks:
            for label in labels.get(item.id, {}).values():
                counts[loaded.blind(item)][ranks.get(label) or BESIDE.get(label, OTHER)] += 1
    names = [*(f"suggestion {rank}" for rank in range(1, most + 1)), OTHER, *BESIDE.values()]
    rows = tuple((name, *(cell for blind in (False, True) for cell in _share(counts[blind], name))) for name in names)
    note = "Blind: where the label stands among suggestions that were not shown. More where shown was drawn by it."
    return Table("Suggestions", ("", "shown", "%", "blind", "%"), rows, note)


def _share(counts: Counter[str], name: str) -> tuple[str, str]:
    return str(counts[name]), f"{wilson(counts[name], counts.total()).percent():.0f}"


def _counts(loaded: Loaded, labels: Given) -> Table:
    said = Counter(label for name, each in labels.items() if not name.endswith(AGAIN) for label in each.values())
    order = [one.name for one in loaded.codebook] + list(BESIDE)
    rows = tuple((name, str(said[name])) for name in sorted(order, key=lambda name: -said[name]) if said[name])
    return Table("Labels", ("", "given"), rows)
