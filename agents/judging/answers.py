"""Answers of a judge, as they came: JSON lines, kept one by one, so that what was paid for is never asked again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from agents.judging.pairs import SIDES, Pair, Side
from agents.judging.prompt import asked
from agents.judging.questions import Question
from agents.verdicts import kept
from skills.writer.template import Message


@dataclass(frozen=True, slots=True)
class Ask:
    """One question about a pair in one order. `key` is of every word and number that is sent."""

    pair: Pair
    question: Question
    first: Side
    messages: tuple[Message, ...]
    key: str

    @property
    def tokens(self) -> int:
        """Of the prompt at most, by an estimate."""
        return sum(message.tokens for message in self.messages)


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a model answered, whole. `first` stood as A; `read` and `written` are its cost in tokens."""

    key: str
    item: str
    left: str
    right: str
    question: str
    first: Side
    model: str
    text: str
    finish: str
    read: int
    written: int

    @property
    def tokens(self) -> int:
        return self.read + self.written


def asks(pairs: Sequence[Pair], questions: Sequence[Question], model: str, drawn: Mapping[str, Any]) -> list[Ask]:
    """All that is to be asked, a pair at a time, each question in both orders. `drawn`: how its answer is drawn."""
    found = []
    for pair in pairs:
        for question in questions:
            for first in SIDES:
                messages = asked(pair, question, first)
                sent = [model, dict(drawn), [(each.role, each.content) for each in messages]]
                key = hashlib.sha256(json.dumps(sent, sort_keys=True).encode()).hexdigest()[:16]
                found.append(Ask(pair, question, first, messages, key))
    return found


def load(path: Path) -> dict[str, Answer]:
    """The answers of a file by key, none where there is no file. CorpusError names file, line and reason."""
    return {one.key: one for _, one in kept.load(path, Answer, "answer of a judge")} if path.is_file() else {}
