"""A study's file: JSON lines, an opening and then one line a turn, each on the disk before the talk goes on.

A study is taken up again by opening its file again. A last line that a crash cut short is dropped.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import msgspec

from bot.errors import StudyError
from worlds.judgement import Judgement, Line, Opening

_decoder: msgspec.json.Decoder[Opening | Line] = msgspec.json.Decoder(Opening | Line)


class Record:
    """Use as `with Record(path, opening) as record`. `lines` is what the file holds.

    The file is made readable by its owner only. Raises StudyError when it belongs to another study, is damaged, is in
    use by another program, or cannot be written.
    """

    def __init__(self, path: Path, opening: Opening) -> None:
        self.path, self.opening = path, opening
        try:
            self._file: BinaryIO = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b")
        except OSError as error:
            raise StudyError(f"{path}: cannot be written: {error.strerror}") from None
        try:
            self.lines = self._take_up()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Record:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def append(self, line: Line) -> None:
        """Write a line; when this returns it is on the disk."""
        self._write(line)
        self.lines.append(line)

    def judged(self, person: str) -> int:
        """How many turns this person has judged."""
        return sum(line.answer != "same" for line in self._of(person))

    def talks(self, person: str) -> int:
        """How many talks this person has begun and judged something in."""
        return max((line.talk for line in self._of(person)), default=0)

    def _of(self, person: str) -> list[Judgement]:
        return [line for line in self.lines if isinstance(line, Judgement) and line.person == person]

    def _take_up(self) -> list[Line]:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StudyError(f"{self.path}: another program is holding this study") from None
        data = self._file.read()
        whole = data[: data.rfind(b"\n") + 1]
        if not whole and _row(self.opening).startswith(data):
            lines: list[Line] = []
        else:
            lines = self._check(*parse(self.path, whole))
        # Only now, when the file is known to be this study's, is anything in it changed.
        self._file.seek(len(whole))
        self._file.truncate()
        if not whole:
            self._write(self.opening)
        return lines

    def _check(self, opening: Opening, lines: list[Line]) -> list[Line]:
        if opening != self.opening:
            raise StudyError(
                f"{self.path}: holds {named(opening)}, and this is {named(self.opening)} (a study is its two bot files "
                "and its seed): choose another file"
            )
        return lines

    def _write(self, line: Opening | Line) -> None:
        try:
            self._file.write(_row(line))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise StudyError(f"{self.path}: cannot be written: {error.strerror}") from None


def read(path: Path) -> tuple[Opening, list[Line]]:
    """The opening and the lines of a study's file. StudyError names file, line and reason."""
    try:
        return parse(path, path.read_bytes())
    except OSError as error:
        raise StudyError(f"{path}: cannot be read: {error.strerror}") from None


def parse(path: Path, data: bytes) -> tuple[Opening, list[Line]]:
    """The opening and the lines in `data`, without a last line cut short. StudyError names `path`, line and reason."""
    opening: Opening | None = None
    lines: list[Line] = []
    for number, row in enumerate(data[: data.rfind(b"\n") + 1].splitlines(), 1):
        item = _decode(path, number, row)
        if isinstance(item, Opening) is (number > 1):
            raise StudyError(f"{path}, line {number}: a study's file has its opening in the first line, and only there")
        if isinstance(item, Opening):
            opening = item
        else:
            lines.append(item)
    if opening is None:
        raise StudyError(f"{path}: holds no study")
    return opening, lines


def _row(line: Opening | Line) -> bytes:
    return msgspec.json.encode(line) + b"\n"


def _decode(path: Path, number: int, row: bytes) -> Opening | Line:
    try:
        return _decoder.decode(row)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise StudyError(f"{path}, line {number}: is no line of a study: {error}") from None


def named(opening: Opening) -> str:
    """A study as messages name it."""
    return f"study {opening.id} of {opening.left} and {opening.right}, seed {opening.seed}"
