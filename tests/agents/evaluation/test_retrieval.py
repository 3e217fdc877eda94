from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from agents.corpora.exchanges import Exchange
from agents.evaluation.retrieval import figures, over_groups, read, reranked
from agents.metrics import ranking
from skills.models.encoder import Piece
from skills.models.pair import SHARP


def asked(number: int) -> list[Exchange]:
    """Replies that share their one word with their context and with no other."""
    return [Exchange(((True, "x"), (False, f"w{n}")), f"w{n}") for n in range(number)]


def test_an_encoder_that_knows_has_a_hundred_per_cent_by_every_count(words: Any) -> None:
    items = asked(250)
    found = figures("empathetic", read(items, words), words)
    assert (found.contexts, found.inline) == (200, None)
    for figure in (found.p_at_1, found.recall_5, found.recall_10, found.mrr, found.unshuffled):
        assert (figure.value, figure.low, figure.high) == (1, 1, 1)
    assert found.seeds == (1, 1, 1, 1, 1)


def test_a_reply_said_twice_in_a_hundred_counts_half(words: Any) -> None:
    items = asked(99)
    items.append(replace(items[0], context=items[0].context))
    found = figures("esconv", read(items, words), words)
    assert found.p_at_1.value == pytest.approx(0.99)  # two contexts with half a hit each
    assert found.mrr.value == pytest.approx((98 + 2 * 0.75) / 100)
    assert found.recall_5.value == 1


def test_equal_scores_of_different_words_stand_in_alphabetical_order(words: Any) -> None:
    items = [Exchange(((False, "nothing"),), f"w{n:02}") for n in range(100)]
    found = figures("esconv", read(items, words), words)
    assert (found.p_at_1.value, found.recall_10.value) == (0.01, 0.1)
    assert found.mrr.value == pytest.approx(sum(1 / rank for rank in range(1, 101)) / 100)


def test_the_files_own_candidates_are_ranked_where_it_has_them(words: Any) -> None:
    items = asked(100)
    items[3] = replace(items[3], candidates=("w5", "w6"))
    items[4] = replace(items[4], reply="other", candidates=("w4", "w6"))
    found = figures("empathetic", read(items, words), words)
    assert found.inline is not None
    assert found.inline.value == 0.5


class Pairs:
    """Finds one word best, and remembers what it was asked."""

    def __init__(self, best: str) -> None:
        self.best, self.asked = best, list[list[str]]()

    def scores(self, context: Sequence[Piece], replies: Sequence[str]) -> Any:
        self.asked.append(list(replies))
        return np.array([1.25 * SHARP * (reply == self.best) for reply in replies], np.float32)


def test_only_the_best_few_are_put_in_order_again(words: Any) -> None:
    items = asked(100)
    found = read(items, words)
    pairs = Pairs("w1")
    places = ranking.in_groups(reranked(found, pairs, 3), np.arange(100)[None])  # type: ignore[arg-type]
    assert [len(texts) for texts in pairs.asked] == [3] * 100
    # By the vectors the own reply is best, then w0 and w1 by the alphabet; the pair pass counts for more than a cosine.
    assert pairs.asked[7] == ["w0", "w1", "w7"]
    assert (places.above[7], places.above[0], places.above[1]) == (1, 1, 0)


def test_what_the_pair_pass_finds_equal_stays_as_the_vectors_have_it(words: Any) -> None:
    found = read(asked(100), words)
    places = ranking.in_groups(reranked(found, Pairs("nothing"), 3), np.arange(100)[None])  # type: ignore[arg-type]
    assert places.above.max() == 0


def test_figures_of_groups_are_their_mean() -> None:
    found = over_groups(np.array([1.0] * 100 + [0.0] * 100))
    assert (found.value, found.low, found.high) == (0.5, 0, 1)
