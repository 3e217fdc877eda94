"""A second reading of the drafts of a reply: how well each answers the talk, and how much empathy it shows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bot.dialog import TurnView, Vectors
from bot.engine import NOT_KEPT
from skills.compose import Composed, Judge
from skills.empathy import KINDS, Empathy
from skills.models.head import Floats
from skills.models.pair import Ranker
from skills.ranking import Ranking

PAIR = 0.4
"""What the pair's opinion counts for beside the plan and the likeness of words."""
EMPATHY = 0.3
"""What a level of empathy counts for: little. At 1 a reader, not told which was which, liked 13 of 37 more, 18 less."""
SHOWN = [KINDS.index(kind) for kind in ("emotional-reactions", "interpretations")]
"""Not explorations: when to ask is the plan's to say, and a question mark is all it takes to seem to explore."""


class SecondReading:
    """Reads drafts together with the talk; the bank's vectors must be those that its models were learnt from."""

    def __init__(self, ranker: Ranker, empathy: Empathy, ranking: Ranking) -> None:
        self.ranker, self.empathy, self.ranking = ranker, empathy, ranking

    def judge(self, turn: TurnView, vectors: Vectors) -> Judge:
        """Says how much likelier each draft is than the best one to be what somebody answers here (natural logarithms),

        and adds what its empathy counts for.
        """
        pieces = [(said.speaker == "bot", said.text) for said in turn.conversation.turns if said.text != NOT_KEPT]

        def judge(drafts: Sequence[Composed]) -> Sequence[float]:
            fitting = self.ranker.scores(pieces, [draft.text for draft in drafts])
            shown = np.array([self.shown(vectors.last, draft) for draft in drafts])
            return [float(opinion) for opinion in PAIR * (fitting - fitting.max()) + EMPATHY * shown]

        return judge

    def shown(self, said: Floats, draft: Composed) -> float:
        """The levels of emotional reactions and of interpretations added up, 0 to 4: of each the most a move shows."""
        vectors = self.ranking.index.rows[[self.ranking.rows[move.id] for move in draft.moves]]
        levels = self.empathy.levels(said, vectors, [move.text for move in draft.moves])
        return float(levels[:, SHOWN].max(axis=0).sum())
