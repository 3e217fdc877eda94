"""The packages that the encoders' tensors and tokenizers come from, and where their files lie.

The small model lies in its package as it is. The base model is a zip in five parts, one to a package: it is unpacked
once into the user's cache (`skills.models.unpacking`).
"""

from __future__ import annotations

import importlib.util
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from bot.errors import WeightsError
from bot.folders import cache
from skills.sizes import SMALL, Size

MODULE = SMALL.packages[0].partition("==")[0].replace("-", "_")


def folder(size: Size = SMALL) -> Path:
    """Where the model's files lie, or are unpacked to. WeightsError with the command where the package is missing."""
    if size.parted:
        return cache() / "encoder" / size.model
    found = importlib.util.find_spec(MODULE)
    if found is None or found.origin is None:
        raise WeightsError(f"the encoder's package is not installed: {size.install}")
    return Path(found.origin).parent / "model"


def parts(size: Size) -> dict[str, Path]:
    """The parts of the model's zip in their order, each by its key in the pins.

    WeightsError names the packages that are not installed, with the command.
    """
    found = {name: _part(size, package) for package in size.packages for name in [part_name(size, package)]}
    missing = [package for package, path in zip(size.packages, found.values(), strict=True) if path is None]
    if missing:
        what = f"{len(missing)} of the {len(found)} packages of the {size.name} encoder are not installed"
        raise WeightsError(f"{what} ({', '.join(missing)}): {size.install}")
    return {f"{size.place}/{name}": path for name, path in found.items() if path is not None}


def installed(size: Size) -> bool:
    """Whether all packages of the model are there."""
    try:
        return all(path.exists() for path in (parts(size).values() if size.parted else (folder(size),)))
    except WeightsError:
        return False


def part_name(size: Size, package: str) -> str:
    """The file of one package, such as all-mpnet-base-v2.zip.001."""
    return f"{size.model}.zip.{package.partition('==')[0][-3:]}"


def _part(size: Size, package: str) -> Path | None:
    """Where the part of the zip lies; its folder has hyphens in its name, and can't be imported."""
    name = package.partition("==")[0]
    stem, _, number = name.rpartition("-")
    try:
        place = distribution(name).locate_file(f"{stem}_{number}/input/{part_name(size, package)}")
    except PackageNotFoundError:
        return None
    return Path(str(place))
