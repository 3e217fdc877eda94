"""Drawing items: every candidate could be said, none is the dialogue's own but where it is named so."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from agents.corpora import written
from agents.verdicts import draw
from skills import openings
from skills.models.encoder import Piece
from skills.models.head import Floats

DIALOGS = written.read()[:40]
LINES = openings.lines()[:200]


class ByLetters:
    """A dual encoder that knows how often each letter stands in a text."""

    identity = "letters"

    def contexts(self, talks: Sequence[Sequence[Piece]]) -> Floats:
        return self.replies([talk[-1][1] for talk in talks])

    def replies(self, texts: Sequence[str]) -> Floats:
        counts = np.array(
            [[text.lower().count(letter) + 0.1 for letter in "abcdefghijklmnopqrstuvwxyz"] for text in texts]
        )
        unit: Floats = (counts / np.linalg.norm(counts, axis=1, keepdims=True)).astype(np.float32)
        return unit


def test_items_have_four_replies_of_others_and_one_more() -> None:
    items = list(draw.draw(DIALOGS, LINES, ByLetters(), 60, seed=7))
    assert len({item.id for item in items}) == 60
    assert len({item.talk for item in items[:40]}) == 40  # one of each dialogue before a second of any
    replies = {said.text: draw.name(dialog) for dialog in DIALOGS for said in dialog.utterances[1::2]}
    for item in items:
        assert item.context[-1].speaker == "person"
        assert len({candidate.text for candidate in item.candidates}) == 5
        for candidate in item.candidates:
            assert (candidate.source == "shelf") == (candidate.text in LINES)
            if candidate.source != "shelf":
                assert (replies[candidate.text] == item.talk) == (candidate.source == "own")
    own = sum(item.candidates[-1].source == "own" for item in items)
    assert 10 <= own <= 30


def test_what_a_reply_brings_up_that_nobody_spoke_of_counts_against_it() -> None:
    shelf = draw.Shelf.of(DIALOGS, LINES, ByLetters())
    assert shelf.foreign({"and", "what", "did", "you", "say"}, set()) == 0
    harbour = draw.told_words("Zanzibar\u2019s harbour?")
    assert shelf.foreign(harbour, set()) > shelf.foreign(harbour, {"zanzibar"}) > 0
    context = ByLetters().contexts([[(False, "we sold the boat")]])[0]
    plain, best = shelf.best(context, 0, {"we", "sold", "the", "boat"})
    costs = [[shelf.foreign(draw.told_words(one.text), {"boat"}) for one in found[:20]] for found in (plain, best)]
    assert sum(costs[1]) < sum(costs[0])
    assert not {one.text for one in plain} & {said.text for said in DIALOGS[0].utterances}


def test_what_was_drawn_before_is_not_drawn_again() -> None:
    first = {item.id for item in draw.draw(DIALOGS, LINES, ByLetters(), 30, seed=7)}
    again = {item.id for item in draw.draw(DIALOGS, LINES, ByLetters(), 30, seed=7, taken=first.__contains__)}
    assert len(again) == 30
    assert not first & again
