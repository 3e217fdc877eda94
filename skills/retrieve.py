"""The embedded responder: replies made of moves of the bank, for what was said, the stage, a strategy and the mood.

The bank is matched by the encoder's vectors; `skills.admission` says what may be said, `skills.ranking` how well it
fits, and `skills.compose` makes replies of moves.
"""

from __future__ import annotations

from pathlib import Path

from bot.dialog import EmotionState, Reply, SkillResult, StageState, TurnView
from bot.errors import SkillError
from bot.registry import Skill, skill
from skills.bank_index import index
from skills.compose import Composed, Composer
from skills.encoder import shared_text_encoder
from skills.intent import Acts
from skills.mode import Mode
from skills.moves import bank_folder, fill, load
from skills.ranking import Ranking
from skills.situation import Heard, Situation, UsedMoves, mood, read
from skills.strategy import StrategyPlan

WEIGHTS = Path(__file__).parent / "weights" / "moves.safetensors"
SUGGESTS = frozenset({"offer", "inform"})


@skill("retrieve", reads=(Acts, EmotionState, StageState, StrategyPlan), writes=(Heard, Mode))
def retrieve(*, bank: str = "", adapter: str = "default") -> Skill:
    """Proposes replies made of one to three moves of the bank. `bank` is a folder of .jsonl files; ours when empty."""
    moves = load(Path(bank) if bank else bank_folder())
    composer = Composer(moves, Ranking(moves, index(moves, shared_text_encoder(adapter), WEIGHTS)))

    def propose(turn: TurnView) -> SkillResult:
        if turn.vectors is None:
            raise SkillError("retrieve needs the encoder's vectors")
        ranking = composer.ranking
        fits = ranking.index.fits(turn.vectors, last_words_share(turn.get(Acts) or Acts(frozenset())))
        topics = ranking.topics(fits, turn.get(Heard) or Heard())
        situation = read(turn, mood(turn, good_news=ranking.good_news(fits)))
        seed = turn.rng.getrandbits(32)
        said, scores = ranking.said(fits, situation, seed), ranking.scores(situation, fits, topics, seed)
        composed = composer.compose(scores, said, situation, turn.rng)
        used = (turn.get(UsedMoves) or UsedMoves()).ids
        # The order is the planner's; a later one goes out only when the guard refuses an earlier one.
        replies = (_reply(item, situation, used, 1.0 - 0.1 * place) for place, item in enumerate(composed))
        return SkillResult((Heard(ranking.remember(topics)), situation.mode), tuple(replies))

    return propose


def last_words_share(acts: Acts) -> float:
    """How much the last words say by themselves: "what should I do?" says little without what came before."""
    if "agrees" in acts:
        return 0.1
    return 0.5 if "asks_advice" in acts else 0.6


def _reply(composed: Composed, situation: Situation, used: tuple[str, ...], score: float) -> Reply:
    text = " ".join(fill(move.text, situation.fills) for move in composed.moves)
    offers = [(move.id, move.topic) for move in composed.moves if move.move in SUGGESTS]
    learnt = (
        UsedMoves((*used, *(move.id for move in composed.moves))),
        situation.offered.adding(situation.user_turns, offers),
    )
    return Reply(text, "retrieve", score, composed.strategy, learnt)
