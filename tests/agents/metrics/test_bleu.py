import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.metrics.bleu import ORDERS, Counts, avg_bleu, corpus_bleu, count, counts, sacre_bleu, sentence_bleu

GUESSES = [
    "I am so sorry to hear that , my friend",
    "that sounds like a really hard day for you",
    "what did you do after you left the house",
    "do you want to talk about it some more",
]
REFERENCES = [
    ["I am sorry to hear that my old friend", "oh no , I am so sorry to hear it"],
    ["that sounds like it was a hard day", "what a hard day for you"],
    ["what did you do after that", "where did you go after you left the house"],
    ["would you like to talk about it", "do you want to tell me some more"],
]
TEXTS = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=9).map(" ".join)


@pytest.mark.parametrize("order", ORDERS)
def test_agrees_with_nltk(order: int) -> None:
    nltk = pytest.importorskip("nltk.translate.bleu_score")
    weights = [1 / order] * order
    theirs = nltk.corpus_bleu([[t.split() for t in r] for r in REFERENCES], [g.split() for g in GUESSES], weights)
    assert corpus_bleu(GUESSES, REFERENCES, order, str.split) == pytest.approx(theirs)
    singly = [
        nltk.sentence_bleu([t.split() for t in several], guess.split(), weights, nltk.SmoothingFunction().method2)
        for guess, several in zip(GUESSES, REFERENCES, strict=True)
    ]
    assert sentence_bleu(GUESSES, REFERENCES, order, str.split) == pytest.approx(singly)


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=5), st.sampled_from(ORDERS))
def test_agrees_with_sacrebleu_without_its_smoothing(pairs: list[tuple[str, str]], order: int) -> None:
    sacre = pytest.importorskip("sacrebleu")
    guesses, expected = [list(column) for column in zip(*pairs, strict=True)]
    theirs = sacre.BLEU(tokenize="none", smooth_method="none", max_ngram_order=order, force=True)
    found = corpus_bleu(guesses, [[text] for text in expected], order, str.split)
    assert found == pytest.approx(theirs.corpus_score(guesses, [expected]).score / 100)


def test_by_hand() -> None:
    # Runs of 1 to 4 found: "the cat sat" of 4, "the cat" and "cat sat" of 3, "the cat sat" of 2, none of 1.
    found = count("the cat sat up", ["the cat sat on it"])
    assert found == Counts((3, 2, 1, 0), (4, 3, 2, 1), 4, 5)
    brevity = math.exp(1 - 5 / 4)
    assert found.bleu(1) == pytest.approx(brevity * 3 / 4)
    assert found.bleu(2) == pytest.approx(brevity * math.sqrt(3 / 4 * 2 / 3))
    assert found.bleu(3) == pytest.approx(brevity * (3 / 4 * 2 / 3 * 1 / 2) ** (1 / 3))
    assert found.bleu(4) == 0
    assert found.average() == pytest.approx((found.bleu(1) + found.bleu(2) + found.bleu(3)) / 4)


def test_method3_by_hand() -> None:
    # As above; for the run of four that isn't found 1/2 of one counts, and of a first and second length 1/2 and 1/4.
    found = count("the cat sat up", ["the cat sat on it"])
    brevity = math.exp(1 - 5 / 4)
    assert found.method3(4) == pytest.approx(brevity * (3 / 4 * 2 / 3 * 1 / 2 * 0.5 / 1) ** (1 / 4))
    assert found.method3(3) == found.bleu(3)
    assert count("a x b", ["b y a"]).method3(3) == pytest.approx((2 / 3 * 0.5 / 2 * 0.25 / 1) ** (1 / 3))
    assert count("a", ["a"]).method3(2) == pytest.approx(math.sqrt(0.5))
    assert count("x", ["a"]).method3(2) == 0


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=5), st.sampled_from(ORDERS))
def test_method3_agrees_with_nltk_where_no_reply_is_shorter_than_the_order(
    pairs: list[tuple[str, str]], order: int
) -> None:
    nltk = pytest.importorskip("nltk.translate.bleu_score")
    long = [(f"{guess} x y z w", text) for guess, text in pairs]
    weights, smoothing = [1 / order] * order, nltk.SmoothingFunction().method3
    theirs = nltk.corpus_bleu([[r.split()] for _, r in long], [g.split() for g, _ in long], weights, smoothing)
    assert counts([g for g, _ in long], [[r] for _, r in long], str.split).method3(order) == pytest.approx(theirs)


def test_a_word_counts_as_often_as_it_is_expected() -> None:
    assert count("the the the the", ["the cat on the mat"]).matched[0] == 2
    assert count("the the the the", ["the cat", "the the"]).matched[0] == 2


def test_of_two_references_as_near_the_shorter_counts() -> None:
    assert count("a b c", ["a b", "a b c d"]).expected == 2
    assert count("a b c", ["a", "a b c d"]).expected == 4


def test_the_average_is_of_the_whole_part_and_not_of_its_replies() -> None:
    whole = avg_bleu(GUESSES, REFERENCES)
    assert whole == pytest.approx(sum(corpus_bleu(GUESSES, REFERENCES, order) for order in ORDERS) / 4)
    apart = [avg_bleu([guess], [several]) for guess, several in zip(GUESSES, REFERENCES, strict=True)]
    assert whole != pytest.approx(sum(apart) / 4)


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=2, max_size=6))
def test_parts_in_any_order_add_up_and_values_stay_within_bounds(pairs: list[tuple[str, str]]) -> None:
    whole = counts([g for g, _ in pairs], [[r] for _, r in pairs])
    backwards = counts([g for g, _ in pairs[::-1]], [[r] for _, r in pairs[::-1]])
    halves = counts([g for g, _ in pairs[:1]], [[r] for _, r in pairs[:1]]) + counts(
        [g for g, _ in pairs[1:]], [[r] for _, r in pairs[1:]]
    )
    assert whole == backwards == halves
    values = [whole.bleu(order) for order in ORDERS]
    assert all(0 <= value <= 1 for value in values)


def test_a_reply_that_says_nothing_scores_nothing() -> None:
    assert corpus_bleu([""], [["hello"]]) == 0
    assert sentence_bleu([""], [["hello"]]) == [0]


def test_sacrebleu_comes_with_its_signature() -> None:
    library = pytest.importorskip("sacrebleu")
    found = sacre_bleu(GUESSES, REFERENCES)
    theirs = library.corpus_bleu(GUESSES, [list(column) for column in zip(*REFERENCES, strict=True)])
    assert found.score == pytest.approx(theirs.score / 100)
    assert found.signature.startswith("nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp|version:")
    with pytest.raises(ValueError, match="as many references"):
        sacre_bleu(["a", "b"], [["a"], ["b", "c"]])


def test_what_cannot_be_scored_is_refused() -> None:
    with pytest.raises(ValueError, match="order must be one of 1, 2, 3, 4, and is 5"):
        corpus_bleu(["a"], [["a"]], 5)
    with pytest.raises(ValueError, match="there are no replies"):
        avg_bleu([], [])
