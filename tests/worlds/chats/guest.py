"""A participant before a desk, without any chat between."""

from __future__ import annotations

from bot.frontends.menu import Page
from worlds.chats.desk import Desk
from worlds.studies.ledger import Ledger, Participation

CHAT = "telegram:7:0:7"


class Guest:
    """A participant before a desk; the guard hears danger in "goodbye"."""

    def __init__(self, desk: Desk, ledger: Ledger) -> None:
        self._desk, self._ledger = desk, ledger
        self.page = Page("")

    async def press(self, label: str) -> Page:
        data = next(button.action for row in self.page.buttons for button in row if button.label == label)
        return await self.act(data)

    async def act(self, data: str) -> Page:
        self.page = await self._desk.open(CHAT, data)
        return self.page

    async def say(self, text: str, *, edited: bool = False) -> Page | None:
        page = await self._desk.hear(CHAT, text, f"event of {text}", edited=edited)
        self.page = page or self.page
        return page

    async def begin(self) -> Page:
        for action in ("start", "agree", "begin"):
            await self.act(action)
        return self.page

    @property
    def labels(self) -> list[list[str]]:
        return [[button.label for button in row] for row in self.page.buttons]

    async def everybody(self) -> list[Participation]:
        return await self._ledger.everybody()

    async def known(self) -> Participation:
        (known,) = await self._ledger.everybody()
        return known
