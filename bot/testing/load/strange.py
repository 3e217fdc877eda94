"""Input that makes no sense: bytes that are nearly right, and messages that are right and nevertheless strange."""

from __future__ import annotations

import json
from random import Random
from typing import Any

Json = dict[str, Any]

PIECES = (
    *("", " ", "\n", "\t", "\x00", "\x07", "\x1b[31m", "\u200b", "\u2028", "\ufeff", "\u202e", "\ufffe", "\U0010ffff"),
    *("\ud800", "\udfff", "👨‍👩‍👧‍👦", "🏳️‍🌈", "é", "é", "ZALGÕ̸͎͝", "שלום", "مرحبا", "ไทย", "漢字", "ß", "İ", "ǆ", "﷽"),
    *(
        "<b>",
        "</script><script>",
        "&amp;",
        "{name}",
        "{}",
        "%s",
        "%(x)s",
        "${x}",
        "`" * 3,
        "||",
        "*" * 7,
        "_",
        "[a](b)",
    ),
    *("@everyone", "@here", "<@1>", "<#2>", "<@&3>", "@attune_bot", "/nothing", "#tag", "https://example.org/?a=b"),
    *("'; DROP TABLE turn; --", '"', "\\", "../../etc/passwd", "=1+1", "NaN", "null", "true", "-0", "1e999", "0x", "٣"),
)
NUMBERS = (0, 1, -1, 2**31 - 1, -(2**31), 2**52 - 1, 2**63, -(2**63) - 1, 10**40, 0.5, -0.0, 1e308)
WORDS = ("text", "id", "kind", "from", "chat", "message", "update_id", "content", "say", "got", "entities", "event")
CONTROL = bytes(range(32)) + b'{}[]",:\\\x7f\xff\xfe\xc0'


def text(random: Random, longest: int = 300) -> str:
    """Something that a person could have typed or pasted, though nobody would."""
    said = ""
    for _ in range(random.choice((1, 1, 2, 5, 20))):
        choice = random.random()
        if choice < 0.6:
            said += random.choice(PIECES)
        elif choice < 0.8:
            said += "".join(chr(random.randrange(1, 0x3000)) for _ in range(random.randrange(12)))
        elif choice < 0.9:
            said += chr(random.randrange(0x10000, 0x110000))
        else:
            said += random.choice(PIECES) * random.randrange(1, longest)
    return said[:longest]


def value(random: Random, depth: int = 3) -> Any:
    """Any JSON."""
    kind = random.randrange(7 if depth else 5)
    if kind == 0:
        return random.choice((None, True, False))
    if kind in (1, 2):
        return random.choice(NUMBERS)
    if kind in (3, 4):
        return random.choice(WORDS) if random.random() < 0.3 else text(random, 40)
    if kind == 5:
        return [value(random, depth - 1) for _ in range(random.randrange(4))]
    return {random.choice(WORDS): value(random, depth - 1) for _ in range(random.randrange(4))}


def body(random: Random, like: Json) -> bytes:
    """Bytes that are sent where something `like` this belongs."""
    choice = random.random()
    if choice < 0.2:
        return random.randbytes(random.randrange(200))
    if choice < 0.25:
        deep = random.randrange(1, 3000)
        return random.choice((b"[" * deep, b'{"a":' * deep, b"[" * deep + b"]" * deep))
    if choice < 0.5:
        return json.dumps(value(random)).encode()
    if choice < 0.8:
        return json.dumps(changed(random, like)).encode()
    return broken(random, json.dumps(like).encode())


def changed(random: Random, like: Any) -> Any:
    """The same with some of its values, or keys, replaced."""
    if random.random() < 0.15:
        return value(random)
    if isinstance(like, dict):
        kept = {key: changed(random, item) for key, item in like.items() if random.random() > 0.05}
        return kept | ({random.choice(WORDS): value(random)} if random.random() < 0.2 else {})
    return [changed(random, item) for item in like] if isinstance(like, list) else like


def broken(random: Random, right: bytes) -> bytes:
    """The same bytes with a few of them wrong, missing or again."""
    made = bytearray(right)
    for _ in range(random.randrange(1, 6)):
        place = random.randrange(len(made) + 1)
        choice = random.randrange(4)
        if choice == 0:
            made[place:place] = bytes([random.choice(CONTROL)])
        elif choice == 1:
            del made[place : place + random.randrange(1, 20)]
        elif choice == 2:
            made[place:place] = made[max(0, place - random.randrange(1, 20)) : place]
        else:
            made[place : place + 1] = random.randbytes(1)
    return bytes(made)


def telegram(random: Random, mark: str) -> tuple[str, Json]:
    """A kind of update and the fields of it; with the mark, where somebody says something in private."""
    choice = random.random()
    if choice < 0.5:
        said = _said(random, mark)
        return "message", said | (_around(random) if random.random() < 0.5 else {})
    if choice < 0.8:
        return "message", _shown(random) | _around(random)
    if choice < 0.9:
        data = random.choice((text(random, 60), "help", "mood", "stars:9", "country:??", "consent:keep:perhaps"))
        return "callback_query", {"id": str(random.randrange(10**18)), "chat_instance": "1", "data": data}
    return random.choice(("edited_message", "channel_post", "poll_answer", "something_new")), _said(random, "")


def _said(random: Random, mark: str) -> Json:
    said = f"{text(random, random.choice((20, 300, 4000))).lstrip('/ ')} {mark}"
    marked = [
        {"type": random.choice(("bold", "mention", "bot_command", "url", "novelty")), "offset": a, "length": b}
        for a, b in ((random.choice((0, 1, 5000, 2**31 - 1)), random.choice((1, 7, 9999))) for _ in range(2))
    ]
    return {"text": said, "entities": marked} if random.random() < 0.5 else {"text": said}


def _around(random: Random) -> Json:
    """What else a message may bring with it."""
    user = {"id": random.choice((1, 2**40, 777000)), "is_bot": random.random() < 0.5, "first_name": text(random, 20)}
    return random.choice(
        (
            {"forward_origin": {"type": "hidden_user", "date": 1, "sender_user_name": text(random, 20)}},
            {"forward_origin": {"type": "unheard_of", "date": 1}},
            {"via_bot": user, "has_protected_content": True},
            {"message_thread_id": random.choice((1, 2**31 - 1)), "is_topic_message": False},
            {"edit_date": random.choice((0, 1, 2**31 - 1)), "author_signature": text(random, 20)},
            {"effect_id": "5104841245755180586", "novelty": value(random)},
            {"link_preview_options": {"is_disabled": True}, "quote": {"text": text(random, 20), "position": 0}},
        )
    )


def _shown(random: Random) -> Json:
    """Something without words."""
    file = {"file_id": text(random, 10) or "a", "file_unique_id": "b", "width": 1, "height": 1, "duration": 0}
    return random.choice(
        (
            {"photo": [file], "caption": text(random, 300)},
            {"photo": []},
            {"voice": file},
            {"video_note": file | {"length": 1}},
            {"document": file | {"file_name": text(random, 60), "mime_type": "x/y"}},
            {"sticker": file | {"type": "regular", "is_animated": False, "is_video": True}},
            {"location": {"latitude": 90.0, "longitude": -180.0}},
            {"contact": {"phone_number": text(random, 20), "first_name": text(random, 20)}},
            {"dice": {"emoji": "🎲", "value": 6}},
            {"poll": {"id": "1", "question": text(random, 100), "options": []}},
            {"new_chat_title": text(random, 100)},
            {"pinned_message": {"message_id": 1, "date": 0, "chat": {"id": 1, "type": "private"}}},
            {"gift_of_next_year": value(random)},
            {"text": ""},
            {
                "text": random.choice(
                    ("/", "//", "/start", "/START@attune_bot x", "/help " + text(random), "/mood@other")
                )
            },
            {},
        )
    )


def discord(random: Random, mark: str) -> Json:
    """The fields of a direct message; with the mark, when it says something."""
    said = {"content": f"{text(random, random.choice((20, 300, 1900))).lstrip('/ ')} {mark}"}
    file = {"id": "1", "filename": text(random, 40) or "a", "size": 0, "url": "https://example.org/a", "proxy_url": "b"}
    beside = random.choice(
        (
            {},
            {},
            {"attachments": [file, file | {"content_type": "image/png", "width": None, "height": 1}]},
            {"embeds": [{"type": "rich", "title": text(random, 50), "fields": []}]},
            {"sticker_items": [{"id": "1", "name": text(random, 20), "format_type": random.choice((1, 99))}]},
            {"tts": True, "flags": 2**20, "nonce": random.choice((1, "a"))},
            {"edited_timestamp": "2030-01-01T00:00:00+00:00", "position": 3},
            {"webhook_id": "7"} if not mark else {"reactions": [{"count": 1, "me": False, "emoji": {"name": "x"}}]},
            {"novelty": value(random)},
        )
    )
    if random.random() < 0.1:
        return {"content": "", "type": random.choice((1, 7, 18, 46, 99))} | beside
    return said | beside


def unheard(random: Random, channel: int, user: int) -> tuple[str, Json]:
    """An event of Discord that a bot may get and need not know."""
    where: Json = {"channel_id": str(channel), "user_id": str(user), "message_id": "1", "id": "1"}
    beside: Json = random.choice(
        (
            {"timestamp": random.choice((0, 2**31 - 1))},
            {"emoji": {"id": None, "name": text(random, 10) or "x"}, "burst": False, "type": 0},
            {"last_pin_timestamp": None, "novelty": value(random)},
        )
    )
    name = {"timestamp": "TYPING_START", "emoji": "MESSAGE_REACTION_ADD"}.get(next(iter(beside)), "CHANNEL_PINS_UPDATE")
    if random.random() < 0.5:
        return random.choice(("SOMETHING_NEW", "CHANNEL_SOMETHING_UPDATE")), {"novelty": value(random)}
    return name, where | beside
