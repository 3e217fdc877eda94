"""The embedded responder: replies made of moves of the bank, for what was said, the stage, a strategy and the mood.

The bank is matched by the encoder's vectors; `skills.admission` says what may be said, `skills.ranking` how well it
fits, and `skills.compose` makes replies of moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from bot.config.places import Place
from bot.dialog import EmotionState, Reply, SkillResult, StageState, TurnView, Vectors
from bot.errors import SkillError
from bot.registry import Encoder, Skill, skill
from skills import empathy
from skills.apart import last_words_share, sentences_apart
from skills.bank_index import Fits, Sought, index, map_for
from skills.compose import Composed, Composer
from skills.encoder import ConversationEncoder, adapted, small
from skills.intent import Acts
from skills.mode import Mode, gladness
from skills.models import tensors
from skills.models.pair import Ranker
from skills.moves import bank_folder, load
from skills.ranking import Ranking
from skills.retrieve_corpus import corpus
from skills.second_reading import SecondReading
from skills.situation import Heard, Situation, Spoken, UsedMoves, mood, read
from skills.sizes import SMALL
from skills.strategy import StrategyPlan

__all__ = ["corpus", "retrieve"]

INDEX = "moves"
"""The shipped index of our bank, by the vectors of our adapter."""
FIXED = 2.0
"""The score of a boundary: of what persona says, and above what a language model writes."""
SUGGESTS = frozenset({"offer", "inform"})


@skill("retrieve", reads=(Acts, EmotionState, StageState, StrategyPlan), writes=(Heard, Mode, Spoken))
def retrieve(encoder: Encoder | None = None, *, bank: Place = "", rerank: bool = True) -> Skill:
    """Proposes replies made of one to three moves of the bank. `bank` is a folder of .jsonl files; ours when empty.

    With `rerank` each draft is read again together with the talk, unless many people wait; that needs the encoder it
    was trained on. All of it is tuned on the small encoder: where the bot's is another, turns are encoded anew.
    """
    own = small(encoder)
    shipped = tensors.find(INDEX) if adapted(own) and not bank else None
    moves = load(Path(bank) if bank else bank_folder())
    composer = Composer(moves, Ranking(moves, index(moves, own, shipped, map_for(own))))
    reading = SecondReading(Ranker(own.text_encoder), empathy.load(size=SMALL), composer.ranking) if rerank else None
    return Retrieve(own, composer, reading, anew=encoder is not None and encoder is not own)


class Retrieve:
    """See `retrieve`. Over many turns the bank is gone through once. `anew`: their vectors are another encoder's."""

    def __init__(
        self, encoder: ConversationEncoder, composer: Composer, reading: SecondReading | None, *, anew: bool
    ) -> None:
        self._encoder, self._composer, self._reading, self._anew = encoder, composer, reading, anew

    def __call__(self, turn: TurnView, /) -> SkillResult:
        return self.many([turn])[0]

    def many(self, turns: Sequence[TurnView], /) -> list[SkillResult]:
        sought = self._sought(turns)
        found = self._composer.ranking.index.fits(sought)
        return [self._propose(*one) for one in zip(turns, sought, found, strict=True)]

    def _sought(self, turns: Sequence[TurnView]) -> list[Sought]:
        """What of each turn is compared with the bank; their sentences are encoded together."""
        found = self._vectors(turns)
        apart = [sentences_apart(turn.text) for turn in turns]
        texts = [sentence for told, asked in apart for sentence in (*told, *asked)]
        rows = iter(self._encoder.encode_texts(texts)) if texts else iter(())
        sought: list[Sought] = []
        for turn, vectors, (told, asked) in zip(turns, found, apart, strict=True):
            share = last_words_share(turn.get(Acts) or Acts(frozenset()))
            parts = (np.stack([next(rows) for _ in part]) if part else None for part in (told, asked))
            sought.append(Sought(vectors, share, *parts))
        return sought

    def _vectors(self, turns: Sequence[TurnView]) -> list[Vectors]:
        if self._anew:
            return self._encoder.encode([turn.conversation for turn in turns])
        found = [turn.vectors for turn in turns if turn.vectors is not None]
        if len(found) < len(turns):
            raise SkillError("retrieve needs the encoder's vectors")
        return found

    def _propose(self, turn: TurnView, sought: Sought, fits: Fits) -> SkillResult:
        composer, ranking, reading = self._composer, self._composer.ranking, self._reading
        topics = ranking.topics(fits, turn.get(Heard) or Heard())
        leaning = ranking.leaning(fits, gladness(turn.get(EmotionState)))
        situation = read(
            turn,
            mood(
                turn,
                leaning=leaning,
                good_news=ranking.good_news(fits),
                joyful=ranking.joyful(fits),
                trouble=ranking.trouble(fits),
            ),
        )
        seed = turn.rng.getrandbits(32)
        by_act = ranking.said(fits, situation, seed)
        scores = ranking.scores(situation, fits, topics, seed, leaning=leaning)
        judge = reading.judge(turn, sought.vectors) if reading and not turn.hurried else None
        composed = composer.compose(scores, by_act, situation, turn.rng, judge)
        used = turn.get(UsedMoves) or UsedMoves()
        # The order is the planner's; a later one goes out only when the guard refuses an earlier one.
        replies = (
            _reply(item, situation, used, (FIXED if item.fixed else 1.0) - 0.1 * place)
            for place, item in enumerate(composed)
        )
        spoken = (turn.get(Spoken) or Spoken()).hearing(turn.conversation.said("user"))
        return SkillResult((Heard(ranking.remember(topics)), situation.mode, spoken), tuple(replies))


def _reply(composed: Composed, situation: Situation, used: UsedMoves, score: float) -> Reply:
    offers = [(move.id, move.topic) for move in composed.moves if move.move in SUGGESTS]
    learnt = (
        used.adding(tuple(move.id for move in composed.moves)),
        situation.offered.adding(situation.user_turns, offers),
    )
    return Reply(composed.text, "retrieve", score, composed.strategy, learnt)
