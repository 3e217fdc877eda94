"""What a judge said: verdicts by question, what order and length did to them, and how far readers agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from agents.judging.outcomes import Outcome
from agents.judging.pairs import LIKE, SIDES
from agents.judging.votes import Agreement, Votes
from agents.metrics.intervals import Interval, proportion, ratio
from agents.metrics.significance import sign_test
from agents.metrics.wilson import wilson
from agents.statistics.sheet import Cell, Sheet

ALL = "all"
Questions = list[tuple[str, Sequence[Outcome]]]


def sheets(outcomes: Sequence[Outcome], left: str, right: str, votes: Votes) -> Iterator[Sheet]:
    """The tables of what was judged; that of readers where they voted."""
    by_question: dict[str, list[Outcome]] = {}
    for one in outcomes:
        by_question.setdefault(one.question.name, []).append(one)
    found: Questions = list(by_question.items())
    found += [(ALL, outcomes)] if len(found) > 1 else []
    yield verdicts(found, left, right)
    yield biases(found, left, right)
    if votes:
        yield agreeing(found, votes)


def verdicts(found: Questions, left: str, right: str) -> Sheet:
    rows: list[tuple[Cell, ...]] = []
    for name, among in found:
        said = Counter(one.says for one in among)
        won = _share([(one, [one.says == "left"] if one.says in SIDES else []) for one in among])
        turned = sum(one.turned for one in among)
        p = f"{sign_test(said['left'], said['right']):.3f}" if name != ALL else ""
        rows.append((name, said["left"], said["right"], said["tie"], turned, said[None], won, p))
    columns = ("question", left, right, "tie", "by order", "unreadable", f"{left} of the decided, %", "p")
    note = (
        "A question is asked in both orders; where these disagree it is a tie (by order). Unreadable: an answer names "
        "neither. Intervals: Wilson's, over resampled pairs where a pair counts more than once; p: two-sided exact "
        "sign test over the decided."
    )
    pairs = len({one.pair.item.id for _, among in found for one in among})
    return Sheet("verdicts", f"{left} : {right}, {pairs} pairs", columns, tuple(rows), note)


def biases(found: Questions, left: str, right: str) -> Sheet:
    """How often both orders agree, how often the first or the longer is preferred, and what is left of it where both

    are about as long.
    """
    rows: list[tuple[Cell, ...]] = []
    for name, among in found:
        read = [one for one in among if one.says is not None]
        decided = [one for one in read if one.says in SIDES]
        same = _share([(one, [not one.turned]) for one in read])
        first = _share([(one, list(one.firsts)) for one in read])
        longer = _share([(one, [one.says == one.pair.longer] if one.pair.longer else []) for one in decided])
        alike = Counter(one.says for one in decided if one.pair.alike)
        rows.append((name, same, first, longer, alike["left"], alike["right"]))
    columns = (
        "question",
        "orders agree, %",
        "first preferred, %",
        "longer won, %",
        f"{left}, alike",
        f"{right}, alike",
    )
    return Sheet("biases", f"Order and length. {_lengths(found, left, right)}", columns, tuple(rows), _told(rows))


def agreeing(found: Questions, votes: Votes) -> Sheet:
    rows: list[tuple[Cell, ...]] = []
    for name, among in found:
        one = Agreement(among, votes)
        if len(one):
            rows.append(
                (
                    name,
                    len(one),
                    one.same.percent(),
                    f"{one.kappa:.2f}",
                    f"{one.alpha:.2f}",
                    _two(one.among),
                    len(one.people),
                )
            )
    columns = ("question", "pairs", "same, %", "kappa", "alpha", "alpha of readers", "read twice")
    note = (
        "Kappa: Cohen's, with what most readers said, ties among it. Alpha: Krippendorff's, the judge being one of the "
        "readers; beside it that of readers alone. Intervals over resampled talks."
    )
    return Sheet("votes", "Agreement with readers", columns, tuple(rows), note)


def _share(held: Sequence[tuple[Outcome, Sequence[bool]]]) -> Interval:
    """Of all that is told of outcomes how much holds, in %; what is told of one pair is drawn together.

    Where each pair tells one thing the interval is Wilson's; where all are alike its open end is the exact bound.
    """
    parts, wholes = Counter[str](), Counter[str]()
    for one, each in held:
        parts[one.pair.item.id] += sum(each)
        wholes[one.pair.item.id] += len(each)
    part, whole, pairs = parts.total(), wholes.total(), sum(map(bool, wholes.values()))
    if part in (0, whole):
        return proportion([part > 0] * pairs).percent()
    if whole == pairs:
        return wilson(part, whole).percent()
    return ratio([parts[name] for name in wholes], list(wholes.values())).percent()


def _lengths(found: Questions, left: str, right: str) -> str:
    pairs = {one.pair.item.id: one.pair for _, among in found for one in among}.values()
    words = [sum(pair.words(side) for pair in pairs) / max(len(pairs), 1) for side in SIDES]
    alike = sum(pair.alike for pair in pairs)
    return f"{left} has {words[0]:.1f} words, {right} {words[1]:.1f}; {alike} pairs are alike in length"


def _told(rows: Sequence[tuple[Cell, ...]]) -> str:
    """How to read it, and what is more often than chance, or less, over all questions."""
    note = f"Alike: won by whom where the longer has at most {LIKE:g} times the other's words."
    for cell, what in zip(rows[-1][2:4] if rows else (), ("first", "longer"), strict=False):
        if isinstance(cell, Interval) and not cell.low <= 50 <= cell.high and cell.value == cell.value:
            often = "more" if cell.value > 50 else "less"
            note += f" The {what} of two is preferred {often} often than chance: {cell:.1f} %."
    return note


def _two(found: Interval | None) -> str | None:
    return None if found is None else f"{found:.2f}"
