"""The keys by which a move says what must have been told, or must not have been."""

from __future__ import annotations

from skills.telling import facts, topics

ASKED_ABOUT = topics.TOPICS
"""What a question may ask and a person may have said already: `told.how_long` in a move's `forbids`."""
FACTS = frozenset(facts.FACTS)
"""What may be so or not: `is.married` or `not.married` in a move's `needs` or `forbids`."""
KEYS = frozenset(
    (*(f"told.{topic}" for topic in ASKED_ABOUT), *(f"{so}.{fact}" for fact in FACTS for so in ("is", "not")))
)
