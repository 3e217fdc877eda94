"""Rows in EPITOME's form, of our own words, in which the reply alone tells its levels."""

from __future__ import annotations

import csv
from pathlib import Path

from agents.corpora import epitome

RATED = (
    ("Oh, how sad, I feel for you", (2, 0, 0)),
    ("What happened then?", (0, 0, 2)),
    ("It seems you are worn out by work", (0, 2, 0)),
    ("Buy a new one", (0, 0, 0)),
    ("Perhaps it was old, and that is a pity", (1, 1, 1)),
)


def write(folder: Path, rows: int = 150) -> None:
    """Each of the five in turn, with a number that makes it its own."""
    (folder / "epitome").mkdir(parents=True)
    for place, kind in enumerate(epitome.KINDS):
        with (folder / "epitome" / f"{kind}-reddit.csv").open("w", encoding="utf8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(epitome.HEADER)
            for number in range(rows):
                reply, levels = RATED[number % 5]
                writer.writerow([f"p{number}", f"r{number}", "My cup broke", f"{reply} {number}", levels[place], ""])
