"""`attune test FILES`: hold the talks of story files and say which went otherwise."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from bot.engine import Engine
    from bot.stories.play import Outcome


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="FILES", type=click.Path(path_type=Path))
@click.option("--bot", "bot_file", metavar="FILE", help="Hold them with this bot, whichever the files name.")
@click.option("-k", "part", default="", metavar="NAME", help="Only talks with this in their names.")
@click.option("--times", default=1, type=click.IntRange(1, 1000), help="Hold each talk so often; a reply may vary.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a talk.")
@click.option("--keep-going/--stop", default=True, help="Go on after a talk that failed (the default), or end there.")
def test(
    *, paths: tuple[Path, ...], bot_file: str | None, part: str, times: int, as_json: bool, keep_going: bool
) -> None:
    """Hold the talks of story FILES (or folders of them) with the real bot; ends with 1 when a reply is not as told."""
    from bot.stories.play import play
    from bot.stories.story import files, read

    stories = [read(path) for path in files(paths)]
    chosen = [(file, talk) for file in stories for talk in file.talks if part.casefold() in talk.name.casefold()]
    if not chosen:
        raise click.UsageError(f"no talk has {part!r} in its name")
    engines: dict[str, Engine] = {}
    held = failed = 0
    for file, talk in chosen:
        name = bot_file or file.bot
        engine = engines[name] = engines.get(name) or _engine(name)
        outcome = play(engine, talk, datetime.now(UTC), times)
        held, failed = held + 1, failed + bool(outcome.failed)
        click.echo(_as_json(file.path, outcome) if as_json else _as_text(file.path, outcome))
        if outcome.failed and not keep_going:
            break
    if not as_json:
        click.echo(f"{held - failed} of {held} went as told")
    raise SystemExit(failed > 0)


def _engine(bot_file: str) -> Engine:
    """The bot of a file, with a word on what is left out."""
    from bot.build import build
    from bot.config import read

    config = read(bot_file)
    if config.guard is None:
        click.echo(f"The safety guard is off: {config.guard_off}", err=True)
    if config.responders:
        click.echo(f"{config.path}: its slow responders are not asked here", err=True)
    return build(config)


def _as_text(path: Path, outcome: Outcome) -> str:
    from bot.text import for_terminal

    often = f" ({outcome.failed} of {outcome.times} times)" if outcome.failed and outcome.times > 1 else ""
    lines = [f"{'FAIL' if outcome.failed else 'ok  '} {path}: {outcome.talk.name}{often}"]
    for failure in outcome.failures:
        lines += [f"     turn {failure.turn}, “{failure.say}”, was answered “{failure.reply}”"]
        lines += [f"       {expected}" for expected in failure.expected]
    return for_terminal("\n".join(lines))


def _as_json(path: Path, outcome: Outcome) -> str:
    from msgspec import to_builtins

    row = {
        "file": str(path),
        "talk": outcome.talk.name,
        "passed": not outcome.failed,
        "times": outcome.times,
        "failed": outcome.failed,
        "failures": to_builtins(outcome.failures),
    }
    return json.dumps(row, ensure_ascii=False)
