import random
from datetime import UTC, datetime

import pytest

from bot.dialog import Conversation, StageState, SupportStage, Turn, TurnView
from skills.encoder import encoder
from skills.history import Message, features, with_acts
from skills.models import head
from skills.stage import SHARES, by_turns, derive, move, stage

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


def view(*said: str, size: str = "base") -> TurnView:
    turns = [turn for text in said for turn in (Turn("user", text, NOW), Turn("bot", "I see.", NOW))][:-1]
    conversation = Conversation("test", tuple(turns))
    (vectors,) = encoder(size=size).encode([conversation])
    return TurnView(conversation, vectors, NOW, random.Random(0))


def test_a_first_turn_explores_and_the_state_goes_on() -> None:
    turn = view("I lost my job yesterday")
    (state,) = stage(encoder())(turn).learnt
    assert state == StageState(EXPLORATION, 1)
    (again,) = stage(encoder())(turn.knowing(state)).learnt
    assert again == StageState(EXPLORATION, 2)


def test_past_suggestions_pull_towards_action() -> None:
    vectors = view("my boss hates me", "yes, every day", "maybe i could try that", size="small").vectors
    assert vectors is not None

    def acting(*used: str) -> float:
        said = [message for name in used for message in (Message(False, "yes"), Message(True, "I see.", name))]
        seen = features(vectors.context, with_acts([*said, Message(False, "maybe i could try that")], ()))
        return float(head.load("stage").probabilities(seen)[2])

    advised = acting("Question", "Providing Suggestions", "Information")
    assert advised > 1.2 * acting("Question", "Question", "Question")


def test_without_a_head_the_turns_decide_and_a_fresh_worry_is_explored() -> None:
    assert by_turns("abc") is EXPLORATION
    assert by_turns("abcde") is COMFORTING
    assert by_turns("abcdefgh") is ACTION
    assert by_turns([*"abcdefg", "but now something else happened at home"]) is EXPLORATION
    (state,) = stage(weights="free")(view("a")).learnt
    assert state == StageState(EXPLORATION, 1)
