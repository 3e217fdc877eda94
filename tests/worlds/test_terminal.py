"""The study on a real pseudo-terminal: what a narrow one shows."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from rich.cells import cell_len

Make = Callable[..., Path]
COLUMNS = 34
LONG = "Losing work like that can pull the floor from under everything, and nobody there asked how you were."
WIDE = "「大丈夫」 says nothing; 「疲れた」 says more, and 「もう無理」 says the most of all of them together."


def shown(folder: Path, typed: str, *args: str, columns: int = COLUMNS) -> str:
    """What a terminal shows while this is said to `attune study`, a line for each prompt."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", "from bot.cli import main; main()", "study", *args],
        cwd=folder,
        env=os.environ | {"TERM": "xterm", "COLUMNS": str(columns)},
        stdin=subprocess.PIPE,
        stdout=slave,
        stderr=slave,
    )
    os.close(slave)
    assert process.stdin
    process.stdin.write(typed.encode())
    process.stdin.close()
    text = b""
    with suppress(OSError):  # Linux's way to say that the other side is closed
        while piece := os.read(master, 4096):
            text += piece
    os.close(master)
    assert process.wait(20) == 0, text.decode()
    return re.sub(r"\x1b\[[0-9;?]*[a-z]", "", text.decode()).replace("\r\n", "\n").replace("> ", "> \n")


def test_no_word_is_broken_at_the_edge(bot_file: Make, tmp_path: Path) -> None:
    bot_file("calm", LONG)
    bot_file("warm", WIDE)
    text = shown(tmp_path, "hello\na\n/bye\n", "ab", "calm.toml", "warm.toml", "--keep-text")
    assert [line for line in text.split("\n") if cell_len(line) > COLUMNS] == []
    for said in (LONG, WIDE, "There is no right choice, and you can stop whenever you like."):
        assert said in re.sub(r"\s+", " ", text)
    answer = text[text.index("A  ") : text.index("B  ")].rstrip().split("\n")
    assert len(answer) > 2
    assert all(line.startswith("   ") for line in answer[1:])


def test_names_of_wide_characters_stand_above_each_other(bot_file: Make, tmp_path: Path) -> None:
    bot_file("静か", "How so?", file="calm")
    bot_file("warm one", "Go on.")
    shown(tmp_path, "hello\na\n/bye\n", "ab", "calm.toml", "warm one.toml", "--out", "x.jsonl")
    head, first, second, *_ = shown(tmp_path, "", "table", "x.jsonl", columns=60).split("\n")
    assert cell_len(head) == cell_len(first) == cell_len(second)
