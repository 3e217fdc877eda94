import random
from datetime import UTC, datetime

import numpy as np
import pytest

from bot.dialog import STRATEGIES, Conversation, EmotionState, StageState, SupportStage, Turn, TurnView
from skills.emotion import LABEL_SET
from skills.encoder import encoder
from skills.labels import EMOTIONS
from skills.strategy import RULES, StrategyPlan, rule, strategy

NOW = datetime(2026, 1, 1, tzinfo=UTC)
SUGGEST, ASK = STRATEGIES.index("Providing Suggestions"), STRATEGIES.index("Question")


def plan(turn: TurnView, weights: str = "strategy") -> StrategyPlan:
    (found,) = strategy(encoder(), weights=weights)(turn).learnt
    assert isinstance(found, StrategyPlan)
    return found


def view(*texts: str) -> TurnView:
    turns = tuple(Turn("bot" if i % 2 else "user", text, NOW) for i, text in enumerate(texts))
    conversation = Conversation("test", turns)
    (vectors,) = encoder().encode([conversation])
    return TurnView(conversation, vectors, NOW, random.Random(0))


@pytest.mark.parametrize("weights", ["strategy", "free"])
def test_a_plan_is_a_distribution_that_asks_first(weights: str) -> None:
    found = plan(view("I am having a terrible week"), weights)
    assert sum(found.probabilities) == pytest.approx(1, abs=1e-4)
    assert int(np.argmax(found.probabilities)) == ASK
    assert found.probabilities[SUGGEST] < found.probabilities[ASK]


def test_asking_for_advice_in_action_raises_suggestions() -> None:
    early = view("I am having a terrible week")
    late = view(
        "I lost my job", "How did that happen?", "They closed the shop", "That is hard.", "What should I do now?"
    )
    acting = late.knowing(StageState(SupportStage.ACTION, 1))
    assert plan(acting).probabilities[SUGGEST] > 2 * plan(early).probabilities[SUGGEST]
    assert plan(acting, "free").probabilities[SUGGEST] > plan(early, "free").probabilities[SUGGEST]


def test_the_rule_varies_and_gives_no_advice_on_good_news() -> None:
    for weights in RULES.values():
        assert sum(weights) == pytest.approx(1)
    fresh = rule((), SupportStage.EXPLORATION, 0.0)
    asked = rule(("Question",), SupportStage.EXPLORATION, 0.0)
    assert asked[ASK] < fresh[ASK]
    assert rule((), SupportStage.ACTION, 0.9)[SUGGEST] < 0.3 * rule((), SupportStage.ACTION, 0.1)[SUGGEST]


def test_good_news_reaches_the_rule_through_the_emotion_state() -> None:
    shares = tuple(float(label == "joyful") for label in EMOTIONS)
    turn = view("I got the job!").knowing(
        EmotionState(LABEL_SET, "joyful", shares, 3.0), StageState(SupportStage.ACTION, 1)
    )
    hard = turn.knowing(EmotionState(LABEL_SET, "sad", tuple(float(label == "sad") for label in EMOTIONS), 3.0))
    assert plan(turn, "free").probabilities[SUGGEST] < plan(hard, "free").probabilities[SUGGEST]
