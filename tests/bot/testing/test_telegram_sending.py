"""The fake Telegram under the unmodified library: what a bot sends, and what people see of it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputFile,
    ReplyParameters,
)
from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, RetryAfter

from bot.testing.telegram import LOST_AFTER, LOST_BEFORE, Draft, FakeTelegram, FloodControl

PNG = b"\x89PNG\r\n\x1a\n and so on"
KEYS = InlineKeyboardMarkup([[InlineKeyboardButton("Yes", callback_data="keep:yes")]])


@pytest.fixture
async def telegram() -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram() as fake:
        fake.meet(7)
        yield fake


@pytest.fixture
async def bot(telegram: FakeTelegram) -> AsyncIterator[Bot]:
    async with Bot(telegram.token, base_url=telegram.base_url, base_file_url=telegram.file_url) as client:
        yield client


async def test_a_button_is_pressed_answered_and_taken_away(telegram: FakeTelegram, bot: Bot) -> None:
    asked = await bot.send_message(7, "May I keep this?", reply_markup=KEYS)
    assert telegram.sent[0].buttons == ((("Yes", "keep:yes"),),)
    query_id = await telegram.presses(7, "Yes", user=7)
    (update,) = await bot.get_updates()
    assert update.callback_query
    assert (update.callback_query.data, update.callback_query.message) == ("keep:yes", asked)
    await bot.answer_callback_query(query_id, "Thank you")
    assert telegram.answered == {query_id: {"text": "Thank you"}}
    await bot.edit_message_text("I keep it.", 7, asked.message_id)
    assert telegram.message(7, asked.message_id)["text"] == "I keep it."
    assert [message.text for message in telegram.edits] == ["I keep it."]
    with pytest.raises(LookupError, match="no button"):
        await telegram.presses(7, "Yes", user=7)


async def test_a_query_is_answered_once_and_with_few_words(telegram: FakeTelegram, bot: Bot) -> None:
    await bot.send_message(7, "Well?", reply_markup=KEYS)
    query_id = await telegram.presses(7, data="keep:yes", user=7)
    await bot.answer_callback_query(query_id)
    for unknown in (query_id, "5"):
        with pytest.raises(BadRequest, match="Query is too old"):
            await bot.answer_callback_query(unknown)
    with pytest.raises(BadRequest, match="Message_too_long"):
        await bot.answer_callback_query(await telegram.presses(7, "Yes", user=7), "x" * 201)


async def test_edits_that_are_refused(telegram: FakeTelegram, bot: Bot) -> None:
    said = (await telegram.says("hello", user=7))["message"]["message_id"]
    sent = await bot.send_message(7, "hi", reply_markup=KEYS)
    shown = await bot.send_photo(7, InputFile(PNG), caption="a mood")
    with pytest.raises(BadRequest, match="Message is not modified"):
        await bot.edit_message_text("hi", 7, sent.message_id, reply_markup=KEYS)
    with pytest.raises(BadRequest, match="Message is not modified"):
        await bot.edit_message_reply_markup(7, sent.message_id, reply_markup=KEYS)
    with pytest.raises(BadRequest, match="There is no text in the message to edit"):
        await bot.edit_message_text("hi", 7, shown.message_id)
    with pytest.raises(BadRequest, match="Message can't be edited"):
        await bot.edit_message_text("hi", 7, said)
    with pytest.raises(BadRequest, match="Message to edit not found"):
        await bot.edit_message_text("hi", 7, 999)
    await bot.edit_message_reply_markup(7, sent.message_id)
    assert telegram.edits[-1].buttons == ()


async def test_pictures_and_files_arrive_whole(telegram: FakeTelegram, bot: Bot) -> None:
    await bot.send_photo(7, InputFile(PNG, "mood.png"), caption="How it seemed")
    await bot.send_document(7, InputFile(b"{}" * 600_000, "export.json"))
    assert [(message.text, message.file and message.file.kind) for message in telegram.sent] == [
        ("How it seemed", "photo"),
        ("", "document"),
    ]
    photo, document = (message.file for message in telegram.sent)
    assert photo
    assert photo.data == PNG
    assert document
    assert (document.name, len(document.data)) == ("export.json", 1_200_000)
    for empty in (b"", b"no picture"):
        with pytest.raises(BadRequest):
            await bot.send_photo(7, InputFile(empty))
    with pytest.raises(BadRequest, match="Message caption is too long"):
        await bot.send_photo(7, InputFile(PNG), caption="x" * 1025)


async def test_what_a_person_shows_can_be_fetched(telegram: FakeTelegram, bot: Bot) -> None:
    for kind in ("photo", "voice", "sticker", "document", "video", "location", "contact"):
        await telegram.shows(kind, user=7, data=kind.encode())
    messages = [update.message for update in await bot.get_updates() if update.message]
    assert [message.text for message in messages] == [None] * 7
    assert messages[1].voice
    file = await messages[1].voice.get_file()
    assert bytes(await file.download_as_bytearray()) == b"voice"
    assert messages[5].location
    with pytest.raises(BadRequest, match="Wrong file_id"):
        await bot.get_file("nothing")


async def test_drafts_are_for_private_chats(telegram: FakeTelegram, bot: Bot) -> None:
    telegram.chat(-100)
    assert await bot.send_message_draft(7, 3, "I hear")
    assert telegram.drafts == [Draft(7, 3, "I hear")]
    assert telegram.sent == []
    for chat, draft in ((-100, 3), (7, 0)):
        with pytest.raises(BadRequest):
            await bot.send_message_draft(chat, draft, "no")


async def test_a_message_that_was_taken_though_the_line_went_dead_is_there_twice(
    telegram: FakeTelegram, bot: Bot
) -> None:
    telegram.faults["sendMessage"].extend([LOST_BEFORE, LOST_AFTER])
    for _ in range(2):
        with pytest.raises(NetworkError):
            await bot.send_message(7, "hello")
    await bot.send_message(7, "hello")
    assert telegram.texts(7) == ["hello", "hello"]


async def test_limits_are_kept_and_say_for_how_long(
    bot: Bot, telegram: FakeTelegram, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "true")
    now = [0.0]
    telegram.limits = FloodControl(clock=lambda: now[0])
    sent = await bot.send_message(7, "one")
    with pytest.raises(RetryAfter, match="Retry in 0:00:01"):
        await bot.send_message(7, "two")
    with pytest.raises(RetryAfter):
        await bot.edit_message_text("two", 7, sent.message_id)
    now[0] = 1.0
    await bot.send_message(7, "two")
    assert telegram.texts(7) == ["one", "two"]
    assert telegram.limits.refused == 2


async def test_replies_threads_and_groups(telegram: FakeTelegram, bot: Bot) -> None:
    said = (await telegram.says("@attune_bot?", user=7, group=-100, thread=5))["message"]
    sent = await bot.send_message(
        -100, "yes", message_thread_id=5, reply_parameters=ReplyParameters(said["message_id"])
    )
    assert sent.reply_to_message
    assert sent.reply_to_message.text == "@attune_bot?"
    assert (telegram.sent[0].thread, telegram.sent[0].reply_to) == (5, said["message_id"])
    await telegram.removes({"message": said})
    with pytest.raises(BadRequest, match="Message to be replied not found"):
        await bot.send_message(-100, "yes", reply_parameters=ReplyParameters(said["message_id"]))
    await bot.send_message(-100, "y", reply_parameters=ReplyParameters(1, allow_sending_without_reply=True))


async def test_chats_that_are_left_blocked_or_moved(telegram: FakeTelegram, bot: Bot) -> None:
    for group in (-100, -200):
        telegram.chat(group)
    assert (await bot.get_chat(-100)).title == "Group 100"
    with pytest.raises(BadRequest, match="can't be changed in private chats"):
        await bot.leave_chat(7)
    await bot.leave_chat(-100)
    with pytest.raises(Forbidden, match="not a member"):
        await bot.send_message(-100, "still here?")
    telegram.migrates(-200, -300)
    with pytest.raises(ChatMigrated):
        await bot.send_message(-200, "hi")
    await telegram.blocks(7)
    with pytest.raises(Forbidden, match="blocked by the user"):
        await bot.send_message(7, "hi")
    await telegram.returns(7)
    await bot.send_message(7, "hi")
    statuses = [
        update.my_chat_member.new_chat_member.status for update in await bot.get_updates() if update.my_chat_member
    ]
    assert (telegram.left, statuses) == ([-100], ["kicked", "member"])


async def test_menus_by_scope(telegram: FakeTelegram, bot: Bot) -> None:
    await bot.set_my_commands([BotCommand("start", "Begin")])
    await bot.set_my_commands([BotCommand("help", "Help")], scope=BotCommandScopeAllGroupChats())
    assert telegram.commands == [{"command": "start", "description": "Begin"}]
    assert (await bot.get_my_commands(scope=BotCommandScopeAllGroupChats()))[0].command == "help"
    await bot.delete_my_commands()
    assert telegram.commands == []


async def test_a_bot_deletes_its_own_messages_and_in_private_all(telegram: FakeTelegram, bot: Bot) -> None:
    said = (await telegram.says("hello", user=7, group=-100))["message"]["message_id"]
    sent = await bot.send_message(7, "hi")
    await bot.delete_message(7, sent.message_id)
    assert telegram.deleted == [(7, sent.message_id)]
    with pytest.raises(BadRequest, match="Message to delete not found"):
        await bot.delete_message(7, sent.message_id)
    with pytest.raises(BadRequest, match="Message can't be deleted"):
        await bot.delete_message(-100, said)
