"""Replies that people gave: the right one first, others of its corpus beside it, none of them the right one again."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest

from agents.matching import Floats
from agents.training.ranker import people
from agents.training.rerankers.pair_examples import Given
from skills.encoder import shared_text_encoder
from skills.models.encoder import Piece, Words
from skills.models.ranker import reply_tokens

TALKS = 60


class Turned:
    """Vectors by which each context is nearest to its own reply, then to its neighbours'."""

    def contexts(self, talks: Sequence[Sequence[Piece]]) -> Floats:
        return self._around(len(talks))

    def replies(self, texts: Sequence[str]) -> Floats:
        return self._around(len(texts))

    def _around(self, count: int) -> Floats:
        angles = np.arange(count) * np.pi / TALKS
        return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


@pytest.fixture(scope="module")
def words() -> Words:
    return shared_text_encoder("published").text_encoder.words


def test_beside_the_reply_that_was_given_stand_near_ones_and_far_ones(words: Words) -> None:
    told = [Given(str(n), ("sad", "glad")[n % 2], ((False, f"It is day {n}."),), f"Reply {n}!") for n in range(TALKS)]
    found = list(people._against(told, Turned(), words, random.Random(3)))
    assert len(found) == TALKS
    for number, one in enumerate(found):
        assert one.replies[0] == reply_tokens(words, f"Reply {number}!")
        assert len(one.replies) == 1 + sum(people.COUNTS)
        near = one.replies[1 : 1 + people.COUNTS[0]]
        assert one.replies[0] not in near
        assert len(set(near)) == people.COUNTS[0]
        assert np.allclose(one.shares.sum(axis=1), 1)
        good = one.shares[:, 0]
        assert good[0] > good[1] > good[-1]


def test_what_fits_everything_is_no_example() -> None:
    usual = [Given(str(n), "sad", ((False, f"Day {n}."),), "That is sad.") for n in range(5)]
    own = Given("own", "sad", ((False, "My dog died."),), "What was your dog like?")
    assert people._drawn([*usual, own], random.Random(1), 10) == [own]
