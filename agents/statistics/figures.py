"""The pictures: bars, dots and lines, in colours that people who see few colours can tell apart (Okabe & Ito 2008)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import TYPE_CHECKING

from agents.metrics.intervals import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BLUE, ORANGE, GREEN, GREY, BLACK = "#0072B2", "#E69F00", "#009E73", "#8C8C8C", "#000000"
COLOURS = (BLUE, ORANGE, GREEN, GREY)


def panels(figure: Figure, names: Sequence[str], columns: int, *, same: bool) -> list[Axes]:
    """One small plot for each name; `same` where all have the same axes."""
    rows = -(-len(names) // columns)
    grid = list(figure.subplots(rows, columns, squeeze=False, sharex=same, sharey=same).flat)
    for axes, name in zip(grid, names, strict=False):
        axes.set_title(fill(name, 22), loc="left")
    for axes in grid[len(names) :]:
        axes.remove()
    return grid[: len(names)]


def bars(axes: Axes, shares: Mapping[str, float], beside: Mapping[str, float] | None = None, ours: str = "") -> None:
    """Bars from left to right, the first on top, and a diamond for the paper's figure where there is one."""
    names = list(shares)
    axes.barh(names, list(shares.values()), color=BLUE, height=0.7, label=ours or None)
    marked = [name for name in names if name in (beside or {})]
    if beside and marked:
        axes.plot([beside[name] for name in marked], marked, "D", color=ORANGE, mec=BLACK, mew=0.6, ms=4, label="paper")
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)


def scored(figure: Figure, rows: Mapping[str, Mapping[str, float]], across: str, columns: int) -> None:
    """A panel of bars for each group; a name in it may stand in other groups too."""
    for axes, values in zip(panels(figure, list(rows), columns, same=False), rows.values(), strict=True):
        bars(axes, values)
        axes.margins(x=0.02)
    figure.supxlabel(across, fontsize=8)


def beside_paper(
    figure: Figure, groups: Mapping[str, tuple[Mapping[str, float], Mapping[str, float]]], ours: str, columns: int
) -> None:
    """A panel for each group of shares in per cent, ours as bars and the paper's as diamonds."""
    grid = panels(figure, list(groups), columns, same=False)
    for axes, (shares, paper) in zip(grid, groups.values(), strict=True):
        bars(axes, shares, paper, ours)
    grid[0].legend(frameon=False, loc="lower right")
    figure.supxlabel("%", fontsize=8)


def lines(
    figure: Figure, at: Sequence[str], who: Mapping[str, Mapping[str, Sequence[Interval]]], across: str, columns: int
) -> None:
    """A panel for each name with the shares in per cent of each of `who` at the places `at`, as lines with 95 % bands.

    `who` gives for each series and name as many intervals as there are places.
    """
    first = next(iter(who.values()))
    grid = panels(figure, list(first), columns, same=True)
    looks = ((BLUE, "o", "-"), (ORANGE, "s", "--"))
    for (series, rows), (colour, marker, dashes) in zip(who.items(), looks, strict=False):
        for axes, row in zip(grid, rows.values(), strict=True):
            shares = [found.percent() for found in row]
            low, high = [found.low for found in shares], [found.high for found in shares]
            axes.fill_between(range(len(at)), low, high, color=colour, alpha=0.2, lw=0)
            values = [found.value for found in shares]
            axes.plot(values, marker=marker, ls=dashes, color=colour, ms=3, lw=1.3, label=series)
    for axes in grid:
        axes.set_xticks(range(len(at)), at)
        axes.set_ylim(bottom=0)
        axes.grid(axis="y", lw=0.4, color="#DDDDDD")
    if len(who) > 1:
        figure.legend(*grid[0].get_legend_handles_labels(), loc="outside upper right", ncols=len(who), frameon=False)
    figure.supxlabel(across, fontsize=8)
    figure.supylabel("% of the interval's strategies", fontsize=8)


def dots(figure: Figure, at: Sequence[str], who: Mapping[str, Sequence[Interval]], across: str, up: str) -> None:
    """Each series of means with its 95 % intervals; a series without intervals (all ends alike) is the paper's."""
    axes = figure.subplots()
    looks = ((BLUE, "o"), (GREEN, "s"), (GREY, "^"))
    for number, ((series, row), (colour, marker)) in enumerate(zip(who.items(), looks, strict=False)):
        places = [place + 0.08 * (number - 1) for place in range(len(at))]
        values = [found.value for found in row]
        reach = [[found.value - found.low for found in row], [found.high - found.value for found in row]]
        axes.errorbar(places, values, reach, color=colour, marker=marker, ms=5, lw=1.2, capsize=2.5, label=series)
    axes.set_xticks(range(len(at)), at)
    axes.set_xlim(-0.3, len(at) - 0.7)
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.grid(axis="y", lw=0.4, color="#DDDDDD")
    axes.legend(frameon=False, loc="best")


def side_by_side(axes: Axes, at: Sequence[str], who: Mapping[str, Sequence[float]], across: str, up: str) -> None:
    """Upright bars for each series at each place, each with its figure."""
    width = 0.8 / len(who)
    for number, ((series, row), colour) in enumerate(zip(who.items(), COLOURS, strict=False)):
        places = [place + width * (number - (len(who) - 1) / 2) for place in range(len(at))]
        drawn = axes.bar(places, row, width * 0.95, color=colour, label=series)
        axes.bar_label(drawn, fmt="%.0f", fontsize=6.5, padding=1)
    axes.set_xticks(range(len(at)), at)
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.margins(y=0.08)
    if len(who) > 1:
        axes.legend(frameon=False)
