"""The published scores on twenty replies: frozen figures that ESConv's own code printed for them, and by hand."""

import json
from pathlib import Path

import pytest

from agents.metrics.bleu import counts
from agents.metrics.diversity import distinct
from agents.metrics.esconv import published
from agents.metrics.tokens import treebank

ROWS = [json.loads(line) for line in Path(__file__).with_name("replies_20.jsonl").read_text("utf8").splitlines()]
REPLIES, GIVEN = [row["reply"] for row in ROWS], [[row["given"]] for row in ROWS]


def test_the_published_codes_figures_come_out() -> None:
    found = published(REPLIES, GIVEN)
    assert found.length == 8.65
    assert found.bleu == pytest.approx(
        (0.540627928990028, 0.39023359689878695, 0.2876046676961612, 0.20735406228722428)
    )
    assert found.distinct == pytest.approx((0.6797385620915033, 0.9849624060150376, 1.0))
    assert (found.f1, found.rouge_l) == pytest.approx((0.5508189641935483, 0.5263246616544086))


def test_ours_differ_where_the_code_slips() -> None:
    assert distinct(REPLIES, 1, tokenize=treebank) != pytest.approx(0.6797385620915033)
    ours = counts(REPLIES, GIVEN, treebank)
    # Replies of two and of three tokens have no run of four; NLTK counts one for each.
    assert [ours.method3(order) for order in (1, 2)] == pytest.approx([0.540627928990028, 0.39023359689878695])
    assert ours.method3(4) > 0.20735406228722428


def test_the_last_run_of_each_reply_is_left_out_by_hand() -> None:
    found = published(["a b a", "b c"], [["a"], ["b"]], str.split)
    # Tokens a, b of the first reply and b of the second: two kinds of three. Runs: "a b" alone. Of three: none at all.
    assert found.distinct == pytest.approx((2 / 3, 1.0, 0.0))
    assert found.length == 2.5
    # Shared: one of 3 + 1 tokens, one of 2 + 1.
    assert found.f1 == pytest.approx((2 / 4 + 2 / 3) / 2)


def test_a_reply_that_says_nothing_scores_nothing() -> None:
    found = published([""], [["hello there"]])
    assert (found.length, found.bleu, found.f1, found.rouge_l) == (0.0, (0.0,) * 4, 0.0, 0.0)


def test_the_best_reference_counts() -> None:
    found = published(["a b"], [["c", "a b"]], str.split)
    assert (found.f1, found.rouge_l) == pytest.approx((1.0, 1.0))
    with pytest.raises(ValueError, match="there are no replies"):
        published([], [])
