"""Who answers with pages that a door draws: a bot's menu, or a host of pages alone, such as a study."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.frontends.menu import Command, Page


class Pages(Protocol):
    """Answers commands and buttons. A conversation's id is `channel:chat:thread:person`."""

    async def open(self, conversation_id: str, action: str, *, private: bool = True) -> Page:
        """The page of a command or of a pressed button."""


class Host(Pages, Protocol):
    """Pages alone, without a bot that talks; `commands` are those that a channel lists."""

    @property
    def commands(self) -> Sequence[Command]: ...

    async def hear(self, conversation_id: str, text: str, event: str, *, edited: bool = False) -> Page | None:
        """The page that follows words, if any does. `event` is the channel's own id of them, `edited` when they replace

        others.
        """
