from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from telegram import Update, User

from bot.frontends.telegram.polling import readable
from bot.frontends.telegram.reading import (
    Asked,
    Event,
    Invited,
    Masked,
    Place,
    Pressed,
    Reader,
    Said,
    Shown,
    place_of,
)

ME = User(1, "Attune", True, username="Attune_Bot")
ADA = {"id": 7, "is_bot": False, "first_name": "Ada"}
ALONE = {"id": 7, "type": "private"}
GROUP = {"id": -100, "type": "supergroup", "title": "All"}
PLACE = Place(7, 0, 7)


def read(content: dict[str, Any], kind: str = "message") -> Event | None:
    update = Update.de_json({"update_id": 1, kind: content}, None)
    return Reader(lambda: ME).read(update)


def message(chat: dict[str, Any] = ALONE, **content: Any) -> dict[str, Any]:
    return {"message_id": 5, "date": 1, "from": ADA, "chat": chat, **content}


def test_words_are_cleaned() -> None:
    assert read(message(text=" e\u0301\x00 ")) == Said(PLACE, "\u00e9", 5, "1/5")


def test_words_of_nothing_visible_are_words_all_the_same() -> None:
    assert read(message(text="\x00")) == Said(PLACE, "", 5, "1/5")


def test_a_caption_is_words_beside_something() -> None:
    photo = [{"file_id": "a", "file_unique_id": "b", "width": 1, "height": 1}]
    assert read(message(photo=photo, caption="my dog")) == Said(PLACE, "my dog", 5, "1/5", "photo")


def test_an_edit_is_another_event_of_the_same_message() -> None:
    said = read(message(text="now", edit_date=9), "edited_message")
    assert said == Said(PLACE, "now", 5, "1/5 9", edited=True)


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("/mood", "mood", ""),
        ("/MOOD", "mood", ""),
        ("/country  the Netherlands", "country", "the Netherlands"),
        ("/mood@attune_bot", "mood", ""),
    ],
)
def test_commands(text: str, name: str, words: str) -> None:
    assert read(message(text=text)) == Asked(PLACE, name, words, text, 5)


@pytest.mark.parametrize("text", ["/unknown", "/mood@other_bot", "so /mood", "/ mood", "//mood"])
def test_what_is_no_command_of_this_bot_is_words(text: str) -> None:
    assert read(message(text=text)) == Said(PLACE, text, 5, "1/5")


def test_a_thing_without_words_is_shown_and_an_edit_of_one_is_nothing() -> None:
    place = {"latitude": 1.0, "longitude": 2.0, "live_period": 60}
    shown = read(message(location=place))
    assert isinstance(shown, Shown)
    assert shown.kind == "location"
    assert read(message(location=place, edit_date=9), "edited_message") is None


def test_what_telegram_says_of_a_chat_is_nothing() -> None:
    assert read(message(GROUP, new_chat_members=[ADA], text="@attune_bot")) is None
    assert read(message(pinned_message=message(text="x"))) is None


def test_bots_are_not_answered_and_groups_are_nobody() -> None:
    other = {"id": 9, "is_bot": True, "first_name": "Other"}
    assert read(message(GROUP, text="@attune_bot hi") | {"from": other}) is None
    masked = read(message(GROUP, text="@attune_bot hi", sender_chat=GROUP) | {"from": other})
    assert masked == Masked(Place(-100, 0, 9), 5)


def test_a_topic_is_part_of_the_place_and_a_thread_of_answers_is_not() -> None:
    topic = read(message(GROUP, text="@attune_bot hi", message_thread_id=3, is_topic_message=True))
    thread = read(message(GROUP, text="@attune_bot hi", message_thread_id=3))
    assert isinstance(topic, Said)
    assert isinstance(thread, Said)
    assert (topic.place, thread.place) == (Place(-100, 3, 7), Place(-100, 0, 7))


def test_a_name_that_is_a_link_is_speaking_to_it() -> None:
    entity = {"type": "text_mention", "offset": 0, "length": 3, "user": ME.to_dict()}
    assert isinstance(read(message(GROUP, text="You there", entities=[entity])), Said)
    assert read(message(GROUP, text="You there")) is None


def test_a_pressed_button_on_a_message_that_is_gone_still_counts() -> None:
    query = {"id": "q", "from": ADA, "chat_instance": "c", "data": "stars:4"}
    gone = {"message_id": 5, "date": 0, "chat": ALONE}
    assert read(query | {"message": gone}, "callback_query") == Pressed(PLACE, "stars:4", "q", 5, None)
    there = message(text="How was it?")
    assert read(query | {"message": there}, "callback_query") == Pressed(PLACE, "stars:4", "q", 5, "How was it?")
    assert read(query, "callback_query") is None


@pytest.mark.parametrize(
    ("chat", "before", "after", "invited"),
    [
        (GROUP, "left", "member", True),
        (GROUP, "kicked", "restricted", True),
        (GROUP, "member", "left", False),
        (GROUP, "member", "administrator", False),
        (ALONE, "kicked", "member", False),
    ],
)
def test_only_coming_into_a_group_is_an_invitation(
    chat: dict[str, Any], before: str, after: str, invited: bool
) -> None:
    rights = dict.fromkeys(
        (
            *("can_send_messages", "can_change_info", "can_invite_users", "can_pin_messages", "can_manage_topics"),
            *("can_send_polls", "can_send_other_messages", "can_add_web_page_previews", "can_send_audios"),
            *("can_send_documents", "can_send_photos", "can_send_videos", "can_send_video_notes"),
            *("can_send_voice_notes", "is_member", "can_be_edited", "is_anonymous", "can_manage_chat"),
            *("can_delete_messages", "can_manage_video_chats", "can_restrict_members", "can_promote_members"),
            *("can_post_stories", "can_edit_stories", "can_delete_stories", "can_edit_tag", "can_react_to_messages"),
        ),
        False,
    )
    user = {"user": ME.to_dict(), "until_date": 0, **rights}
    change = {"chat": chat, "from": ADA, "date": 1}
    change |= {"old_chat_member": user | {"status": before}, "new_chat_member": user | {"status": after}}
    assert read(change, "my_chat_member") == (Invited(Place(-100, 0, 7)) if invited else None)


def test_an_id_and_a_place_say_the_same() -> None:
    assert place_of("telegram:-100:3:7") == Place(-100, 3, 7)
    assert Place(-100, 3, 7).id == "telegram:-100:3:7"
    assert Place(-100, 3, 7).alone.id == "telegram:7:0:7"


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from(
    ("caption", "photo", "entities", "sticker", "reply_to_message", "sender_chat", "voice", "date")
)


@settings(max_examples=300)
@given(st.text(min_size=1, max_size=40), st.dictionaries(FIELDS, ANYTHING, max_size=3), st.booleans())
def test_words_are_read_whatever_else_there_is(text: str, more: dict[str, Any], in_group: bool) -> None:
    written = f"@attune_bot {text}" if in_group else text
    raw = readable({"update_id": 1, "message": message(GROUP if in_group else ALONE, text=written) | more})
    assert raw is not None
    event = Reader(lambda: ME).read(Update.de_json(raw, None))
    if "date" not in more and "sender_chat" not in more:
        assert isinstance(event, Said | Asked)
