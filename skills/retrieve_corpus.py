"""Replies that people gave, retrieved: the context's vector, its nearest replies in a bank, and a second reading.

The bank is made by `attune bank build`; the dual encoder is Rashkin et al. 2019, section 4.1.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import numpy as np

from bot.config.places import Place
from bot.dialog import STRATEGIES, EmotionState, Reply, SkillResult, TurnView
from bot.errors import ConfigError
from bot.registry import Encoder, Skill, skill
from bot.step import NOT_KEPT
from skills import reply_gate
from skills.encoder import small
from skills.models.matcher import Matcher
from skills.models.pair import SHARP, Ranker
from skills.search.bank import Candidate, load
from skills.strategy import StrategyPlan

NEAREST = 20
"""Replies whose labels are looked at; among so many some fit the plan."""
READ = 8
"""... and of these, as many as are read together with the talk: each costs about half of an encoder pass."""
PAIR, PLAN, FEELING = 1.0, 1.0, 1.0
"""What the second reading, the planned strategy and the same feeling count for."""
PROPOSED = 5
STEP = 0.05
"""How much less each proposal after the first is worth, so that the guard is asked in this order."""


@skill("retrieve.corpus", reads=(EmotionState, StrategyPlan))
def corpus(encoder: Encoder | None = None, *, bank: Place, rerank: bool = True) -> Skill:
    """Proposes replies of people from a bank that `attune bank build` made. `bank` is its folder.

    With `rerank` a second pass reads the nearest together with the talk.
    """
    if not bank:
        raise ConfigError("retrieve.corpus: `bank` must name a folder that `attune bank build` made")
    own = small(encoder)
    matcher = Matcher(own)
    ranker = Ranker(own.text_encoder) if rerank else None
    held = load(Path(bank), matcher.identity)

    def propose(turn: TurnView) -> SkillResult:
        pieces = [(said.speaker == "bot", said.text) for said in turn.conversation.turns if said.text != NOT_KEPT]
        used = set(turn.conversation.said("bot"))
        near, places = held.nearest(matcher.contexts([pieces]), NEAREST + len(used))
        found = [
            (float(score), item)
            for score, place in zip(near[0], places[0], strict=True)
            if place >= 0 and (item := held[int(place)]).text not in used
        ]
        if not found:
            return SkillResult()
        candidates = [item for _, item in found]
        scores = SHARP * np.array([score for score, _ in found]) + np.array([_fit(turn, item) for item in candidates])
        order = np.argsort(-scores, kind="stable")
        if ranker is not None:
            first = order[:READ]
            again = scores[first] + PAIR * ranker.scores(pieces, [candidates[row].text for row in first])
            order = np.concatenate([first[np.argsort(-again, kind="stable")], order[READ:]])
        ranked = (candidates[row] for row in order)
        best = islice((item for item in ranked if reply_gate.refuse(item.text) is None), PROPOSED)
        replies = (_reply(item, 1.0 - STEP * place) for place, item in enumerate(best))
        return SkillResult(replies=tuple(replies))

    return propose


def _fit(turn: TurnView, item: Candidate) -> float:
    """How well a reply's labels agree with the plan and with what is felt."""
    plan, feeling = turn.get(StrategyPlan), turn.get(EmotionState)
    planned = plan.probabilities[STRATEGIES.index(item.strategy)] if plan and item.strategy in STRATEGIES else 1 / 8
    same = feeling is not None and item.emotion == feeling.label
    return PLAN * float(np.log(max(planned, 1e-3))) + FEELING * same


def _reply(item: Candidate, score: float) -> Reply:
    return Reply(item.text, "retrieve.corpus", score, item.strategy)
