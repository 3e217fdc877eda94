import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from agents.evaluation.startup import Terminal, start
from bot.errors import BotError

FROM_OUTSIDE = """
import sys
from contextlib import closing
from agents.evaluation.startup import Terminal
with closing(Terminal([sys.executable, "-c", "held = b'x' * 200_000_000; input('> ')"])) as terminal:
    terminal.wait_for(b"> ")
assert "numpy" not in sys.modules and "torch" not in sys.modules
print(terminal.peak_mb)
"""


def test_prompts_are_waited_for_one_after_the_other() -> None:
    with closing(Terminal([sys.executable, "-c", "print(input('first> ') * 2); input('second> ')"])) as terminal:
        terminal.wait_for(b"first> ")
        terminal.type("ab\n")
        terminal.wait_for(b"abab")
        terminal.wait_for(b"second> ")


def test_a_program_that_ends_early_is_quoted() -> None:
    message = r"no prompt '> ' came; it said: no weights here"
    command = [sys.executable, "-c", "print('no weights here')"]
    with closing(Terminal(command)) as terminal, pytest.raises(BotError, match=message):
        terminal.wait_for(b"> ")


def test_peak_memory_is_in_millions_of_bytes() -> None:
    # From a small process: a child's peak begins with that of whoever starts it.
    done = subprocess.run([sys.executable, "-c", FROM_OUTSIDE], check=True, capture_output=True, text=True)
    assert 200 <= float(done.stdout) < 260


def test_a_bot_is_started_and_says_something(bot_file: Path) -> None:
    found = start(str(bot_file))
    assert found.ready_s > 0
    assert found.peak_mb > 10
