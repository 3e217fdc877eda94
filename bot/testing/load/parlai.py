"""The same crowd in front of ParlAI's own websocket chat service, with an agent that repeats what it is told.

ParlAI runs as its users run it, in a process of its own; nothing of it is imported here.
"""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import AsyncExitStack, suppress
from importlib.util import find_spec
from pathlib import Path
from time import monotonic

import aiohttp

from bot.errors import BotError, MissingPackage
from bot.testing.load.crowd import Crowd
from bot.testing.load.figures import Figures
from bot.testing.load.ledger import Ledger
from bot.testing.load.machine import Program, running
from bot.testing.load.page import free_port

# Its demo of one bot for one person. The name of the model is a constant there; which model it is, is not.
CONFIG = """
tasks:
  default:
    onboard_world: MessengerBotChatOnboardWorld
    task_world: MessengerBotChatTaskWorld
    timeout: 36000
    agents_required: 1
task_name: chatbot
world_module: parlai.chat_service.tasks.chatbot.worlds
overworld: MessengerOverworld
max_workers: {workers}
opt:
  debug: false
  password: null
  models:
    blender_90M:
      model: repeat_query
additional_args:
  page_id: 1
"""
START_PATIENCE, ENTRY_PATIENCE = 60.0, 60.0
AT_THE_DOOR = 8
"""It begins three talks a second, and its main loop breaks when somebody waits for thirty seconds."""


async def parlai_load(folder: Path, crowd: Crowd) -> Figures:
    """Everybody is let in first; what is measured are the messages after that."""
    for module, package in (("parlai", "parlai"), ("websocket", "websocket-client")):
        if find_spec(module) is None:
            raise MissingPackage(f"ParlAI's chat service needs {package}: pip install {package}")
    config, port, ledger = folder / "parlai.yml", free_port(), Ledger(echoes=True)
    config.write_text(CONFIG.format(workers=2 * crowd.people))  # a thread of its own for each talk, and one to let in
    service = ["-m", "parlai.chat_service.services.websocket.run", "--config-path", str(config), "--port", str(port)]
    async with (
        running([sys.executable, *service], folder / "parlai.log", folder=folder) as program,
        aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session,
        AsyncExitStack() as lines,
    ):
        await _listening(program, port)
        open_lines: dict[int, aiohttp.ClientWebSocketResponse] = {}
        for person in range(1, crowd.people + 1):
            line = session.ws_connect(f"ws://127.0.0.1:{port}/websocket", max_msg_size=0)
            open_lines[person] = await lines.enter_async_context(line)
        door = asyncio.Semaphore(AT_THE_DOOR)
        await asyncio.gather(*(_let_in(line, door) for line in open_lines.values()))
        hearing = [asyncio.create_task(_hear(person, line, ledger)) for person, line in open_lines.items()]
        lasted = await crowd.talk(lambda person, text: _send(open_lines[person], text), ledger)
        for task in hearing:
            task.cancel()
    return Figures(crowd.people, ledger, program, lasted)


async def _let_in(line: aiohttp.ClientWebSocketResponse, door: asyncio.Semaphore) -> None:
    """It asks for the word `begin`, and then says that a talk has begun."""
    # Who is not let in stays in the crowd, and without answers. TypeError: a line that was closed.
    with suppress(TimeoutError, TypeError):
        async with door:
            for text in ("hello", "begin"):
                await _send(line, text)
                await line.receive_str(timeout=ENTRY_PATIENCE)


async def _hear(person: int, line: aiohttp.ClientWebSocketResponse, ledger: Ledger) -> None:
    async for message in line:
        ledger.hear(person, json.loads(message.data)["text"])


async def _send(line: aiohttp.ClientWebSocketResponse, text: str) -> None:
    with suppress(ConnectionError):  # it hung up on this person: what they say stays unanswered
        await line.send_str(json.dumps({"text": text}))


async def _listening(program: Program, port: int) -> None:
    end = monotonic() + START_PATIENCE
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            if program.process.returncode is not None or monotonic() > end:
                raise BotError(f"ParlAI's chat service did not start:\n{program.said()}") from None
            await asyncio.sleep(0.1)
        else:
            writer.close()
            return
