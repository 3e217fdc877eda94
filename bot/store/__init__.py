"""Where conversations are kept: SQLite by default, PostgreSQL by URL. All writes of one turn are one transaction."""

from bot.store.consents import PURPOSES, Consent, Purpose
from bot.store.people import People
from bot.store.ratings import Rating, Scale
from bot.store.rows import Loaded, Outgoing, Status, Waiting
from bot.store.talks import Store
from bot.store.tokens import Tokens
from bot.store.vault import Vault

__all__ = [
    "PURPOSES",
    "Consent",
    "Loaded",
    "Outgoing",
    "People",
    "Purpose",
    "Rating",
    "Scale",
    "Status",
    "Store",
    "Tokens",
    "Vault",
    "Waiting",
]
