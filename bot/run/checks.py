"""What an operator should know of a bot file before people are let in, one finding a line. Secrets are never shown."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bot.config import Config, Rules
from bot.config.sections import ports
from bot.errors import BotError
from bot.frontends.options import LIBRARIES, read_token, require, token_variable
from bot.ports import check
from bot.run.finding import Finding
from bot.store.vault import VARIABLE as KEY
from bot.store.vault import Vault

LONG_UNKEPT = 7 * 24
LONG_KEPT = 400
ENDS = ("per_minute", "per_day", "address_per_minute", "token_per_minute", "menu_per_minute")
EXAMPLE = re.compile(r"(?:^|\.)example(?:\.(?:com|net|org))?$")
"""Names that are nobody's (RFC 2606)."""
CONTAINER = "ATTUNE_CONTAINER"
MARKS = (Path("/.dockerenv"), Path("/run/.containerenv"))
"""How a container is known: our Dockerfile sets the variable, Docker and Podman make the files."""


def doors(config: Config) -> Iterator[Finding]:
    """Whether each door of the file has its library and its secret."""
    for channel, settings in config.doors.items():
        try:
            require(*LIBRARIES[channel], channel)
            _secret(channel, settings)
        except BotError as error:
            yield Finding("fail", f"door {channel}: {error}")
            continue
        yield Finding("ok", f"door {channel}: its library and its secret are there")
    for path in sorted(_secret_files(config)):
        if path.is_file() and path.stat().st_mode & 0o077:
            yield Finding("warn", f"{path} can be read by others on this machine", f"chmod 600 {path}")


def key() -> Iterator[Finding]:
    """Whether what people say is sealed in the store."""
    if Vault.from_environment().seals:
        yield Finding("ok", f"key: {KEY} is set, so what people say is sealed with a key for each person")
    else:
        mend = f"make one with `attune new-key`, keep a copy off this machine, and set {KEY} or {KEY}_FILE"
        yield Finding("warn", "key: what people say is stored as it is; a backup keeps what was forgotten", mend)


def limits(rules: Rules) -> Iterator[Finding]:
    """Whether one person, one address or everybody together could keep the bot busy without an end."""
    open_ends = [name for name in ENDS if not getattr(rules, name)]
    for name in open_ends:
        yield Finding("warn", f"limits: {name} = 0 is no limit", "set a number unless you know everybody who writes")
    for name in (*rules.allow, *rules.block):
        if not all(name.partition(":")):
            yield Finding("warn", f"limits: {name!r} names nobody", "write channel:person, such as telegram:123")
    if not open_ends:
        budget = f"{rules.budget_per_day} a day in all" if rules.budget_per_day else "no budget"
        yield Finding("ok", f"limits: {rules.per_minute} a minute and {rules.per_day} a day for a person, {budget}")


def retention(config: Config) -> Iterator[Finding]:
    """For how long words are kept."""
    unkept, kept = config.store.unkept_hours, config.store.retention_days
    if unkept > LONG_UNKEPT or kept > LONG_KEPT:
        mend = "say so in your privacy notice, or set [store] unkept_hours and retention_days lower"
        yield Finding("warn", f"retention: {unkept:g} hours without consent, {kept:g} days with it, is long", mend)
    else:
        yield Finding("ok", f"retention: {unkept:g} hours of silence without consent, {kept:g} days with it")
    if config.keep_crisis_text:
        yield Finding(
            "warn", "retention: what is said in a crisis is kept", "take keep_crisis_text out of the bot file"
        )


def listening(config: Config) -> Iterator[Finding]:
    """What this machine would listen at: whether it is free, and who can come in."""
    places = ports(config.doors)
    if config.metrics:
        where = config.metrics
        if not _is_local(where.host):
            mend = 'set host = "127.0.0.1", or see that only Prometheus gets there'
            yield Finding("warn", f"metrics: whoever reaches {where.host}:{where.port} can read them", mend)
        places.append(("metrics.port", where.host, where.port))
    for name, host, port in places:
        if not _is_free(name, host, port):
            yield Finding("warn", f"{name}: {host}:{port} is in use", "is the bot running, or something else there?")
        else:
            who = "from this machine only" if _is_local(host) else "from other machines, so put a TLS proxy before it"
            yield Finding("ok", f"{name}: {host}:{port} is free and is reached {who}")


def addresses(config: Config) -> Iterator[Finding]:
    """Whether the doors know where browsers and Telegram find them, and whose address it is that they see."""
    for channel, key in (("web", "origin"), ("telegram", "webhook_url")):
        url = getattr(config.doors.get(channel), key, None)
        if url and EXAMPLE.search(urlsplit(url).hostname or ""):
            yield Finding("fail", f"doors.{channel}.{key}: {url} is an example's address, not yours", "write your own")
    web = config.doors.get("web")
    if web and _is_anywhere(web.host) and not in_container():
        what = f"doors.web.host: {web.host} is for a container; here it lets every network in, past the TLS proxy"
        mend = 'host = "127.0.0.1" for a proxy on this machine, else the one address at which the proxy finds it'
        yield Finding("warn" if web.proxies else "fail", what, mend)
    if web and web.secure and not web.proxies:  # HTTPS comes from a proxy, as the door itself speaks none
        what = "doors.web: proxies names none, so all visitors have the TLS proxy's address and share one limit"
        yield Finding("warn", what, 'proxies = ["127.0.0.1", "::1"] for one on this machine')


def _secret(channel: str, settings: Any) -> None:
    if variable := token_variable(channel):
        read_token(settings.token_file, variable)
    if channel == "web":
        from bot.frontends.web.settings import read_secret

        read_secret(settings)


def _secret_files(config: Config) -> set[Path]:
    """Every file with a secret that the bot file or the environment names."""
    named = [
        getattr(settings, key, None) for settings in config.doors.values() for key in ("token_file", "secret_file")
    ]
    named += [value for name, value in os.environ.items() if name.startswith("ATTUNE_") and name.endswith("_FILE")]
    return {Path(name) for name in named if name}


def in_container() -> bool:
    """Whether this machine is one whose ports somebody else opens, as Docker does."""
    return bool(os.environ.get(CONTAINER)) or any(mark.exists() for mark in MARKS)


def _is_anywhere(host: str) -> bool:
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


def _is_local(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _is_free(key: str, host: str, port: int) -> bool:
    try:
        check(key, host, port)
    except BotError:
        return False
    return True
