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
from bot.errors import SkillError
from bot.registry import Encoder, Skill, skill
from skills.encoder import ours
from skills.intent import Acts
from skills.memory import Offered
from skills.mode import Mode
from skills.openings import FOLDER
from skills.policy import SUGGESTING, Policy, policy
from skills.retrieve_corpus import corpus
from skills.shelf import Found, Shelf
from skills.shelf_vectors import load

__all__ = ["corpus", "retrieve"]

NEAREST, GENERAL = 60, 20
"""Lines that are looked at: nearest ones, and ones for whatever is of a kind."""
PROPOSED = (12, 10)
"""... and as many of either that may be said are proposed: deep in a talk hardly anything was written for what is like

it, and what fits whoever corrects, hesitates or tells of a small thing is good more often."""
AGAIN = 30
"""After so many replies a line may be said again: by then nobody has it in their ear."""
FIRST, STEP = 1.0, 0.02
"""The score of the first proposal, and how much less each one after it has."""


@skill("retrieve", reads=(Acts, Mode, Offered, PastStrategies, StageState))
def retrieve(encoder: Encoder | None = None, *, shelf: Place = "") -> Skill:
    """Proposes lines written for what is like what was said. `shelf` is a folder of openings; ours when empty."""
    return Retrieve(load(ours(encoder), Path(shelf) if shelf else FOLDER))


@dataclass(frozen=True, slots=True)
class Retrieve:
    """See `retrieve`. Over many turns the shelf is gone through once."""

    shelf: Shelf

    def __call__(self, turn: TurnView, /) -> SkillResult:
        return self.many([turn])[0]

    def many(self, turns: Sequence[TurnView], /) -> list[SkillResult]:
        found = [turn.vectors for turn in turns if turn.vectors is not None]
        if len(found) < len(turns):
            raise SkillError("retrieve needs the encoder's vectors")
        said = [lately(turn) for turn in turns]
        talks = self.shelf.nearest(np.stack([vectors.context for vectors in found]), NEAREST, GENERAL, said)
        words = self.shelf.nearest(np.stack([vectors.last for vectors in found]), NEAREST, GENERAL, said)
        near = [merged(*both) for both in zip(talks, words, strict=True)]
        return [SkillResult(replies=tuple(proposals(turn, lines))) for turn, lines in zip(turns, near, strict=True)]


def merged(talk: Sequence[Found], words: Sequence[Found]) -> list[Found]:
    """What is near to the talk and what is near to its last words alone, by turns, each line once; general ones last.

    In a talk of ours our own lines are half of it, and what is like them is what was said already.
    """
    found = [
        one
        for general in (False, True)
        for pair in zip_longest(*([one for one in near if one.general is general] for near in (talk, words)))
        for one in pair
        if one is not None
    ]
    return list({one.line.text: one for one in reversed(found)}.values())[::-1]


def proposals(turn: TurnView, near: Sequence[Found]) -> Iterator[Reply]:
    """Those of the lines that may be said now and were not said lately, the first scored highest."""
    now, said = policy(turn), set(lately(turn))
    fresh = [found for found in near if found.line.text not in said and now.allows(*found.line)]
    parts = ([found.line for found in fresh if found.general is general] for general in (False, True))
    chosen = [line for part, count in zip(parts, PROPOSED, strict=True) for line in part[:count]]
    for place, line in enumerate(chosen):
        learnt = offered(now, line.text) if line.strategy in SUGGESTING else ()
        yield Reply(line.text, "retrieve", FIRST - STEP * place, line.strategy, learnt)


def lately(turn: TurnView) -> tuple[str, ...]:
    """The last replies."""
    return turn.conversation.said("bot")[-AGAIN:]


def offered(now: Policy, text: str) -> tuple[Offered, ...]:
    """What is remembered of a suggestion, so that it is known what a refusal is about."""
    return (now.offered.adding(now.user_turns, [(text, text)]),)
