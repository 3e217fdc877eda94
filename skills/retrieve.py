"""The embedded responder: one or two moves of the bank, chosen for what was said, the stage, a strategy and the mood.

Rules of care kept here (ESConv, sections 3.1 and 3.2): no suggestion before the problem is told or advice is asked for,
comfort before advice, at most one question, never three questions in a row, never the same move twice in a talk.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bot.dialog import STRATEGIES, EmotionState, Reply, SkillResult, StageState, SupportStage, TurnView
from bot.errors import SkillError
from bot.registry import Skill, skill
from skills.admission import Mask, Scores
from skills.bank_index import index
from skills.encoder import shared_text_encoder
from skills.intent import Acts
from skills.moves import SLOT, Move, bank_folder, load
from skills.ranking import Ranking
from skills.situation import Heard, Situation, UsedMoves, hear, read
from skills.strategy import StrategyPlan

WEIGHTS = Path(__file__).parent / "weights" / "moves.safetensors"
ALTERNATIVES = 3
SAME_TOPIC = 0.06
SLACK = 0.15
"""A strategy whose best move scores so much less than the best of all is drawn e times less often."""

ROUTES = (
    ("foreign", "foreign"),
    ("wordless", "wordless"),
    ("complaint", "repair"),
    ("lost", "lost"),
    ("cannot_answer", "cantanswer"),
    ("goodbye", "bye"),
    ("thanks", "thanks"),
    ("apologises", "sorry"),
    ("only_listen", "listen"),
    ("minimal", "short"),
    ("agrees", "yes"),
    ("greeting", "greeting"),
)
"""Acts that decide by themselves which moves answer, the most telling first, and the name of those moves."""
PAIRED = frozenset({"greeting", "listen", "short", "yes"})
"""Routes whose reaction may be followed by a forward move of the same route."""
AFTER_ADVICE = frozenset({"plan", "accepted"})
"""Topics that take up a suggestion made just before."""


@dataclass(frozen=True, slots=True)
class Composed:
    """One or two moves in the order they are said, and the strategy that led to them."""

    moves: tuple[Move, ...]
    strategy: str


@skill("retrieve", reads=(Acts, EmotionState, StageState, StrategyPlan), writes=(Heard,))
def retrieve(*, bank: str = "", adapter: str = "default") -> Skill:
    """Proposes replies made of one or two moves of the bank. `bank` is a folder of .jsonl files; ours when empty."""
    moves = load(Path(bank) if bank else bank_folder())
    composer = Composer(moves, Ranking(moves, index(moves, shared_text_encoder(adapter), WEIGHTS)))

    def propose(turn: TurnView) -> SkillResult:
        if turn.vectors is None:
            raise SkillError("retrieve needs the encoder's vectors")
        acts = turn.get(Acts) or Acts(frozenset())
        fits = composer.ranking.index.fits(turn.vectors, last_words_share(acts))
        topics = composer.ranking.topics(fits, turn.get(Heard) or Heard())
        heard = hear(turn, composer.ranking.remember(topics), composer.ranking.good_news(fits))
        situation = read(turn, heard)
        seed = turn.rng.getrandbits(32)
        said = composer.ranking.said(fits, situation, seed)
        scores = composer.ranking.scores(situation, fits, topics, seed)
        used = (turn.get(UsedMoves) or UsedMoves()).ids
        composed = composer.compose(scores, said, situation, turn.rng)
        # The order is the planner's; a later one goes out only when the guard refuses an earlier one.
        replies = (_reply(item, situation, used, 1.0 - 0.1 * place) for place, item in enumerate(composed))
        return SkillResult((heard,), tuple(replies))

    return propose


def last_words_share(acts: Acts) -> float:
    """How much the last words say by themselves: "what should I do?" says little without what came before."""
    if "agrees" in acts:
        return 0.1
    return 0.5 if "asks_advice" in acts else 0.6


class Composer:
    """Joins moves into replies. Masks over the bank are made once."""

    def __init__(self, moves: tuple[Move, ...], ranking: Ranking) -> None:
        self.moves, self.ranking = moves, ranking
        self.strategies = {name: _mask([move.strategy == name for move in moves]) for name in STRATEGIES}
        self.reactions = _mask([move.reaction for move in moves])
        self.asks = _mask([move.move == "ask" for move in moves])
        self.questions = _mask([move.asks for move in moves])
        self.routes = {name: _mask([_routed_by(move) == name for move in moves]) for _, name in ROUTES}
        self.routed = np.logical_or.reduce([*self.routes.values()])
        self.topics = np.array([move.topic for move in moves])
        self.first_words = np.array([move.text.split()[0] for move in moves])

    def compose(self, scores: Scores, said: Scores, situation: Situation, rng: random.Random) -> list[Composed]:
        """Up to three replies, the preferred one first; none when nothing in the bank may be said.

        `said` ranks by the last words alone, for moves that an act leads to.
        """
        for act, name in ROUTES:
            row = _best(said, self._on_route(name, situation)) if act in situation.acts else None
            if row is not None:
                return [self._routed(row, name, scores if name == "yes" else said, situation)]
        free = np.where(self._free(situation), scores, -np.inf)
        refused = _best(said, self.topics == "refused") if situation.refuses else None
        if refused is not None:
            return [self._complete(refused, free, situation, rng)]
        found: list[Composed] = []
        keys = {name: _best(free, mask) for name, mask in self.strategies.items()}
        fits = {name: float(free[key]) for name, key in keys.items() if key is not None}
        for strategy in strategies(situation, fits, rng)[:ALTERNATIVES]:
            key = keys[strategy]
            if key is not None:
                found.append(self._complete(key, free, situation, rng))
        return found

    def _free(self, situation: Situation) -> Mask:
        """Moves of an ordinary reply: those that wait for an act or a suggestion only when it is there."""
        waiting = [*AFTER_ADVICE] if situation.refuses else ["refused"]
        if "Providing Suggestions" not in situation.past[-1:]:
            waiting.extend(AFTER_ADVICE)
        if situation.user_turns > 1:
            waiting.append("start")
        free: Mask = ~self.routed & ~np.isin(self.topics, waiting)
        # A suggestion may end in a question as well, and three in a row are an interrogation.
        return free & ~self.questions if situation.questions_in_a_row() >= 2 else free

    def _complete(self, key: int, scores: Scores, situation: Situation, rng: random.Random) -> Composed:
        """Put a reaction before a forward move, or a question behind a reaction where the talk needs one."""
        first = self.moves[key]
        partner: int | None = None
        if not first.reaction:
            partner = _best(self._beside(key, scores), self.reactions)
        elif wants_question(situation, rng):
            partner = _best(self._beside(key, scores), self.asks)
        if partner is None:
            return Composed((first,), first.strategy)
        second = self.moves[partner]
        return Composed((first, second) if first.reaction else (second, first), first.strategy)

    def _beside(self, key: int, scores: Scores) -> Scores:
        """Two moves of one reply should be about one thing, not begin alike, and not fill the slot twice."""
        first = self.moves[key]
        out = self.first_words == self.first_words[key]
        if SLOT in first.text:
            out |= self.ranking.admission.slotted
        return np.where(out, -np.inf, scores + SAME_TOPIC * (self.topics == first.topic))

    def _on_route(self, name: str, situation: Situation) -> Mask:
        """Moves a route may begin with: a reaction where it has any, and no third question in a row."""
        route = self.routes[name]
        open_to = route & self.reactions if name in PAIRED else route
        return open_to if open_to.any() and situation.questions_in_a_row() < 2 else route & ~self.questions

    def _routed(self, row: int, name: str, scores: Scores, situation: Situation) -> Composed:
        first = self.moves[row]
        if name in PAIRED and first.reaction and situation.questions_in_a_row() < 2:
            forward = self.asks & ~self.routed if name == "yes" else self.routes[name] & ~self.reactions
            partner = _best(self._beside(row, scores), forward)
            if partner is not None:
                second = self.moves[partner]
                return Composed((first, second), second.strategy if name in ("short", "yes") else "Others")
        return Composed((first,), first.strategy)


def strategies(situation: Situation, fits: dict[str, float], rng: random.Random) -> list[str]:
    """Strategies in the order to be tried, drawn from the plan; `fits` is the score of the best move of each.

    What the talk forbids is taken out, and a strategy whose best move fits poorly is seldom drawn.
    """
    weights = {name: float(p) for name, p in zip(STRATEGIES, situation.plan, strict=True)}
    asked = situation.questions_in_a_row()
    weights["Question"] *= (1.0, 0.6, 0.0)[min(asked, 2)]
    weights["Others"] *= 0.5  # in the corpus mostly greetings and small talk, which have their own routes here
    if situation.user_turns == 1:
        weights["Question"] += 0.5
    if not situation.may_suggest:
        weights["Providing Suggestions"] = weights["Information"] = 0.0
    best = max(fits.values(), default=0.0)
    weights = {name: weights[name] * math.exp((fit - best) / SLACK) for name, fit in fits.items()}
    drawn = sorted(weights, key=lambda name: -(rng.random() ** (1 / max(weights[name], 1e-9))))
    if situation.may_suggest and "asks_advice" in situation.acts:
        drawn.sort(key=lambda name: name != "Providing Suggestions")  # who asks for a suggestion gets one
    return [name for name in drawn if weights[name] > 0]


def wants_question(situation: Situation, rng: random.Random) -> bool:
    if situation.questions_in_a_row() >= 2 or situation.heard.no_advice:
        return False
    if "agrees" in situation.acts:
        return True
    return rng.random() < (0.8 if situation.stage is SupportStage.EXPLORATION else 0.5)


OWN_ROUTE = frozenset({"foreign", "wordless", "greeting", "listen", "short", "yes", "lost", "sorry", "cantanswer"})


def _routed_by(move: Move) -> str:
    """The route that alone leads to a move; empty for an ordinary one."""
    if move.topic in OWN_ROUTE:
        return move.topic
    if move.move == "repair":
        return "repair"
    if move.move == "close":
        return "bye" if move.topic == "bye" else "thanks"
    return "thanks" if move.topic == "thanks" else ""


def _mask(values: list[bool]) -> Mask:
    return np.array(values, bool)


def _best(scores: Scores, wanted: Mask) -> int | None:
    """The best row among those wanted, None when there is none that may be said."""
    masked = np.where(wanted, scores, -np.inf)
    row = int(np.argmax(masked))
    return row if np.isfinite(masked[row]) else None


def _reply(composed: Composed, situation: Situation, used: tuple[str, ...], score: float) -> Reply:
    text = " ".join(move.text for move in composed.moves).replace(SLOT, situation.cause or "")
    learnt = UsedMoves((*used, *(move.id for move in composed.moves)))
    return Reply(text, "retrieve", score, composed.strategy, (learnt,))
