"""A page of the menu as Discord shows it: text in pieces, buttons, a picture, a file.

A button's custom_id is its action, so it is known again by whatever process runs when it is pressed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Self

from bot.frontends.discord.library import discord
from bot.frontends.menu import Button, Page
from bot.frontends.split import split

LIMIT = 2000
LABEL = 80
PICTURE = "mood.png"
ROWS, IN_A_ROW = 5, 5


class Press(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"(?P<action>[!-~]{1,100})"):
    """A button of any page; pressed, it is answered by the door's `answer`."""

    def __init__(self, button: Button, row: int | None = None) -> None:
        self.action = button.action
        super().__init__(discord.ui.Button(label=button.label[:LABEL], custom_id=button.action, row=row))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(Button(getattr(item, "label", None) or match["action"], match["action"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.answer(interaction, self.action)


@dataclass(frozen=True, slots=True)
class Drawn:
    """One message of a page: a keyword argument each for the library's methods that send."""

    content: str
    view: discord.ui.View | None
    files: list[discord.File]


def draw(page: Page) -> list[Drawn]:
    """The messages of a page; buttons, picture and file go with the last."""
    pieces = split(page.text, LIMIT) or [page.alt or "\u200b"]
    return [Drawn(piece, None, []) for piece in pieces[:-1]] + [Drawn(pieces[-1], _view(page), _files(page))]


def _view(page: Page) -> discord.ui.View | None:
    if not page.buttons:
        return None
    view = discord.ui.View(timeout=None)
    rows = [row[start : start + IN_A_ROW] for row in page.buttons for start in range(0, len(row), IN_A_ROW)]
    if len(rows) > ROWS:  # more than fit: as close together as Discord allows
        every = [button for row in rows for button in row][: ROWS * IN_A_ROW]
        rows = [tuple(every[start : start + IN_A_ROW]) for start in range(0, len(every), IN_A_ROW)]
    for number, row in enumerate(rows):
        for button in row:
            view.add_item(Press(button, number))
    view.stop()  # the library need not remember it: `Press` is known for all pages
    return view


def _files(page: Page) -> list[discord.File]:
    files = [discord.File(BytesIO(page.picture), PICTURE, description=page.alt[:1024] or None)] if page.picture else []
    return files + ([discord.File(BytesIO(page.file[1]), page.file[0])] if page.file else [])
