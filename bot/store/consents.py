"""What people were asked, and what they answered: off until given, the newest counts, none is overwritten."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Literal, get_args

from sqlalchemy import ColumnElement, func, insert, select

from bot.errors import StoreError
from bot.store.tables import consent
from bot.store.transaction import Transaction

Purpose = Literal["keep", "research", "outside", "understanding"]
PURPOSES: tuple[Purpose, ...] = get_args(Purpose)
CONSENT_VERSION = "2026-11"
"""Of the questions that are asked; a new wording gets a new one. `bot.terms` adds who would get what."""


@dataclass(frozen=True, slots=True)
class Consent:
    """What a person answered when they were asked for `purpose`, in which version of the question, and when."""

    purpose: Purpose
    given: bool
    version: str
    at: datetime


def consents(tx: Transaction, person: str) -> dict[Purpose, Consent]:
    return {answer.purpose: answer for answer in history(tx, person) if answer.purpose in PURPOSES}


def history(tx: Transaction, person: str) -> list[Consent]:
    """Every answer, oldest first."""
    found = tx.rows(select(consent).where(consent.c.person == person).order_by(consent.c.id))
    return [Consent(row.purpose, row.given, row.version, row.at) for row in found]


def answer(tx: Transaction, person: str, answered: Consent) -> None:
    if answered.purpose not in PURPOSES:
        raise StoreError(f"no consent is asked for {answered.purpose!r} (there are: {', '.join(PURPOSES)})")
    tx.meet(person, answered.at)
    tx.execute(insert(consent).values(person=person, **asdict(answered)))


def with_consent(tx: Transaction, purpose: Purpose) -> list[str]:
    return list(tx.execute(select(consent.c.person).where(newest_yes(purpose)).order_by(consent.c.person)).scalars())


def newest_yes(purpose: Purpose) -> ColumnElement[bool]:
    """Rows of consent that are a person's newest answer for `purpose`, and a yes."""
    other = consent.alias()
    newest = select(func.max(other.c.id)).where(other.c.purpose == purpose).group_by(other.c.person)
    return consent.c.id.in_(newest) & consent.c.given
