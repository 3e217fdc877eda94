"""What figures are measured with, as checksums: a figure is out of date when one of them has changed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from skills import pins

ROOT = Path(__file__).parents[2]
PINNED = {
    "encoder": ("encoder/", "encoder_base/", "weights/encoder", "weights/base/encoder"),
    "danger heads": ("weights/danger", "weights/crisis_acts", "weights/base/danger", "weights/base/crisis_acts"),
    "small encoder": ("encoder/", "weights/encoder"),
    "small danger heads": ("weights/danger", "weights/crisis_acts"),
    "feeling heads": ("weights/emotion", "weights/context", "weights/ngrams", "weights/base/emotion"),
    "cause heads": ("weights/cause", "weights/base/cause"),
    "tensors": ("encoder/", "encoder_base/", "weights/"),
    "replies": ("replies/",),
    "crisis lines": ("crisis/",),
}
"""Groups of files whose checksums `skills/pins.json` has, by how their keys begin."""
SETS = "agents/evaluation/sets"
FILES = {
    "care sets": (f"{SETS}/care/heldout_*.jsonl", f"{SETS}/harm*_replies.jsonl"),
    "crisis sets": (f"{SETS}/crisis/*.jsonl", f"{SETS}/care/tuning_lines.jsonl"),
    "reply sets": (f"{SETS}/contrast_set.jsonl",),
    "guard code": ("skills/care/**/*.py", "skills/safety.py", "skills/reply_gate.py", "skills/crisis_resources.py"),
}
"""Groups of files of the tree."""
GROUPS = (*PINNED, *FILES)


def checksum(group: str) -> str:
    """Of every file of a group, with its name; the first 16 digits of a sha256."""
    digest = hashlib.sha256()
    for name, found in sorted(_pinned(group) if group in PINNED else _files(group)):
        digest.update(f"{name} {found}\n".encode())
    return digest.hexdigest()[:16]


def today() -> dict[str, str]:
    """The checksum of every group, as the files are now."""
    return {group: checksum(group) for group in GROUPS}


def _pinned(group: str) -> Iterator[tuple[str, str]]:
    return ((key, found) for key, found in pins.pinned().items() if key.startswith(PINNED[group]))


def _files(group: str) -> Iterator[tuple[str, str]]:
    for pattern in FILES[group]:
        for path in ROOT.glob(pattern):
            yield str(path.relative_to(ROOT)), hashlib.sha256(path.read_bytes()).hexdigest()
