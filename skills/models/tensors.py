"""The small trained tensors that ship with the skills, `skills/weights/NAME.safetensors`, pinned by `pins.json`."""

from __future__ import annotations

import json
from pathlib import Path

from bot.errors import WeightsError
from skills.models.files import check

WEIGHTS = Path(__file__).parents[1] / "weights"
PINS = "pins.json"


def find(name: str, folder: Path = WEIGHTS) -> Path:
    """The tensor file called `name`, checked against its pin.

    WeightsError names the file, what is expected and found, and how it is made again.
    """
    pins: dict[str, str] = json.loads((folder / PINS).read_text(encoding="utf8"))
    if name not in pins:
        raise WeightsError(f"no weights are called {name!r} in {folder} (there are: {', '.join(sorted(pins))})")
    path = folder / f"{name}.safetensors"
    check(path, pins[name], f"restore it from the release, or make it again: attune train {name} --datapath DIR")
    return path


def beside(name: str, folder: Path) -> Path:
    """Where to look for `name`: `folder` if its file is there, as after a training run with `--out`, else `WEIGHTS`."""
    return folder if (folder / f"{name}.safetensors").is_file() else WEIGHTS
