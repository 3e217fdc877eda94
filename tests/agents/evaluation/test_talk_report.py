import numpy as np
import pytest

from agents.corpora.esconv import Utterance
from agents.evaluation.replay import Played
from agents.evaluation.talk_report import counted, distinct, report, sixths, tokens, variety, violation
from bot.dialog import STRATEGIES

ASK, SOOTHE, ADVISE = "Question", "Affirmation and Reassurance", "Providing Suggestions"


def played(reply: str, strategy: str | None, *gold: str, level: int = 0, fallback: bool = False) -> Played:
    messages = tuple(Utterance("supporter", "a message", name) for name in gold)
    return Played("said", messages, reply, strategy, "words", False, level, level > 1, fallback)


def test_twelve_turns_fall_two_by_two_into_sixths() -> None:
    talk = tuple(played("x", ASK if place < 2 else None) for place in range(12))
    counts = counted([talk], lambda turn: [turn.strategy])
    assert counts.sum(axis=(0, 2)).tolist() == [2] * 6
    assert counts[0, 0, STRATEGIES.index(ASK)] == 2
    assert counts[0, 1:, -1].tolist() == [2] * 5


def test_a_short_talk_leaves_sixths_empty_and_none_is_counted_twice() -> None:
    counts = counted([(played("x", ASK), played("y", ASK))], lambda turn: [turn.strategy])
    assert counts.sum(axis=(0, 2)).tolist() == [1, 0, 0, 1, 0, 0]


def test_shares_stand_beside_gold_with_their_distance() -> None:
    talk = tuple(played("x", ASK, ASK, SOOTHE, SOOTHE, ADVISE) for _ in range(6))
    first = sixths([talk, talk])[0]
    assert first.ours[ASK].value == 1.0
    assert first.gold[ASK].value == 0.25
    assert first.gold[SOOTHE].value == 0.5
    assert first.distance.value == pytest.approx(0.75)
    assert (first.distance.low, first.distance.high) == pytest.approx((0.75, 0.75))


def test_a_strategy_outside_the_eight_counts_as_none() -> None:
    (first, *_) = sixths([(played("x", ASK, "Direct Guidance"),)])
    assert first.gold["none"].value == 1.0


def test_a_violation_says_where() -> None:
    talks = [(played("a", ASK), played("b", ASK)), (played("a", ASK), played("a", ASK), played("A", ASK))]
    found = violation(
        talks, lambda talk: [place for place in range(1, len(talk)) if talk[place].reply == talk[0].reply]
    )
    assert (found.count, found.places, found.share.value, found.talks.value) == (1, ((2, 2),), 0.2, 0.5)


def test_distinct_counts_different_pairs_over_all_pairs_within_texts() -> None:
    texts = tokens(["I see. I see!", "you see"])
    assert distinct(texts, 1) == 3 / 6
    assert distinct(texts, 2) == 3 / 4  # "see you" would cross two replies
    assert distinct(texts, 1, words=3) == 2 / 3
    assert np.isnan(distinct([["one"]], 2))


def test_gold_is_cut_to_as_many_words_as_we_say() -> None:
    found = variety([["a b", "a b"]], [["a b", "c d", "e f"]])
    assert found["distinct_1"] == 0.5
    assert found["gold_distinct_1"] == 1.0
    assert variety([["a b", "a b"]], [["a a", "a a", "b c"]])["gold_distinct_1"] == 0.25


def test_a_report_counts_safety_and_fallbacks_by_turns() -> None:
    talks = [
        (played("a b", ASK, ASK), played("c", None, level=2)),
        (played("d", None, fallback=True), played("e e e", SOOTHE, level=1)),
    ]
    found = report("kind", "valid", talks, {})
    assert (found.talks, found.turns) == (2, 4)
    assert found.shares["stopped_by_safety"].value == 0.25
    assert found.shares["safety_level_1"].value == 0.25
    assert found.shares["safe_fallback"].value == 0.25
    assert found.words["ours"].value == 7 / 4
    assert found.words["gold"].value == 2
    assert found.skills == {"words": 4}
    assert found.policy_violations["repeated_replies"].count == 0
