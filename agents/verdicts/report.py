"""What verdicts say together: marks by source, best and worst, reasons, agreement, and rows to learn from."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, zip_longest

import msgspec

from agents.corpora.reading import drawn
from agents.metrics import agreement
from agents.metrics.wilson import wilson
from agents.verdicts.item import Item, Said
from agents.verdicts.verdict import MARKS, REASONS, Mark, Verdict

ASIDE = 51
"""A fifth of all talks is set aside for measuring: those whose name draws less than this of 256."""


class Row(msgspec.Struct, frozen=True):
    """One candidate of one item with all its marks, in the order of the verdicts, for whatever learns or measures."""

    item: str
    part: str
    context: tuple[Said, ...]
    text: str
    source: str
    marks: tuple[Mark, ...]
    best: int
    worst: int


def part(item: Item) -> str:
    """Whether an item is learnt from or set aside, by its talk alone."""
    return "aside" if drawn(item.talk) < ASIDE else "train"


def rows(items: Mapping[str, Item], verdicts: Sequence[Verdict]) -> Iterator[Row]:
    """Each candidate that was marked, in the order of the items."""
    by_item = _by_item(verdicts)
    for item in items.values():
        given = by_item.get(item.id, [])
        for place, candidate in enumerate(item.candidates if given else ()):
            marks = tuple(verdict.marks[place] for verdict in given)
            best, worst = (sum(getattr(one, which) == place for one in given) for which in ("best", "worst"))
            yield Row(item.id, part(item), item.context, candidate.text, candidate.source, marks, best, worst)


@dataclass(frozen=True, slots=True)
class Source:
    """Ratings of one source's candidates by mark, and of `items` in which it had one, where it was best or worst."""

    name: str
    marks: Mapping[Mark, int]
    best: int
    worst: int
    items: int

    def line(self) -> str:
        total = sum(self.marks.values())
        shares = (f"{100 * self.marks[mark] / total:5.1f}" for mark in MARKS)
        good = wilson(self.marks["good"], total).percent()
        first, last = (100 * count / self.items for count in (self.best, self.worst))
        interval = f"[{good.low:.1f}, {good.high:.1f}]"
        return f"{self.name:12} {total:7}  {' '.join(shares)}  {interval:14} {first:5.1f} {last:5.1f}"


def sources(items: Mapping[str, Item], verdicts: Sequence[Verdict]) -> list[Source]:
    """Each source, the most often good first."""
    marks: dict[str, Counter[Mark]] = defaultdict(Counter)
    best, worst, shown = Counter[str](), Counter[str](), Counter[str]()
    for verdict in verdicts:
        named = [candidate.source for candidate in items[verdict.item].candidates]
        for name, mark in zip(named, verdict.marks, strict=True):
            marks[name][mark] += 1
        best[named[verdict.best]] += 1
        worst[named[verdict.worst]] += 1
        shown.update(set(named))
    found = [Source(name, counts, best[name], worst[name], shown[name]) for name, counts in marks.items()]
    return sorted(found, key=lambda one: -one.marks["good"] / sum(one.marks.values()))


def agreed(verdicts: Sequence[Verdict]) -> tuple[int, float, float]:
    """Items that two or more read: how many, Krippendorff's ordinal alpha of marks, share of pairs with one best."""
    twice = [given for given in _by_item(verdicts).values() if len({one.reader for one in given}) > 1]
    units = [[MARKS.index(one.marks[at]) for one in given] for given in twice for at in range(len(given[0].marks))]
    raters = list(zip_longest(*units))  # (raters, units); who is first may be another from item to item
    pairs = [first.best == second.best for given in twice for first, second in combinations(given, 2)]
    if not twice:
        return 0, float("nan"), float("nan")
    return len(twice), agreement.krippendorff(raters, "ordinal"), sum(pairs) / len(pairs)


def table(items: Mapping[str, Item], verdicts: Sequence[Verdict]) -> str:
    """All of it as lines."""
    head = f"{'source':12} ratings   good  pass.   bad  good, 95 %       best worst"
    count, alpha, same = agreed(verdicts)
    reasons = Counter(reason for verdict in verdicts for reason in verdict.reasons if reason)
    why = ", ".join(f"{reason} {reasons[reason]}" for reason in sorted(REASONS, key=lambda one: -reasons[one]))
    readers = len({verdict.reader for verdict in verdicts})
    lines = [
        f"{len({verdict.item for verdict in verdicts})} items, {len(verdicts)} verdicts by {readers} readers",
        head,
        *(source.line() for source in sources(items, verdicts)),
        f"reasons: {why}",
    ]
    if count:
        lines.append(f"read twice: {count} items, Krippendorff's alpha {alpha:.2f}, the same best {100 * same:.0f} %")
    return "\n".join(lines)


def _by_item(verdicts: Sequence[Verdict]) -> dict[str, list[Verdict]]:
    found: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        found[verdict.item].append(verdict)
    return found
