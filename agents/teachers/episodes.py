"""Whatever a ParlAI teacher teaches, walked through once: what was said before, and the label."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from agents.border import SILENCE
from bot.errors import ConfigError


def labelled(task: str, datapath: Path, part: str) -> Iterator[tuple[list[str], str, str | None]]:
    """The lines of a talk so far, the (first) label that follows them, and its strategy where the teacher names one.

    `task` is what ParlAI's `-t` takes. ConfigError when there is no such teacher.
    """
    from parlai.core.params import ParlaiParser
    from parlai.core.teachers import create_task_agent_from_taskname

    given = ["--task", task, "--datatype", f"{part}:evalmode" if part == "train" else part, "--datapath", str(datapath)]
    try:
        opt = ParlaiParser(add_parlai_args=True).parse_args([*given, "--image-mode", "no_image_model"])
        (teacher,) = create_task_agent_from_taskname(opt)
    except (ImportError, AttributeError) as error:
        raise ConfigError(f"--from {task}: ParlAI finds no such teacher ({error})") from None
    lines: list[str] = []
    while not teacher.epoch_done():
        message = teacher.act()
        lines += [line for line in str(message.get("text") or "").split("\n") if line and line != SILENCE]
        label = next(iter(message.get("labels") or message.get("eval_labels") or ()), "")
        if label:
            yield list(lines), str(label), message.get("strategy")
            lines.append(str(label))
        if message.get("episode_done"):
            lines.clear()
