"""Which talks are counted: the parts of a corpus below a data folder, and a bot's talks from a file or played now."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from agents.corpora.esconv import OUTSIDE, SPEAKERS, SPELLINGS, Dialog
from agents.corpora.reading import PARTS, lines_of, one_of, refuse, text_of
from agents.statistics.progress import Marks
from bot.dialog import STRATEGIES

T = TypeVar("T")


def parts(
    load: Callable[[Path, str], tuple[T, ...]], datapath: Path, split: str, place: Callable[[str], Path]
) -> dict[str, tuple[T, ...]]:
    """The talks by part: of one part, or of every one that is there where `split` is "all". `place` is a part's file.

    CorpusError where a part that was asked for is not there, is damaged or has no talks.
    """
    wanted = [part for part in PARTS if place(part).is_file()] if split == "all" else [split]
    found = {part: load(datapath, part) for part in wanted or PARTS[:1]}
    for part, talks in found.items():
        if not talks:
            refuse(place(part), None, "there are no talks in it")
    return found


def made_up(simulated: Iterable[bool]) -> str:
    """What stands behind a note on talks of which some are `simulated`; "" where none is."""
    count = sum(simulated)
    return f" {count} of the talks are simulated: nobody wrote them." if count else ""


def stored(path: Path) -> tuple[Marks, ...]:
    """The strategies of stored talks, message by message, from a JSON list of talks or, in *.jsonl, a talk a line.

    A talk is an object as in ESConv: `dialog` is a list of messages, each with `speaker` (seeker or supporter) and, if
    the supporter's, `annotation.strategy`. Other fields may be missing. CorpusError names file, line or talk, message
    and reason.
    """
    found = tuple(_marks(path, line, name, talk) for line, name, talk in _objects(path))
    if not any(mark for talk in found for mark in talk):
        refuse(path, None, "no message in it has a strategy")
    return found


def _objects(path: Path) -> Iterator[tuple[int | None, str, Any]]:
    if path.suffix == ".jsonl":
        for line, text in lines_of(path):
            if text.strip():
                yield line, "", _json(path, line, text)
        return
    talks = _json(path, 1, text_of(path))
    if not isinstance(talks, list):
        refuse(path, 1, f"a list of talks is expected, and this is {type(talks).__name__}")
    for number, talk in enumerate(talks, 1):
        yield None, f"talk {number}: ", talk


def _json(path: Path, first: int, text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        refuse(path, first + error.lineno - 1, f"this is not JSON: {error.msg}")
    except RecursionError:
        refuse(path, first, "this is not JSON that can be read: it is nested too deeply")


def _marks(path: Path, line: int | None, name: str, talk: Any) -> Marks:
    messages = talk.get("dialog") if isinstance(talk, dict) else None
    if not isinstance(messages, list) or not messages:
        refuse(path, line, f"{name}'dialog' must be a list of messages")
    return tuple(_mark(path, line, f"{name}message {number}: ", said) for number, said in enumerate(messages, 1))


def _mark(path: Path, line: int | None, name: str, said: Any) -> str | None:
    notes = said.get("annotation", {}) if isinstance(said, dict) else None
    if not isinstance(notes, dict):
        refuse(path, line, f"{name}an object with 'speaker' and 'annotation' is expected")
    speaker = SPEAKERS[one_of(path, line, f"{name}speaker", str(said.get("speaker")), SPEAKERS)]
    strategy = notes.get("strategy")
    if speaker == "seeker" or strategy is None:
        return None
    return one_of(path, line, f"{name}strategy", SPELLINGS.get(str(strategy), str(strategy)), (*STRATEGIES, OUTSIDE))


def played(dialogs: tuple[Dialog, ...], bot_file: str) -> tuple[Marks, ...]:
    """The strategies of a bot that answers the seekers of these talks, its own replies being what was said between."""
    from agents.evaluation.replay import exchanges, replay
    from bot.build import build
    from bot.config import read

    talks = replay(build(read(bot_file)), [exchanges(dialog) for dialog in dialogs])
    return tuple(tuple(mark for turn in talk for mark in (None, turn.strategy)) for talk in talks)
