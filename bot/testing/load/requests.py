"""Arbitrary bytes at everything that listens: the webhook, the pages with their socket, the API."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import aiohttp

from bot.sessions import utc_now
from bot.store import Store
from bot.testing.load import strange
from bot.testing.load.channels import PATIENCE, OnThePage
from bot.testing.load.fuzzed import PEOPLE, Fuzzed
from bot.testing.load.kill import alive
from bot.testing.load.ledger import Ledger
from bot.testing.load.machine import running
from bot.testing.load.page import free_port
from bot.testing.load.telegram import bot_file, by_door, database
from bot.testing.telegram import FakeTelegram

AT_ONCE, SENSE = 16, 50
"""Requests side by side; and one in so many makes sense."""
SLOW = 30.0
"""Seconds after which no answer will come."""
SAMPLE = {"update_id": 1, "message": {"message_id": 1, "date": 1, "chat": {"id": 1, "type": "private"}, "text": "hi"}}
SAY = {"kind": "say", "id": "00000000-0000", "text": "hi"}
SAID = {"id": "7", "text": "hi"}
PATHS = (
    "/",
    "/say",
    "/talk",
    "/menu",
    "/menu/help",
    "/menu/mood",
    "/export",
    "/lines",
    "/mood.png",
    "/static/",
    "/static/log.js",
)
FIELDS = ("text", "event", "got", "token", "action", "typed")
METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "NONSENSE", *("GET", "POST") * 8)
ACTIONS = ("help", "mood", "stars:9", "country:??", "consent:keep:perhaps", "feedback", "undo", "reset", "a" * 60)
HEADERS = ("Cookie", "X-Forwarded-For", "Content-Type", "Accept", "Range", "Host")


async def webhook(folder: Path, count: int, seed: int) -> Fuzzed:
    """Arbitrary bytes where Telegram's updates are brought to; Telegram itself brings those that make sense."""
    random, found, port = Random(seed), Fuzzed("webhook", seed), free_port()
    url = f"http://127.0.0.1:{port}/telegram"
    async with FakeTelegram(resend=0.01) as telegram:
        telegram.on_sent = lambda sent: found.ledger.hear(sent.chat, sent.text)
        bot = bot_file("echo", folder, paced=False)
        with bot.open("a", encoding="utf8") as more:
            more.write(f'webhook_url = "{url}"\nwebhook_port = {port}\n')
        env = {"ATTUNE_TELEGRAM_TOKEN": telegram.token}
        async with running(by_door(telegram, bot, folder), folder / "bot.log", env) as program:
            await telegram.until(lambda: telegram.updates.hook is not None, PATIENCE)
            secret = {"X-Telegram-Bot-Api-Secret-Token": getattr(telegram.updates.hook, "secret", "")}

            async def nonsense(session: aiohttp.ClientSession) -> int:
                headers = secret if random.random() < 0.9 else {}
                async with session.post(url, data=strange.body(random, SAMPLE), headers=headers) as answer:
                    return answer.status

            async def sense(user: int) -> None:
                await telegram.says(found.ledger.say(user), user=user)

            await Storm(found, random, port, nonsense, sense).rage(count)
            return await found.finish(program)


async def web(folder: Path, count: int, seed: int) -> Fuzzed:
    """Arbitrary requests at the pages and arbitrary frames at the socket; people with open pages write between."""
    random, found = Random(seed), Fuzzed("web", seed)
    async with OnThePage(found.ledger) as pages, alive(pages, folder) as program:
        url, token = f"http://127.0.0.1:{pages.port}", ""

        async def nonsense(session: aiohttp.ClientSession) -> int:
            nonlocal token
            token = token or await _enter(session, url)
            if random.random() < 0.2:
                return await _strange_frames(session, url, random)
            return await _strange_request(session, url, random, headers={"Origin": url}, token=token)

        async def sense(user: int) -> None:
            await pages.say(user, found.ledger.say(user))

        await Storm(found, random, pages.port, nonsense, sense).rage(count)
        return await found.finish(program)


async def _enter(session: aiohttp.ClientSession, url: str) -> str:
    """Visit the page as a browser does: for its cookie, and the token of its forms."""
    async with session.get(f"{url}/") as answer:
        found = re.search(r'name="token" value="([^"]+)"', await answer.text())
    return found[1] if found else ""


async def _strange_frames(session: aiohttp.ClientSession, url: str, random: Random) -> int:
    async with session.ws_connect(f"{url}/socket", headers={"Origin": url}) as line:
        for _ in range(random.randrange(1, 10)):
            frame = strange.body(random, SAY)
            with suppress(ConnectionError):
                if random.random() < 0.3:
                    await line.send_bytes(frame)
                else:
                    await line.send_str(frame.decode("utf8", "replace"))
        await line.close()
        return line.close_code or 101


async def _strange_request(
    session: aiohttp.ClientSession,
    url: str,
    random: Random,
    *,
    headers: dict[str, str],
    paths: tuple[str, ...] = PATHS,
    token: str = "",
) -> int:
    """A call that is wrong somewhere; a form mostly has the token that its page gave."""
    path = random.choice(paths)
    if random.random() < 0.2:
        path += quote(strange.text(random, 60).encode("utf8", "replace"))
    if random.random() < 0.3:
        path += "?" + quote(strange.text(random, 60).encode("utf8", "replace"), safe="=&")
    fields = {random.choice(FIELDS): strange.text(random).encode("utf8", "replace").decode() for _ in range(3)}
    fields |= {"action": random.choice(ACTIONS)} if random.random() < 0.5 else {}
    what: Any = strange.body(random, SAID) if random.random() < 0.4 else {"token": token} | fields
    if random.random() < 0.1:
        headers = headers | {random.choice(HEADERS): _header(random)}
    async with session.request(random.choice(METHODS), url + path, data=what, headers=headers) as answer:
        await answer.read()
        return answer.status


def _header(random: Random) -> str:
    return "".join(letter for letter in strange.text(random, 60) if letter.isprintable() and letter < "\x7f")


async def api(folder: Path, count: int, seed: int) -> Fuzzed:
    """Arbitrary calls with a good token, and messages that make sense."""
    random, found = Random(seed), Fuzzed("api", seed)
    async with Store.open(database(folder)) as store:
        token = await store.tokens.add("fuzz", utc_now())
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    paths = tuple(f"/api/v1/people/{who}{what}" for who in ("7", "a b", "%00") for what in ("", "/messages", "/mood"))
    async with (
        OnThePage(Ledger()) as pages,
        alive(pages, folder) as program,
        aiohttp.ClientSession(headers=headers) as us,
    ):
        url = f"http://127.0.0.1:{pages.port}"

        async def nonsense(session: aiohttp.ClientSession) -> int:
            known = headers if random.random() < 0.9 else {}
            return await _strange_request(session, url, random, headers=known, paths=paths)

        async def sense(user: int) -> None:
            text = found.ledger.say(user)
            said = {"id": text[-20:].encode().hex(), "text": text}
            async with us.post(f"{url}/api/v1/people/p{user}/messages", json=said) as answer:
                if answer.status == 200:
                    found.ledger.hear(user, (await answer.json())["text"])

        await Storm(found, random, pages.port, nonsense, sense).rage(count)
        return await found.finish(program)


@dataclass(slots=True)
class Storm:
    """Requests that are `nonsense`, bytes that are no request at all, and between them messages of `sense`."""

    found: Fuzzed
    random: Random
    port: int
    nonsense: Callable[[aiohttp.ClientSession], Awaitable[int]]
    sense: Callable[[int], Awaitable[object]]

    async def rage(self, count: int) -> None:
        """So much of it, several at a time."""
        jar = aiohttp.CookieJar(unsafe=True)
        async with aiohttp.ClientSession(cookie_jar=jar) as session, asyncio.TaskGroup() as group:
            for _ in range(AT_ONCE):
                group.create_task(self._many(session, count))

    async def _many(self, session: aiohttp.ClientSession, count: int) -> None:
        while self.found.count < count:
            self.found.count += 1
            if self.found.count % SENSE == 0:
                with suppress(aiohttp.ClientError, ConnectionError):  # it stays unanswered then, and is counted
                    await self.sense(self.random.randrange(1, PEOPLE + 1))
            self.found.answers[await self._one(session)] += 1

    async def _one(self, session: aiohttp.ClientSession) -> str:
        try:
            async with asyncio.timeout(SLOW):
                if self.random.random() < 0.1:
                    return await _bytes(self.port, self.random)
                return str(await self.nonsense(session))
        except (aiohttp.ClientError, ConnectionError) as error:
            return type(error).__name__
        except TimeoutError:
            return "500, no answer in time"


async def _bytes(port: int, random: Random) -> str:
    """Something on the line that HTTP may not know."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    right = b"POST /telegram HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}"
    writer.write(random.randbytes(random.randrange(1, 200)) if random.random() < 0.5 else strange.broken(random, right))
    try:
        writer.write_eof()
        first = await reader.readline()
    except ConnectionError:
        return "no request, hung up"
    finally:
        writer.close()
    return "no request, refused" if first else "no request, hung up"
