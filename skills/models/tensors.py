"""The small trained tensors that ship with the skills, `skills/weights/NAME.safetensors`, each with a checksum.

What learnt from the vectors of the base encoder lies in a folder of its own, `skills/weights/base`.
Those of ours are pinned in `skills/pins.json`; a folder that a training run has made has a `pins.json` of its own.
"""

from __future__ import annotations

import json
from pathlib import Path

from bot.errors import WeightsError
from skills import pins as shipped
from skills.models.files import check, digest
from skills.sizes import SMALL, Size

WEIGHTS = Path(__file__).parents[1] / "weights"
ENCODER = "encoder"
"""The adapter that an encoder's "default" stands for."""
PINS = "pins.json"
ENDING = ".safetensors"


def folder_of(size: Size) -> Path:
    """Where the shipped tensors lie that learnt from the vectors of an encoder of this size."""
    return WEIGHTS if size is SMALL else WEIGHTS / size.name


def find(name: str, folder: Path = WEIGHTS) -> Path:
    """The tensor file called `name`, checked against its pin.

    WeightsError names the file, what is expected and found, and how it is made again.
    """
    known = pins(folder)
    if name not in known:
        raise WeightsError(f"no weights are called {name!r} in {folder} (there are: {', '.join(sorted(known))})")
    if folder.is_relative_to(WEIGHTS):
        return shipped.check(_key(folder / f"{name}{ENDING}"))
    path = folder / f"{name}{ENDING}"
    again = f"attune train {name} --datapath DIR --out {folder}"
    check(path, known[name], f"restore it from where it was made, or make it again: {again}")
    return path


def pins(folder: Path = WEIGHTS) -> dict[str, str]:
    """The sha256 of each tensor file of a folder, by its name; none for a folder that no training run has made."""
    if folder.is_relative_to(WEIGHTS):
        ours = ((shipped.path_of(key), value) for key, value in shipped.pinned().items() if key.startswith("weights/"))
        return {path.stem: value for path, value in ours if path.parent == folder and path.suffix == ENDING}
    path = folder / PINS
    known: dict[str, str] = json.loads(path.read_text(encoding="utf8")) if path.is_file() else {}
    return known


def pin(path: Path) -> None:
    """Note the checksum of a tensor file that was just made."""
    if path.is_relative_to(WEIGHTS):
        shipped.pin(_key(path))
        return
    known = pins(path.parent) | {path.stem: digest(path)}
    path.with_name(PINS).write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf8")


def beside(name: str, folder: Path, size: Size = SMALL) -> Path:
    """Where to look for `name`: `folder` if its file is there, as after a run with `--out`, else where it ships.

    `size` is that of the encoder whose vectors it learnt from; what knows no vectors ships once, in `WEIGHTS`.
    """
    return folder if (folder / f"{name}{ENDING}").is_file() else folder_of(size)


def _key(path: Path) -> str:
    """What a shipped file is called in `skills/pins.json`."""
    return f"weights/{path.relative_to(WEIGHTS).as_posix()}"
