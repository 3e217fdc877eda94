"""`--out`: the sheets as PNG, CSV or JSON, each file whole or not at all."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path

from agents.statistics.sheet import Sheet, flat, plain
from bot.files import put
from bot.text import cell

ENDINGS = (".png", ".csv", ".json")
DPI = 150


def write(name: str, sheets: Sequence[Sheet], out: Path) -> tuple[Path, ...]:
    """Write the sheets of corpus `name` and return the files.

    A path without an ending is a folder: a CSV and, where there is a picture, a PNG for each sheet, and NAME.json with
    everything. FILE.json takes all sheets; FILE.csv and FILE.png take the one sheet that there is (see `fits`).
    """
    if out.suffix == ".json":
        return (put(out, _json(name, sheets)),)
    if out.suffix == ".csv":
        return (put(out, _csv(sheets[0])),)
    if out.suffix == ".png":
        return (put(out, picture(sheets[0])),)
    tables = [put(out / f"{name}-{sheet.name}.csv", _csv(sheet)) for sheet in sheets]
    pictures = [put(out / f"{name}-{sheet.name}.png", picture(sheet)) for sheet in sheets if sheet.draw]
    return (*tables, *pictures, put(out / f"{name}.json", _json(name, sheets)))


def fits(out: Path, chosen: Sequence[str]) -> str | None:
    """Why `out` cannot take the chosen sheets (none: all); None where it can."""
    if out.suffix and out.suffix not in ENDINGS:
        return f"{out} ends in {out.suffix}: choose from {', '.join(ENDINGS)}, or name a folder, without an ending"
    if out.suffix in (".png", ".csv") and len(chosen) != 1:
        return f"{out} takes one table: name it with --only NAME"
    if out.is_dir() and out.suffix:
        return f"{out} is a folder"
    return None


def picture(sheet: Sheet) -> bytes:
    """The sheet's picture as PNG. The sheet must have one."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure
    from PIL import Image

    if sheet.draw is None:
        raise ValueError(f"{sheet.name} has no picture")
    drawn, data = io.BytesIO(), io.BytesIO()
    with rc_context({"font.size": 8, "axes.spines.top": False, "axes.spines.right": False, "axes.titlesize": 8.5}):
        figure = Figure(figsize=sheet.size, dpi=DPI, layout="constrained")
        sheet.draw(figure)
        figure.savefig(drawn, format="png")
    # A palette is enough for a few plain colours, and makes a third of the file.
    Image.open(drawn).convert("RGB").quantize(64).save(data, format="png", optimize=True)
    return data.getvalue()


def _csv(sheet: Sheet) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows([cell(one) for one in row] for row in flat(sheet))
    return text.getvalue().encode()


def _json(name: str, sheets: Sequence[Sheet]) -> bytes:
    found = {"corpus": name, "tables": {sheet.name: plain(sheet) for sheet in sheets}}
    return (json.dumps(found, indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode()
