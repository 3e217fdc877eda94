import random
from datetime import UTC, datetime

import numpy as np
import pytest

from bot.dialog import Conversation, StageState, SupportStage, Turn, TurnView
from bot.errors import SkillError
from skills.encoder import encoder
from skills.models import head
from skills.stage import SHARES, by_turns, choose, derive, features, move, stage

NOW = datetime(2026, 1, 1, tzinfo=UTC)
EXPLORATION, COMFORTING, ACTION = SupportStage


@pytest.mark.parametrize(
    ("used", "expected"),
    [
        ([], None),
        (["Others", None], None),
        (["Question"], EXPLORATION),
        (["Question", "Question", "Providing Suggestions"], ACTION),  # the newest counts 1, the two before 0.6 and 0.3
        (["Question", "Providing Suggestions", "Information"], ACTION),
        (["Providing Suggestions", "Affirmation and Reassurance", "Affirmation and Reassurance"], COMFORTING),
        (["Question", "Others", "Others", "Others"], EXPLORATION),
    ],
)
def test_stages_are_derived_from_the_last_telling_strategies(
    used: list[str | None], expected: SupportStage | None
) -> None:
    assert derive(used) is expected


def test_every_telling_strategy_gives_one_whole_vote() -> None:
    assert {name: sum(shares) for name, shares in SHARES.items()} == dict.fromkeys(SHARES, 1.0) | {"Others": 0.0}


def test_turns_are_counted_within_a_stage_and_the_talk_may_go_back() -> None:
    first = move(None, EXPLORATION)
    assert (first, move(first, EXPLORATION)) == (StageState(EXPLORATION, 1), StageState(EXPLORATION, 2))
    assert move(StageState(ACTION, 4), EXPLORATION) == StageState(EXPLORATION, 1)


def view(*said: str) -> TurnView:
    turns = [turn for text in said for turn in (Turn("user", text, NOW), Turn("bot", "I see.", NOW))][:-1]
    conversation = Conversation("test", tuple(turns))
    (vectors,) = encoder().encode([conversation])
    return TurnView(conversation, vectors, NOW, random.Random(0))


def test_a_first_turn_explores_and_the_state_goes_on() -> None:
    turn = view("I lost my job yesterday")
    (state,) = stage()(turn).learnt
    assert state == StageState(EXPLORATION, 1)
    (again,) = stage()(turn.knowing(state)).learnt
    assert again == StageState(EXPLORATION, 2)


def test_past_suggestions_pull_towards_action() -> None:
    vectors = view("my boss hates me", "yes, every day", "maybe i could try that").vectors
    assert vectors is not None
    trained = head.load("stage")
    asked, advised = (
        trained.probabilities(features(vectors, past))[2]
        for past in (("Question",) * 3, ("Question", "Providing Suggestions", "Information"))
    )
    assert advised > 1.2 * asked


def test_without_a_head_the_turns_decide_and_a_fresh_worry_is_explored() -> None:
    assert by_turns(view("a", "b", "c")) is EXPLORATION
    assert by_turns(view(*"abcde")) is COMFORTING
    assert by_turns(view(*"abcdefgh")) is ACTION
    assert by_turns(view(*"abcdefg", "but now something else happened at home")) is EXPLORATION
    (state,) = stage(weights="free")(view("a")).learnt
    assert state == StageState(EXPLORATION, 1)


def test_features_are_vectors_and_past() -> None:
    turn = view("hello")
    assert turn.vectors is not None
    seen = features(turn.vectors, ("Question",))
    assert seen.shape == (2 * 384 + 33,)
    assert seen[768:776].tolist() == [1, 0, 0, 0, 0, 0, 0, 0]


def test_the_stage_before_pulls_but_a_clear_reading_wins() -> None:
    pull = np.log([[2.0, 0.8, 0.5], [0.6, 2.0, 0.6], [0.5, 0.6, 2.0]])
    close = np.array([0.36, 0.30, 0.34])
    assert choose(close, None, 0 * pull) is EXPLORATION
    assert choose(close, StageState(ACTION, 1), pull) is ACTION
    assert choose(np.array([0.9, 0.05, 0.05]), StageState(ACTION, 1), pull) is EXPLORATION


def test_hold_must_be_a_share() -> None:
    with pytest.raises(SkillError, match="hold must be from 0 to 1, and is 2"):
        stage(hold=2)
