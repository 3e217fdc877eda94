"""What the bot says depends on the talk and its seed, and on nothing else: not on how a process orders its sets."""

from __future__ import annotations

import os
import subprocess
import sys

TALK = """
import torch
from datetime import UTC, datetime, timedelta
from bot.build import build
from bot.config import read
from bot.dialog import Conversation

torch.set_num_threads(1)
engine, talk, now = build(read("default")), Conversation("same:1::person"), datetime(2026, 1, 1, 12, tzinfo=UTC)
said = (
    "I lost my job yesterday", "my boss never even looked at me", "ok", "what should I do?", "no, I tried that already",
    "my sister says I should just move on", "I can't sleep", "hm", "thanks, that helps a bit", "bye",
)
for minute, text in enumerate(said):
    step = engine.step(talk, text, now + timedelta(minutes=minute))
    talk = step.conversation
    print(step.reply.text)
"""


def test_a_talk_is_the_same_in_every_process() -> None:
    running = [
        subprocess.Popen(
            [sys.executable, "-c", TALK], stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONHASHSEED": seed}
        )
        for seed in ("1", "2")
    ]
    first, second = (process.communicate()[0] for process in running)
    assert [process.returncode for process in running] == [0, 0]
    assert first == second
    assert len(first.splitlines()) == 10
