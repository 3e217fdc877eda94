"""Label Studio's JSON: tasks with a dialogue, predictions that were suggested, and annotations by people.

https://labelstud.io/guide/task_format; the labelling interface has a Paragraphs `dialogue` and Choices `label`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from bot.errors import StudyError
from worlds.annotation.dialogs import Dialog, LabelledDialog, Provenance

FROM, TO = "label", "dialogue"


class _Line(msgspec.Struct, frozen=True):
    text: str
    author: str = ""


class _Data(msgspec.Struct, frozen=True):
    dialogue: tuple[_Line, ...] = ()
    text: str = ""
    id: str = ""


class _Value(msgspec.Struct, frozen=True):
    choices: tuple[str, ...] = ()


class _Result(msgspec.Struct, frozen=True):
    value: _Value = _Value()
    type: str = "choices"


class _Annotation(msgspec.Struct, frozen=True):
    result: tuple[_Result, ...] = ()
    was_cancelled: bool = False


class _Own(msgspec.Struct, frozen=True):
    """How a label came about that was written by `tasks`."""

    label: str = ""
    provenance: Provenance = "manual"
    votes: int = 1
    of: int = 1


class _Meta(msgspec.Struct, frozen=True):
    attune: _Own = _Own()


class _Task(msgspec.Struct, frozen=True):
    data: _Data
    meta: _Meta | None = None
    id: int | str = ""
    annotations: tuple[_Annotation, ...] = ()


def read(path: Path) -> tuple[list[Dialog], list[LabelledDialog]]:
    """The dialogs of an export, and of those on whose label more than half of the annotators agree the labels.

    A label of `tasks` that nobody there has changed or voted on is what it was. StudyError names the task and what is
    wrong.
    """
    try:
        tasks = msgspec.json.decode(path.read_bytes(), type=list[_Task])
    except (OSError, msgspec.DecodeError) as error:
        raise StudyError(f"{path}: this is no export of Label Studio: {error}") from None
    dialogs: dict[str, Dialog] = {}
    labels: list[LabelledDialog] = []
    for number, task in enumerate(tasks, 1):
        name = task.data.id or str(task.id or number)
        lines = [line.text for line in task.data.dialogue] or [task.data.text]
        said = tuple(text for text in lines if text.strip())
        if not said:
            raise StudyError(f"{path}: task {name}: its data has neither a dialogue nor a text")
        if name in dialogs:
            raise StudyError(f"{path}: task {name}: its id is taken by an earlier one")
        dialogs[name] = Dialog(name, said)
        given = [_choice(one) for one in task.annotations if not one.was_cancelled]
        chosen = [label for label in given if label]
        best = max(chosen, key=chosen.count, default="")
        own = task.meta.attune if task.meta else _Own()
        if given == [own.label]:
            labels.append(LabelledDialog(name, said, best, own.provenance, own.votes, own.of))
        elif best and 2 * chosen.count(best) > len(given):
            labels.append(LabelledDialog(name, said, best, "manual", chosen.count(best), len(given)))
    return list(dialogs.values()), labels


def _choice(annotation: _Annotation) -> str:
    return next((one.value.choices[0] for one in annotation.result if one.type == "choices" and one.value.choices), "")


def tasks(labels: Sequence[LabelledDialog]) -> list[dict[str, Any]]:
    """Labelled dialogs as tasks: what people gave as annotations, what was expanded as predictions."""
    return [_task(number, one) for number, one in enumerate(labels, 1)]


def _task(number: int, one: LabelledDialog) -> dict[str, Any]:
    last = len(one.utterances) - 1
    lines = [{"author": "AB"[(last - at) % 2], "text": text} for at, text in enumerate(one.utterances)]
    result = [{"from_name": FROM, "to_name": TO, "type": "choices", "value": {"choices": [one.label]}}]
    own = {"label": one.label, "provenance": one.provenance, "votes": one.votes, "of": one.of}
    meta = {"attune": own | ({"like": one.like} if one.like else {})}
    task: dict[str, Any] = {"id": number, "data": {"id": one.id, "dialogue": lines}, "meta": meta}
    if one.provenance == "expanded":
        return task | {"predictions": [{"model_version": "expanded", "score": one.score, "result": result}]}
    return task | {"annotations": [{"result": result}]}
