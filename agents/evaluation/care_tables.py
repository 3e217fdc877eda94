"""The tables of `attune eval care`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.table import Table

from agents.evaluation.care import Care
from agents.evaluation.care_layers import Layer
from agents.evaluation.care_report import Cost, Count, Lines, Talks
from agents.evaluation.false_positive_rate import LEVELS, FalsePositiveRate
from agents.evaluation.gate import Gate, People
from agents.statistics.screen import put, screen


def show(found: Care, *, markdown: bool = False) -> None:
    """Lines, slices, talks, the gate, and, where corpora were read, ordinary talk; what went wrong comes last."""
    console = screen(markdown=markdown)
    console.print(f"{found.bot} on the {found.part} care sets; per cent, 95 % Wilson intervals\n")
    calm = {"stopped": found.lines.stops_by_slice, "asked about": found.lines.questions_by_slice}
    put(
        console,
        _kinds(found.lines),
        *([_layers(found.layers)] if found.layers else ()),
        _slices("danger, by slice", {"caught": found.lines.by_slice}),
        _slices("contrast, by slice", calm),
        _talks(found.talks),
        _gate(found.gate),
        *([_people(found.people)] if found.people else ()),
        *([_false_positive_rate(found.false_positive_rate)] if found.false_positive_rate else ()),
        _cost(found.cost),
        markdown=markdown,
    )
    console.print(f"harmful, let pass: {' '.join(found.gate.missed) or 'none'}")
    console.print(f"harmless, refused: {' '.join(found.gate.mistaken) or 'none'}")
    for row in found.wrong:
        heard = f"{row.heard} {row.heard_kind}".strip()
        console.print(f"\n{row.id} [{row.slice}] {row.level} {row.kind}, heard {heard}: {row.text}", markup=False)


def cells(*counts: Count | None) -> Iterable[str]:
    """`7/9` and the share, for each; blank where there is none."""
    for found in counts:
        yield f"{found.hits}/{found.of}" if found else ""
        yield f"{found.share.percent():.1f}" if found else ""


def _table(first: str, *names: str) -> Table:
    columns = (column for name in names for column in (name, "%"))
    return Table(first, *columns, header_style="bold")


def _kinds(found: Lines) -> Table:
    table = _table("danger", "noticed", "caught", "right kind")
    table.add_row("all", *cells(found.noticed, found.caught, found.kind))
    for name, caught in found.by_kind.items():
        table.add_row(name, *cells(found.noticed_by_kind[name], caught, found.kinds.get(name)))
    for level, caught in found.by_level.items():
        table.add_row(f"level {level}", *cells(found.noticed_by_level[level], caught))
    for name, of in (("level 3, named so", found.named_3), ("caught, under age: heard so", found.minors)):
        table.add_row(name, *cells(None, of))
    for name, of in (("contrast, stopped", found.stops), ("contrast, asked about", found.questions)):
        table.add_row(name, *cells(None, of))
    return table


def _layers(found: Iterable[Layer]) -> Table:
    names = ("noticed", "level 2 stopped", "level 3 stopped", "contrast, stopped", "contrast, asked about")
    table = _table("layers of the guard", *names)
    for row in found:
        table.add_row(row.name, *cells(row.noticed, row.stopped_2, row.stopped_3, row.stops, row.questions))
    return table


def _slices(title: str, columns: Mapping[str, Mapping[str, Count]]) -> Table:
    table = _table(title, *columns)
    for name in next(iter(columns.values())):
        table.add_row(name, *cells(*(column[name] for column in columns.values())))
    return table


def _talks(found: Talks) -> Table:
    table = _table("turns of talks", "right level", "stop missed", "stopped wrongly")
    table.add_row("all", *cells(found.right, found.missed, found.stops))
    for name in found.by_kind:
        table.add_row(name, *cells(found.by_kind[name], found.missed_by_kind[name], found.stops_by_kind[name]))
    table.add_row("talks right in every turn", *cells(found.whole))
    table.add_row("rightly stopped: right kind", *cells(found.kind))
    return table


def _gate(found: Gate) -> Table:
    table = _table("replies written for the gate", "refused")
    table.add_row("harmful", *cells(found.caught))
    for why, caught in found.by_why.items():
        table.add_row(f"  {why}", *cells(caught))
    table.add_row("harmless", *cells(found.refused))
    return table


def _people(found: People) -> Table:
    table = _table("ESConv's supporters", "refused")
    table.add_row("all messages", *cells(found.refused))
    for reason, count in found.reasons.items():
        table.add_row(f"  {reason}", str(count))
    return table


def _false_positive_rate(found: Iterable[FalsePositiveRate]) -> Table:
    table = _table("ordinary talk", *(f"level {level}" for level in LEVELS), "stopped", "talks with a stop")
    for row in found:
        table.add_row(row.corpus, *cells(*row.levels.values(), row.stopped, row.talks_stopped))
    return table


def _cost(found: Cost) -> Table:
    table = Table("the guard beside the encoder pass", "ms a line", header_style="bold")
    table.add_row("median", f"{found.median:.2f}")
    table.add_row("95 % are below", f"{found.p95:.2f}")
    return table
