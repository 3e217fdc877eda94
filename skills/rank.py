"""The ranker's say: all that is proposed, read again together with the talk, as readers would mark it.

A writer of the bot file (`[writer]`): it adds nothing of its own and scores every proposal anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.dialog import Reply, TurnView
from bot.engine import NOT_KEPT
from bot.registry import Encoder, Writer, writer
from skills.encoder import ours
from skills.models.ranker import Ranker

READ = 22
"""Proposals that are read, those that are scored highest."""


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
        """The proposals that were read, each with the chance that it is good less that it is bad, between 0 and 1."""
        best = sorted(proposals, key=lambda reply: -reply.score)[: self.read]
        if not best:
            return proposals
        pieces = [(said.speaker == "bot", said.text) for said in turn.conversation.turns if said.text != NOT_KEPT]
        chances = self.ranker(pieces, [reply.text for reply in best])
        return [
            replace(reply, score=float(1 + good - bad) / 2) for reply, (good, _, bad) in zip(best, chances, strict=True)
        ]
