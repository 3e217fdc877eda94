from pathlib import Path

import pytest

from agents.metrics.intervals import Interval
from agents.training.heads.utterance_boundaries import ROW, Pair, accuracy, learn, pairs, punctuation, rows, sentences

TALK = ("Did you see it? I did not.", "No. I was asleep", "Oh!")


def test_talks_are_cut_into_sentences_and_rows() -> None:
    assert sentences('He said "No!" Then... he left. Why?') == ['He said "No!', "Then...", "he left.", "Why?"]
    long = "This sentence is a good deal longer than one row of a subtitle can ever be."
    assert " ".join(rows(long)) == long
    assert len(rows(long)) == 2
    assert all(len(row) <= ROW for row in rows(f"{long} Short."))


def test_a_boundary_is_new_where_another_utterance_begins() -> None:
    assert list(pairs([("One.",), TALK], sentences)) == [
        Pair(1, "Did you see it?", "I did not.", False),
        Pair(1, "I did not.", "No.", True),
        Pair(1, "No.", "I was asleep", False),
        Pair(1, "I was asleep", "Oh!", True),
    ]


def test_baselines_and_accuracy_count_what_they_say() -> None:
    asked = list(pairs([TALK], sentences))
    assert accuracy(asked, lambda before, after: True).value == 0.5
    assert [punctuation(pair.before, pair.after) for pair in asked] == [True, True, True, True]
    assert not punctuation("and then", "he left")
    assert not punctuation("Well,", "He left")
    assert accuracy(asked, lambda before, after: before.startswith("I")) == Interval(1.0, 1.0, 1.0)


def test_the_classifier_learns_what_tells_speakers_apart() -> None:
    known = [Pair(n, "Why?", "Because.", True) for n in range(30)] + [
        Pair(n, "I know", "that song", False) for n in range(30)
    ]
    boundary = learn(known)
    assert boundary.new("Why?", "Because.")
    assert not boundary.new("I know", "that song")
    assert boundary == learn(known)


@pytest.mark.corpus
def test_the_shipped_classifier_beats_both_baselines_on_real_talks(corpora: Path) -> None:
    from agents.curation.boundary import load
    from agents.training.common.run import Run
    from agents.training.heads.utterance_boundaries import talks

    held = list(pairs(talks(Run(corpora, corpora), "valid"), sentences))
    found = accuracy(held, load().new)
    assert found.low > 0.82
    assert found.low > accuracy(held, lambda before, after: True).high
    assert found.low > accuracy(held, punctuation).high
