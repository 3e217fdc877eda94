"""The library, imported in one place: without the warnings for its voice code, which is not used here."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from yarl import URL

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # the voice code imports audioop
    import discord
    from discord import app_commands
    from discord.ext import commands

from discord.gateway import DiscordWebSocket
from discord.http import Route

__all__ = ["api_at", "app_commands", "commands", "discord"]

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nor are the packages it would like for it


@contextmanager
def api_at(base: str | None) -> Iterator[None]:
    """Point the library at another server: its addresses are constants of two classes."""
    if base is None:
        yield
        return
    route, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE = f"{base}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = URL(f"{base.replace('http', 'ws', 1)}/gateway")
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = route, gateway
