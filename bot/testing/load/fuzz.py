"""Nonsense at every door, by where it is thrown."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from bot.testing.load.events import gateway, polling
from bot.testing.load.fuzzed import Fuzzed
from bot.testing.load.requests import api, web, webhook

PLACES: dict[str, Callable[[Path, int, int], Awaitable[Fuzzed]]] = {
    "webhook": webhook,
    "web": web,
    "api": api,
    "polling": polling,
    "gateway": gateway,
}
