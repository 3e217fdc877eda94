"""A crowd of simulated participants in a study over HTTP, whose server is killed outright again and again meanwhile.

    python -m tests.worlds.web.crowd [PARTICIPANTS [KILLS]]

A page that came to nothing is asked for again, as people do: by the same form, or by loading the page anew. How long
pages took is counted of those that came.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median, quantiles

import aiohttp

from agents.verdicts import item as items
from tests.worlds.studies.conftest import HEAD, item
from worlds.studies import judging
from worlds.studies.check import load
from worlds.studies.ledger import Ledger, Participation
from worlds.studies.study import Loaded

ROOT = Path(__file__).parents[3]
SECRET = "a secret that is long enough for tests"
ITEMS, GOLDEN, EACH, GOLD_EACH = 40, 10, 6, 2
QUALITY = f'[quality]\ngold = "gold"\ngold_items = {GOLD_EACH}\ngold_points = 0\n'
PATIENCE = 120.0
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')
CHOICES = re.compile(r'<input type="radio" name="([^"]+)" value="([^"]+)"')
Form = dict[str, str]


def study(folder: Path) -> Loaded:
    """A ranking of `ITEMS` items, of which `GOLDEN` have gold."""
    sources = [("left", "right", *(["gold"] if number < GOLDEN else [])) for number in range(ITEMS)]
    items.save([item(number, *each) for number, each in enumerate(sources)], folder / "items.jsonl")
    path = folder / "crowded.toml"
    path.write_text(f'kind = "ranking"\n{HEAD.format(per_participant=EACH)}{QUALITY}')
    return load(path)


class Server:
    """`attune study serve` as a process of its own, on the same port after every death."""

    def __init__(self, loaded: Loaded, database: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.url, self.up, self._log = f"http://127.0.0.1:{port}", asyncio.Event(), database.with_suffix(".log")
        place = ("--database", str(database), "--port", str(port))
        self._command = (sys.executable, "-m", "attune", "study", "serve", str(loaded.path), *place)
        self._running: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Until it says that participants can come."""
        environment = os.environ | {"ATTUNE_WEB_SECRET": SECRET, "PYTHONUNBUFFERED": "1"}
        with self._log.open("ab") as log:
            self._running = await asyncio.create_subprocess_exec(
                *self._command, cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=log, env=environment
            )
        assert self._running.stdout
        async with asyncio.timeout(PATIENCE):
            while b"Prolific" not in (line := await self._running.stdout.readline()):
                assert line, self.log()
        self.up.set()

    async def kill(self) -> None:
        self.up.clear()
        if self._running and self._running.returncode is None:
            self._running.send_signal(signal.SIGKILL)
            assert await self._running.wait() == -signal.SIGKILL

    def log(self) -> str:
        return self._log.read_text()


class Participant:
    """One of the crowd. `told` is, by item, the form by which it was judged; `seconds` those of each page that came."""

    def __init__(self, number: int, server: Server, client: aiohttp.ClientSession) -> None:
        self.name, self.told, self.seconds = f"crowd{number}", dict[str, Form](), list[float]()
        self.failed, self.statuses = 0, Counter[int]()
        self._server, self._client, self._random = server, client, Random(number)
        self._place, self._page = f"/?PROLIFIC_PID={self.name}", ""

    async def go(self) -> None:
        """From the link to the last page."""
        await self._load()
        while form := self._form():
            if form["action"] == "judge":
                self.told[form["item"]] = form
            while not await self._asked("POST", form):
                if self._random.random() < 0.5:
                    await self._load()
                    break

    async def _load(self) -> None:
        while not await self._asked("GET"):
            pass

    async def _asked(self, method: str, form: Form | None = None) -> bool:
        """Whether the page came that is asked for."""
        await self._server.up.wait()
        began = time.monotonic()
        try:
            async with self._client.request(method, self._place, data=form) as found:
                page = await found.text()
        except aiohttp.ClientError:
            self.failed += 1
            return False
        self.statuses[found.status] += 1
        self.seconds.append(time.monotonic() - began)
        self._place, self._page = found.url.path, page
        return True

    def _form(self) -> Form:
        """What is answered to the page; nothing to the last."""
        if 'name="agree"' in self._page:
            return {"action": "agree", "agree": "yes", "adult": "yes"}
        if 'value="begin"' in self._page:
            return {"action": "begin"}
        if 'value="survey"' in self._page:
            return {"action": "survey", "remark": self.name}
        chosen = {name: self._random.choice(judging.MARKS) for name, _ in CHOICES.findall(self._page)}
        return {"action": "judge", **dict(HIDDEN.findall(self._page)), **chosen} if chosen else {}


@dataclass(frozen=True, slots=True)
class Found:
    """What participants told and what is kept. `lost` were told and are not kept so, `doubled` are kept twice."""

    participants: int
    kills: int
    completed: int
    judgements: int
    lost: int
    doubled: int
    spread: tuple[int, int]
    statuses: Counter[int]
    failed: int
    seconds: tuple[float, ...]

    def line(self) -> str:
        late = quantiles(self.seconds, n=20)[-1]
        return (
            f"{self.participants} participants, {self.kills} kills: {self.completed} completed, {self.judgements} "
            f"judgements, {self.lost} lost, {self.doubled} doubled; items were laid out evenly within {self.spread}; "
            f"{len(self.seconds)} pages, {self.failed} tries cut off, median {median(self.seconds) * 1000:.0f} ms, "
            f"95 % within {late * 1000:.0f} ms"
        )


async def crowd(folder: Path, participants: int, kills: int) -> Found:
    """All at once through a ranking, while the server is killed so many times."""
    loaded, database = study(folder), folder / "crowded.db"
    server, random = Server(loaded, database), Random(participants)
    async with aiohttp.ClientSession(server.url, connector=aiohttp.TCPConnector(limit=0)) as client:
        everybody = [Participant(number, server, client) for number in range(participants)]
        at = sorted(random.sample(range(participants * EACH), kills))
        done = asyncio.gather(*(one.go() for one in everybody))
        try:
            await server.start()
            for pages in at:
                while sum(len(one.seconds) for one in everybody) < pages:
                    await asyncio.sleep(0.005)
                await server.kill()
                await server.start()
            await done
        finally:
            done.cancel()
            await server.kill()
    assert "Traceback" not in server.log()
    async with Ledger.open(f"sqlite+aiosqlite:///{database}", loaded) as ledger:
        return _found(loaded, everybody, await ledger.everybody(), kills)


def _found(loaded: Loaded, crowd: list[Participant], kept: list[Participation], kills: int) -> Found:
    by_remark = {one.remark: one for one in kept}
    lost, doubled = 0, 0
    for one in crowd:
        known = by_remark[one.name]
        for name, form in one.told.items():
            same = [each for each in known.judgements if each.item == name]
            shown = judging.order(loaded, known.progress.participant, loaded.item(name))
            given = judging.read(loaded, loaded.item(name), shown, form)
            lost += not any((each.id, each.given) == (form["id"], given) for each in same)
            doubled += max(0, len(same) - 1)
    laid = Counter(name for one in kept for name in one.progress.items)
    golden = {item.id for item in loaded.items if loaded.gold(item) is not None}
    shares = [laid[each.id] for each in loaded.items if each.id in golden]
    others = [laid[each.id] for each in loaded.items if each.id not in golden]
    return Found(
        participants=len(kept),
        kills=kills,
        completed=sum(one.progress.outcome == "completed" for one in kept),
        judgements=sum(len(one.judgements) for one in kept),
        lost=lost,
        doubled=doubled,
        spread=(max(shares) - min(shares), max(others) - min(others)),
        statuses=sum((one.statuses for one in crowd), Counter()),
        failed=sum(one.failed for one in crowd),
        seconds=tuple(each for one in crowd for each in one.seconds),
    )


if __name__ == "__main__":
    people, deaths = (int(each) for each in (*sys.argv[1:3], *("200", "50")[len(sys.argv) - 1 :]))
    with tempfile.TemporaryDirectory() as place:
        print(asyncio.run(crowd(Path(place), people, deaths)).line())
