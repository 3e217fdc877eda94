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
ASKING = 0.05
"""What a question counts more where the last reply asked none.

Readers call as many questions good, but the ranker takes fewer than supporters ask; on verdicts set aside this much
costs nothing.
"""


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
        """The proposals that were read, each with the chance that it is good less that it is bad, between 0 and 1.

        Where the last reply asked nothing, a question counts a little more.
        """
        best = sorted(proposals, key=lambda reply: -reply.score)[: self.read]
        if not best:
            return proposals
        pieces = [(said.speaker == "bot", said.text) for said in turn.conversation.turns if said.text != NOT_KEPT]
        chances = self.ranker(pieces, [reply.text for reply in best])
        asked = any("?" in text for text in turn.conversation.said("bot")[-1:])
        more = [0 if asked or "?" not in reply.text else ASKING for reply in best]
        return [
            replace(reply, score=min(1.0, float(1 + good - bad) / 2 + extra))
            for reply, (good, _, bad), extra in zip(best, chances, more, strict=True)
        ]
