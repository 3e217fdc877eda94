"""The ranker's say: all that is proposed, read again together with the talk, as readers would mark it.

A writer of the bot file (`[writer]`): it adds nothing of its own and scores every proposal anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from bot.dialog import Reply, TurnView
from bot.registry import Encoder, Writer, writer
from bot.step import NOT_KEPT
from skills.encoder import ours
from skills.models.ranker import Ranker

READ = 20
"""Proposals that are read, those that are scored highest."""
ASKING = 0.3
"""What a question counts more where the last reply asked none, in the logarithm of the odds.

Readers call as many questions good, but the ranker takes fewer than supporters ask.
"""
PROPOSED = 5.0
"""What a proposal's own score counts beside the logarithm of the odds, chosen on readers' verdicts."""
SURE = 1e-6
"""How near to 0 and 1 a chance may come."""


@writer("rank")
def rank(encoder: Encoder | None = None, *, read: int = READ) -> Writer:
    """Puts first what readers would call good. `read` is how many of the proposals are read."""
    return Rank(Ranker(ours(encoder).text_encoder), read)


@dataclass(frozen=True, slots=True)
class Rank:
    """See `rank`."""

    ranker: Ranker
    read: int

    def write(self, turn: TurnView, proposals: Sequence[Reply], /) -> Sequence[Reply]:
        """The proposals that were read, each with a score between 0 and 1.

        It is of the chance that a reply is good less that it is bad, of what the proposal's own score was, and of
        whether it asks where the last reply asked nothing.
        """
        best = sorted(proposals, key=lambda reply: -reply.score)[: self.read]
        if not best:
            return proposals
        pieces = [(said.speaker == "bot", said.text) for said in turn.conversation.turns if said.text != NOT_KEPT]
        good, _, bad = self.ranker(pieces, [reply.text for reply in best]).T.astype(np.float64)
        asked = any("?" in text for text in turn.conversation.said("bot")[-1:])
        asking = np.array(["?" in reply.text and not asked for reply in best])
        own = np.array([reply.score for reply in best])
        read = np.log1p(good - bad + SURE) - np.log1p(bad - good + SURE)
        scores = 1 / (1 + np.exp(-read - PROPOSED * (own - own.max()) - ASKING * asking))
        return [replace(reply, score=float(score)) for reply, score in zip(best, scores, strict=True)]
