"""`attune chat` on a pseudo-terminal, with a bot that repeats what it is told."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from codecs import getincrementaldecoder
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).parents[3]
SKILL = """
from bot.dialog import EmotionState, Reply, SkillResult
from bot.registry import encoder, skill
from bot.testing import FixedEncoder

@skill("words", writes=(EmotionState,))
def words():
    def answer(turn):
        before = len(turn.conversation.said("bot"))
        sad = EmotionState("one", "sad", (1.0,), 4.0)
        return SkillResult((sad,), (Reply(f"{before}:\\n{turn.text[:20]}", "words", 1.0, "Question"),))
    return answer

@encoder("counted")
def counted(*, file: str):
    class Counted(FixedEncoder):
        def encode(self, conversations):
            with open(file, "a") as out:
                out.write(f"{len(conversations)} ")
            return super().encode(conversations)
    return Counted()
"""


class Terminal:
    """`attune chat` on a pseudo-terminal."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.master, slave = pty.openpty()
        self._decoder = getincrementaldecoder("utf8")("replace")
        # The terminal must be the process's own, or Ctrl-C would mean nothing to it.
        command = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); from bot.cli import main; main()"
        places = ["chat", "--bot", str(folder / "bot.toml"), "--database", str(folder / "t.db"), *options]
        self.process = subprocess.Popen(
            [sys.executable, "-c", command, *places],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(ROOT), "TERM": "dumb", "COLUMNS": "200"},
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)

    def until(self, words: str) -> str:
        """What is shown up to and with `words`, wherever its lines break."""
        shown, end = "", time.monotonic() + 20
        while not _shows(shown, words) and time.monotonic() < end:
            if select.select([self.master], [], [], 0.2)[0]:
                with suppress(OSError):
                    shown += self._decoder.decode(os.read(self.master, 1))
        assert _shows(shown, words), shown
        return shown

    def type(self, keys: str | bytes) -> None:
        os.write(self.master, keys if isinstance(keys, bytes) else keys.encode())

    def close(self) -> int:
        """How it ended, which it must by itself."""
        return self.process.wait(20)

    def end(self) -> None:
        """Whatever it does."""
        self.process.kill()
        self.process.wait()
        os.close(self.master)


def _shows(shown: str, words: str) -> bool:
    return words in shown or words in " ".join(shown.split())
