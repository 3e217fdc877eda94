"""What every page and every call works with, and who asks."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network
from typing import cast

from starlette.requests import HTTPConnection

from bot.frontends.menu import Menu
from bot.frontends.web.hub import Hub
from bot.frontends.web.security import Keys, Visitor, address, came_from
from bot.frontends.web.settings import Settings
from bot.limits import Limits
from bot.sessions import Sessions
from bot.store import Store


@dataclass(frozen=True, slots=True)
class Room:
    """The open door: `origins` are its own addresses as browsers write them."""

    settings: Settings
    sessions: Sessions
    store: Store
    menu: Menu
    hub: Hub
    keys: Keys
    origins: frozenset[str]
    proxies: tuple[IPv4Network | IPv6Network, ...]
    limits: Limits | None = None

    def visitor(self, connection: HTTPConnection) -> Visitor:
        return self.keys.visitor(connection)

    def is_ours(self, connection: HTTPConnection, *, must_say: bool = False) -> bool:
        return came_from(connection, self.origins, must_say=must_say)

    def address(self, connection: HTTPConnection) -> str:
        return address(connection, self.proxies)


def room_of(connection: HTTPConnection) -> Room:
    return cast("Room", connection.app.state.room)
