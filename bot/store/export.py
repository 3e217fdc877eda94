"""Everything that is held of a person, ready for JSON."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import select

from bot.store.consents import history
from bot.store.tables import WAITING, conversation, inbox, rating, state_part, turn
from bot.store.transaction import Transaction
from bot.store.vault import Box


def export(tx: Transaction, person: str) -> dict[str, Any]:
    box = tx.box(person)
    talks = select(conversation).where(conversation.c.person == person)
    waiting = select(inbox).where(inbox.c.person == person, WAITING)
    return {
        "person": person,
        "consents": [
            {"purpose": answer.purpose, "given": answer.given, "version": answer.version, "at": answer.at.isoformat()}
            for answer in history(tx, person)
        ],
        "conversations": [
            {"id": row.id, "created_at": row.created_at.isoformat(), "updated_at": row.updated_at.isoformat()}
            | _talk(tx, row.id, box)
            for row in tx.rows(talks.order_by(conversation.c.created_at, conversation.c.id))
        ],
        "waiting": [
            {"conversation": row.conversation_id, "text": box.open(row.text), "at": row.at.isoformat()}
            for row in tx.rows(waiting.order_by(inbox.c.id))
        ],
    }


def _talk(tx: Transaction, key: str, box: Box) -> dict[str, Any]:
    turns = tx.rows(select(turn).where(turn.c.conversation_id == key).order_by(turn.c.number))
    learnt = tx.rows(select(state_part).where(state_part.c.conversation_id == key).order_by(state_part.c.name))
    stars = tx.rows(select(rating).where(rating.c.conversation_id == key).order_by(rating.c.number))
    return {
        "turns": [
            {
                "speaker": row.speaker,
                "text": box.open(row.text),
                "at": row.at.isoformat(),
                "verdict": row.verdict,
                "strategy": row.strategy,
            }
            for row in turns
        ],
        "state": {row.name: _decoded(box.open(row.data)) for row in learnt},
        "ratings": [{"turn": row.number, "stars": row.stars, "at": row.at.isoformat()} for row in stars],
    }


def _decoded(data: str) -> Any:
    try:
        return msgspec.json.decode(data)
    except msgspec.DecodeError:
        return data  # damaged, but theirs all the same
