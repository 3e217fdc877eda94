"""The forms a corpus is written in: ParlAI's conversations, ESConv's JSON, JSON lines; a folder, whole or absent."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from agents.logs.collect import Said, Talk
from bot.dialog import STRATEGIES
from bot.errors import CorpusError

SILENCE = "__SILENCE__"
"""ParlAI's word for a turn in which nothing was said; its border is not imported for that."""
Files = Mapping[str, str]


def parlai(talks: Sequence[Talk]) -> Files:
    """What `-t jsonfile` reads: a talk a line, in pairs of person and bot, so that the bot's turns are the labels.

    Turns of one speaker in a row are one, a line each; stars and strategy are fields of the bot's message.
    """
    rows = ({"person": talk.person, "cut": talk.cut, "dialog": list(_pairs(talk.turns))} for talk in talks)
    return {"talks.jsonl": _lines(rows)}


def esconv(talks: Sequence[Talk]) -> Files:
    """ESConv's schema, where its own parser and teacher look for it. The form before and after is nobody's: empty.

    As there, stars stand with the person's next message; where there is none, with the reply itself. A
    strategy that is none of ESConv's eight is left out.
    """
    return {"esconv/train.json": json.dumps([_esconv(talk) for talk in talks], indent=1, ensure_ascii=False) + "\n"}


def jsonl(talks: Sequence[Talk]) -> Files:
    """A talk a line, turns as they are."""
    rows = (
        {
            "person": talk.person,
            "cut": talk.cut,
            "intensity": dict(zip(("first", "last"), talk.intensity, strict=True)) if talk.intensity else None,
            "turns": [_fields("speaker", said) for said in talk.turns],
        }
        for talk in talks
    )
    return {"talks.jsonl": _lines(rows)}


FORMATS: Mapping[str, Callable[[Sequence[Talk]], Files]] = {"parlai": parlai, "esconv": esconv, "jsonl": jsonl}
READ = {
    "parlai": "parlai display_data -t jsonfile -jfdp {out}/talks.jsonl",
    "esconv": "parlai display_data -t agents.teachers.esconv --datapath {out}   # or: attune data show esconv",
    "jsonl": "each line of talks.jsonl is one talk",
}
"""How each is read back."""


def free(out: Path) -> None:
    """CorpusError unless the folder can be made, or is there and empty."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise CorpusError(f"{out} is there and not empty: name a new folder")


def write(files: Files, out: Path) -> None:
    """Put the files into the folder, all at once: it is made beside its place, for its owner only, and then moved."""
    free(out)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        aside = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
    except OSError as error:
        raise CorpusError(f"{out} cannot be made: {error.strerror}") from None
    try:
        for name, text in files.items():
            (aside / name).parent.mkdir(exist_ok=True)
            (aside / name).write_text(text, encoding="utf8")
        aside.replace(out)
    except OSError as error:
        raise CorpusError(f"{out} cannot be written: {error.strerror}") from None
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _lines(rows: Iterator[dict[str, Any]]) -> str:
    # In ASCII: ParlAI would also end a line at the other marks that Unicode has for it.
    return "".join(json.dumps(row) + "\n" for row in rows)


def _fields(speaker: str, said: Said) -> dict[str, Any]:
    return {speaker: said.speaker, "text": said.text, "strategy": said.strategy, "stars": said.stars}


def _pairs(turns: Sequence[Said]) -> Iterator[list[dict[str, Any]]]:
    merged: list[dict[str, Any]] = []
    for said in turns:
        if merged and merged[-1]["id"] == said.speaker:
            own = {key: value for key, value in _fields("id", said).items() if value is not None}
            merged[-1] |= own | {"text": f"{merged[-1]['text']}\n{said.text}"}
        else:
            merged.append(_fields("id", said))
    if merged and merged[0]["id"] == "bot":
        merged.insert(0, {"id": "user", "text": SILENCE, "strategy": None, "stars": None})
    yield from (merged[place : place + 2] for place in range(0, len(merged), 2))


def _esconv(talk: Talk) -> dict[str, Any]:
    first, last = talk.intensity or (None, None)
    asked = {"initial_emotion_intensity": first, "final_emotion_intensity": last, "empathy": None, "relevance": None}
    return {
        "experience_type": "",
        "emotion_type": "",
        "problem_type": "",
        "situation": "",
        "survey_score": {
            "seeker": {name: str(score or "") for name, score in asked.items()},
            "supporter": {"relevance": ""},
        },
        "dialog": list(_messages(talk.turns)),
        "seeker_question1": "",
        "seeker_question2": "",
        "supporter_question1": "",
        "supporter_question2": "",
    }


def _messages(turns: Sequence[Said]) -> Iterator[dict[str, Any]]:
    due: int | None = None
    for place, said in enumerate(turns):
        notes: dict[str, str] = {}
        if said.speaker == "bot":
            due = said.stars or due
            if said.strategy in STRATEGIES:
                notes["strategy"] = said.strategy
        if due and (said.speaker == "user" or all(later.speaker == "bot" for later in turns[place + 1 :])):
            notes["feedback"] = str(due)
            due = None
        yield {
            "speaker": "seeker" if said.speaker == "user" else "supporter",
            "annotation": notes,
            "content": said.text,
        }
