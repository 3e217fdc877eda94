from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from telegram import Bot as Account

from bot.frontends.menu import Button, Page
from bot.frontends.telegram.outlet import Outlet
from bot.frontends.telegram.pace import Pace, Patience
from bot.frontends.telegram.reading import Place, Pressed
from bot.frontends.telegram.render import show
from bot.testing.telegram import TOKEN, FakeTelegram

ALONE = Place(7, 0, 7)
BUTTONS = ((Button("Yes", "forget:yes"), Button("No", "forget:no")), (Button("Later", "help"),))
SHOWN = ((("Yes", "forget:yes"), ("No", "forget:no")), (("Later", "help"),))
PNG = b"\x89PNG\r\n\x1a\n-not-really"
LONG = " ".join(f"This is sentence number {number}." for number in range(60))
VERY_LONG = " ".join(f"This is sentence number {number}." for number in range(200))


@pytest.fixture
async def outlet(telegram: FakeTelegram) -> AsyncIterator[Outlet]:
    telegram.meet(7)
    async with Account(TOKEN, telegram.base_url) as account:
        yield Outlet(account, Pace(0, 0, Patience()), Patience())


async def test_text_and_buttons(telegram: FakeTelegram, outlet: Outlet) -> None:
    await show(outlet, ALONE, Page("<b>Sure?</b> *yes*", BUTTONS))
    assert [(sent.text, sent.buttons) for sent in telegram.sent] == [("<b>Sure?</b> *yes*", SHOWN)]


async def test_a_long_page_has_its_buttons_at_the_end(telegram: FakeTelegram, outlet: Outlet) -> None:
    await show(outlet, ALONE, Page(VERY_LONG, BUTTONS))
    assert " ".join(telegram.texts(7)) == VERY_LONG
    assert [sent.buttons for sent in telegram.sent] == [(), SHOWN]


async def test_a_picture_carries_the_text_where_it_fits(telegram: FakeTelegram, outlet: Outlet) -> None:
    await show(outlet, ALONE, Page("How it seemed", BUTTONS, picture=PNG))
    await show(outlet, ALONE, Page(LONG, BUTTONS, picture=PNG))
    first, second, third = telegram.sent
    assert (first.text, first.buttons, first.file and first.file.data) == ("How it seemed", SHOWN, PNG)
    assert (second.text, second.buttons, second.file and second.file.kind) == ("", (), "photo")
    assert (third.text, third.buttons, third.file) == (LONG, SHOWN, None)


async def test_a_file_has_its_name(telegram: FakeTelegram, outlet: Outlet) -> None:
    await show(outlet, ALONE, Page("Everything", file=("all.json", b"{}")))
    (sent,) = telegram.sent
    assert sent.file is not None
    assert (sent.text, sent.file.name, sent.file.data, sent.file.kind) == ("Everything", "all.json", b"{}", "document")


async def test_a_pressed_page_is_changed_where_it_stands(telegram: FakeTelegram, outlet: Outlet) -> None:
    await show(outlet, ALONE, Page("Sure?", BUTTONS))
    number = telegram.sent[0].id
    await show(outlet, ALONE, Page("Done."), Pressed(ALONE, "forget:yes", "q", number, "Sure?"))
    assert [(sent.id, sent.text, sent.buttons) for sent in telegram.edits] == [(number, "Done.", ())]
    await show(outlet, ALONE, Page("Again."), Pressed(ALONE, "forget:yes", "q", 999, "Sure?"))  # it is gone
    await show(outlet, ALONE, Page("Below."), Pressed(ALONE, "felt:sad", "q", number, None))  # under a picture
    assert telegram.texts(7) == ["Sure?", "Again.", "Below."]
