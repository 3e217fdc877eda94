"""The programs that are measured: started as real processes, ended or killed, and their memory added up."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
MIB = 1024**2
STOLEN, COUNTED = 7, 8
"""In the first line of /proc/stat: what the host gave to others, and how many kinds of time are no part of another."""
Jiffies = tuple[int, int]
"""Stolen, and all, over all processors."""


@dataclass(slots=True)
class Program:
    """A running program with all its child processes. `peak` is the largest sum of their memory that was seen."""

    process: asyncio.subprocess.Process
    log: Path
    peak: int = 0
    cpu: float = 0.0
    begun: Jiffies = (0, 0)

    def taken(self) -> float:
        """The share of the machine's processors that its host gave to other machines since the program began."""
        stolen, everything = (now - then for now, then in zip(jiffies(), self.begun, strict=True))
        return stolen / everything if everything else 0.0

    def look(self) -> None:
        """Add up what the processes hold now."""
        found = [used for used in map(_used, family(self.process.pid)) if used]
        self.peak = max(self.peak, sum(memory for memory, _ in found))
        self.cpu = max(self.cpu, sum(seconds for _, seconds in found))

    async def watch(self, every: float = 0.5) -> None:
        while self.process.returncode is None:
            self.look()
            await asyncio.sleep(every)

    async def end(self, how: signal.Signals = signal.SIGTERM, patience: float = 30.0) -> int:
        """Ask it to end, wait, and insist in the end; returns how it ended."""
        if self.process.returncode is None:
            self.look()
            self.process.send_signal(how)
        try:
            async with asyncio.timeout(patience):
                return await self.process.wait()
        except TimeoutError:
            self.process.kill()
            return await self.process.wait()

    def said(self) -> str:
        """The end of what it wrote to its log."""
        return self.log.read_text(encoding="utf8", errors="replace")[-2000:]

    def errors(self) -> int:
        """How many errors it logged."""
        with self.log.open(encoding="utf8", errors="replace") as lines:
            return sum(" ERROR " in line for line in lines)


@asynccontextmanager
async def running(
    command: Sequence[str], log: Path, env: Mapping[str, str] | None = None, folder: Path | None = None
) -> AsyncIterator[Program]:
    """A program with its output in `log`; it is killed, with its children, when the block ends and it has not."""
    with log.open("ab") as out:
        process = await asyncio.create_subprocess_exec(
            *command,
            env=os.environ | dict(env or {}),
            cwd=folder,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
    program = Program(process, log, begun=jiffies())
    watching = asyncio.create_task(program.watch())
    try:
        yield program
    finally:
        watching.cancel()
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


def attune(*options: str) -> list[str]:
    """The command line of this program, under the same Python."""
    return [sys.executable, "-m", "attune", *options]


def family(pid: int) -> list[int]:
    """A process and all that it started, directly or not."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError, IndexError, ValueError):
                # The name in brackets may hold spaces: the parent's number is the second field after it.
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                children.setdefault(parent, []).append(int(entry.name))
    found = [pid]
    for each in found:
        found.extend(children.get(each, []))
    return found


def _used(pid: int) -> tuple[int, float] | None:
    """Bytes of memory held and seconds of processor spent; None when the process is gone."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (OSError, IndexError):
        return None
    return pages * resource.getpagesize(), (int(fields[11]) + int(fields[12])) / TICKS


def jiffies() -> Jiffies:
    """Since the machine began; zeros where nothing tells them."""
    try:
        kinds = [int(count) for count in Path("/proc/stat").read_text().splitlines()[0].split()[1:]]
    except OSError:
        return 0, 0
    return kinds[STOLEN], sum(kinds[:COUNTED])
