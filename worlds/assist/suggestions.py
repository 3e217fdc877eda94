"""Live suggestions: drafts of a bot beside a talk that a person leads, each of another strategy, with why.

Nothing is suggested where the guard hears danger, and nothing that the bot itself would not be sure of. Nothing is
sent, stored or logged here.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.dialog import Conversation, EmotionState, Reply, StageState
from bot.engine import Engine
from bot.step import Pending

MOST = 4
LEAST = 0.4
"""Below this score of the writer's, which grows with the chance that readers call a draft good and not bad, the bot is

silent. Set by hand: nobody has measured it yet.
"""
WHY = {
    "Question": "to understand more of it",
    "Restatement or Paraphrasing": "to show what was understood",
    "Reflection of feelings": "to name what they may feel",
    "Self-disclosure": "to tell of something like it",
    "Affirmation and Reassurance": "to see what they did well",
    "Providing Suggestions": "to offer something they could do",
    "Information": "to answer with what is known",
    "Others": "to greet, thank or keep company",
}


@dataclass(frozen=True, slots=True)
class Draft:
    """What could be said, the strategy that it follows, and the writer's score."""

    text: str
    strategy: str
    score: float


@dataclass(frozen=True, slots=True)
class Suggestions:
    """Drafts for one turn, the best first. `level` is the danger that the guard hears: then there are none.

    `emotion` and `stage` are what the bot makes of the talk.
    """

    drafts: tuple[Draft, ...]
    level: int = 0
    kind: str = ""
    emotion: str = ""
    stage: str = ""


def suggest(engine: Engine, conversation: Conversation, said: str, now: datetime) -> tuple[Suggestions, Pending]:
    """What the bot would say to `said`, and the turn, to be closed by `close` with what was said."""
    (pending,) = engine.understand([(conversation, said)], now)
    state, verdict = pending.view.conversation.state, pending.trace.verdict
    emotion, stage = state.get(EmotionState), state.get(StageState)
    danger = verdict is not None or pending.settled
    found = Suggestions(
        () if danger else tuple(_best(engine, pending)),
        verdict.level if verdict else int(danger),
        verdict.kind if verdict else "",
        emotion.label if emotion else "",
        stage.stage.value if stage else "",
    )
    return found, pending


def close(engine: Engine, pending: Pending, reply: str, strategy: str | None = None) -> Conversation:
    """The conversation with what the person who leads it said."""
    return engine.answered(pending, Reply(reply, "person", 1.0, strategy))


def _best(engine: Engine, pending: Pending) -> list[Draft]:
    """The best draft of each strategy that the bot would send, as many as are shown."""
    found: dict[str, Draft] = {}
    for reply in sorted(pending.trace.proposals, key=lambda reply: -reply.score):
        strategy = reply.strategy or "Others"
        if reply.score < LEAST or len(found) == MOST:
            break
        if strategy not in found and engine.refuse(reply) is None:
            found[strategy] = Draft(reply.text, strategy, round(min(reply.score, 1.0), 3))
    return list(found.values())
