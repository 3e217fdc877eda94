"""Two processes answer over one database; one is killed outright, the other takes over what it left."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.dialog import Conversation
from bot.store import Store, Vault

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
# Hears what stands on its input, a line a message, and writes what it sends to a file. Where it is to stop, and the
# text says so, it tells by a file and hangs.
PROCESS = """
import asyncio, json, os, sys, time
from datetime import timedelta
from pathlib import Path
from bot.dialog import Reply, SkillResult
from bot.engine import Engine
from bot.frontends.door import Door
from bot.sessions import Sessions
from bot.store import Store, Vault

url, folder, name, stop = sys.argv[1:]
sent = open(Path(folder, f"{name}.sent"), "a", buffering=1)

def hold(place, text):
    if stop == place and "hold" in text:
        Path(folder, "ready").touch()
        time.sleep(600)

def words(turn):
    hold("turn", turn.text)
    return SkillResult(replies=(Reply(f"{turn.text}! So it is, I hear.", "words", 1.0),))

async def send(conversation_id, text, key):
    hold("send", text)
    print(json.dumps([conversation_id, key, text]), file=sent)
    hold("sent", text)

async def typing(): pass

async def main():
    waits = dict(left=timedelta(seconds=1), stale=timedelta(seconds=1), merge_above=99)
    async with Store.open(url, Vault()) as store, Sessions(Engine((("words", words),)), store, **waits) as sessions:
        door = Door(sessions, send, limit=20, sweep=0.2)
        sweeping = asyncio.create_task(door.sweep("t:"))
        Path(folder, f"{name}.up").touch()
        tasks = set()
        while line := await asyncio.to_thread(sys.stdin.readline):
            tasks.add(asyncio.create_task(door.hear(*json.loads(line), typing)))
            await asyncio.sleep(0)
        await asyncio.gather(*tasks)
        sweeping.cancel()

asyncio.run(main())
"""
Message = tuple[str, str, str]


class Process:
    """One of the two."""

    def __init__(self, url: str, folder: Path, name: str, stop: str = "") -> None:
        self.folder, self.name = folder, name
        self.running = subprocess.Popen(
            [sys.executable, "-c", PROCESS, url, str(folder), name, stop],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            text=True,
            env=os.environ | {"OMP_NUM_THREADS": "1"},
        )

    def tell(self, *messages: Message) -> None:
        assert self.running.stdin
        self.running.stdin.writelines(json.dumps(message) + "\n" for message in messages)
        self.running.stdin.flush()

    def sent(self) -> list[tuple[str, str, str]]:
        path = self.folder / f"{self.name}.sent"
        return [tuple(json.loads(line)) for line in path.read_text().splitlines()] if path.exists() else []

    def kill(self) -> None:
        self.running.send_signal(signal.SIGKILL)
        assert self.running.wait(PATIENCE) == -signal.SIGKILL

    def finish(self) -> None:
        assert self.running.stdin
        self.running.stdin.close()
        assert self.running.wait(PATIENCE) == 0


@contextmanager
def processes(url: str, folder: Path, stop: str = "") -> Iterator[tuple[Process, Process]]:
    both = Process(url, folder, "left", stop), Process(url, folder, "right")
    try:
        for one in both:
            wait_for(folder / f"{one.name}.up", one)
        yield both
    finally:
        for one in both:
            one.running.kill()
            one.running.communicate()


def wait_for(path: Path, process: Process) -> None:
    end = time.monotonic() + PATIENCE
    while not path.exists():
        assert process.running.poll() is None
        assert time.monotonic() < end
        time.sleep(0.02)


async def settled(store: Store, messages: int) -> None:
    """Wait until every message is answered and every answer sent."""
    async with asyncio.timeout(PATIENCE):
        while await store.waiting("t:") or await store.unsent("t:") or await answers(store) < messages:
            await asyncio.sleep(0.05)


async def answers(store: Store) -> int:
    return sum([len((await store.load(key)).conversation.said("bot")) for key in await store.conversations("t:")])


def texts(conversation: Conversation) -> list[str]:
    """What was said to it; every answer stands right after what it answers."""
    assert [turn.speaker for turn in conversation.turns] == ["user", "bot"] * (len(conversation.turns) // 2)
    assert conversation.said("bot") == tuple(f"{text}! So it is, I hear." for text in conversation.said("user"))
    return list(conversation.said("user"))


@pytest.mark.parametrize("stop", ["turn", "send", "sent"])
async def test_one_of_two_is_killed_and_the_other_takes_over(on_postgres: str, tmp_path: Path, stop: str) -> None:
    before: list[Message] = [(f"t:{chat}:0:{chat}", f"one {chat}", f"{chat}a") for chat in range(3)]
    held: list[Message] = [("t:1:0:1", "please hold", "1b")]
    behind: list[Message] = [("t:1:0:1", "and then", "1c"), ("t:2:0:2", "two 2", "2b"), ("t:3:0:3", "new 3", "3a")]
    async with Store.open(on_postgres, Vault()) as store:
        with processes(on_postgres, tmp_path, stop) as (left, right):
            left.tell(*before)
            await settled(store, 3)
            left.tell(*held)
            wait_for(tmp_path / "ready", left)
            left.tell(*behind)
            await asyncio.sleep(0.2)
            right.tell(("t:4:0:4", "mine 4", "4a"))
            left.kill()
            right.tell(*behind)  # a channel brings again what was not acknowledged; what was held, was
            await settled(store, 8)
            right.finish()
        said = {key: texts((await store.load(key)).conversation) for key in await store.conversations("t:")}
    assert {key: sorted(words) for key, words in said.items()} == {
        "t:0:0:0": ["one 0"],
        "t:1:0:1": ["and then", "one 1", "please hold"],
        "t:2:0:2": ["one 2", "two 2"],
        "t:3:0:3": ["new 3"],
        "t:4:0:4": ["mine 4"],
    }
    assert said["t:1:0:1"][0] == "one 1"
    sent = Counter([*left.sent(), *right.sent()])
    whole = Counter((key, text) for key, _, text in sent if not text.startswith("So"))
    assert set(whole) == {(key, f"{text}!") for key, words in said.items() for text in words}
    assert set(whole.values()) == {1}  # under one key only: a channel that knows keys shows it once
    doubled = {(key, text) for (key, _, text), times in sent.items() if times > 1}
    # Sent, but not yet marked: nobody can know that it was.
    assert doubled == ({("t:1:0:1", "please hold!")} if stop == "sent" else set())
    if stop == "sent":
        assert ("t:1:0:1", "please hold!") in {(key, text) for key, _, text in left.sent()}


async def test_both_hear_all_of_everybody_and_every_message_is_one_turn(address: str, tmp_path: Path) -> None:
    messages = [(f"t:{chat}:0:{chat}", f"no {chat}.{n}", f"{chat}.{n}") for n in range(5) for chat in range(8)]
    async with Store.open(address, Vault()) as store:
        with processes(address, tmp_path) as (left, right):
            for place in range(0, len(messages), 4):
                left.tell(*messages[place : place + 4])
                right.tell(*reversed(messages[place : place + 4]))
            await settled(store, len(messages))
            for one in (left, right):
                one.finish()
        for chat in range(8):
            said = texts((await store.load(f"t:{chat}:0:{chat}")).conversation)
            assert sorted(said) == [f"no {chat}.{n}" for n in range(5)]
        sent = Counter((key, text) for key, _, text in [*left.sent(), *right.sent()] if not text.startswith("So"))
        assert sent == Counter((key, f"{text}!") for key, text, _ in messages)
