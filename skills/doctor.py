"""`attune doctor`: what somebody must look at before people are let in, each with what to do about it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, date, datetime
from functools import partial
from typing import TYPE_CHECKING

import click

from bot.errors import BotError, ConfigError
from bot.frontends.options import database_option
from bot.run.finding import Finding
from skills.crisis_resources import HIDE_MONTHS, Directory

if TYPE_CHECKING:
    from bot.config import Config
    from skills.writer.client import Client

Check = Callable[[], Iterator[Finding]]
ANSWERS_WITHIN = 5.0
"""Seconds in which a server says which models it has."""


@click.command()
@click.argument("file", default="default")
@database_option
def doctor(file: str, database: str | None) -> None:
    """Look at crisis lines, encoder, the bot FILE with its doors and limits, key and store; say what to mend.

    Ends with 1 when something failed; what is only warned of does not.
    """
    from bot.config import read
    from bot.frontends.console import database_url
    from bot.run.checks import key
    from skills.crisis_resources import directory

    checks: list[Check] = [
        lambda: crisis_lines(directory(), datetime.now(UTC).date()),
        shipped_files,
        lambda: bot_file(file),
        base_image,
        key,
    ]
    with suppress(ConfigError):  # bot_file has told it
        checks += _running(config := read(file))
        checks.append(lambda: encoder_of(config))
        checks.append(lambda: servers(config))
        database = database or config.store.url
    checks.append(lambda: store(database_url(database)))
    found = dict.fromkeys(finding for check in checks for finding in guarded(check))
    for finding in found:
        click.echo(finding.line())
    raise SystemExit(any(finding.status == "fail" for finding in found))


def _running(config: Config) -> list[Check]:
    """What concerns a bot that is let run."""
    from bot.run.checks import addresses, doors, limits, listening, retention

    checks: list[Check] = [lambda: retention(config)]
    if config.doors:
        checks += [lambda: doors(config), lambda: limits(config.limits)]
        checks += [lambda: listening(config), lambda: addresses(config)]
    return checks


def guarded(check: Callable[[], Iterator[Finding]]) -> list[Finding]:
    """What a check found; our own errors are findings, and already say what to do."""
    try:
        return list(check())
    except BotError as error:
        return [Finding("fail", str(error))]


def crisis_lines(lines: Directory, today: date) -> Iterator[Finding]:
    """Warns of entries after twelve months and fails at those that are no longer shown."""
    mend = "open its page, call or write to it, and set checked_on"
    for warning in lines.warnings(today):
        yield Finding("fail" if "no longer shown" in warning else "warn", warning, mend)
    if not lines.warnings(today):
        entries = [entry for country in lines.countries.values() for entry in country.entries]
        oldest = min(entry.checked_on for entry in entries)
        yield Finding("ok", f"crisis lines: {len(entries)} entries, none checked before {oldest}")
    if all(lines.best(code, ("suicide",), today) is None for code in lines.countries):
        yield Finding(
            "fail", f"no crisis line is younger than {HIDE_MONTHS} months", "let nobody in before that is done"
        )


def shipped_files() -> Iterator[Finding]:
    """Whether every file that any bot may read is the pinned one: tensors, small encoder, replies and crisis lines."""
    from skills.pins import PLACES, check, check_all, pinned
    from skills.sizes import BASE

    keys = [key for key in pinned() if not key.startswith(f"{BASE.place}/")]
    each: list[Callable[[], object]] = [partial(check, key) for key in keys]
    each += [partial(check_all, place) for place in PLACES]
    wrong = [str(error) for item in each for error in _errors(item)]
    yield from (Finding("fail", error) for error in dict.fromkeys(wrong))
    if not wrong:
        yield Finding("ok", f"files: {len(keys)} are as pinned")


def encoder_of(config: Config) -> Iterator[Finding]:
    """The encoder of a bot: its size and packages, and whether its files are there and the pinned ones."""
    from skills.models.unpacking import file
    from skills.pins import MODEL
    from skills.sizes import DEFAULT, size_of

    if config.encoder and config.encoder.use != "encoder":  # one of somebody's own
        return
    size = size_of(str(config.encoder.settings.get("size", DEFAULT.name))) if config.encoder else DEFAULT
    for name in MODEL:
        file(size, name)
    yield Finding("ok", f"encoder: {size.name}, {size.model}: {', '.join(size.packages)}")


def servers(config: Config) -> Iterator[Finding]:
    """Whether each server of a large writer is there, takes the key and has the model; nothing of anybody is sent."""
    from bot.build import responders
    from bot.consent import SendingResponder
    from skills.server import KEY, Server
    from skills.writer.client import Client

    for _, found in responders(config):
        if not isinstance(found, SendingResponder) or not isinstance(found.responder, Server):
            continue
        client, (to, *_) = found.responder.client, found.recipients
        if not isinstance(client, Client):
            continue
        where = f"server {to.host}"
        if to.outside and not client.key:
            yield Finding("warn", f"{where}: it is asked without a key", f"set {KEY} or {KEY}_FILE, or api_key_file")
        if to.outside and client.base_url.startswith("http://"):
            yield Finding("warn", f"{where}: what people say goes there unsealed", "base_url = https://...")
        yield _server(where, client)


def _server(where: str, client: Client) -> Finding:
    from bot.logs import reason

    try:
        models = asyncio.run(client.models(ANSWERS_WITHIN))
    except Exception as error:  # the library's, whose words may hold what it was sent
        why = reason(error)
        refused = why.endswith((" 401", " 403"))
        mend = "it refuses the key: set the right one" if refused else "start it, or correct base_url"
        return Finding("fail", f"{where}: {why}", mend)
    if client.model not in models:
        mend = f"it has {', '.join(models[:5]) or 'none'}"
        return Finding("warn", f"{where}: no model is called {client.model!r} there", mend)
    return Finding("ok", f"{where}: it is there and has the model {client.model!r}")


def _errors(check: Callable[[], object]) -> Iterator[BotError]:
    try:
        check()
    except BotError as error:
        yield error


def bot_file(file: str) -> Iterator[Finding]:
    """Whether the bot can be made, what is sent where, and what its file leaves unsaid or switches off."""
    from bot.build import build, responders
    from bot.checks import warnings
    from bot.config import read
    from bot.consent import recipients_of, told

    config = read(file)
    engine, slow = build(config), responders(config)
    for line in told((*engine.recipients, *recipients_of(each for _, each in slow))):
        yield Finding("ok", f"sent: {line}")
    for warning in warnings(config):
        yield Finding("warn", f"bot file {config.path.name}: {warning}", "see attune check")
    if not warnings(config):
        yield Finding("ok", f"bot file {config.path.name}: valid")


def base_image() -> Iterator[Finding]:
    """In a container: whether what it was built on is named by its content. The Dockerfile says what that is."""
    name = os.environ.get("ATTUNE_BASE_IMAGE", "")
    if name and "@sha256:" not in name:
        mend = "build it with BASE=IMAGE@sha256:..., see docs/deploy.md"
        yield Finding("warn", f"image: built on {name}, a tag that may name something else tomorrow", mend)


def store(url: str) -> Iterator[Finding]:
    """Whether talks can be kept: the tables are made or brought up to date, as they would be for a talk."""
    from sqlalchemy.engine import make_url

    from bot.store import Store

    async def open_it() -> None:
        try:
            async with Store.open(url):
                pass
        finally:
            # The driver's thread ends a little after its error, and needs the loop until then.
            await asyncio.sleep(0.1)

    asyncio.run(open_it())
    yield Finding("ok", f"store: {make_url(url).render_as_string(hide_password=True)} can be written")
