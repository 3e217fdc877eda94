"""How often the menu may be opened, and what nobody is kept from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.people import person_of
from bot.sessions import Sessions
from bot.step import STOPS

if TYPE_CHECKING:
    from bot.frontends.door import Admission

FREE = ("start", "help")
"""Fixed words, which cost nothing."""
NEEDED = {"country": 1} | dict.fromkeys(("mood", "felt", "strong", "feedback"), STOPS)
"""By name, from which level of danger it is never refused: it shows whom to call, and does nothing else."""


class Budget:
    """Counts what is opened against `limits`, where there are any."""

    def __init__(self, sessions: Sessions, limits: Admission | None) -> None:
        self._sessions, self._limits = sessions, limits

    async def refusal(self, conversation_id: str, name: str, address: str | None, token: str | None) -> str | None:
        """What to say to whoever asks too often; None for all others."""
        if self._limits is None or name in FREE:
            return None
        refusal = self._limits.admit_menu(person_of(conversation_id), address, token)
        if refusal is None or name not in NEEDED:
            return refusal
        level = self._sessions.level(await self._sessions.known(conversation_id))
        return None if level >= NEEDED[name] else refusal
