"""One message there and back, the same for every channel.

A message is answered by Sessions, its reply cut to the channel's size, sent, and marked as sent. Messages of one
conversation are handled one after the other, those of different conversations side by side.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from weakref import WeakValueDictionary

from bot.frontends.console import HELLO
from bot.frontends.split import split
from bot.sessions import Answer, Sessions

log = logging.getLogger(__name__)

__all__ = ["APOLOGY", "HELLO", "ONLY_TEXT", "Door", "Refused", "repeated"]

ONLY_TEXT = "I can only read text, so I couldn't see what you sent. Would you tell me about it in words?"
APOLOGY = (
    "I'm sorry, something went wrong on my side and I couldn't answer. Please send it once more in a moment. "
    "If you or somebody near you is in danger, please call your local emergency number now."
)

SIGN_PATIENCE = 1.0
"""Seconds after which a typing sign is given up: a reply never waits longer for it."""

Send = Callable[[str, str, str], Awaitable[None]]
"""Sends a text to a conversation (its id). The third argument is a key: the same message has the same key again."""
Typing = Callable[[], Awaitable[object]]


class Refused(Exception):
    """The channel will never take this message: the person has blocked the bot, or the chat is gone."""


class Door:
    """`limit` is the longest message of the channel, `typing_lasts` for how many seconds its typing sign stays.

    With `greet`, a new conversation begins with saying what the bot is; a crisis answer, which says it too, goes first.
    """

    def __init__(
        self, sessions: Sessions, send: Send, *, limit: int, typing_lasts: float = 4.5, greet: bool = False
    ) -> None:
        self._sessions, self._send = sessions, send
        self._limit, self._typing_lasts, self._greet = limit, typing_lasts, greet
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._busy = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def hear(self, conversation_id: str, text: str, event: str, typing: Typing) -> None:
        """Answer a message. `event` is the channel's own id of it; told twice, it is answered once."""
        async with self._turn(conversation_id):
            try:
                async with repeated(typing, self._typing_lasts):
                    answer = await self._sessions.say(conversation_id, text, event)
                    # What is not known to be sent: this answer, unless it is an old one, and any that failed before.
                    unsent = await self._sessions.unsent(conversation_id)
            except Exception as error:
                log.error("conversation %s: no answer: %s", conversation_id, type(error).__name__)
                await self._say(conversation_id, APOLOGY, f"{event} apology")
                return
            if self._greet and _is_first(answer):
                await self._say(conversation_id, HELLO, f"{event} hello")
            for waiting in unsent:
                if waiting.conversation_id == conversation_id:
                    await self._deliver(waiting)

    async def tell(self, conversation_id: str, text: str, event: str) -> None:
        """Say something that is no turn of the conversation."""
        async with self._turn(conversation_id):
            await self._say(conversation_id, text, event)

    async def resend(self, prefix: str) -> None:
        """Answer and send what a process before this one left in the conversations that begin with `prefix`."""
        for answer in await self._sessions.unsent(prefix):
            async with self._turn(answer.conversation_id):
                await self._deliver(answer)

    async def settle(self, seconds: float = 10.0) -> None:
        """Wait until everything heard is answered, but not longer than `seconds`."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._idle.wait()

    @asynccontextmanager
    async def _turn(self, conversation_id: str) -> AsyncIterator[None]:
        self._busy += 1
        self._idle.clear()
        try:
            async with self._locks.setdefault(conversation_id, asyncio.Lock()):
                yield
        finally:
            self._busy -= 1
            if not self._busy:
                self._idle.set()

    async def _deliver(self, answer: Answer) -> None:
        """Send an answer in pieces. One that fails stays in the outbox, for the next message or the next start."""
        await self._sessions.sending(answer)
        try:
            for number, piece in enumerate(split(answer.text, self._limit)):
                await self._send(answer.conversation_id, piece, f"{answer.id}.{number}")
        except Refused as refused:
            log.warning("conversation %s takes no messages: %s", answer.conversation_id, refused)
        except Exception as error:
            log.error("conversation %s: an answer was not sent: %s", answer.conversation_id, type(error).__name__)
            return
        await self._sessions.sent(answer)

    async def _say(self, conversation_id: str, text: str, key: str) -> None:
        try:
            await self._send(conversation_id, text, key)
        except Exception as error:
            log.error("conversation %s: a notice was not sent: %s", conversation_id, type(error).__name__)


def _is_first(answer: Answer) -> bool:
    if answer.step is None or (answer.step.trace.verdict and answer.step.trace.verdict.stopped):
        return False
    return len(answer.step.conversation.said("user")) == 1


@asynccontextmanager
async def repeated(action: Typing, seconds: float) -> AsyncIterator[None]:
    """Do `action` now and every `seconds` until the block ends. That it fails is nobody's concern."""
    done = asyncio.Event()

    async def repeat() -> None:
        while not done.is_set():
            with suppress(Exception):
                async with asyncio.timeout(SIGN_PATIENCE):
                    await action()
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await done.wait()

    task = asyncio.create_task(repeat())
    try:
        yield
    finally:
        done.set()
        await asyncio.wait([task])  # a sign under way arrives before the reply, not after it
