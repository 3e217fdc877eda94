"""The retrieval responder: proposes the lines of the shelf that are nearest to the talk and may be said now.

Their order is the dual encoder's (Rashkin et al. 2019, section 4.1); `skills.rank` reads them again with the talk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import numpy as np

from bot.config.places import Place
from bot.dialog import PastStrategies, Reply, SkillResult, StageState, TurnView
from bot.errors import SkillError, WeightsError
from bot.registry import Encoder, Skill, skill
from skills.encoder import ours
from skills.intent import Acts
from skills.kinds import Kinds
from skills.memory import Offered
from skills.mode import Mode
from skills.models.layers import Floats
from skills.openings import FOLDER
from skills.policy import SUGGESTING, Policy, policy
from skills.retrieve_corpus import corpus
from skills.selection import NAME, Selection, digest, shipped
from skills.shelf import Found, Shelf
from skills.shelf_vectors import load

__all__ = ["corpus", "retrieve"]

NEAREST, GENERAL = 60, 60
"""Lines that are looked at: nearest ones, and ones for whatever is of a kind."""
PROPOSED = (10, 18)
"""... and as many of either that may be said are proposed: deep in a talk hardly anything was written for what is like

it, and what fits whoever corrects, hesitates or tells of a small thing is good more often."""
AGAIN = 30
"""After so many replies a line may be said again: by then nobody has it in their ear."""
FIRST, STEP = 1.0, 0.01
"""The score of the first proposal, and how much less each one after it has."""
NEAR, LIKELY, SPREAD = 0.5, 0.75, 9.0
"""Where it was learnt which general line is chosen, a near line's score is its two cosines times `NEAR`, and a general

line's is `LIKELY` and the logarithm of its chance divided by `SPREAD`: by readers' verdicts on both, beside the
ranker's and where many wait and it isn't asked.
"""


@skill("retrieve", reads=(Acts, Kinds, Mode, Offered, PastStrategies, StageState))
def retrieve(encoder: Encoder | None = None, *, shelf: Place = "") -> Skill:
    """Proposes lines written for what is like what was said. `shelf` is a folder of openings; ours when empty."""
    lines, own = load(ours(encoder), Path(shelf) if shelf else FOLDER), shipped(ours(encoder))
    if shelf or own is None:
        return Retrieve(lines)
    if own.learnt != digest(lines.general):
        raise WeightsError(f"{NAME} was made from other lines than those that ship; make it again: attune train {NAME}")
    return Retrieve(lines, own)


@dataclass(frozen=True, slots=True)
class Retrieve:
    """See `retrieve`. Over many turns the shelf is gone through once."""

    shelf: Shelf
    selection: Selection | None = None

    def __call__(self, turn: TurnView, /) -> SkillResult:
        return self.many([turn])[0]

    def many(self, turns: Sequence[TurnView], /) -> list[SkillResult]:
        found = [turn.vectors for turn in turns if turn.vectors is not None]
        if len(found) < len(turns):
            raise SkillError("retrieve needs the encoder's vectors")
        said = [lately(turn) for turn in turns]
        contexts, last = (np.stack(column) for column in zip(*((one.context, one.last) for one in found), strict=True))
        talks, words = (self.shelf.nearest(vectors, NEAREST, said) for vectors in (contexts, last))
        general = self.shelf.selected(self._chances(turns, contexts, last), GENERAL, said)
        near = [merged(*both) for both in zip(talks, words, strict=True)]
        return [
            SkillResult(replies=tuple(proposals(*rows, learnt=self.selection is not None)))
            for rows in zip(turns, near, general, strict=True)
        ]

    def _chances(self, turns: Sequence[TurnView], contexts: Floats, last: Floats) -> Floats:
        """(turns, general lines), logarithms."""
        if self.selection is not None:
            return np.stack([read.lines for read in self.selection([turn.conversation for turn in turns])])
        return self.shelf.likely(contexts, last, [dict((turn.get(Kinds) or Kinds()).shares) for turn in turns])


def merged(talk: Sequence[Found], words: Sequence[Found]) -> list[Found]:
    """What is near to the talk and what is near to its last words alone, by turns, each line once.

    In a talk of ours our own lines are half of it, and what is like them is what was said already.
    """
    found = [one for pair in zip_longest(talk, words) for one in pair if one is not None]
    return list({one.line.text: one for one in reversed(found)}.values())[::-1]


def proposals(
    turn: TurnView, near: Sequence[Found], general: Sequence[Found] = (), *, learnt: bool = False
) -> Iterator[Reply]:
    """Those of the lines that may be said now and were not said lately.

    Where it was not `learnt` which general line is chosen, these stand below the near ones.
    """
    now, said = policy(turn), set(lately(turn))
    parts = ([one for one in lines if one.line.text not in said and now.allows(*one.line)] for lines in (near, general))
    chosen = [one for part, count in zip(parts, PROPOSED, strict=True) for one in part[:count]]
    for (line, *_), score in zip(chosen, scored(chosen, learnt=learnt), strict=True):
        offers = offered(now, line.text) if line.strategy in SUGGESTING else ()
        yield Reply(line.text, "retrieve", score, line.strategy, offers)


def scored(chosen: Sequence[Found], *, learnt: bool) -> list[float]:
    """A score for each, from 0 to 1."""
    if not learnt:
        return [FIRST - STEP * place for place in range(len(chosen))]
    own = [LIKELY + one.score / SPREAD if one.general else NEAR * one.score for one in chosen]
    return [min(FIRST, max(0.0, score)) for score in own]


def lately(turn: TurnView) -> tuple[str, ...]:
    """The last replies."""
    return turn.conversation.said("bot")[-AGAIN:]


def offered(now: Policy, text: str) -> tuple[Offered, ...]:
    """What is remembered of a suggestion, so that it is known what a refusal is about."""
    return (now.offered.adding(now.user_turns, [(text, text)]),)
