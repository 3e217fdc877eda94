"""What the operator has set and people are told: how long what they write is kept, and who else gets to read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from bot.consent import outsiders
from bot.law import Region, duties
from bot.sends import Recipient
from bot.store.consents import CONSENT_VERSION

if TYPE_CHECKING:
    from bot.config import Config
    from bot.store.consents import Consent, Purpose


@dataclass(frozen=True, slots=True)
class Terms:
    """`unkept_hours` counts from the last message of a talk that may not be kept, `retention_days` of one that may.

    `recipients` are those outside of this machine, who get something only from people who allow it. `lasting`: nothing
    is erased by the clock, as on a terminal, where the words lie in `place`. `regions` are those whose law is followed.
    `guarded`: danger is watched for.
    """

    unkept_hours: float = 24.0
    retention_days: float = 180.0
    crisis_text_kept: bool = False
    recipients: tuple[Recipient, ...] = ()
    lasting: bool = False
    place: str = ""
    guarded: bool = True
    regions: tuple[Region, ...] = ()

    @property
    def outside(self) -> bool:
        """Whether anything would leave this machine, so that people are asked."""
        return bool(self.recipients)

    @property
    def set_words(self) -> tuple[str, ...]:
        """What a law wants to be said, word for word, when people come."""
        return duties(self.regions).words

    def version(self, purpose: Purpose) -> str:
        """Of the question for a consent. That for `outside` names who gets what: with others it is another question."""
        if purpose != "outside":
            return CONSENT_VERSION
        named = "\n".join(sorted({f"{to.host}\0{to.what}" for to in self.recipients}))
        return f"{CONSENT_VERSION} {sha256(named.encode()).hexdigest()[:16]}"

    def holds(self, consent: Consent) -> bool:
        """Whether an answer is a yes to what happens now."""
        if consent.purpose != "outside":
            return consent.given
        return consent.given and self.outside and consent.version == self.version("outside")


def terms_of(config: Config, recipients: Sequence[Recipient] = ()) -> Terms:
    """As a bot file has it, whose parts send to `recipients`."""
    keeping = config.store
    return Terms(
        unkept_hours=keeping.unkept_hours,
        retention_days=keeping.retention_days,
        crisis_text_kept=config.keep_crisis_text,
        recipients=outsiders(recipients),
        guarded=config.guard is not None,
        regions=config.law.followed,
    )
