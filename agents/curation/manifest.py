"""What an output folder belongs to: written when a run begins, compared when it goes on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import CorpusError
from skills.models import tensors

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

NAME = "manifest.json"
USED = ("turns", "encoder", "emotion", "ngrams", "context", "intents")
"""Weights that decide a result: the classifier's, and those of the default labeller."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """One run: all that decides its result. `files` is a checksum of the sources' names and sizes."""

    sources: int
    files: str
    labeller: str
    top: int
    encoding: str
    weights: str
    code: str


def manifest(source: Path, names: Sequence[str], labeller: str, top: int, encoding: str) -> Manifest:
    """The manifest of a run over the files `names` below `source`, by the code and the shipped weights as they are."""
    seen = hashlib.sha256()
    for name in names:
        seen.update(f"{name}\0{(source / name).stat().st_size}\n".encode())
    return Manifest(len(names), seen.hexdigest(), labeller, top, encoding, weights(), code())


def claim(out: Path, ours: DataclassInstance) -> bool:
    """Make `out` this run's folder, or find that it is already: True when a run goes on.

    CorpusError when the folder belongs to another run, naming what differs, or holds other things.
    """
    path = out / NAME
    if not path.is_file():
        if out.is_dir() and any(item.name != f"{NAME}.part" for item in out.iterdir()):
            raise CorpusError(f"{out}: this folder is not empty and holds no curation (name a new one: --out DIR)")
        out.mkdir(parents=True, exist_ok=True)
        aside = out / f"{NAME}.part"
        aside.write_text(json.dumps(asdict(ours), indent=1) + "\n", encoding="utf8")
        aside.replace(path)
        return False
    try:
        held = json.loads(path.read_text(encoding="utf8"))
    except ValueError as error:
        raise CorpusError(f"{path}: this is no manifest: {error}") from error
    if not isinstance(held, dict):
        raise CorpusError(f"{path}: this is no manifest")
    differs = [
        f"{key} ({held.get(key)!r:.40} there, {value!r} here)"
        for key, value in asdict(ours).items()
        if held.get(key) != value
    ]
    if differs:
        raise CorpusError(
            f"{path}: the folder belongs to another run; what differs: {'; '.join(differs)} (name a new one: --out DIR)"
        )
    return True


def weights() -> str:
    pins = tensors.pins()
    return " ".join(f"{name} {pins[name][:16]}" for name in USED if name in pins)


def code() -> str:
    """A checksum of this package's code: half a corpus cleaned by other rules is no corpus."""
    seen = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        seen.update(path.read_bytes())
    return seen.hexdigest()[:16]
