"""What leaves a part of the bot: declared where the part is registered, decided by the address it goes to.

    @responder("ai", sends=Sends("the last twelve messages", to="url"))
    def ai(*, url: str) -> Responder: ...

Python cannot hold a part to its word: what one sends without saying so is found by whoever reads its code.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import PurePath
from typing import Any

from bot.errors import SkillError

HERE = "this machine"
UNKNOWN = "an address that is not in the bot file"
UNREADABLE = "an address that cannot be read"
AUTHORITY = re.compile(r"(?:[A-Za-z0-9._~!$&'()*+,;=:%-]*@)?(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(:[0-9]*)?")
"""[user@]host[:port]. What a client may read in another way, such as a second `@`, is no address here."""


@dataclass(frozen=True, slots=True)
class Sends:
    """What a part sends, in words for those who wrote it ("the last twelve messages").

    `to` names the settings of its factory that hold the addresses it goes to.
    """

    what: str
    to: str | tuple[str, ...]

    @property
    def settings(self) -> tuple[str, ...]:
        return (self.to,) if isinstance(self.to, str) else self.to


UNSAID = Sends("", ())
"""Stands where a part does not say what it sends."""


@dataclass(frozen=True, slots=True)
class Recipient:
    """Who gets `what`: the `host` that a `part` of a bot file sends it to, which is this machine or `outside` of it."""

    part: str
    what: str
    host: str
    outside: bool

    def __str__(self) -> str:
        return f"{self.part}: {self.host} gets {self.what}"


def declared(kind: str, name: str, factory: Callable[..., Any], sends: Sends | None) -> Sends | None:
    """What a part says it sends. Raises SkillError where that says too little, or may not be."""
    which = f"{kind} {name!r}"
    if sends is UNSAID and kind == "responder":
        raise SkillError(
            f'{which} must say what it sends: sends=Sends("the last twelve messages", to="url"), where url is the '
            "setting that holds the address, or sends=None if it sends nothing"
        )
    if sends is None or sends is UNSAID:
        return None
    if kind in ("guard", "encoder"):
        raise SkillError(f"{which} must send nothing: it reads every turn of everybody, whatever they allow")
    if not sends.what.strip() or not sends.settings:
        raise SkillError(f'{which}: sends must be Sends("what it sends", to="the setting with the address") or None')
    takes = inspect.signature(factory).parameters
    for setting in sends.settings:
        if setting not in takes:
            raise SkillError(
                f"{which} sends to the address in {setting!r}, but its factory has no such setting "
                f"(it takes: {', '.join(takes) or 'none'})"
            )
    return sends


def recipients(part: str, sends: Sends | None, settings: Mapping[str, object]) -> tuple[Recipient, ...]:
    """Everybody a part sends to, by the values of its settings; nobody where it declares nothing."""
    if sends is None:
        return ()
    addresses = [address for name in sends.settings for address in _several(settings[name])]
    return tuple(dict.fromkeys(Recipient(part, sends.what, *located(address)) for address in addresses))


def located(address: object) -> tuple[str, bool]:
    """Where an address leads (its host and port, without user, path or query), and whether that is outside.

    Paths, sockets and loopback are inside. All else is outside: private networks, names that this machine may resolve
    to itself (no name is looked up), and an address that is left to the part or can't be read.
    """
    if isinstance(address, PurePath):
        return HERE, False
    if not isinstance(address, str) or not address:
        return UNKNOWN, True
    scheme, rest = _parted(address)
    if _is_file(scheme, rest):
        return HERE, False
    found = AUTHORITY.fullmatch(re.split("[/?#]", rest, maxsplit=1)[0])
    if found is None:
        return UNREADABLE, True
    return f"{found[1]}{found[2] or ''}", not _is_loopback(found[1].strip("[]"))


def _several(value: object) -> Sequence[object]:
    """The addresses in a setting; an empty list is like one that is left out."""
    return (list(value) or [None]) if isinstance(value, list | tuple | set | frozenset) else [value]


def _parted(address: str) -> tuple[str, str]:
    """The scheme and what follows it; `unix:/run/x`, `host:port` and a bare `::1` come without slashes."""
    scheme, mark, rest = address.partition("://")
    if mark:
        return scheme.lower(), rest
    scheme, _, rest = address.partition(":")
    if scheme.lower() in ("unix", "file"):
        return scheme.lower(), rest
    if address.startswith(("/", ".", "~")):
        return "", address
    return "", f"[{address}]" if address.count(":") > 1 and not address.startswith("[") else address


def _is_file(scheme: str, rest: str) -> bool:
    """Whether it is the path of a file or a socket; two slashes would begin the name of a host."""
    if scheme == "http+unix":
        return rest[:3].lower() == "%2f"
    starts = ("/",) if scheme in ("unix", "file") else ("/", "./", "../", "~/") if not scheme else ()
    return rest.startswith(starts) and not (rest.startswith("//") or "\\" in rest)


def _is_loopback(host: str) -> bool:
    name = host.lower().removesuffix(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback
