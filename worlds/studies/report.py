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
from worlds.studies.datasheet import datasheet, markdown
from worlds.studies.judging import Choice, Compared, Given, Judgement, Labelled, Ranking, Rating
from worlds.studies.ledger import Participation
from worlds.studies.meeting import TWO
from worlds.studies.pre_chat import Before
from worlds.studies.quality import exclusion, same_form
from worlds.studies.rooms import Kept
from worlds.studies.study import Loaded
from worlds.studies.tables import Table

TEMPLATES = Path(__file__).parents[1] / "web" / "templates"
COLUMNS = {
    "participant": "a made-up name, the same through the study",
    "simulated": "1 where no person judged",
    "study": "the version of the study that was taken part in: the beginning of its SHA-256",
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
            datasheet=datasheet(loaded, everybody),
            columns=COLUMNS,
        )
    )


def rows(loaded: Loaded, everybody: Sequence[Participation]) -> Iterator[dict[str, str]]:
    """One row for each thing that was said of a reply, of everybody, also of those who are left out."""
    for one in everybody:
        for judgement in one.latest.values():
            base = {
                "participant": one.progress.participant,
                "simulated": str(int(one.simulated)),
                "study": one.progress.study[:12],
                "left_out": exclusion(loaded, one),
                "item": judgement.item,
                "seconds": f"{judgement.seconds:.1f}",
            }
            if isinstance(judgement.given, Labelled):
                how = "blind" if loaded.blind(loaded.item(judgement.item)) else "suggested"
                yield base | {"contestant": how, "what": "label", "value": judgement.given.label}
                continue
            if isinstance(judgement.given, Before):
                for what, value in pre_chat.written(judgement.given).items():
                    yield base | {"contestant": "", "what": what, "value": value}
                continue
            for at, name in enumerate(_named(loaded, one, judgement)):
                for what, value in _said(judgement.given, at):
                    yield base | {"contestant": name, "what": what, "value": value}


def _named(loaded: Loaded, one: Participation, judgement: Judgement) -> list[str]:
    """Whose each judged reply is; where a file was judged that was another one then, only their numbers are known."""
    if same_form(loaded, one):
        item = loaded.item(judgement.item)
        return [item.candidates[place].source for place in loaded.shown(item)]
    match judgement.given:
        case Rating(points):
            size = len(next(iter(points.values())))
        case Ranking(marks):
            size = len(marks)
        case _:
            size = TWO
    return [f"reply {number} of an earlier file" for number in range(1, size + 1)]


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
    """Write a datasheet into a folder, and what was judged with its codebook, or was collected; returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    about = put(folder / "datasheet.md", markdown(loaded, everybody).encode())
    simulated = frozenset(one.progress.participant for one in everybody if one.simulated)
    match loaded.study.kind:
        case "speaker_listener":
            return [about, collected.write(kept, simulated, folder)]
        case "seeker_supporter":
            return [about, supported.write(kept, simulated, folder)]
        case "self_dialog" | "wizard_of_oz":
            return [about, *dialogs.write(loaded, kept, simulated, folder)]
        case _:
            book = ({"column": name, "meaning": meaning} for name, meaning in COLUMNS.items())
            codebook = put(folder / "codebook.csv", _csv(("column", "meaning"), book))
            return [about, judgements(loaded, everybody, folder / "judgements.csv"), codebook]


def judgements(loaded: Loaded, everybody: Sequence[Participation], path: Path) -> Path:
    """Write everything that was judged, as CSV."""
    return put(path, _csv(tuple(COLUMNS), rows(loaded, everybody)))


def _csv(columns: Sequence[str], found: Iterator[dict[str, str]]) -> bytes:
    held = io.StringIO(newline="")
    writer = csv.DictWriter(held, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    return held.getvalue().encode()
