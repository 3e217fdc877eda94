"""For authors of bots and skills: `attune skills`, `attune check FILE` and `attune gate SENTENCE`."""

from __future__ import annotations

import json
import sys
from textwrap import fill
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from bot.dialog import Reply
    from bot.engine import Engine
    from bot.registry import Listing

WIDTH = 120


@click.command()
def skills() -> None:
    """List everything a bot file can use, ours and what installed packages bring, with what it reads and writes."""
    from bot.registry import from_packages, listings

    theirs, faults = from_packages()
    for item in [*listings(), *theirs]:
        click.echo(_entry(item))
    for fault in faults:
        click.echo(f"not listed: {fault}", err=True)


def _entry(item: Listing) -> str:
    """Three lines: what it is and whose, what it does, what it reads and writes."""
    whose = f" ({item.package})" if item.package else ""
    parts = [f"{verb} {', '.join(names)}" for verb, names in (("reads", item.reads), ("writes", item.writes)) if names]
    told = [item.summary or "says nothing of itself", "; ".join(parts)]
    indented = [fill(line, WIDTH, initial_indent="    ", subsequent_indent="    ") for line in told if line]
    return "\n".join([f"{item.kind} {item.name}{whose}", *indented])


@click.command()
@click.argument("file", default="default")
def check(file: str) -> None:
    """Check a bot file.

    Keys, names, settings, what is read before it is written, what is sent where, and what a first message breaks.
    """
    from bot.build import build, responders
    from bot.checks import trial, warnings
    from bot.config import read
    from bot.consent import recipients_of, told
    from bot.errors import SkillError

    config = read(file)
    try:
        engine, slow = build(config), responders(config)
    except SkillError as error:
        raise SkillError(_in_full(error)) from None
    for line in told((*engine.recipients, *recipients_of(each for _, each in slow))):
        click.echo(f"{config.path}: {line}")
    found = [*warnings(config), *trial(config, engine)]
    for warning in found:
        click.echo(f"{config.path}: {warning}")
    if not found:
        click.echo(f"{config.path}: nothing to complain about")
    raise SystemExit(1 if found else 0)


def _in_full(error: Exception) -> str:
    """An error with the words of what caused it, where it leaves them out."""
    words = str(error.__cause__ or "")
    return str(error) if words in str(error) else f"{error}: {words}"


@click.command()
@click.argument("sentence", required=False)
@click.option(
    "--bot", "bot_file", default="default", metavar="FILE", help="A bot file, or the name of one in configs/."
)
@click.option("--strategy", metavar="NAME", help="The strategy that the reply would carry, for guards that look at it.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def gate(*, sentence: str | None, bot_file: str, strategy: str | None, as_json: bool) -> None:
    """Say whether the guard would let SENTENCE go out as a reply, and if not, why; without it, each line of stdin.

    Ends with 0 when all may go out, with 1 when one may not.
    """
    from bot.build import build_guard
    from bot.config import read
    from bot.dialog import STRATEGIES, Reply

    if strategy is not None and strategy not in STRATEGIES:
        raise click.BadParameter(f"{strategy!r} is none of {', '.join(STRATEGIES)}", param_hint="--strategy")
    config = read(bot_file)
    if config.guard is None:
        click.echo(f"The safety guard is off: {config.guard_off}", err=True)
    engine = build_guard(config)
    lines = [line.rstrip("\n") for line in sys.stdin] if sentence is None else [sentence]
    refused = [_judge(engine, Reply(line, "draft", 0.0, strategy), as_json) for line in lines]
    raise SystemExit(any(refused))


def _judge(engine: Engine, reply: Reply, as_json: bool) -> bool:
    """Write what the gate says of one reply; True when it is refused."""
    from bot.registry import ExplainingGuard
    from bot.text import for_terminal

    reason = engine.refuse(reply)
    found = engine.guard.explain(reply) if reason and isinstance(engine.guard, ExplainingGuard) else None
    words = found.words if found and found.reason == reason else ""
    if as_json:
        row = {"text": reply.text, "allowed": reason is None, "reason": reason, "words": words or None}
        click.echo(json.dumps(row, ensure_ascii=False))
    else:
        why = f"refused, {reason}{f', for “{words}”' if words else ''}" if reason else "allowed"
        click.echo(for_terminal(f"{why}: {reply.text}"))
    return reason is not None
