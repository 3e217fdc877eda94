"""Ids that programs give messages: an id is one message, and a program may be mistaken about it.

The same id with the same words has the same answer. With other words it has none: a program that gives everything the
id 1 would get the first answer for ever, and the guard would hear nothing after it. What speaks of danger is answered
all the same, as a message of its own under the id with a number: `1~2`, so that sent again it is answered once.
"""

from __future__ import annotations

from itertools import count

from fastapi import HTTPException

from bot.drafts import Show
from bot.errors import Reused
from bot.frontends.web.api.replies import GONE
from bot.frontends.web.room import Room
from bot.turns import Answer

REUSED = "This id was used for another message: give each message an id of its own."


async def answered(room: Room, key: str, message: str, text: str, draft: Show | None = None) -> Answer:
    """The answer to a message. 409 where its id has another one, or the answer was taken back or replaced.

    Where it can't be told any more whether the words are the same (they were taken back, or came before that was
    noted), they are taken for the same unless they speak of danger: rather heard twice than not at all.
    """
    for number in count(1):
        name = message if number == 1 else f"{message}~{number}"
        try:
            return standing(await room.sessions.say(key, text, name, draft, compare=True))
        except Reused as reused:
            if number == 1 and not await room.sessions.endangered(key, text):
                if reused.surely:
                    raise HTTPException(409, REUSED) from None
                return standing(await room.sessions.say(key, text, name, draft))
    raise AssertionError("ids do not end")


def standing(answer: Answer) -> Answer:
    """An answer that has its words still. 409 for one that was taken back or replaced, whose words went with it."""
    if not answer.text:
        raise HTTPException(409, GONE)
    return answer
