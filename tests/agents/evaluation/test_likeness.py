import random
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.corpora.esconv import Utterance
from agents.evaluation.likeness import elsewhere, likeness
from agents.evaluation.replay import Played

WORDS = ("cat", "dog")


def by_words(texts: Sequence[str]) -> NDArray[np.float32]:
    """(n, 3): unit vectors for texts about cats, dogs, and anything else."""
    rows = [next((place for place, word in enumerate(WORDS) if word in text), len(WORDS)) for text in texts]
    return np.eye(len(WORDS) + 1, dtype=np.float32)[rows]


def played(reply: str, *gold: str) -> Played:
    messages = tuple(Utterance("supporter", text, "Question") for text in gold)
    return Played("said", messages, reply, None, "words", False, 0, False, False)


def test_our_reply_is_compared_with_the_answer_to_the_same_words_and_with_random_ones() -> None:
    talks = [
        [played("a cat", "the cat", "and more"), played("a dog", "the cat")],
        [played("a dog", "dog"), played("x")],
    ]
    found = likeness(talks, by_words)
    assert found["reply"].value == pytest.approx(2 / 3)  # the turn nobody answered is left out
    # Every draw for the second talk's dog comes from the first talk, whose gold is all cats.
    assert 0 <= found["random_gold_reply"].value <= 2 / 3
    assert found["random_gold_reply"].value == 0.0
    assert 0 <= found["random_line"].value <= 1


def test_random_rows_come_from_other_talks_only() -> None:
    owners = [0, 0, 0, 1, 2, 2]
    drawn = random.Random(1)
    for _ in range(50):
        assert all(owners[place] != owner for place, owner in zip(elsewhere(owners, drawn), owners, strict=True))


def test_one_talk_alone_has_no_other_talk_to_draw_from() -> None:
    assert set(likeness([[played("a cat", "the cat")]], by_words)) == {"reply", "random_line"}
