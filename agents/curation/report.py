"""What a curation did: units per stage, lines or dialogs per cleaning rule, and the files that were left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from agents.curation.cleaning import AFTER, BEFORE
from agents.curation.shard import Tally

STAGES = ("lines read", "lines without a time", "lines kept", "turns", "dialogs found", "dialogs kept")
RULES = (
    *(rule.__name__ for rule in BEFORE),
    "hyphens",
    "labels",
    *(rule.__name__ for rule in AFTER),
    "repeated",
    "dialogs at full length",
    "dialogs too short",
    "dialogs with a turn too long",
    "dialogs of one text",
)


@dataclass(frozen=True, slots=True)
class Report:
    """`stages` and `rules` in their order, with 0 for what never happened; `left_out` are reasons, a file each."""

    files: int
    stages: dict[str, int]
    rules: dict[str, int]
    left_out: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def report(files: int, tally: Tally, reasons: Sequence[str], picked: Counter[str]) -> Report:
    """The counts of all files, and of the choice, as one report."""
    stages = {name: tally.stages[name] for name in STAGES} | {"dialogs chosen": picked["chosen"]}
    rules = {name: tally.rules[name] for name in RULES} | {
        "dialogs said in another file": picked["said in another file"]
    }
    return Report(files, stages, rules, tuple(reasons))


def shown(found: Report) -> str:
    """The report as a table."""
    rows = [("files", found.files), ("files left out", len(found.left_out)), *found.stages.items()]
    lines = [f"{name:<32}{count:>12,}" for name, count in rows]
    lines += ["", f"{'rule':<32}{'changed or left out':>12}"]
    lines += [f"{name:<32}{count:>12,}" for name, count in found.rules.items()]
    return "\n".join([*lines, *(f"left out: {reason}" for reason in found.left_out[:20])])
