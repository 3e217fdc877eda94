"""The embedded responder: one or two moves of the bank, chosen for what was said, the stage, a strategy and the mood.

Rules of care kept here (ESConv, sections 3.1 and 3.2): no suggestion before the problem is told or advice is asked for,
comfort before advice, at most one question, never three questions in a row, never the same move twice in a talk.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bot.dialog import STRATEGIES, EmotionState, Reply, SkillResult, StageState, SupportStage, TurnView
from bot.errors import SkillError
from bot.registry import Skill, skill
from skills.bank_index import index
from skills.cause import Cause
from skills.encoder import shared_text_encoder
from skills.intent import Acts
from skills.moves import SLOT, Move, bank_folder, load
from skills.ranking import Ranking, Scores
from skills.situation import Heard, Situation, UsedMoves, hear, read
from skills.strategy import StrategyPlan

WEIGHTS = Path(__file__).parent / "weights" / "moves.safetensors"
ALTERNATIVES = 3
NOISE = 0.02
ROUTES: tuple[tuple[str, Callable[[Move], bool]], ...] = (
    ("foreign", lambda move: move.topic == "foreign"),
    ("wordless", lambda move: move.topic == "wordless"),
    ("complaint", lambda move: move.move == "repair"),
    ("goodbye", lambda move: move.move == "close" and move.topic != "foreign"),
    ("thanks", lambda move: move.move == "close" and move.topic in ("thanks", "better")),
    ("greeting", lambda move: move.topic == "greeting"),
)
"""Acts that decide by themselves which moves answer, the most telling first."""
ROUTED = frozenset({"foreign", "wordless", "greeting"})
"""Topics that only a route leads to."""


@dataclass(frozen=True, slots=True)
class Composed:
    """One or two moves and their score."""

    moves: tuple[Move, ...]
    score: float
    strategy: str


@skill("retrieve", reads=(Acts, EmotionState, StageState, StrategyPlan, Cause), writes=(Heard,))
def retrieve(*, bank: str = "", adapter: str = "default") -> Skill:
    """Proposes replies made of one or two moves of the bank. `bank` is a folder of .jsonl files; ours when empty."""
    moves = load(Path(bank) if bank else bank_folder())
    ranking = Ranking(moves, index(moves, shared_text_encoder(adapter), WEIGHTS))

    def propose(turn: TurnView) -> SkillResult:
        if turn.vectors is None:
            raise SkillError("retrieve needs the encoder's vectors")
        heard = hear(turn, ())
        topics = ranking.topics(turn.vectors, turn.get(Heard) or Heard())
        heard = Heard(ranking.remember(topics), heard.no_advice, heard.no_advice_before)
        situation = read(turn, heard)
        scores = ranking.scores(situation, turn.vectors, topics)
        scores = scores + np.array([turn.rng.gauss(0, NOISE) for _ in moves])
        composed = _compose(ranking.moves, scores, situation, turn.rng)
        used = (turn.get(UsedMoves) or UsedMoves()).ids
        return SkillResult((heard,), tuple(_reply(item, situation, used) for item in composed))

    return propose


def _compose(moves: Sequence[Move], scores: Scores, situation: Situation, rng: random.Random) -> list[Composed]:
    for act, answers in ROUTES:
        if act in situation.acts:
            routed = _best(moves, scores, answers)
            if routed:
                return _routed(moves, scores, routed, act)
    free = np.where([move.topic in ROUTED or move.move in ("repair", "close") for move in moves], -np.inf, scores)
    found: list[Composed] = []
    for strategy in _strategies(situation, rng):
        key = _best(moves, free, lambda move, wanted=strategy: move.strategy == wanted)  # type: ignore[misc]
        if key is not None:
            found.append(_complete(moves, free, key, situation, rng))
        if len(found) == ALTERNATIVES:
            break
    # The order is the planner's; a later one goes out only when the guard refuses an earlier one.
    return [Composed(item.moves, 1.0 - 0.1 * place, item.strategy) for place, item in enumerate(found)]


def _strategies(situation: Situation, rng: random.Random) -> list[str]:
    """All strategies in the order to be tried: drawn from the plan, with what the talk forbids taken out."""
    weights = {name: float(p) for name, p in zip(STRATEGIES, situation.plan, strict=True)}
    asked = situation.questions_in_a_row()
    weights["Question"] *= (1.0, 0.6, 0.0)[min(asked, 2)]
    if "minimal" in situation.acts and asked < 2:
        weights["Question"] += 1.0  # an easier question, with patience
    if not situation.may_suggest:
        weights["Providing Suggestions"] = weights["Information"] = 0.0
    elif "asks_advice" in situation.acts:
        weights["Providing Suggestions"] += 3.0
    if situation.user_turns == 1:
        weights["Question"] += 0.5
    weights["Others"] *= 0.5
    drawn = sorted(weights, key=lambda name: -rng.random() ** (1 / max(weights[name], 1e-9)))
    return [name for name in drawn if weights[name] > 0]


def _complete(moves: Sequence[Move], scores: Scores, key: int, situation: Situation, rng: random.Random) -> Composed:
    """Put a reaction before a forward move, or a question behind a reaction where the talk needs one."""
    first = moves[key]
    if not first.reaction:
        partner = _best(moves, _near(moves, scores, first), lambda move: move.reaction)
    elif _wants_question(situation, rng):
        partner = _best(moves, _near(moves, scores, first), lambda move: move.move == "ask")
    else:
        partner = None
    if partner is None:
        return Composed((first,), float(scores[key]), first.strategy)
    pair = (first, moves[partner]) if first.reaction else (moves[partner], first)
    return Composed(pair, float(scores[key] + scores[partner]), first.strategy)


def _wants_question(situation: Situation, rng: random.Random) -> bool:
    if situation.questions_in_a_row() >= 2 or "only_listen" in situation.acts:
        return False
    likely = 0.75 if situation.stage is SupportStage.EXPLORATION else 0.45
    return rng.random() < likely


def _near(moves: Sequence[Move], scores: Scores, first: Move) -> Scores:
    """Two moves of one reply should be about one thing, and not begin alike."""
    bonus = np.array([0.06 * (move.topic == first.topic) for move in moves])
    same_start = np.array([move.text.split()[0] == first.text.split()[0] or move.id == first.id for move in moves])
    slotted = np.array([SLOT in move.text and SLOT in first.text for move in moves])
    return np.where(same_start | slotted, -np.inf, scores + bonus)


def _routed(moves: Sequence[Move], scores: Scores, row: int, act: str) -> list[Composed]:
    first = moves[row]
    if act == "greeting" and first.reaction:
        partner = _best(moves, _near(moves, scores, first), lambda move: move.topic == "greeting" and not move.reaction)
        if partner is not None:
            return [Composed((first, moves[partner]), 1.0, "Others")]
    return [Composed((first,), 1.0, first.strategy)]


def _best(moves: Sequence[Move], scores: Scores, wanted: Callable[[Move], bool]) -> int | None:
    """The best row among the moves wanted, None when there is none that may be said."""
    masked = np.where([wanted(move) for move in moves], scores, -np.inf)
    row = int(np.argmax(masked))
    return row if np.isfinite(masked[row]) else None


def _reply(composed: Composed, situation: Situation, used: tuple[str, ...]) -> Reply:
    text = " ".join(move.text for move in composed.moves).replace(SLOT, situation.cause or "")
    learnt = UsedMoves((*used, *(move.id for move in composed.moves)))
    return Reply(text, "retrieve", composed.score, composed.strategy, (learnt,))
