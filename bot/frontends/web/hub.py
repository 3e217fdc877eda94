"""Who has the page open, and what is under way for them.

A turn belongs to the hub, not to the page that asked for it: a page that goes away takes nothing with it. What is said
to a conversation goes to all its pages. An answer stays in the outbox until one of them has confirmed it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from bot.drafts import Show
from bot.errors import Conflict, StoreError
from bot.frontends.door import APOLOGY
from bot.frontends.menu import Page
from bot.frontends.web.talk import lines_of
from bot.phrases import mark, say
from bot.replacing import level
from bot.sessions import Sessions, utc_now
from bot.step import STOPS
from bot.store import Store
from bot.turns import Answer

log = logging.getLogger(__name__)

Frame = dict[str, Any]
Asks = Callable[[str], Awaitable[Page | None]]
"""Whether something is to be asked after the newest answer of a conversation."""
BACKLOG = 256
"""Frames that may wait for a page that reads slowly; with more it is closed, and finds everything when it returns."""


SAME = mark("I have no other answer to that just now, so this one stays.")


@dataclass(frozen=True, slots=True)
class _Wish:
    """What is to be answered: words, or None for another answer to the last ones; and the reply they replace."""

    text: str | None
    replaces: int | None = None

    async def answered(self, sessions: Sessions, conversation_id: str, event: str, draft: Show) -> Answer | None:
        if self.text is None and self.replaces is not None:
            return await sessions.again(conversation_id, self.replaces, event, draft)
        return await sessions.say(conversation_id, self.text or "", event, draft, replaces=self.replaces)


@dataclass(eq=False, slots=True)
class Tab:
    """One open page. `frames` is what it will be told; None ends it."""

    conversation_id: str
    address: str
    frames: asyncio.Queue[Frame | None] = field(default_factory=lambda: asyncio.Queue(BACKLOG))

    def tell(self, frame: Frame | None) -> None:
        try:
            self.frames.put_nowait(frame)
        except asyncio.QueueFull:
            while not self.frames.empty():
                self.frames.get_nowait()
            self.frames.put_nowait(None)


class Hub:
    """`tabs` is how many pages a conversation may have open, `neighbours` how many an address may."""

    def __init__(
        self,
        sessions: Sessions,
        store: Store,
        *,
        tabs: int,
        neighbours: int,
        asks: Asks | None = None,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self._sessions, self._store, self._asks, self._clock = sessions, store, asks, clock
        self._most, self._neighbours = tabs, neighbours
        self._tabs: defaultdict[str, set[Tab]] = defaultdict(set)
        self._addresses: Counter[str] = Counter()
        self._unconfirmed: defaultdict[str, dict[int, Answer]] = defaultdict(dict)
        self._busy: Counter[str] = Counter()
        self._turns: set[asyncio.Task[None]] = set()
        self.closing = False

    def enter(self, conversation_id: str, address: str) -> Tab | None:
        """A page opens; None when there are too many."""
        if len(self._tabs.get(conversation_id, ())) >= self._most or self._addresses[address] >= self._neighbours:
            return None
        tab = Tab(conversation_id, address)
        self._tabs[conversation_id].add(tab)
        self._addresses[address] += 1
        return tab

    def leave(self, tab: Tab) -> None:
        self._tabs[tab.conversation_id].discard(tab)
        self._addresses[tab.address] -= 1
        if not self._addresses[tab.address]:
            del self._addresses[tab.address]
        if not self._tabs[tab.conversation_id]:
            del self._tabs[tab.conversation_id]
            self._unconfirmed.pop(tab.conversation_id, None)  # read from the outbox again when they return

    def tell(self, conversation_id: str, frame: Frame, but: Tab | None = None) -> None:
        """Say something to every page of a conversation."""
        for tab in self._tabs.get(conversation_id, ()):
            if tab is not but:
                tab.tell(frame)

    async def hear(self, conversation_id: str, text: str, event: str, replaces: int | None = None) -> str | None:
        """Put a message into the inbox, and answer it while the caller goes on. Told twice, it is answered once.

        Where the store fails the message is not taken: returns what is said to it all the same. `replaces` is as
        `Sessions.say` takes it.
        """
        try:
            await self._store.receive(conversation_id, text, event, self._clock(), replaces)
        except Conflict:
            raise
        except StoreError:
            answer = await self._sessions.say(conversation_id, text, event, replaces=replaces)
            if not answer.kept:
                return answer.text
            self._give(answer)
        else:
            self.spawn(self._answer(conversation_id, event, _Wish(text, replaces)))
        return None

    def again(self, conversation_id: str, reply: int, event: str) -> None:
        """Answer the last words once more, in the place of the newest reply, while the caller goes on."""
        self.spawn(self._answer(conversation_id, event, _Wish(None, reply)))

    async def bring(self, tab: Tab) -> None:
        """Give a page that has just opened every answer that nobody has confirmed; while the store fails, nothing."""
        key = tab.conversation_id
        try:
            standing = await self._store.standing(key)
        except StoreError as error:
            log.error("conversation %s: a page is brought nothing: %s", key, error)
            return
        for line in lines_of(standing, self._sessions):
            if line.id is not None:
                self._unconfirmed[key][line.id] = answer = Answer(line.id, key, line.text)
                tab.tell(
                    _reply(answer, turn=line.turn, calm=line.ratable, renewable=line.renewable, danger=line.danger)
                )
        if standing.waiting:
            tab.tell({"kind": "writing"})
            if not self._busy[key]:  # a process before this one was told, and could not answer
                self.spawn(self._answer_left(key))

    async def confirm(self, conversation_id: str, number: int) -> None:
        """A page has shown an answer. Only one that was given to this conversation counts."""
        if answer := self._unconfirmed.get(conversation_id, {}).pop(number, None):
            await self._sessions.sent(answer)

    def erase(self, conversation_id: str) -> None:
        """Whoever is here has been forgotten: their other pages clear themselves and close."""
        for tab in self._tabs.get(conversation_id, ()):
            tab.tell({"kind": "erased"})
            tab.tell(None)

    async def settle(self, seconds: float) -> None:
        """Take nothing more; wait until what is under way is answered and confirmed, but not longer than `seconds`."""
        self.closing = True
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._turns:
                    await asyncio.wait(self._turns)
        with suppress(TimeoutError):
            async with asyncio.timeout(min(1.0, seconds)):
                while any(self._unconfirmed.values()):
                    await asyncio.sleep(0.02)
        for tab in [tab for tabs in self._tabs.values() for tab in tabs]:
            tab.tell(None)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that outlasts whoever asked for it; closing waits for its end."""
        task = asyncio.create_task(work)
        self._turns.add(task)
        task.add_done_callback(self._turns.discard)

    async def _answer_left(self, conversation_id: str) -> None:
        try:
            for answer in await self._sessions.unsent(conversation_id):
                self._give(answer)
            self.tell(conversation_id, {"kind": "changed"})  # it may stand in the place of another
        except Exception as error:
            log.error("conversation %s: what was left has no answer: %s", conversation_id, type(error).__name__)

    def _give(self, answer: Answer, event: str | None = None) -> None:
        if answer.conversation_id in self._tabs:
            self._unconfirmed[answer.conversation_id][answer.id] = answer
        step = answer.step
        verdict = step.trace.verdict if step else None
        calm = step is not None and verdict is None and level(step.conversation) == 0
        danger = verdict is not None and verdict.level >= STOPS
        renewable = step is not None and calm and not self._sessions.exhausted(step.conversation)
        turn = place_of(answer)
        frame = _reply(answer, event, turn=turn, calm=calm, renewable=renewable, danger=danger)
        self.tell(answer.conversation_id, frame)

    async def _answer(self, conversation_id: str, event: str, wish: _Wish) -> None:
        async def draft(so_far: str) -> None:
            self.tell(conversation_id, {"kind": "draft", "text": so_far})

        self._busy[conversation_id] += 1
        self.tell(conversation_id, {"kind": "writing"})
        try:
            answer = await wish.answered(self._sessions, conversation_id, event, draft)
        except Exception as error:
            # It is in the inbox, and answered when a page opens next.
            log.error("conversation %s: no answer: %s", conversation_id, type(error).__name__)
            self.tell(conversation_id, {"kind": "notice", "text": say(APOLOGY)})
            return
        finally:
            self._busy -= Counter([conversation_id])
        if answer is None:
            self.tell(conversation_id, {"kind": "same", "text": say(SAME)})
            return
        if not answer.kept:
            self.tell(conversation_id, {"kind": "notice", "text": answer.text})
            return
        if answer.step is None and not await self._is_unsent(answer):
            # An old message that came again: its answer was confirmed long ago.
            self.tell(conversation_id, {"kind": "answered"})
            return
        if wish.replaces is not None and place_of(answer) == wish.replaces:
            self.tell(conversation_id, {"kind": "taken", "from": wish.replaces - (wish.text is not None)})
        self._give(answer, event)
        if wish.replaces is not None and answer.step is None:
            self.tell(conversation_id, {"kind": "changed"})  # or not: only the store knows
        await self._ask(conversation_id)

    async def _is_unsent(self, answer: Answer) -> bool:
        try:
            return any(row.id == answer.id for row in await self._store.unsent(answer.conversation_id))
        except StoreError:
            return True  # better shown twice than never

    async def _ask(self, conversation_id: str) -> None:
        try:
            page = await self._asks(conversation_id) if self._asks else None
        except Exception as error:
            log.error("conversation %s: nothing was asked: %s", conversation_id, type(error).__name__)
            return
        if page:
            self.tell(conversation_id, asked(page))


def asked(page: Page) -> Frame:
    """A question of the menu's, to be answered within the talk."""
    buttons = [[button.label, button.action] for row in page.buttons for button in row]
    return {"kind": "ask", "text": page.text, "buttons": buttons}


def place_of(answer: Answer) -> int | None:
    """Which turn of the talk an answer is; None where that is not known, or it is none."""
    turns = answer.step.conversation.turns if answer.step else ()
    return len(turns) - 1 if turns and turns[-1].text == answer.text else None


def _reply(
    answer: Answer, event: str | None = None, *, turn: int | None, calm: bool, renewable: bool, danger: bool
) -> Frame:
    """`to` is the message that it answers; `open` says that people may be asked what they think of it.

    `again` says that there may be another in its place, `danger` that it answers danger: crisis lines are then a
    tap away under it.
    """
    told = {"kind": "reply", "id": answer.id, "text": answer.text, "to": event}
    return told | {"turn": turn, "open": calm, "again": renewable, "danger": danger}
