"""What was understood in the newest exchange, for the program that brings the person here, where they agreed to it."""

from __future__ import annotations

from bot.course import course_of
from bot.dialog import Conversation, EmotionState
from bot.errors import StoreError
from bot.feelings import share
from bot.frontends.menu.care import care_of
from bot.frontends.web.api.shapes import Emotion, Understood
from bot.frontends.web.room import Room
from bot.people import person_of
from bot.turns import Answer

NOTHING = Understood()


async def understood(room: Room, answer: Answer) -> Understood:
    """What goes with an answer: nothing without consent, with an older answer, or where the guard found anything."""
    if answer.turn is None:
        return NOTHING
    try:
        standing = await room.store.standing(answer.conversation_id)
        conversation = standing.loaded.conversation
        if not await agreed(room, conversation):
            return NOTHING
    except StoreError:
        return NOTHING
    guarded = answer.turn - 1 in standing.dangers or room.sessions.level(conversation)
    return NOTHING if guarded or answer.turn != len(conversation.turns) - 1 else newest(conversation)


async def agreed(room: Room, conversation: Conversation) -> bool:
    """Whether the person wants it shown. Who is under age is taken not to."""
    given = (await room.store.people.consents(person_of(conversation.id))).get("understanding")
    return given is not None and given.given and not care_of(conversation).minor


def newest(conversation: Conversation) -> Understood:
    """Of the exchange that ended with the newest reply."""
    exchanges, state = course_of(conversation), conversation.state.get(EmotionState)
    if not exchanges or exchanges[-1].at != conversation.turns[-1].at:
        return NOTHING
    exchange, emotion = exchanges[-1], None
    if state and state.label == exchange.emotion and exchange.intensity is not None:
        emotion = Emotion(label=state.label, probability=round(share(state), 3), intensity=exchange.intensity)
    return Understood(emotion=emotion, stage=exchange.stage, strategy=exchange.strategy)
