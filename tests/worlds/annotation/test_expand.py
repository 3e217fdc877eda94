from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from bot.errors import StudyError
from worlds.annotation.dialogs import Dialog, LabelledDialog
from worlds.annotation.expand import Floats, curve, nearest, precision, propose, sample, seeds, vectors

WORDS = ("rain", "sun", "dog")


def encode(texts: Sequence[str]) -> Floats:
    """A vector that counts three words; a little of everything, so that none is zero."""
    return np.array([[text.count(word) + 0.01 for word in WORDS] for text in texts], np.float32)


RAIN = LabelledDialog("a", ("sun", "rain rain"), "sad", "manual")
SUN = LabelledDialog("b", ("sun sun",), "joyful", "suggested")
OLD = LabelledDialog("c", ("dog",), "caring", "expanded", like="a", score=0.9)


def test_the_last_utterance_counts_most() -> None:
    both = vectors([Dialog("x", ("sun", "rain")), Dialog("y", ("rain", "sun"))], encode)
    near = both @ vectors([RAIN], encode).T
    assert near[0, 0] > near[1, 0]


def test_what_was_expanded_hands_no_label_on() -> None:
    assert seeds([RAIN, SUN, OLD]) == [RAIN, SUN]
    with pytest.raises(StudyError, match="1 of 2 dialogs were labelled by people"):
        seeds([RAIN, OLD])


def test_the_nearest_label_is_proposed_where_it_is_near_enough() -> None:
    others = [Dialog("d", ("rain",)), Dialog("e", ("dog dog",)), Dialog("a", ("known already",))]
    assert [(one.id, one.label, one.like) for one in propose([RAIN, SUN], others, 0.8, encode)] == [("d", "sad", "a")]
    every = propose([RAIN, SUN], others, 0.0, encode)
    assert {one.id for one in every} == {"d", "e"}
    assert every[0].score > every[1].score
    assert propose([RAIN, SUN], [], 0.5, encode) == []


def test_the_curve_leaves_each_dialog_itself_out() -> None:
    twin = LabelledDialog("t", ("rain",), "lonely", "manual")
    found = curve([RAIN, SUN, twin], [Dialog("d", ("rain",))], encode)
    same = dict(zip("abt", (alike for _, alike in found.labelled), strict=True))
    assert same == {"a": False, "b": False, "t": False}  # each nearest other has another label
    (row, *_, last) = found.table().rows
    assert row[0] == "0.50"
    assert last == ("0.95", "2", "0 [0, 66]", "1")


def test_what_people_say_otherwise_or_cannot_agree_on_is_not_right() -> None:
    proposed = [LabelledDialog(f"p{at}", ("rain",), "sad", "expanded", like="a", score=0.9) for at in range(80)]
    drawn = sample(proposed)
    assert len(drawn) == len({one.id for one in drawn}) == 50
    assert drawn == sample(proposed)
    said = [LabelledDialog(one.id, one.utterances, "sad", "manual") for one in drawn[:40]]
    said += [LabelledDialog(one.id, one.utterances, "joyful", "manual") for one in drawn[40:45]]
    found = precision(proposed, said)
    assert found.value == 40 / 50
    assert found.low < 40 / 50 < found.high
    with pytest.raises(StudyError, match="was another file checked"):
        precision(proposed, [RAIN])


def test_the_nearest_are_found_across_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("worlds.annotation.expand.BLOCK", 2)
    own = np.eye(3, dtype=np.float32)
    found = [places for _, places in nearest(own, own[[2, 0, 1, 2, 2]], 1)]
    assert found == [[2], [0], [1], [2], [2]]
