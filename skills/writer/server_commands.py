"""`attune prompt show` and `attune writer try`: what a large writer is told, and what each writer makes of one talk."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.config import Config
    from bot.engine import Engine
    from bot.registry import Named
    from bot.step import Pending
    from skills.server import Guidance

EXAMPLE = (
    "I lost my job yesterday.",
    "They told me by email, after eleven years.",
    "I keep thinking that it was my fault, and I don't know how to tell my wife.",
)
GUIDED = ("server", "gguf", "huggingface")
SWITCHES = ("emotion", "cause", "stage", "demonstrations")
SAY = click.option(
    "--say", "lines", multiple=True, metavar="TEXT", help="What the person says; again for each message of the talk."
)


@click.group()
def prompt() -> None:
    """What a large writer is told: see it before anybody's words are sent."""


@prompt.command()
@click.argument("file", default="llm")
@SAY
@click.option("--without", multiple=True, type=click.Choice(SWITCHES), help="Leave something out; may be given again.")
def show(file: str, lines: Sequence[str], without: Sequence[str]) -> None:
    """Print what the large writers of the bot FILE would be asked after a talk; nobody is asked."""
    from bot.build import build
    from bot.config import read
    from bot.text import for_terminal

    config = read(file)
    guides = list(_guides(config, without))
    pending = _understood(build(config), lines or EXAMPLE)
    view = replace(pending.view, proposals=pending.trace.proposals)
    for guide in guides:
        asked = guide(view)
        for message in asked.messages:
            click.echo(for_terminal(f"--- {message.role}\n{message.content}"))
        left = f"; {asked.note}" if asked.note else ""
        click.echo(f"at most {asked.tokens} of {guide.room} tokens{left}", err=True)


@click.group()
def writer() -> None:
    """The writers of a bot: try them beside each other."""


@writer.command(name="try")
@click.argument("files", nargs=-1, metavar="FILE...")
@SAY
@click.option("--outside", is_flag=True, help="Send the talk to other machines too, as a person who allows it.")
def try_(files: Sequence[str], lines: Sequence[str], outside: bool) -> None:
    """Ask the writers of each bot FILE for a reply to one talk, and print replies and seconds beside each other."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from bot.build import build, responders
    from bot.config import read
    from bot.text import for_terminal

    table = Table("bot", "writer", "seconds", "reply", box=None, header_style="dim", padding=(0, 1))
    for config in [read(file) for file in files or ("llm",)]:
        slow = responders(config)
        for row in asyncio.run(_asked(config, build(config), slow, lines or EXAMPLE, outside)):
            table.add_row(*(Text(for_terminal(cell)) for cell in (config.name, *row)))
    Console().print(table)


def _guides(config: Config, without: Sequence[str]) -> Iterator[Guidance]:
    """The guidance of each large writer of a bot file. ConfigError where there is none."""
    from bot.config import settings
    from bot.config.uses import defaults
    from bot.errors import ConfigError
    from bot.registry import find
    from skills.server import guidance
    from skills.writer.brief import Switches

    uses = [use for use in config.responders if use.use in GUIDED]
    if not uses:
        raise ConfigError(f'{config.path} asks no large writer: write [[responders]] with use = "{GUIDED[0]}"')
    for use in uses:
        spec = find(use.use, "responder", config.beside)
        given: dict[str, Any] = defaults(spec) | settings(spec, use, config.path) | dict.fromkeys(without, False)
        room = given["context"] - given["max_tokens"]
        yield guidance(
            given["prompt"], given["persona"], given["words"], room, Switches(*(given[name] for name in SWITCHES))
        )


def _understood(engine: Engine, lines: Sequence[str], *, outside: bool = False) -> Pending:
    """The last line of a talk, understood. ConfigError where the guard answers it: then no writer is asked."""
    from datetime import UTC, datetime

    from bot.dialog import Conversation
    from bot.errors import ConfigError

    talk, now = Conversation("try:1::me", outside=outside), datetime.now(UTC)
    for line in lines[:-1]:
        talk = engine.step(talk, line, now).conversation
    pending = engine.understand([(talk, lines[-1])], now)[0]
    if pending.settled or not pending.view.text:
        raise ConfigError("the guard answers the last line, so no writer is asked")
    return pending


async def _asked(
    config: Config, engine: Engine, slow: Sequence[Named], lines: Sequence[str], outside: bool
) -> list[tuple[str, str, str]]:
    """Writer, seconds and reply: first of the bot by itself, then of each responder alone."""
    from time import perf_counter

    from bot.drafts import drafts

    async def allowed(text: str) -> bool:
        return engine.allows(text)

    pending = _understood(engine, lines, outside=outside)
    own = engine.finish(pending).reply
    took = sum(ms for _, ms in pending.trace.ms) / 1000
    rows = [(config.writer.use if config.writer else own.skill, f"{took:.2f}", own.text)]
    for name, responder in slow:
        started = perf_counter()
        found = await drafts(allowed, pending, [(name, responder)], config.wait)
        why = [f"nothing: {reason}" for _, reason in found.missed]
        why += [f"not asked: {hosts} would get the talk (--outside)" for _, hosts in found.unasked]
        held = [(reply.text, engine.refuse(reply, written=True)) for reply in found.replies]
        said = [text for text, reason in held if not reason]
        refused = [f"refused, {reason}: {text}" for text, reason in held if reason]
        rows.append((name, f"{perf_counter() - started:.2f}", "\n".join((*said[:1], *refused, *why)) or "nothing"))
    return rows
