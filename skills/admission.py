"""What may be said at all in a situation: masks over the bank. How well a move fits is `skills.ranking`'s to say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from skills.columns import Mask, Names, mask
from skills.labels import EMOTIONS
from skills.mentions import barred, names, one_of, required, required_by
from skills.moves import ModeName, Move
from skills.situation import Situation
from skills.standpoint import whose

Scores = NDArray[np.float64]
Bits = NDArray[np.int64]

GATE, GATE_ON_TOPIC = 0.5, 0.47
"""A move written for certain words may assume what they say, so it is out unless something like them was said.

Where the person named the move's topic in so many words, a looser likeness will do.
"""
SURELY = 0.57
"""How near its words must be for a line about somebody else's matter where that seems to be the teller's own."""
FELT, STIRRED, BROAD = 0.45, 0.1, 12
"""A line for a few feelings waits for one of them; a line for so many is about none in particular."""
BRINGS_NEW = frozenset({"offer", "inform", "close"})
"""A suggestion may bring something new into the talk; a question or a reflection may not."""


CONDOLES = re.compile(r"\bsorry\b|\bgrie[fv]\w*|\bloss\b|\bmourn\w*")


class Admission:
    """The bank's labels as columns of n moves."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self.emotions = np.array([[float(label in move.emotions) for label in EMOTIONS] for move in moves])
        self.broad = self.emotions.sum(axis=1)
        self.cued = mask(bool(move.cues) for move in moves)
        self.topics = Names(move.topic for move in moves)
        self.offers = mask(move.move == "offer" for move in moves)
        self.modes = {name: mask(name in move.mode for move in moves) for name in get_args(ModeName)}
        self.required: Bits = np.array([_required(move) for move in moves], np.int64)
        self.one_of: Bits = np.array([one_of(move.topic) for move in moves], np.int64)
        self.barred: Bits = np.array([barred(move.topic) for move in moves], np.int64)
        self.needs, self.forbids = keyed(moves, "needs"), keyed(moves, "forbids")
        self.others = mask(move.person == "other" for move in moves)
        self.mine = mask(move.person == "me" and not _of_another(move) for move in moves)
        self.condoles = mask(CONDOLES.search(move.text) is not None for move in moves)
        self.tenses = {name: mask(move.tense in (name, "any") for move in moves) for name in ("past", "now", "ahead")}

    def allowed(self, situation: Situation, topics: Scores) -> Mask:
        """(n,) what may be said; `topics` (n,): how much each move is about what is or was said."""
        return self._about(situation, topics) & self._for_whom(situation, topics) & self._timely(situation)

    def answering(self, situation: Situation) -> Mask:
        """(n,) of the moves that an act leads to, those that suit the talk; how near their cues are is not asked."""
        agreeing = self.emotions @ situation.emotions
        felt = (self.broad == 0) | (self.broad >= BROAD) | (agreeing >= FELT)
        suits: Mask = self._known(situation) & self.modes[situation.mode.name] & felt
        return suits

    def _about(self, situation: Situation, topics: Scores) -> Mask:
        """Of what was spoken of, and nothing else."""
        spoken = np.int64(situation.mentioned)
        on_topic = (self.one_of & spoken) != 0
        near = ~self.cued | (topics >= np.where(on_topic, GATE_ON_TOPIC, GATE))
        known = (
            self._known(situation)
            & ((self.required & ~spoken) == 0)
            & (on_topic | (self.one_of == 0))
            & ((self.barred & spoken) == 0)
        )
        about: Mask = near & known
        return about

    def _known(self, situation: Situation) -> Mask:
        """What a move needs was told, or is spoken of now; and nothing in the talk is what it forbids."""
        at_hand, ever = names(situation.mentioned_now), names(situation.mentioned)
        out = [rows for name, rows in self.needs.items() if name not in situation.keys | at_hand]
        out += [rows for name, rows in self.forbids.items() if name in situation.keys | ever]
        return ~np.logical_or.reduce(out) if out else np.ones(len(self.cued), bool)

    def _for_whom(self, situation: Situation, topics: Scores) -> Mask:
        """For the one it concerns: a friend's loss is not the teller's, nor the other way round."""
        if situation.whose == "other":
            return ~self.mine
        return ~self.others | (situation.about_another & self.cued & (topics >= SURELY))

    def _timely(self, situation: Situation) -> Mask:
        """For this mood, this feeling and this point of the talk."""
        agreeing = self.emotions @ situation.emotions
        # Unasked, only a suggestion made for just this; a general one when somebody wants any.
        offers = ~self.offers | (situation.policy.may_suggest & (self.cued | ("asks_advice" in situation.acts)))
        # ... and made for a feeling that is there: what cools anger only stings in guilt.
        offers &= ~self.offers | (self.broad == 0) | (self.broad >= BROAD) | (agreeing >= STIRRED)
        offers &= ~self.topics.among(situation.offered.refused_topics) | ~self.offers
        # A line that names a feeling and answers nothing else waits for that feeling.
        felt = self.cued | (self.broad == 0) | (self.broad >= BROAD) | (agreeing >= FELT)
        # Joy is not comforted and grief not congratulated.
        mood = self.modes[situation.mode.name]
        timely: Mask = offers & felt & mood & self.tenses[situation.tense]
        # Nothing is mourned where somebody smiles, whatever the vectors take it for.
        return timely & ~self.condoles if "joy" in situation.acts else timely


def keyed(moves: Sequence[Move], field: Literal["needs", "forbids"]) -> dict[str, Mask]:
    """For each key that any move names there, the moves that do."""
    names = {name for move in moves for name in getattr(move, field)}
    return {name: mask(name in getattr(move, field) for move in moves) for name in sorted(names)}


def _required(move: Move) -> int:
    spoken_of = 0 if move.move in BRINGS_NEW or move.needs else required(move.text)
    return spoken_of | required_by(move.topic)


def _of_another(move: Move) -> bool:
    """Written, by one of its cues, for what befell somebody else: "my mom has cancer"."""
    return any(whose(cue) == "other" for cue in move.cues)
