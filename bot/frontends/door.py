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
from bot.errors import Forgotten
from bot.frontends.commands import Command, Declined, read
from bot.frontends.console import hello
from bot.frontends.danger import over_limit
from bot.frontends.delivery import Delivery, Send
from bot.frontends.signs import Typing, repeated
from bot.frontends.split import split
from bot.people import person_of
from bot.phrases import mark, say
from bot.sessions import Sessions
from bot.turns import Answer

log = logging.getLogger(__name__)

__all__ = ["APOLOGY", "ONLY_TEXT", "Admission", "Door"]

CROWD = 50
"""When more conversations than these wait no sign is shown: signs must not hold up replies."""
SWEEP = 20.0
AT_ONCE = timedelta(0)

Draft = Callable[[str, str], Awaitable[object]]
"""Shows in a conversation (its id) what a reply says so far."""
ONLY_TEXT = mark("I can only read text, so I couldn't see what you sent. Would you tell me about it in words?")
APOLOGY = mark(
    "I'm sorry, something went wrong on my side and I couldn't answer. Please send it once more in a moment. "
    "If you or somebody near you is in danger, please call your local emergency number now."
)


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
        self._delivery = Delivery(sessions, send, limit, again)
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
                    await self._delivery.empty_outbox(answer, line.new)
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

    async def _deliver_all(self, answers: list[Answer], left: datetime | None = None) -> None:
        for answer in answers:
            try:
                async with self.turn(answer.conversation_id):
                    await self._delivery.send_again(answer, left)
            except Exception as error:
                log.error("conversation %s: no word on an answer: %s", answer.conversation_id, type(error).__name__)

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
