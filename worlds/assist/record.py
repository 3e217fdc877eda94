"""What became of suggestions: JSON lines, one a turn, each on the disk before the talk goes on, and their table.

Labels for whatever learns from them: which drafts were shown, which was taken, and how far what was said is from it.
Words are kept only where that was asked for, and never of a turn in which danger was heard.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from bot.errors import StudyError
from worlds.assist.suggestions import Draft, Suggestions

Action = Literal["sent", "edited", "own", "none"]
"""A draft as it is, one with changes, words of their own, or no suggestion to take."""
NEAR = 0.5
"""Up to this share of words changed, what was said counts as a draft that was edited."""


class Taken(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One turn. `strategies` are the drafts' in order, `taken` the place of one; `distance` in words, as a share.

    `level` is the danger that was heard; with words: `said`, `drafts` and `reply`. Of talks that are exported, `talk`
    and `index` say where it was said.
    """

    action: Action
    strategies: tuple[str, ...] = ()
    scores: tuple[float, ...] = ()
    taken: int | None = None
    distance: float | None = None
    level: int = 0
    emotion: str = ""
    stage: str = ""
    said: str = ""
    drafts: tuple[str, ...] = ()
    reply: str = ""
    talk: str = ""
    index: int | None = None


def taken(found: Suggestions, said: str, reply: str, *, words: bool) -> Taken:
    """What became of the suggestions for an answer to `said`; with `words`, but none in which danger was heard."""
    action, place, far = judge(found.drafts, reply)
    kept = words and not found.level
    return Taken(
        action=action,
        strategies=tuple(draft.strategy for draft in found.drafts),
        scores=tuple(draft.score for draft in found.drafts),
        taken=place,
        distance=far,
        level=found.level,
        emotion=found.emotion,
        stage=found.stage,
        said=said if kept else "",
        drafts=tuple(draft.text for draft in found.drafts) if kept else (),
        reply=reply if kept else "",
    )


def judge(drafts: Sequence[Draft], reply: str) -> tuple[Action, int | None, float | None]:
    """What was done, the draft that it is nearest to, and how far from it."""
    if not drafts:
        return "none", None, None
    far = [distance(draft.text, reply) for draft in drafts]
    nearest = min(range(len(far)), key=lambda place: far[place])
    if far[nearest] > NEAR:
        return "own", None, None
    return ("sent" if far[nearest] == 0 else "edited"), nearest, round(far[nearest], 3)


def distance(one: str, other: str) -> float:
    """Levenshtein distance over words, as a share of the longer text's; 0 for the same words."""
    left, right = one.split(), other.split()
    row = list(range(len(right) + 1))
    for place, word in enumerate(left, 1):
        before, row[0] = row[0], place
        for at, another in enumerate(right, 1):
            before, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, before + (word != another))
    return row[-1] / max(len(left), len(right), 1)


def append(path: Path, taken: Taken) -> None:
    """Write a line to a file that its owner alone can read. StudyError where it cannot be written."""
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab") as file:
            file.write(msgspec.json.encode(taken) + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise StudyError(f"{path}: cannot be written: {error.strerror}") from None


def read(path: Path) -> list[Taken]:
    """The lines of a file. StudyError names the first that is none; a last one that a crash cut short is left out."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise StudyError(f"{path}: cannot be read: {error.strerror}") from None
    found = []
    for number, line in enumerate(data[: data.rfind(b"\n") + 1].splitlines(), 1):
        try:
            found.append(msgspec.json.decode(line, type=Taken))
        except msgspec.DecodeError as error:
            raise StudyError(f"{path}:{number}: {error}") from None
    return found


def table(taken: Sequence[Taken]) -> Iterator[str]:
    """How often drafts were taken, by rank and by strategy, and how far they were changed."""
    actions = Counter(one.action for one in taken)
    shown = [one for one in taken if one.strategies]
    danger = sum(one.level > 0 for one in taken)
    yield f"{len(taken)} turns, {len(shown)} with suggestions, {danger} with danger, in which none are made"
    yield "  ".join(f"{name} {actions[name]}" for name in ("sent", "edited", "own", "none"))
    far = [one.distance for one in taken if one.action == "edited" and one.distance is not None]
    if far:
        yield f"edited: {sum(far) / len(far):.0%} of the words changed on average"
    ranks = Counter(one.taken for one in shown if one.taken is not None)
    for place in range(max((len(one.strategies) for one in shown), default=0)):
        offered = sum(len(one.strategies) > place for one in shown)
        yield f"draft {place + 1}: taken {ranks[place]} of {offered}"
    by_strategy = Counter(name for one in shown for name in one.strategies)
    used = Counter(one.strategies[one.taken] for one in shown if one.taken is not None)
    for name, count in by_strategy.most_common():
        yield f"{name}: taken {used[name]} of {count}"
