"""Everything that is held of a person, ready for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Column, Row, Table, select

from bot.store.consents import history
from bot.store.erase import seen_of
from bot.store.tables import conversation, inbox, outbox, person, rating, state_part, turn
from bot.store.transaction import Transaction
from bot.store.vault import Box


def export(tx: Transaction, who: str) -> dict[str, Any]:
    box = tx.box(who)
    talks = select(conversation).where(conversation.c.person == who)
    since = tx.execute(select(person.c.created_at).where(person.c.id == who)).scalar_one_or_none()
    messages = tx.rows(select(inbox).where(inbox.c.person == who).order_by(inbox.c.id))
    answers = tx.rows(select(outbox).join(inbox).where(inbox.c.person == who).order_by(outbox.c.id))
    return {
        "person": who,
        "since": since.isoformat() if since else None,
        "consents": [
            {"purpose": answer.purpose, "given": answer.given, "version": answer.version, "at": answer.at.isoformat()}
            for answer in history(tx, who)
        ],
        "conversations": [
            _talk(tx, row, box) for row in tx.rows(talks.order_by(conversation.c.created_at, conversation.c.id))
        ],
        "waiting": [_message(row) | {"text": _opened(row.text, box)} for row in messages if not row.done],
        "answered": [_message(row) | {"answered_with": row.answered_with} for row in messages if row.done],
        "answers": [_answer(row, box) for row in answers],
        "seen": [{"place": row.place, "event": row.event} for row in tx.rows(seen_of(tx, who))],
    }


def _talk(tx: Transaction, talk: Row[Any], box: Box) -> dict[str, Any]:
    def held(table: Table, order: Column[Any]) -> Sequence[Row[Any]]:
        return tx.rows(select(table).where(table.c.conversation_id == talk.id).order_by(order))

    return {
        "id": talk.id,
        "created_at": talk.created_at.isoformat(),
        "updated_at": talk.updated_at.isoformat(),
        "turns": [
            {
                "number": row.number,
                "speaker": row.speaker,
                "text": _opened(row.text, box),
                "at": row.at.isoformat(),
                "verdict": row.verdict,
                "strategy": row.strategy,
            }
            for row in held(turn, turn.c.number)
        ],
        "state": {row.name: _decoded(row.data, box) for row in held(state_part, state_part.c.name)},
        "before": _decoded(talk.undo, box) if talk.undo else None,
        "ratings": [
            {"turn": row.number, "scale": row.scale, "value": row.value, "at": row.at.isoformat()}
            for row in held(rating, rating.c.number)
        ],
    }


def _message(row: Row[Any]) -> dict[str, Any]:
    return {
        "id": row.id,
        "conversation": row.conversation_id,
        "event": row.event,
        "replaces": row.replaces,
        "at": row.at.isoformat(),
    }


def _answer(row: Row[Any], box: Box) -> dict[str, Any]:
    return {
        "id": row.id,
        "conversation": row.conversation_id,
        "to": row.inbox_id,
        "text": _opened(row.text, box),
        "status": row.status,
        "pieces": row.pieces,
        "turn": row.turn,
        "at": row.at.isoformat(),
    }


def _opened(text: Any, box: Box) -> str:
    """What is damaged is theirs all the same."""
    return repr(text) if isinstance(text, bytes) else box.open(str(text))


def _decoded(text: Any, box: Box) -> Any:
    data = _opened(text, box)
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError):
        return data
