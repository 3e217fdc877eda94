import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.dialog import Conversation, EmotionState, SelfReport, Turn, TurnView
from bot.errors import SkillError
from skills.encoder import encoder
from skills.intensity import Intensity, by_words, follow, intensity

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def measure(text: str, weights: str = "intensity") -> float:
    conversation = Conversation("test", (Turn("user", text, NOW),))
    own = encoder()
    (vectors,) = own.encode([conversation])
    turn = TurnView(conversation, vectors, NOW, random.Random(0))
    (value,) = intensity(own, weights=weights)(turn).learnt
    assert isinstance(value, Intensity)
    felt = EmotionState("one", "sad", (1.0,), 3.0)
    assert intensity(own, weights=weights)(turn.knowing(felt)).learnt == (value, replace(felt, intensity=value.value))
    return value.value


@pytest.mark.parametrize("weights", ["intensity", "free"])
def test_despair_reads_stronger_than_a_small_thing(weights: str) -> None:
    strong = measure("I am devastated, I can't stop crying and nothing helps, it is unbearable!", weights)
    mild = measure("it bugs me a little but i'm okay, feeling better", weights)
    assert 1 <= mild < strong <= 5


def test_values_are_smoothed_and_kept_in_range() -> None:
    first = follow(None, 9.0, None, 0.5)
    assert first.recent == (5.0,)
    second = follow(first, 1.0, None, 0.5)
    assert second.recent == (5.0, 3.0)
    assert second.slope == pytest.approx(-2)
    assert second.trend == "easing"
    assert follow(second, 3.0, None, 0.5).recent[-1] == 3.0


def test_the_trend_needs_a_real_change() -> None:
    assert Intensity((3.0,)).trend == "steady"
    assert Intensity((3.0, 3.1, 3.05)).trend == "steady"
    assert Intensity((2.0, 2.5, 3.0)).trend == "rising"


def test_only_the_last_turns_are_kept() -> None:
    state = None
    for _ in range(20):
        state = follow(state, 3.0, None, 0.5)
    assert state is not None
    assert len(state.recent) == 6


def test_the_persons_own_answer_overrides_and_is_followed_from() -> None:
    read = follow(None, 2.0, None, 0.5)
    told = follow(read, 2.0, SelfReport(first=5), 0.5)
    assert (told.value, told.answer) == (5.0, 5)
    later = follow(told, 2.0, SelfReport(first=5), 0.5)
    assert later.recent == (5.0, 3.5)
    ended = follow(later, 4.0, SelfReport(first=5, last=1), 0.5)
    assert (ended.value, ended.answer) == (1.0, 1)


def test_words_alone() -> None:
    assert by_words("ok") < by_words("i went to the shop") < by_words("I can't take it, I hate this")
    assert by_words("!" * 100_000) <= 5


def test_smoothing_must_be_a_share() -> None:
    with pytest.raises(SkillError, match="smoothing must be from 0 to below 1"):
        intensity(smoothing=1.5)
