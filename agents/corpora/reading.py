"""What the corpus readers share: finding a part below a data folder and refusing what cannot be read."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

from bot.errors import CorpusError

PARTS = ("train", "valid", "test")


def refuse(path: Path, line: int | None, reason: str) -> NoReturn:
    """Raise CorpusError naming file, line and reason."""
    raise CorpusError(f"{path}{'' if line is None else f', line {line}'}: {reason}")


def locate(datapath: str | Path, folder: str, part: str, ending: str) -> Path:
    """The file of one part, `datapath/folder/part.ending`; CorpusError names the part or file that is not there."""
    path = Path(datapath) / folder / f"{part}.{ending}"
    if part not in PARTS:
        refuse(path, None, f"there is no part {part!r} (choose from {', '.join(PARTS)})")
    if not path.is_file():
        refuse(path, None, "there is no such file (is --datapath the folder that holds the corpora?)")
    return path


def text_of(path: Path) -> str:
    """The whole file as UTF-8; CorpusError names the line of the first byte that is not."""
    data = path.read_bytes()
    try:
        return data.decode("utf8")
    except UnicodeDecodeError as error:
        refuse(path, data.count(b"\n", 0, error.start) + 1, f"byte {error.start} is not UTF-8")
