"""Taskmaster-1 (Byrne et al., EMNLP 2019): talks of a user and an assistant, collected in two ways.

Of a self-dialog one worker wrote both sides (`self-dialogs.json`); in a Wizard of Oz a user talked with a person who
played an automated system (`woz-dialogs.json`). Either file will do: studies of kinds `self_dialog` and `wizard_of_oz`
export one of them. Licence: CC BY 4.0.

The publisher's lists divide the self-dialogs. What stands in neither of those of valid (`dev.csv`) and test is train.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from agents.corpora.entries import DamagedError, entries, field, text
from agents.corpora.reading import PARTS, lines_of, of_part
from agents.corpora.shown import Line, Talk

FOLDER = "taskmaster"
"""Where the corpus lies below a data folder."""
Speaker = Literal["USER", "ASSISTANT"]
SPEAKERS: tuple[Speaker, ...] = get_args(Speaker)
Collection = Literal["self", "woz"]
FILES: Mapping[Collection, str] = {"self": "self-dialogs.json", "woz": "woz-dialogs.json"}
LISTS = {"valid": "train-dev-test/dev.csv", "test": "train-dev-test/test.csv"}
"""Where the ids of a part stand, one a line, with a comma behind it."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Words of an utterance that a worker marked, and what as: `pizza_ordering.size.pizza`, say."""

    text: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Utterance:
    """One message."""

    speaker: Speaker
    text: str
    segments: tuple[Segment, ...] = ()


@dataclass(frozen=True, slots=True)
class Dialog:
    """One talk. `instruction` names the scenario; `simulated`: no person wrote it, which only a study's export says."""

    id: str
    instruction: str
    collection: Collection
    utterances: tuple[Utterance, ...]
    simulated: bool = False


def load(datapath: str | Path, part: str) -> tuple[Dialog, ...]:
    """The talks of one part (train, valid or test) below `datapath`, self-dialogs first. CorpusError says why not."""
    folder = Path(datapath) / FOLDER
    of_part(folder, part, dict.fromkeys(PARTS))
    lists = {name: folder / file for name, file in LISTS.items()}
    parts = {each: name for name, path in lists.items() if name == part or path.is_file() for each in _ids(path)}
    files = {name: folder / file for name, file in FILES.items() if (folder / file).is_file()}
    found = [talk for name, path in (files or {"self": folder / FILES["self"]}).items() for talk in read(path, name)]
    return tuple(talk for talk in found if parts.get(talk.id, "train") == part)


def read(path: Path, collection: Collection) -> Iterator[Dialog]:
    """The talks of one JSON file. CorpusError names file, line, talk and reason."""
    return entries(path, lambda talk: _dialog(talk, collection))


def count(datapath: str | Path, part: str) -> dict[str, int]:
    """How many talks of each collection a part has, and how many utterances."""
    talks = load(datapath, part)
    said = [one for talk in talks for one in talk.utterances]
    return {
        "dialogs": len(talks),
        "self_dialogs": sum(talk.collection == "self" for talk in talks),
        "woz_dialogs": sum(talk.collection == "woz" for talk in talks),
        "utterances": len(said),
        "assistant_utterances": sum(one.speaker == "ASSISTANT" for one in said),
    }


def talks(datapath: str | Path, part: str) -> Iterator[Talk]:
    """The talks of a part as they are shown, what was marked behind each utterance."""
    for talk in load(datapath, part):
        lines = tuple(Line(one.speaker.lower(), one.text, tuple(_notes(one))) for one in talk.utterances)
        about = (("instruction", talk.instruction), ("collection", talk.collection))
        yield Talk(talk.id, lines, (*about, *((("simulated", "yes"),) if talk.simulated else ())))


def document(talk: Dialog) -> dict[str, Any]:
    """A talk as an entry of the corpus's JSON, marked where it is simulated; without segments: no study has any."""
    said = [{"index": at, "speaker": one.speaker, "text": one.text} for at, one in enumerate(talk.utterances)]
    told = {"conversation_id": talk.id, "instruction_id": talk.instruction, "utterances": said}
    return told | ({"simulated": True} if talk.simulated else {})


def _ids(path: Path) -> frozenset[str]:
    return frozenset(line.rstrip(",").strip() for _, line in lines_of(path))


def _notes(said: Utterance) -> Iterator[tuple[str, str]]:
    for segment in said.segments:
        for name in dict.fromkeys(segment.names):
            yield name, f"{segment.text}: {name}"


def _dialog(talk: Any, collection: Collection) -> Dialog:
    said = field(talk, "utterances", list)
    simulated = "simulated" in talk and bool(field(talk, "simulated", bool))
    utterances = tuple(_utterance(number, one) for number, one in enumerate(said))
    return Dialog(text(talk, "conversation_id"), text(talk, "instruction_id"), collection, utterances, simulated)


def _utterance(number: int, said: Any) -> Utterance:
    speaker = next((one for one in SPEAKERS if one == text(said, "speaker")), None)
    if speaker is None:
        names = ", ".join(SPEAKERS)
        raise DamagedError(f"utterance {number}: speaker must be one of {names}, is {said['speaker']!r:.60}")
    marked = field(said, "segments", list) if "segments" in said else []
    return Utterance(speaker, text(said, "text"), tuple(map(_segment, marked)))


def _segment(marked: Any) -> Segment:
    names = tuple(text(one, "name") for one in field(marked, "annotations", list))
    return Segment(text(marked, "text"), names)
