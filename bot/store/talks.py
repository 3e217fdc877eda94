"""The store's door: what happens to one message, a transaction a step."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

from bot.dialog import Conversation
from bot.store import inbox, outbox, turns
from bot.store.database import Database
from bot.store.people import People
from bot.store.rows import Answered, Heard, Loaded, Outgoing, Standing, Status, TakenUp, Waiting
from bot.store.tokens import Tokens
from bot.store.vault import Vault
from bot.store.wishes import Wishes

STALE = timedelta(seconds=60)
"""After so long a message that is `sending` is taken from the process that began it: it has died."""
PLAIN = Answered()


class Store:
    """Made by `open`; every method raises StoreError, saying what failed but no text.

    What belongs to a person is in `people`, the tokens of the web API in `tokens`.
    """

    def __init__(self, database: Database, wishes: Wishes | None = None) -> None:
        self._database = database
        self._run = database.run
        self.people = People(database, wishes)
        self.tokens = Tokens(database)

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str, vault: Vault | None = None) -> AsyncIterator[Store]:
        """Connect and bring the tables up to date. `url` is SQLAlchemy's, `sqlite+aiosqlite:///talk.db` for one.

        `vault` seals what people say; without one it is made of the environment.
        """
        async with Database.open(url, vault or Vault.from_environment()) as database:
            store = cls(database, Wishes.beside(url))
            await store.people.catch_up()
            try:
                yield store
            finally:
                await store.people.close()

    # -- what comes in

    async def receive(
        self, conversation_id: str, text: str, event_id: str, at: datetime, replaces: int | None = None
    ) -> Waiting:
        """Put a message in the inbox. The same event of the same conversation is one row, however often it comes.

        `replaces`: the number of the reply, in the place of whose exchange it is to be answered; see `Waiting`.
        """
        return await self._run(inbox.receive, conversation_id, text, event_id, at, replaces)

    async def dismiss(self, conversation_id: str, event_id: str) -> None:
        """Take a message out of the inbox that is not to be answered; one that is answered stays."""
        await self._run(inbox.dismiss, conversation_id, event_id)

    async def withdraw(self, inbox_id: int) -> None:
        """The same, by the number of its row."""
        await self._run(inbox.withdraw, inbox_id)

    async def waiting(self, prefix: str, before: datetime | None = None) -> list[Waiting]:
        """Messages without an answer whose conversation id begins with `prefix`, oldest first."""
        return await self._run(inbox.waiting, prefix, before)

    async def waiting_in(self, conversation_id: str) -> list[Waiting]:
        """The messages of one conversation that have no answer, oldest first."""
        return await self._run(inbox.waiting_in, conversation_id)

    async def latest(self, prefix: str) -> str | None:
        """The conversation that was written to last among those whose id begins with `prefix`."""
        return await self._run(inbox.latest, prefix)

    async def newest(self) -> datetime | None:
        """When somebody was answered last; None where nobody was."""
        return await self._run(turns.newest)

    async def last_seen(self, door: str, place: str) -> str | None:
        """The newest event that a door noted for a place."""
        return await self._run(inbox.last_seen, door, place)

    async def see(self, door: str, place: str, event: str) -> None:
        """Note the newest event that a door has seen of a place."""
        await self._run(inbox.see, door, place, event)

    async def check(self) -> None:
        """Raise StoreError where a message could not be kept now: one of nobody is received and taken back."""
        await self._run(inbox.check, datetime.now(UTC))

    # -- the talk

    async def take_up(self, row: Waiting, *, begin: bool = False) -> TakenUp:
        """The answer to a message if there is one, else all that is needed to make one.

        With `begin` it is counted that somebody sets out to, before anything is done: they may not live to tell.
        Raises Forgotten when the message is there no more.
        """
        return await self._run(turns.take_up, row, begin)

    async def load(self, conversation_id: str) -> Loaded:
        """The conversation with its turns and state; a new one when it is unknown."""
        return await self._run(turns.load, conversation_id)

    async def before(self, conversation_id: str) -> Conversation | None:
        """The conversation as it was before its last exchange, None where that cannot be taken back."""
        return await self._run(turns.before, conversation_id)

    async def commit(
        self,
        loaded: Loaded,
        after: Conversation,
        inbox_id: int,
        text: str,
        at: datetime,
        *,
        answered: Answered = PLAIN,
    ) -> Outgoing:
        """Save one turn: new turns, state, the answer in the outbox, the message done.

        With `answered.before` it is saved in the place of the last one, which is taken back as `undo` does. Raises
        Conflict when the conversation moved on since `loaded`, or a message was answered meanwhile.
        """
        stopped = answered.verdict and answered.verdict.stopped  # its words, which were waiting until now, are to go
        run = self._database.erase if stopped or answered.before else self._run
        return await run(turns.commit, loaded, after, inbox_id=inbox_id, text=text, at=at, answered=answered)

    async def learn(self, loaded: Loaded, after: Conversation, at: datetime) -> None:
        """Save what was learnt outside a turn. Raises Conflict when the conversation moved on since `loaded`."""
        await self._run(turns.learn, loaded, after, at)

    async def undo(self, loaded: Loaded, at: datetime) -> bool:
        """Take the last turn back, with what was learnt in it; what care needs stays. False when there is none."""
        return await self._database.erase(turns.undo, loaded, at)

    async def reset(self, loaded: Loaded, at: datetime) -> None:
        """Begin anew: no turns, and nothing known but what care needs. Raises Conflict as `learn` does."""
        await self._database.erase(turns.reset, loaded, at)

    async def standing(self, conversation_id: str) -> Standing:
        """All that there is of a conversation at one moment: the talk, what waits in it, what is not sent."""
        return await self._run(turns.standing, conversation_id)

    async def conversations(self, prefix: str) -> list[str]:
        """The ids of all conversations that begin with `prefix`, those of which nothing is answered yet included."""
        return await self._run(turns.conversations, prefix)

    async def heard(self, conversation_id: str, event_id: str) -> Heard | None:
        """A message by its channel's own id, with its answer; None where no such message came."""
        return await self._run(outbox.heard, conversation_id, event_id)

    async def events(self, conversation_id: str) -> dict[int, str]:
        """By the number of each reply that is a turn, the channel's own id of the message it answers."""
        return await self._run(outbox.events, conversation_id)

    # -- what goes out

    async def outgoing(self, inbox_id: int) -> Outgoing | None:
        """The answer to a message, when there is one."""
        return await self._run(outbox.answer_to, inbox_id)

    async def unsent(self, prefix: str, before: datetime | None = None) -> list[Outgoing]:
        """Answers not known to be sent, oldest first; one that was `sending` when a process died is among them."""
        return await self._run(outbox.unsent, prefix, before)

    async def claim(self, outgoing_id: int, at: datetime, stale: timedelta = STALE) -> bool:
        """Mark an answer as `sending`; False when another process is sending it, or has sent it.

        One that has been `sending` for `stale` is free again: who began it has died.
        """
        return await self._run(outbox.claim, outgoing_id, at, stale)

    async def mark(self, outgoing_id: int, status: Status, at: datetime | None = None) -> None:
        """Set an answer's status."""
        await self._run(outbox.mark, outgoing_id, status, at)

    async def sent_pieces(self, outgoing_id: int, pieces: int, at: datetime | None = None) -> None:
        """Note how many pieces of an answer have been sent, and `at` when: who goes on sending has not died."""
        await self._run(outbox.sent_pieces, outgoing_id, pieces, at)

    # -- erasing

    async def forget(self, conversation_id: str) -> None:
        """Erase one conversation and every message of it, and whatever copies would still hold them."""
        await self._database.erase(turns.forget, conversation_id)

    async def expire(self, unkept_before: datetime, kept_before: datetime) -> int:
        """Erase what is older than it may be; see `People.expire`. Returns how many conversations were touched."""
        return await self.people.expire(unkept_before, kept_before)

    async def rotate(self) -> int:
        """Wrap every data key with the newest of the operator's keys, and seal what is not sealed yet."""
        return await self.people.rotate()

    async def wiped(self, seconds: float = 60.0) -> bool:
        """Wait until no copy of what was erased is left in SQLite's files, but not longer than `seconds`.

        False when that is not so yet: it goes on in the background, and else at the next start.
        """
        return await self._database.wiped(seconds)
