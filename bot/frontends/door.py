"""One message there and back, the same for every channel.

A message is answered by Sessions, its reply cut to the channel's size, sent, and marked as sent. Messages of one
conversation are handled one after the other, those of different conversations side by side.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Protocol
from weakref import WeakValueDictionary

from bot.drafts import Show
from bot.errors import Forgotten, StoreError
from bot.frontends.commands import Command, Declined, read
from bot.frontends.console import hello
from bot.frontends.danger import over_limit
from bot.frontends.split import split
from bot.people import person_of
from bot.phrases import mark, say
from bot.sessions import Sessions
from bot.turns import Answer

log = logging.getLogger(__name__)

__all__ = ["APOLOGY", "ONLY_TEXT", "Admission", "Door", "Refused", "repeated"]

SIGN_PATIENCE = 1.0
"""Seconds after which a typing sign is given up: a reply never waits longer for it."""
CROWD = 50
"""When more conversations than these wait no sign is shown: signs must not hold up replies."""
SWEEP = 20.0
AT_ONCE = timedelta(0)

Send = Callable[[str, str, str], Awaitable[None]]
"""Sends a text to a conversation (its id). The third argument is a key: the same message has the same key again."""
Typing = Callable[[], Awaitable[object]]
Draft = Callable[[str, str], Awaitable[object]]
"""Shows in a conversation (its id) what a reply says so far."""


ONLY_TEXT = mark("I can only read text, so I couldn't see what you sent. Would you tell me about it in words?")
APOLOGY = mark(
    "I'm sorry, something went wrong on my side and I couldn't answer. Please send it once more in a moment. "
    "If you or somebody near you is in danger, please call your local emergency number now."
)


class Refused(Exception):
    """The channel will never take this message: the person has blocked the bot, or the chat is gone."""


class Admission(Protocol):
    """Who may talk, and how much."""

    def admit(self, person: str, address: str | None = None) -> str | None:
        """None for who is welcome with a message, else what to say to them."""

    def admit_menu(self, person: str, address: str | None = None, token: str | None = None) -> str | None:
        """The same for a command or a button of the menu."""


@dataclass(slots=True, weakref_slot=True, eq=False)
class Line:
    """Who waits to send something to one conversation; `new` are the answers they have, none of them sent before."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    new: set[int] = field(default_factory=set)


class Door:
    """`limit` is the longest message of the channel, `typing_lasts` for how many seconds its typing sign stays.

    What was made before is sent `again`: a channel that can look whether it has been sent already does so there.
    With `greet`, a new conversation begins with saying what the bot is; a crisis answer, which says it too, goes first.
    `sweep` are the seconds between two looks for what another process left when it died.
    """

    def __init__(
        self,
        sessions: Sessions,
        send: Send,
        *,
        limit: int,
        typing_lasts: float = 4.5,
        greet: bool = False,
        draft: Draft | None = None,
        limits: Admission | None = None,
        sweep: float = SWEEP,
        again: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._sessions, self._send, self._draft, self._limits = sessions, send, draft, limits
        self._again = again
        self._limit, self._typing_lasts, self._greet, self._sweep = limit, typing_lasts, greet, sweep
        self._lines: WeakValueDictionary[str, Line] = WeakValueDictionary()
        self._busy = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def hear(
        self, conversation_id: str, text: str, event: str, typing: Typing, address: str | None = None
    ) -> Answer | None:
        """Answer a message. `event` is the channel's own id of it: told twice, it is answered once.

        One that asks for a command that there is none of is told so, and is no turn.
        Returns the answer without its step, or None when there was none that is kept.
        """
        async with self._present():
            try:
                async with repeated(typing, self._typing_lasts, lambda: self._busy <= CROWD):
                    if refusal := await self._refusal(conversation_id, text, address):
                        await self._say(conversation_id, refusal, f"{event} refusal")
                        await self._sessions.dismiss(conversation_id, event)
                        return None
                    heard = await read(self._sessions, conversation_id, text)
                    heard = text if isinstance(heard, Command) else heard  # those of the menu were followed before
                    if heard != text:  # a channel may have put it into the inbox as it was
                        await self._sessions.dismiss(conversation_id, event)
                        event = f"{event} heard"
                    if isinstance(heard, Declined):
                        await self._say(conversation_id, heard.line, event)
                        return None
                    answer = await self._sessions.say(conversation_id, heard, event, self._show(conversation_id))
            except Forgotten:
                log.info("conversation %s: a message was erased before it was answered", conversation_id)
                return None
            except Exception as error:
                log.error("conversation %s: no answer: %s", conversation_id, type(error).__name__)
                await self._say(conversation_id, say(APOLOGY), f"{event} apology")
                return None
            if not answer.kept:
                await self._say_unkept(answer, event)
                return None
            greets, is_new = self._greet and _is_first(answer), answer.step is not None
            # Many may wait for the line, and a step holds the whole conversation.
            answer = replace(answer, step=None)
            line = self._line(conversation_id)
            if is_new:
                line.new.add(answer.id)
            async with line.lock:
                if greets:
                    await self._say(conversation_id, hello(self._sessions.terms), f"{event} hello")
                # Who waited before may have sent it already.
                if answer.id in line.new or not is_new:
                    await self._empty_outbox(answer, line.new)
                line.new.discard(answer.id)
            return answer

    async def tell(self, conversation_id: str, text: str, event: str) -> None:
        """Say something that is no turn of the conversation."""
        async with self.turn(conversation_id):
            await self._say(conversation_id, text, event)

    @asynccontextmanager
    async def turn(self, conversation_id: str) -> AsyncIterator[None]:
        """Something else that is sent to a conversation, in its order: counted as under way."""
        async with self._present(), self._line(conversation_id).lock:
            yield

    async def resend(self, prefix: str, stale: timedelta = AT_ONCE) -> None:
        """Answer and send what a process before this one left in the conversations that begin with `prefix`.

        One that it was `sending` is taken over at once, as only one process holds such a channel; what any process
        begins to send from now on is its own.
        """
        left = self._sessions.ago(stale)
        await self._deliver_all(await self._sessions.unsent(prefix), left)

    async def sweep(self, prefix: str) -> None:
        """For ever: take over what other processes left behind in conversations that begin with `prefix`."""
        while True:
            await asyncio.sleep(self._sweep)
            try:
                await self._deliver_all(await self._sessions.left(prefix))
            except Exception as error:
                log.error("looking for what was left failed: %s", type(error).__name__)

    async def settle(self, seconds: float = 10.0) -> None:
        """Wait until everything heard is answered, but not longer than `seconds`."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._idle.wait()

    async def _refusal(self, conversation_id: str, text: str, address: str | None) -> str | None:
        if self._limits is None or not (sentence := self._limits.admit(person_of(conversation_id), address)):
            return None
        # Whoever is in danger is never turned away.
        return None if await over_limit(self._sessions, conversation_id, text) else sentence

    def _show(self, conversation_id: str) -> Show | None:
        if self._draft is None:
            return None
        draft = self._draft

        async def show(text: str) -> None:
            with suppress(Exception):  # a preview that fails costs nothing
                await draft(conversation_id, text)

        return show

    @asynccontextmanager
    async def _present(self) -> AsyncIterator[None]:
        self._busy += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._busy -= 1
            if not self._busy:
                self._idle.set()

    def _line(self, conversation_id: str) -> Line:
        return self._lines.setdefault(conversation_id, Line())

    async def _empty_outbox(self, newest: Answer, new: set[int]) -> None:
        """Send what is not known to be sent: `new` answers, and any that failed before or are another process's.

        Where the store fails, at least the `newest`.
        """
        conversation_id = newest.conversation_id
        try:
            for answer in await self._unsent(newest, new):
                with nullcontext() if answer.id in new else self._again():
                    if await self._deliver(answer, is_new=answer.id in new):
                        new.discard(answer.id)
        except Exception as error:
            log.error("conversation %s: no word on its answers: %s", conversation_id, type(error).__name__)

    async def _unsent(self, newest: Answer, new: set[int]) -> list[Answer]:
        key = newest.conversation_id
        try:
            found = await self._sessions.store.unsent(key)
        except StoreError as error:
            log.error("conversation %s: its outbox cannot be read: %s", key, error)
            return [newest] if newest.id in new else []
        same = [waiting for waiting in found if waiting.conversation_id == key]
        return [Answer(waiting.id, key, waiting.text, None, waiting.pieces) for waiting in same]

    async def _deliver_all(self, answers: list[Answer], left: datetime | None = None) -> None:
        for answer in answers:
            try:
                async with self.turn(answer.conversation_id):
                    with self._again():
                        await self._deliver(answer, left)
            except Exception as error:
                log.error("conversation %s: no word on an answer: %s", answer.conversation_id, type(error).__name__)

    async def _deliver(self, answer: Answer, left: datetime | None = None, *, is_new: bool = False) -> bool:
        """Send an answer in pieces. One that fails stays in the outbox, for the next message or the next start.

        A new one is sent also where the store fails to note it: better twice than never.
        """
        try:
            if not await self._sessions.sending(answer, left):
                return False
        except StoreError:
            if not is_new:
                raise
        try:
            pieces = split(answer.text, self._limit)
            for number, piece in enumerate(pieces[answer.pieces :], answer.pieces):
                await self._send(answer.conversation_id, piece, f"{answer.id}.{number}")
                if number + 1 < len(pieces):
                    await self._sessions.sent_pieces(answer, number + 1)
        except Refused as refused:
            log.warning("conversation %s takes no messages: %s", answer.conversation_id, refused)
        except Exception as error:
            log.error("conversation %s: an answer was not sent: %s", answer.conversation_id, type(error).__name__)
            await self._sessions.unsendable(answer)
            return False
        await self._sessions.sent(answer)
        return True

    async def _say_unkept(self, answer: Answer, event: str) -> None:
        """An answer that is in no outbox, once."""
        async with self._line(answer.conversation_id).lock:
            for number, piece in enumerate(split(answer.text, self._limit)):
                await self._say(answer.conversation_id, piece, f"{event} unkept.{number}")

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
async def repeated(action: Typing, seconds: float, calm: Callable[[], bool] = lambda: True) -> AsyncIterator[None]:
    """Do `action` now and every `seconds` until the block ends, as long as it is `calm`. It may fail."""
    done = asyncio.Event()

    async def repeat() -> None:
        while not done.is_set():
            if calm():
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
