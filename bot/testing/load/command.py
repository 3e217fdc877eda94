"""`attune load ...`: measurements with people who do not exist, on this machine alone."""

from __future__ import annotations

import shlex
import signal
import sys
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])
WHERE = ("webhook", "web", "api", "polling", "gateway")


@click.group()
def load() -> None:
    """Measure what the bot bears: many people at once, kills, nonsense. Nothing leaves this machine."""


def crowd_options(command: F) -> F:
    """How many people, how often, for how long."""
    options = (
        click.option("--people", default=1000, show_default=True, type=click.IntRange(1), help="At the same time."),
        click.option(
            "--every",
            default=20.0,
            show_default=True,
            type=click.FloatRange(0.05),
            help="Seconds between a person's messages.",
        ),
        click.option(
            "--seconds", default=120.0, show_default=True, type=click.FloatRange(0.1), help="For how long they write."
        ),
        click.option(
            "--patience", default=60.0, show_default=True, help="Seconds of silence before those who wait give up."
        ),
        click.option("--seed", default=1, show_default=True, help="For who begins when."),
    )
    for option in reversed(options):
        command = option(command)
    return command


@load.command()
@crowd_options
@click.option("--bot", default="default", show_default=True, help="A bot file; `echo` says what it is told.")
@click.option("--limits", is_flag=True, help="The server keeps Telegram's limits: 30 a second, one a second per chat.")
@click.option("--run", is_flag=True, help="By `attune run` instead of `attune telegram`.")
def telegram(bot: str, limits: bool, run: bool, **crowd: Any) -> None:
    """People on a small Telegram on this machine, and `attune telegram` as a process of its own."""
    from bot.testing.load.crowd import Crowd
    from bot.testing.load.telegram import telegram_load

    with tempfile.TemporaryDirectory() as folder:
        found = _measure(telegram_load(Path(folder), Crowd(**crowd), bot=bot, limits=limits, run=run))
        _show(f"Telegram, {bot}, {'with its limits' if limits else 'without limits'}", found.rows())


@load.command()
@crowd_options
def parlai(**crowd: Any) -> None:
    """The same people in front of ParlAI's websocket chat service with an agent that repeats."""
    from bot.testing.load.crowd import Crowd
    from bot.testing.load.parlai import parlai_load

    with tempfile.TemporaryDirectory() as folder:
        _show("ParlAI, websocket, repeat_query", _measure(parlai_load(Path(folder), Crowd(**crowd))).rows())


@load.command()
@click.option("--people", default=200, show_default=True, type=click.IntRange(1), help="At the same time.")
@click.option("--messages", default=10, show_default=True, type=click.IntRange(1), help="Of each of them.")
@click.option("--bot", default="default", show_default=True, help="A bot file.")
def sessions(bot: str, people: int, messages: int) -> None:
    """Turns over SQLite with no channel around them, beside the same without batches."""
    from bot.testing.load.sessions import sessions_load

    with tempfile.TemporaryDirectory() as folder:
        rows = _measure(sessions_load(Path(folder), bot=bot, people=people, messages=messages))
        _show(f"Sessions with SQLite, {bot}", rows)


@load.command()
@click.option("--megabytes", default=300, show_default=True, type=click.IntRange(1), help="Size of the file.")
@click.option("--people", default=10, show_default=True, type=click.IntRange(1), help="Who talk meanwhile.")
@click.option("--seed", default=1, show_default=True)
def erase(megabytes: int, people: int, seed: int) -> None:
    """How long others wait while people are forgotten and talks are begun anew, over a large SQLite file."""
    from bot.testing.load.erase import erase_load

    with tempfile.TemporaryDirectory() as folder:
        rows = _measure(erase_load(Path(folder), megabytes=megabytes, people=people, seed=seed))
        _show("Erasing, beside people who talk", rows)


@load.command()
@click.option("--times", default=200, show_default=True, type=click.IntRange(1), help="How often the bot is killed.")
@click.option("--people", default=20, show_default=True, type=click.IntRange(1), help="Who talk meanwhile.")
@click.option("--every", default=0.5, show_default=True, help="Seconds between a person's messages, on average.")
@click.option("--channel", default="telegram", show_default=True, type=click.Choice(["telegram", "discord", "web"]))
@click.option("--mishaps", default=0.0, show_default=True, help="Telegram, Discord: the share of calls that go wrong.")
@click.option("--seed", default=1, show_default=True)
def kill(channel: str, mishaps: float, seed: int, **how: Any) -> None:
    """Kill the bot (SIGKILL) while people talk, start it again, and count what was lost, crossed or doubled."""
    from bot.testing.load.channels import opened
    from bot.testing.load.kill import kill_load

    with tempfile.TemporaryDirectory() as folder:
        found = _measure(kill_load(Path(folder), opened(channel, mishaps, seed), seed=seed, **how))
        _show(f"Killed on {found.channel}", found.rows())


@load.command()
@click.option("--replicas", default=2, show_default=True, type=click.IntRange(1), help="Of the engine.")
@click.option("--people", default=50, show_default=True, type=click.IntRange(1), help="At the same time.")
@click.option("--messages", default=10, show_default=True, type=click.IntRange(1), help="Of each of them.")
@click.option("--work", default=20.0, show_default=True, help="Milliseconds of processor that a turn takes.")
@click.option("--waits", is_flag=True, help="A turn waits for so long instead, as for another device.")
@click.option("--kills", default=0, show_default=True, type=click.IntRange(0), help="Kill so many while people talk.")
@click.option("--every", default=4.0, show_default=True, help="Seconds between two kills, on average.")
@click.option("--seed", default=1, show_default=True)
@click.option("--markdown", is_flag=True, expose_value=False, help="As it is printed anyway.")
def replicas(
    *, replicas: int, people: int, messages: int, work: float, waits: bool, kills: int, every: float, seed: int
) -> None:
    """Replicas of Ray Serve against one, on this machine; or what is lost when they are killed (SIGKILL)."""
    from bot.frontends.options import require
    from bot.testing.load.replicas import Kills, replicas_kill, replicas_load

    require("ray", "ray[serve]", "ray")
    with tempfile.TemporaryDirectory() as folder:
        if kills:
            how = Kills(kills, every, seed)
            with redirect_stdout(sys.stderr):  # Ray prints of its own there
                found = _measure(replicas_kill(Path(folder), replicas=replicas, people=people, work=work, how=how))
            _show(f"Replicas killed, of {replicas}", found.rows())
            return
        crowd = {"people": people, "messages": messages}
        with redirect_stdout(sys.stderr):
            rows = _measure(replicas_load(Path(folder), replicas=replicas, work=work, waits=waits, **crowd))
        _show(f"Replicas, a stand-in that {'waits' if waits else 'is busy'}", rows)


@load.command()
@click.option("--count", default=1000, show_default=True, type=click.IntRange(0), help="Made ones beside the known.")
@click.option("--people", default=20, show_default=True, type=click.IntRange(1), help="Who talk meanwhile.")
@click.option(
    "--every", default=2.0, show_default=True, help="Seconds after an answer to the next message, on average."
)
@click.option("--seconds", default=60.0, show_default=True, help="For how long they talk before it.")
@click.option("--bot", default="default", show_default=True, help="A bot file; `holding` has a skill that is held up.")
@click.option("--limit", default=10.0, show_default=True, help="Its turn_limit.")
@click.option("--seed", default=1, show_default=True, help="The same seed is the same poison.")
def poison(count: int, bot: str, seed: int, **how: Any) -> None:
    """Throw what is made to hold up the bot while people talk, and see how long they wait."""
    from bot.testing.load.poison import HELD, poison_load
    from bot.testing.load.poisons import poisons

    what = [*poisons(count, seed)] if bot != "holding" else [*HELD]
    with tempfile.TemporaryDirectory() as folder:
        found = _measure(poison_load(Path(folder), what, bot=bot, seed=seed, **how))
        _show(f"Poison, {bot}", found.rows())


@load.command()
@click.option("--at", multiple=True, default=WHERE, show_default=True, type=click.Choice(WHERE))
@click.option("--count", default=100_000, show_default=True, type=click.IntRange(1), help="Of each.")
@click.option("--seed", default=1, show_default=True, help="The same seed is the same nonsense.")
def fuzz(at: tuple[str, ...], count: int, seed: int) -> None:
    """Throw bytes and strange events at the doors: nothing may break, and what makes sense must be answered."""
    from bot.testing.load.fuzz import PLACES

    for where in at:
        with tempfile.TemporaryDirectory() as folder:
            _show(f"Nonsense at {where}", _measure(PLACES[where](Path(folder), count, seed)).rows())


def _measure(work: Any) -> Any:
    from bot.run.loop import run
    from bot.testing.load.figures import machine

    click.echo(f"$ attune {shlex.join(sys.argv[1:])}\n{machine()}", err=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ended politely, it ends what it started
    return run(work)


def _show(title: str, rows: dict[str, str]) -> None:
    from bot.testing.load.figures import table

    click.echo(table(title, rows))
