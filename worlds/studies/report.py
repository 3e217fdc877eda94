"""A study's report: one HTML file that needs nothing else, and its data as CSV with a codebook."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.files import put
from bot.frontends.web.draw import environment
from worlds.studies import analysis, chatted, collected, dialogs, pre_chat, supported
from worlds.studies.ab_turns import Duet
from worlds.studies.judging import Choice, Compared, Given, Labelled, Ranking, Rating
from worlds.studies.ledger import Participation
from worlds.studies.pre_chat import Before
from worlds.studies.quality import exclusion
from worlds.studies.rooms import Kept
from worlds.studies.study import Loaded
from worlds.studies.tables import Table

TEMPLATES = Path(__file__).parents[1] / "web" / "templates"
COLUMNS = {
    "participant": "a made-up name, the same through the study",
    "simulated": "1 where no person judged",
    "left_out": "the rule by which the participant is left out of the tables; empty for who counts",
    "item": "the item's id in the file of items",
    "contestant": "whose reply it is; of a label whether suggestions were shown or it was blind",
    "what": "the question of a rating or a survey; `choice`, `mark` or `label` else",
    "value": "an answer: a point of the scale; preferred, other, equal or neither; good, okay or bad; a label",
    "seconds": "how long the item was on the page before it was judged",
}


def tables(loaded: Loaded, everybody: Sequence[Participation], kept: Sequence[Any] = ()) -> list[Table]:
    """What was judged; of a collection, what was collected."""
    found = analysis.tables(loaded, everybody)
    match loaded.study.kind:
        case "speaker_listener":
            return [*found, collected.table(kept)]
        case "chat":
            return [*found, *chatted.tables(loaded, everybody, kept)]
        case "seeker_supporter":
            return [*found, supported.table(kept)]
        case "self_dialog" | "wizard_of_oz":
            return [*found, *dialogs.tables(kept)]
        case "ab_turns":
            return [*found, turns(kept)]
        case _:
            return found


def turns(kept: Sequence[Kept[Duet]]) -> Table:
    """What became of talks with two bots at once, of everybody, also of those who are left out above."""
    rooms = [one.room for one in kept]
    rows = (
        ("talks", str(len(rooms))),
        ("turns that were judged", str(sum(len(room.judged) for room in rooms))),
        ("turns in which both said the same", str(sum(room.same for room in rooms))),
        ("talks interrupted: somebody may have been in danger", str(sum(bool(room.lead) for room in rooms))),
    )
    return Table("Talks with two bots", ("", "count"), rows)


def html(
    loaded: Loaded, everybody: Sequence[Participation], kept: Sequence[Any] = (), now: datetime | None = None
) -> str:
    """The report as a page."""
    return (
        environment(TEMPLATES)
        .get_template("report.html")
        .render(
            study=loaded.study,
            name=loaded.name,
            items=len(loaded.items),
            lessons=len(loaded.lessons),
            tables=tables(loaded, everybody, kept),
            fingerprint=loaded.fingerprint,
            made=f"{now or datetime.now(UTC):%Y-%m-%d}",
            simulated=sum(one.simulated for one in everybody),
            columns=COLUMNS,
        )
    )


def rows(loaded: Loaded, everybody: Sequence[Participation]) -> Iterator[dict[str, str]]:
    """One row for each thing that was said of a reply, of everybody, also of those who are left out."""
    for one in everybody:
        for judgement in one.latest.values():
            item = loaded.item(judgement.item)
            base = {
                "participant": one.progress.participant,
                "simulated": str(int(one.simulated)),
                "left_out": exclusion(loaded, one),
                "item": item.id,
                "seconds": f"{judgement.seconds:.1f}",
            }
            if isinstance(judgement.given, Labelled):
                how = "blind" if loaded.blind(item) else "suggested"
                yield base | {
                    "item": judgement.item,
                    "contestant": how,
                    "what": "label",
                    "value": judgement.given.label,
                }
                continue
            if isinstance(judgement.given, Before):
                for what, value in pre_chat.written(judgement.given).items():
                    yield base | {"contestant": "", "what": what, "value": value}
                continue
            for at, place in enumerate(loaded.shown(item)):
                for what, value in _said(judgement.given, at):
                    yield base | {"contestant": item.candidates[place].source, "what": what, "value": value}


def _said(given: Given, at: int) -> Iterator[tuple[str, str]]:
    match given:
        case Rating(points):
            yield from ((name, str(each[at])) for name, each in points.items())
        case Choice():
            yield "choice", _chosen(given, at)
        case Compared(choices):
            yield from ((name, _chosen(one, at)) for name, one in choices.items())
        case Ranking(marks):
            yield "mark", marks[at]


def _chosen(given: Choice, at: int) -> str:
    return given.tie or ("preferred" if given.preferred == at else "other")


def export(loaded: Loaded, everybody: Sequence[Participation], kept: Sequence[Any], folder: Path) -> list[Path]:
    """Write judgements.csv and codebook.csv into a folder, or what was collected; returns the files."""
    simulated = frozenset(one.progress.participant for one in everybody if one.simulated)
    match loaded.study.kind:
        case "speaker_listener":
            return [collected.write(kept, simulated, folder)]
        case "seeker_supporter":
            return [supported.write(kept, simulated, folder)]
        case "self_dialog" | "wizard_of_oz":
            return dialogs.write(loaded, kept, simulated, folder)
        case _:
            return _judgements(loaded, everybody, folder)


def _judgements(loaded: Loaded, everybody: Sequence[Participation], folder: Path) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    judged, codebook = folder / "judgements.csv", folder / "codebook.csv"
    put(judged, _csv(tuple(COLUMNS), rows(loaded, everybody)))
    put(codebook, _csv(("column", "meaning"), ({"column": a, "meaning": b} for a, b in COLUMNS.items())))
    return [judged, codebook]


def _csv(columns: Sequence[str], found: Iterator[dict[str, str]]) -> bytes:
    held = io.StringIO(newline="")
    writer = csv.DictWriter(held, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    return held.getvalue().encode()
