"""`attune chat`: a conversation on the terminal, kept across restarts."""

from __future__ import annotations

import asyncio
import io
import json
import signal
import sys
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import click

from bot.folders import data
from bot.frontends.options import database_option
from bot.phrases import mark, say
from bot.text import for_terminal

if TYPE_CHECKING:
    from rich.console import Console

    from bot.config import Config
    from bot.engine import Engine
    from bot.sessions import Answer, Sessions

Door = Callable[["Sessions", str], Awaitable[None]]

HELLO = mark(
    "I'm a computer program, not a person or a clinician. I can listen and help you think; I can't feel, and I can't "
    "act in an emergency."
)
HELP = mark(
    "Write, and press Enter. /feel 1-5: how strong it is now. /explain: what I understood. /forget: erase this talk "
    "and end. /bye or Ctrl-D: end."
)
ERASED = mark("Erased. Nothing of this talk is kept here; what your terminal scrolled away is its own to forget.")
NOT_ERASED = mark("This talk could not be erased: the file it is kept in can't be used just now. Please try again.")
SKIP = mark("Enter skips.")
FREE = mark(
    "Without the weights learnt from non-commercial corpora: feelings, stages and replies fit less well, and the guard "
    "takes more of ordinary talk for danger (docs/care.md)."
)
CHUNK = 64
"""Lines stepped together by --each."""


@click.command()
@click.option(
    "--bot", "bot_file", default="default", metavar="FILE", help="A bot file, or the name of one in configs/."
)
@click.option("--free", is_flag=True, help="Open no weights trained on non-commercial corpora.")
@click.option("--conversation", "name", default="me", metavar="NAME", help="Which conversation to go on with.")
@click.option("--new", is_flag=True, help="Begin a new conversation under that name.")
@click.option("--explain", is_flag=True, help="Show what was understood and how the reply was chosen.")
@click.option("--plain", is_flag=True, help="Read lines, write only replies.")
@click.option("--json", "as_json", is_flag=True, help="Read lines, write one JSON object a turn.")
@click.option("--each", is_flag=True, help="Every line is a conversation of its own; nothing is kept.")
@database_option
def chat(
    *,
    bot_file: str,
    free: bool,
    name: str,
    new: bool,
    explain: bool,
    plain: bool,
    as_json: bool,
    each: bool,
    database: str | None,
) -> None:
    """Talk with the bot."""
    from bot.build import build
    from bot.config import read

    config = read("free" if free else bot_file)
    if config.guard is None:
        click.echo(f"The safety guard is off: {config.guard_off}", err=True)
    if free:
        click.echo(say(FREE), err=True)
    if each:
        _each(build(config), as_json)
        return
    door = _lines if plain or as_json or not sys.stdin.isatty() else _interactive
    try:
        asyncio.run(_talk(config, name, new, database, lambda sessions, key: door(sessions, key, as_json, explain)))
    except asyncio.CancelledError:
        raise click.Abort from None


def database_url(given: str | None) -> str:
    """A URL as given, a file made into one, or the user's own file; a new folder is open to its owner only."""
    from sqlalchemy import URL

    if given and "://" in given:
        return given
    path = Path(given) if given else data() / "talk.db"
    with suppress(OSError):  # a place that can't be made is named by the store's own error
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    return URL.create("sqlite+aiosqlite", database=str(path.absolute())).render_as_string()


async def _talk(config: Config, name: str, new: bool, database: str | None, door: Door) -> None:
    from bot.build import build, responders
    from bot.sessions import Sessions
    from bot.store import Store

    if not name or ":" in name:
        raise click.BadParameter(
            f"a conversation's name is not empty and has no colon, not {name!r}", param_hint="NAME"
        )
    engine = build(config)
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    if task:
        # asyncio's own handler doesn't wake a loop that is just falling asleep: a Ctrl-C then would be lost.
        with suppress(NotImplementedError):  # Windows has no such handlers
            loop.add_signal_handler(signal.SIGINT, task.cancel)
    async with (
        Store.open(database_url(database)) as store,
        Sessions(engine, store, responders(config), wait=config.wait) as sessions,
    ):
        prefix = f"terminal:{name}:"
        latest = None if new else await store.latest(prefix)
        await door(sessions, latest or f"{prefix}{uuid4().hex[:12]}:local")


async def _lines(sessions: Sessions, key: str, as_json: bool, explain: bool) -> None:
    """Lines in, replies out, nothing else: for pipes and programs.

    A reply that a crash kept back goes to stderr, so that on stdout each reply still belongs to its line.
    """
    for answer in await sessions.unsent(key):
        click.echo(say("To your last message before this: {reply}", reply=for_terminal(answer.text)), err=True)
        await sessions.sent(answer)
    while line := await asyncio.to_thread(sys.stdin.buffer.readline):
        text = line.decode("utf8", "replace").rstrip("\n")
        answer = await sessions.say(key, text)
        _write(text, answer, as_json)
        await sessions.sent(answer)
        if explain and answer.step:
            _explain(answer)


async def _interactive(sessions: Sessions, key: str, as_json: bool, explain: bool) -> None:
    from rich.console import Console

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a key of another encoding must not end the talk
    console = Console(highlight=False, emoji=False)
    console.print(f"[dim]{say(HELLO)}\n{say(HELP)}[/dim]\n")
    for answer in await sessions.unsent(key):
        console.print(for_terminal(answer.text), style="cyan", markup=False)
        await sessions.sent(answer)
    await _ask_intensity(
        sessions, key, console, say("Before we start: how strong is what you feel, 1 (barely) to 5 (very)?")
    )
    while (text := await _prompt()) not in (None, "/bye"):
        match (text or "").split():
            case ["/help"]:
                console.print(say(HELP), style="dim")
            case ["/explain"]:
                explain = not explain
            case ["/feel", value]:
                await _feel(sessions, key, console, value)
            case ["/forget"]:
                if await _forgotten(sessions, key, console):
                    return
            case _:
                answer = await sessions.say(key, text or "")
                console.print(for_terminal(answer.text), style="cyan", markup=False)
                await sessions.sent(answer)
                if explain:
                    _explain(answer)
    await _ask_intensity(sessions, key, console, say("Before you go: how strong is it now, 1 to 5?"))
    console.print(say("Take care."), style="cyan")


async def _forgotten(sessions: Sessions, key: str, console: Console) -> bool:
    from bot.errors import StoreError

    try:
        await sessions.forget(key)
    except StoreError:
        console.print(say(NOT_ERASED), style="dim")
        return False
    console.clear()
    console.print(say(ERASED), style="dim")
    return True


async def _prompt(text: str = "> ") -> str | None:
    """A line from the keyboard, None at its end. A daemon thread waits for it, so that Ctrl-C ends the program."""
    with suppress(ImportError):
        import readline  # noqa: F401  (line editing in input())
    try:
        return await _in_daemon(input, text)
    except EOFError:
        return None


def _in_daemon(call: Callable[[str], str], argument: str) -> asyncio.Future[str]:
    """Like `asyncio.to_thread`, but a program that ends doesn't wait for the thread."""
    future: Future[str] = Future()

    def run() -> None:
        try:
            future.set_result(call(argument))
        except Exception as error:
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return asyncio.wrap_future(future)


async def _ask_intensity(sessions: Sessions, key: str, console: Console, question: str) -> None:
    console.print(f"[dim]{question} {say(SKIP)}[/dim]")
    if value := ((await _prompt("1-5> ")) or "").strip():
        await _feel(sessions, key, console, value)


async def _feel(sessions: Sessions, key: str, console: Console, value: str) -> None:
    if value not in ("1", "2", "3", "4", "5"):
        unknown = say("{value} is not one of 1, 2, 3, 4, 5; nothing was noted.", value=repr(value))
        console.print(unknown, style="dim", markup=False)
        return
    report = await sessions.report_intensity(key, int(value))
    if report.relief is not None:
        console.print(say("Noted: {first} before, {now} now.", first=report.first, now=report.last), style="dim")


def _explain(answer: Answer) -> None:
    from rich.console import Console

    from bot.frontends.explain import as_table

    if answer.step:
        Console(stderr=True).print(as_table(answer.step))


def _write(text: str, answer: Answer, as_json: bool) -> None:
    from bot.frontends.explain import to_json

    row = json.dumps(to_json(text, answer.text, answer.step), ensure_ascii=False)
    _print(row if as_json else answer.text)


def _each(engine: Engine, as_json: bool) -> None:
    """Every line of the input by itself, stepped in batches."""
    from bot.dialog import Conversation
    from bot.frontends.explain import to_json
    from bot.sessions import utc_now

    lines = [line.decode("utf8", "replace").rstrip("\n") for line in sys.stdin.buffer]
    for start in range(0, len(lines), CHUNK):
        chunk = lines[start : start + CHUNK]
        pairs = [(Conversation(f"each:{start + index}"), text) for index, text in enumerate(chunk)]
        for text, step in zip(chunk, engine.steps(pairs, utc_now()), strict=True):
            row = json.dumps(to_json(text, step.reply.text, step), ensure_ascii=False)
            _print(row if as_json else step.reply.text)


def _print(text: str) -> None:
    """One line, at once."""
    print(for_terminal(text).replace("\n", " "), flush=True)
