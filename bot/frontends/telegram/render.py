"""The menu's pages as Telegram messages: text, buttons under it, a picture or a file."""

from __future__ import annotations

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.constants import MessageLimit

from bot.frontends.menu import Page
from bot.frontends.split import size, split
from bot.frontends.telegram.outlet import Outlet
from bot.frontends.telegram.reading import Place, Pressed

LIMIT, CAPTION = int(MessageLimit.MAX_TEXT_LENGTH), int(MessageLimit.CAPTION_LENGTH)


def buttons_of(page: Page) -> InlineKeyboardMarkup | None:
    if not page.buttons:
        return None
    return InlineKeyboardMarkup(
        [[InlineKeyboardButton(button.label, callback_data=button.action) for button in row] for row in page.buttons]
    )


async def show(outlet: Outlet, place: Place, page: Page, pressed: Pressed | None = None) -> None:
    """Send a page; one that is only text takes the place of the text page on which its button was `pressed`."""
    pieces, buttons = split(page.text, LIMIT), buttons_of(page)
    if page.picture or page.file:
        await _with_file(outlet, place, page, buttons, fits=size(page.text) <= CAPTION)
        pieces = [] if size(page.text) <= CAPTION else pieces
    elif pressed and pressed.page is not None and len(pieces) == 1:
        pieces = [] if await outlet.edit(place, pressed.message, pieces[0], buttons) else pieces
    for piece in pieces:
        await outlet.text(place, piece, buttons if piece is pieces[-1] else None)


async def _with_file(
    outlet: Outlet, place: Place, page: Page, buttons: InlineKeyboardMarkup | None, *, fits: bool
) -> None:
    """The picture or file, with the text where it fits."""
    caption, below = (page.text, buttons) if fits else ("", None)
    if page.picture:
        await outlet.photo(place, page.picture, caption, below)
    elif page.file:
        await outlet.file(place, *page.file, caption, below)
