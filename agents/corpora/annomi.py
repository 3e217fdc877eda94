"""AnnoMI (Wu et al., ICASSP 2022; extended in Future Internet 15(3), 2023): counselling shown well and badly.

Transcripts of demonstration videos of motivational interviewing, 110 of high and 23 of low quality. Experts coded what
each therapist's and each client's utterance does; seven transcripts were coded by ten of them, the others by one. Read
from `AnnoMI-full.csv`. Licence: none stated.

The publisher divides nothing. A transcript's part goes by the hash of its video's address, about 70 : 15 : 15: several
transcripts may come from one video, with the same two people, and those stay together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from agents.corpora.reading import drawn, of_part, one_of, refuse, table, together
from agents.corpora.shown import Line, Talk

FILE = "AnnoMI-full.csv"
SHARES = {"train": range(179), "valid": range(179, 218), "test": range(218, 256)}
"""Of the 256 first bytes of a hash, those that put a video into each part."""

QUALITIES = ("high", "low")
BEHAVIOURS = ("question", "reflection", "therapist_input", "other")
TALK_TYPES = ("change", "neutral", "sustain")
SUBTYPES = {
    "therapist_input": ("information", "advice", "negotiation", "options"),
    "reflection": ("simple", "complex"),
    "question": ("open", "closed"),
}
NONE = "n/a"
ABOUT = ("transcript_id", "mi_quality", "topic", "video_title", "video_url")
SAID = ("utterance_id", "interlocutor", "timestamp", "utterance_text")
CODED = ("annotator_id", "main_therapist_behaviour", "client_talk_type")
FLAGS = tuple(f"{name}_{ending}" for name in SUBTYPES for ending in ("exists", "subtype"))


@dataclass(frozen=True, slots=True)
class Coding:
    """What one annotator saw in an utterance.

    `label` is the main behaviour of a therapist, or a client's talk type. The others belong to therapists and say of
    which kind the input, reflection and question in the utterance are; None where there is none.
    """

    annotator: str
    label: str
    therapist_input: str | None = None
    reflection: str | None = None
    question: str | None = None


@dataclass(frozen=True, slots=True)
class Utterance:
    """One utterance, with every annotator's coding of it; `time` is where it is in the video, as hh:mm:ss."""

    speaker: Literal["therapist", "client"]
    text: str
    time: str
    codings: tuple[Coding, ...]

    @property
    def label(self) -> str:
        """The label most annotators gave; of equally frequent ones that of the annotator who stands first."""
        return Counter(coding.label for coding in self.codings).most_common(1)[0][0]


@dataclass(frozen=True, slots=True)
class Transcript:
    """One talk. `quality` is how well motivational interviewing is shown in it."""

    id: str
    quality: str
    topic: str
    title: str
    url: str
    utterances: tuple[Utterance, ...]

    @property
    def part(self) -> str:
        """The part it belongs to, the same for all transcripts of a video."""
        return next(part for part, share in SHARES.items() if drawn(self.url) in share)


def load(datapath: str | Path, part: str) -> tuple[Transcript, ...]:
    """The transcripts of one part (train, valid or test) below `datapath`. CorpusError names file, line and reason."""
    folder = Path(datapath) / "annomi"
    of_part(folder, part, SHARES)
    return tuple(transcript for transcript in read(folder / FILE) if transcript.part == part)


def read(path: Path) -> Iterator[Transcript]:
    """The transcripts of the file, in its order."""
    columns = (*ABOUT, *SAID, *CODED, *FLAGS)
    rows = ((line, cells[0], cells) for line, cells in table(path, columns))
    for key, group in together(path, "transcript", rows):
        about = _alike(path, ABOUT, [(line, cells[:5]) for line, cells in group])
        quality = one_of(path, group[0][0], ABOUT[1], about[1], QUALITIES)
        said = together(path, f"transcript {key}, utterance", ((line, cells[5], cells[5:]) for line, cells in group))
        utterances = tuple(_utterance(path, expected, *item) for expected, item in enumerate(said))
        yield Transcript(key, quality, about[2].strip(), about[3], about[4], utterances)


def count(datapath: str | Path, part: str) -> dict[str, int]:
    """How many transcripts, utterances and codings a part has, and what they are of."""
    found = load(datapath, part)
    said = [utterance for transcript in found for utterance in transcript.utterances]
    return {
        "dialogs": len(found),
        "high_quality": sum(transcript.quality == "high" for transcript in found),
        "videos": len({transcript.url for transcript in found}),
        "utterances": len(said),
        "therapist_utterances": sum(utterance.speaker == "therapist" for utterance in said),
        "client_utterances": sum(utterance.speaker == "client" for utterance in said),
        "coded_by_several": sum(len(utterance.codings) > 1 for utterance in said),
        "codings": sum(len(utterance.codings) for utterance in said),
    }


def talks(datapath: str | Path, part: str) -> Iterator[Talk]:
    """The transcripts of a part as they are shown, with how many annotators gave each label."""
    for found in load(datapath, part):
        lines = tuple(Line(said.speaker, said.text, tuple(_notes(said))) for said in found.utterances)
        yield Talk(found.id, lines, (("quality", found.quality), ("topic", found.topic), ("video", found.url)))


def _notes(said: Utterance) -> Iterator[tuple[str, str]]:
    what = "behaviour" if said.speaker == "therapist" else "talk type"
    labels = Counter(coding.label for coding in said.codings).most_common()
    yield what, labels[0][0] if len(said.codings) == 1 else ", ".join(f"{label} {times}" for label, times in labels)


def _alike(path: Path, names: Sequence[str], rows: Sequence[tuple[int, list[str]]]) -> list[str]:
    """The cells that all rows must share."""
    first = rows[0][1]
    for line, cells in rows:
        for name, cell, expected in zip(names, cells, first, strict=True):
            if cell != expected:
                refuse(path, line, f"{name} differs from the row before: {cell!r:.60}")
    return first


def _utterance(path: Path, expected: int, key: str, rows: list[tuple[int, list[str]]]) -> Utterance:
    line = rows[0][0]
    _, speaker, time, text = _alike(path, SAID, [(line, cells[:4]) for line, cells in rows])
    if key != str(expected):
        refuse(path, line, f"utterance {expected} is expected, and this is {key!r:.60}")
    codings = tuple(_coding(path, line, speaker, cells[4:]) for line, cells in rows)
    if len({coding.annotator for coding in codings}) < len(codings):
        refuse(path, line, f"utterance {key} is coded twice by one annotator")
    return Utterance(_speaker(path, line, speaker), " ".join(text.split()), time, codings)


def _speaker(path: Path, line: int, value: str) -> Literal["therapist", "client"]:
    return "therapist" if one_of(path, line, SAID[1], value, ("therapist", "client")) == "therapist" else "client"


def _coding(path: Path, line: int, speaker: str, cells: list[str]) -> Coding:
    """The columns of the other speaker must all be n/a."""
    annotator, behaviour, talk_type, *flags = cells
    if speaker == "client":
        for name, cell in zip((CODED[1], *FLAGS), (behaviour, *flags), strict=True):
            one_of(path, line, f"a client's {name}", cell, (NONE,))
        return Coding(annotator, one_of(path, line, CODED[2], talk_type, TALK_TYPES))
    one_of(path, line, f"a therapist's {CODED[2]}", talk_type, (NONE,))
    kinds = [_kind(path, line, name, *flags[2 * place : 2 * place + 2]) for place, name in enumerate(SUBTYPES)]
    return Coding(annotator, one_of(path, line, CODED[1], behaviour, BEHAVIOURS), *kinds)


def _kind(path: Path, line: int, name: str, exists: str, kind: str) -> str | None:
    one_of(path, line, f"{name}_exists", exists, ("True", "False"))
    one_of(path, line, f"{name}_subtype", kind, SUBTYPES[name] if exists == "True" else (NONE,))
    return kind if exists == "True" else None
