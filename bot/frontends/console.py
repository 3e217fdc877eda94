"""`attune chat`: a conversation on the terminal, kept across restarts."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import click

from bot.folders import data
from bot.frontends.options import database_option
from bot.phrases import mark, say
from bot.text import for_terminal

if TYPE_CHECKING:
    from bot.config import Config
    from bot.engine import Engine
    from bot.frontends.commands import Command, Declined
    from bot.frontends.menu import Menu, Page
    from bot.sessions import Sessions
    from bot.terms import Terms
    from bot.turns import Answer

Door = Callable[["Sessions", str], Awaitable[None]]

HELLO = mark(
    "I'm a computer program, not a person or a clinician. I can listen and help you think; I can't feel, and I can't "
    "act in an emergency."
)
FREE = mark(
    "Without the weights learnt from non-commercial corpora: feelings, stages and replies fit less well, and the guard "
    "takes more of ordinary talk for danger (docs/care.md)."
)
HELD_BACK = mark(
    "This bot can use an outside service ({hosts}), and sends nothing there until you allow it: /privacy says what it "
    "would get."
)
INTERRUPTED = 130
"""What a shell is told of a program that Ctrl-C ended."""
CHUNK = 64
"""Lines stepped together by --each."""


def hello(terms: Terms) -> str:
    """What a door says first: that this is a program, and what a law wants to be said word for word."""
    return "\n".join((say(HELLO), *terms.set_words))


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
    from bot.consent import held_back

    config = read("free" if free else bot_file)
    if config.guard is None:
        click.echo(f"The safety guard is off: {config.guard_off}", err=True)
    if free:
        click.echo(say(FREE), err=True)
    if each:
        engine = build(config)
        if unsent := held_back(engine.recipients):
            click.echo(f"{config.path}: {unsent}", err=True)
        _each(engine, as_json)
        return
    door = _lines if plain or as_json or not sys.stdin.isatty() else _on_terminal
    try:
        asyncio.run(_talk(config, name, new, database, lambda sessions, key: door(sessions, key, as_json, explain)))
    except asyncio.CancelledError:
        raise SystemExit(INTERRUPTED) from None


def database_url(given: str | None) -> str:
    """A URL as given, a file made into one, or the user's own file; a new folder is open to its owner only."""
    from sqlalchemy import URL

    if given and "://" in given:
        return given
    path = Path(given) if given else data() / "talk.db"
    with suppress(OSError):  # a place that can't be made is named by the store's own error
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    return URL.create("sqlite+aiosqlite", database=str(path.absolute())).render_as_string()


def place_of(url: str) -> str:
    """Where a database lies, for people: its file, or its address without the password."""
    from sqlalchemy.engine import make_url

    parsed = make_url(url)
    file = parsed.database if parsed.drivername.startswith("sqlite") else None
    return file or parsed.render_as_string(hide_password=True)


async def _talk(config: Config, name: str, new: bool, database: str | None, door: Door) -> None:
    from bot.build import build, responders
    from bot.consent import recipients_of
    from bot.sessions import Sessions
    from bot.store import Store
    from bot.terms import terms_of

    if not name or ":" in name:
        raise click.BadParameter(
            f"a conversation's name is not empty and has no colon, not {name!r}", param_hint="NAME"
        )
    engine, slow = build(config), responders(config)
    terms = terms_of(config, (*engine.recipients, *recipients_of(each for _, each in slow)))
    terms = replace(terms, lasting=True, place=place_of(database_url(database)))
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    if task:
        # asyncio's own handler doesn't wake a loop that is just falling asleep: a Ctrl-C then would be lost.
        with suppress(NotImplementedError):  # Windows has no such handlers
            loop.add_signal_handler(signal.SIGINT, task.cancel)
    async with (
        Store.open(database_url(database)) as store,
        Sessions(engine, store, slow, wait=config.wait, terms=terms) as sessions,
    ):
        prefix = f"terminal:{name}:"
        latest = None if new else await store.latest(prefix)
        key = latest or f"{prefix}{uuid4().hex[:12]}:local"
        await _say_what_is_held_back(sessions, key)
        await door(sessions, key)


async def _say_what_is_held_back(sessions: Sessions, key: str) -> None:
    """Once, at the start: an outside service is there, and gets nothing until the person allows it."""
    from bot.consent import hosts
    from bot.people import person_of

    recipients = sessions.terms.recipients
    if recipients and "outside" not in await sessions.allowed(person_of(key)):
        click.echo(say(HELD_BACK, hosts=hosts(recipients)), err=True)


async def _lines(sessions: Sessions, key: str, as_json: bool, explain: bool) -> None:
    """Lines in, replies out, nothing else: for pipes and programs.

    A command is answered like a message, with its choices as further commands. A reply that a crash kept back goes to
    stderr, so that on stdout each reply still belongs to its line.
    """
    from bot.frontends.commands import BUTTONS, NAMES, read
    from bot.frontends.menu import Menu

    menu = Menu(sessions)
    for answer in await sessions.unsent(key):
        click.echo(say("To your last message before this: {reply}", reply=for_terminal(answer.text)), err=True)
        await sessions.sent(answer)
    while line := await asyncio.to_thread(sys.stdin.buffer.readline):
        text = line.decode("utf8", "replace").rstrip("\n")
        heard = await read(sessions, key, text, NAMES | BUTTONS)
        if not isinstance(heard, str):
            _write_page(text, await _page(menu, key, heard), as_json)
            continue
        answer = await sessions.say(key, heard)
        _write(text, answer, as_json)
        await sessions.sent(answer)
        if explain and answer.step:
            explained(answer)


async def _page(menu: Menu, key: str, heard: Command | Declined) -> Page:
    from bot.errors import StoreError
    from bot.frontends.commands import Declined
    from bot.frontends.door import APOLOGY
    from bot.frontends.menu import Page

    if isinstance(heard, Declined):
        return Page(heard.line)
    try:
        return await menu.open(key, " ".join(heard))
    except StoreError:
        return Page(say(APOLOGY))


async def _on_terminal(sessions: Sessions, key: str, as_json: bool, explain: bool) -> None:
    from bot.frontends.terminal import Terminal

    await Terminal(sessions, key, explain=explain).run()


def explained(answer: Answer) -> None:
    """Show on stderr how a reply came about."""
    from rich.console import Console

    from bot.frontends.explain import as_table

    if answer.step:
        Console(stderr=True).print(as_table(answer.step))


def _write(text: str, answer: Answer, as_json: bool) -> None:
    from bot.frontends.explain import to_json

    row = json.dumps(to_json(text, answer.text, answer.step), ensure_ascii=False)
    _print(row if as_json else answer.text)


def _write_page(text: str, page: Page, as_json: bool) -> None:
    """A page of the menu as a line; its file is written, and named in it."""
    from bot.frontends.explain import KEYS
    from bot.frontends.plain_pages import in_one_line, save, to_json

    if page.file:
        page = replace(page, text=f"{page.text} {save(*page.file, Path.cwd())}")
    row = json.dumps(dict.fromkeys(KEYS) | to_json(text, page), ensure_ascii=False)
    _print(row if as_json else in_one_line(page))


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
