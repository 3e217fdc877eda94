"""EmpatheticIntents (Welivita and Pu, COLING 2020): single texts, each with one of 41 labels.

The labels are EmpatheticDialogues' 32 emotions, which people's situations carry; eight intents, which listeners'
replies carry (section 3); and neutral. It is what MEED2's classifier learns from (Xie and Pu, CoNLL 2021). A line is
`number <SEP> text`. Beside the three parts there are the replies that people labelled (`manual`) and those that were
found by words typical of an intent (`extended`). Licence: none stated; made from EmpatheticDialogues (CC BY-NC 4.0).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from agents.corpora.reading import lines_of, locate, numbered, of_part, refuse
from agents.corpora.shown import Line, Talk
from skills.labels import EMOTIONS

FOLDER = "empathetic_intents"
INTENTS = (
    "agreeing",
    "acknowledging",
    "encouraging",
    "consoling",
    "sympathizing",
    "suggesting",
    "questioning",
    "wishing",
)
LABELS = (*EMOTIONS, *INTENTS, "neutral")
"""In the order of their numbers. The release's labels.txt gives neutral the number 38, and its texts use 40."""

MANUAL = (
    "acknowledging",
    "advising",
    "agreeing",
    "appreciating",
    "consoling",
    "disapproving",
    "encouraging",
    "expressing_care_concern",
    "expressing_relief",
    "questioning",
    "sharing_experience",
    "sharing_opinions",
    "suggesting",
    "sympathizing",
    "wishing",
)
"""The fifteen intents that people found in replies, before the rare ones were left out; a file each."""

EXTENDED = {name: name for name in (*INTENTS, "neutral")} | {"acknowledging": "acknowleding"}
"""File names of `extended` by label, as the release spells them."""

FOLDERS = {"train": "train", "valid": "validation", "test": "test"}
MARK = " <SEP> "


@dataclass(frozen=True, slots=True)
class Labelled:
    """A text and its label, from `LABELS` (from `MANUAL` in what `manual` reads)."""

    label: str
    text: str

    @property
    def role(self) -> str:
        """Who said it: situations are speakers', all else listeners'."""
        return "speaker" if self.label in EMOTIONS else "listener"


def load(datapath: str | Path, part: str) -> tuple[Labelled, ...]:
    """The texts of one part (train, valid or test) below `datapath`, in the file's order. Raises CorpusError."""
    return tuple(_read(locate(datapath, FOLDER, part, "txt")))


def extended(datapath: str | Path, part: str) -> tuple[Labelled, ...]:
    """The replies of one part that hold words typical of an intent (`lexically_extended`). Raises CorpusError."""
    place = Path(datapath) / FOLDER / "lexically_extended"
    folder = place / of_part(place, part, FOLDERS)
    return tuple(row for label, name in EXTENDED.items() for row in _read(folder / f"{name}.txt", label))


def manual(datapath: str | Path) -> tuple[Labelled, ...]:
    """The replies that people labelled, with fifteen intents (`manual_annotations`). Raises CorpusError."""
    folder = Path(datapath) / FOLDER / "manual_annotations"
    return tuple(
        Labelled(label, _text(path, line, text))
        for label in MANUAL
        for path in (folder / f"{label}.txt",)
        for line, text in lines_of(path)
    )


def count(datapath: str | Path, part: str) -> dict[str, int]:
    """How many texts a part has, and how many are `extended` where those files are there."""
    counts = {"texts": len(load(datapath, part))}
    if (Path(datapath) / FOLDER / "lexically_extended" / FOLDERS[part]).is_dir():
        counts["extended"] = len(extended(datapath, part))
    return counts


def talks(datapath: str | Path, part: str) -> Iterator[Talk]:
    """Each text of a part as it is shown, by its number."""
    for number, row in enumerate(load(datapath, part), 1):
        yield Talk(f"{part}:{number}", (Line(row.role, row.text, (("label", row.label),)),))


def _read(path: Path, only: str | None = None) -> Iterator[Labelled]:
    for line, content in lines_of(path):
        number, mark, text = content.partition(MARK)
        if not mark:
            refuse(path, line, f"a line must be a label's number,{MARK}and a text")
        label = numbered(path, line, "label", number, LABELS)
        if only not in (None, label):
            refuse(path, line, f"label {label!r} in the file of {only!r}")
        yield Labelled(label, _text(path, line, text))


def _text(path: Path, line: int, text: str) -> str:
    if not text.strip():
        refuse(path, line, "the text is empty")
    return text.strip()
