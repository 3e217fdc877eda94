"""What the ranker's say does to proposals; how it reads them is in tests/skills/models/test_ranker.py."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from bot.dialog import Reply
from bot.step import NOT_KEPT
from skills.encoder import shared_text_encoder
from skills.models.encoder import Piece
from skills.models.head import Floats
from skills.models.ranker import Ranker
from skills.rank import ASKING, PROPOSED, READ, SURE, Rank, rank
from skills.sizes import BASE
from tests.skills.talking import view

PROPOSALS = [Reply(f"Line {place}.", "retrieve", 1.0 - place / 1e5) for place in range(30)]


class Alike(Ranker):
    """Likes all alike."""

    def __init__(self) -> None: ...

    def __call__(self, context: Sequence[Piece], replies: Sequence[str]) -> Floats:
        return np.full((len(replies), 3), 1 / 3, np.float32)


class ByNumber(Ranker):
    """Likes lines of a high number."""

    def __init__(self) -> None:
        self.read: list[tuple[Sequence[Piece], Sequence[str]]] = []

    def __call__(self, context: Sequence[Piece], replies: Sequence[str]) -> Floats:
        self.read.append((context, replies))
        good = np.array([int(text[5:-1]) / 20 for text in replies], np.float32)
        return np.stack([good, np.zeros_like(good), 1 - good], axis=1)


def test_the_best_proposals_are_read_and_scored_by_good_less_bad() -> None:
    found = Rank(ByNumber(), 5).write(view("I lost my job"), PROPOSALS[::-1])
    assert sorted(reply.text for reply in found) == [f"Line {place}." for place in range(5)]
    scores = {reply.text: reply.score for reply in found}
    own = PROPOSED * (PROPOSALS[0].score - PROPOSALS[4].score)
    assert scores["Line 4."] == max(scores.values()) == pytest.approx(1 / (1 + 16 / 4 * np.exp(own)), rel=1e-5)
    assert scores["Line 0."] == pytest.approx(SURE / 2, rel=1e-2)


def test_the_talk_is_read_with_who_said_what_and_without_what_is_not_kept() -> None:
    ranker = ByNumber()
    Rank(ranker, 3).write(view(NOT_KEPT, "Hello.", "my dog died"), PROPOSALS)
    ((context, replies),) = ranker.read
    assert context == [(True, "Hello."), (False, "my dog died")]
    assert len(replies) == 3


def test_without_proposals_there_is_nothing_to_read() -> None:
    ranker = ByNumber()
    assert list(Rank(ranker, READ).write(view("hi"), [])) == []
    assert ranker.read == []


def test_the_ranker_that_ships_gives_each_a_score_between_0_and_1() -> None:
    found = rank(shared_text_encoder(size=BASE)).write(view("my dog died last week"), PROPOSALS)
    assert len(found) == READ
    assert all(0 <= reply.score <= 1 for reply in found)
    assert len({reply.score for reply in found}) > 1


def test_a_question_counts_a_little_more_where_the_last_reply_asked_none() -> None:
    both = [Reply("Line 3.", "retrieve", 0.5), Reply("Line 3.?", "retrieve", 0.5)]
    plain, question = Rank(Alike(), READ).write(view("hi", "I see.", "my dog died"), both)
    assert [plain.score, question.score] == pytest.approx([0.5, 1 / (1 + np.exp(-ASKING))])
    plain, question = Rank(Alike(), READ).write(view("hi", "How old?", "nine"), both)
    assert plain.score == question.score


def test_what_is_likelier_by_its_own_score_counts_more() -> None:
    both = [Reply("Line 1.", "retrieve", 0.9), Reply("Line 2.", "retrieve", 0.6)]
    likely, less = Rank(Alike(), READ).write(view("my dog died"), both)
    assert likely.score == pytest.approx(0.5)
    assert less.score == pytest.approx(1 / (1 + np.exp(0.3 * PROPOSED)))
