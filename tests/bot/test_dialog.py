from datetime import UTC, datetime

import pytest

from bot.dialog import (
    Conversation,
    DialogState,
    EmotionState,
    PastStrategies,
    SelfReport,
    StageState,
    SupportStage,
    Turn,
)
from bot.errors import SkillError

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
SAD = EmotionState("two", "sad", (0.9, 0.1), 4.0)


def test_a_state_replaces_the_part_of_the_same_type_and_leaves_the_old_state_alone() -> None:
    before = DialogState(SAD)
    after = before.with_(EmotionState("two", "glad", (0.2, 0.8), 2.0), PastStrategies(("Question",)))
    assert before.get(EmotionState) == SAD
    assert before.get(PastStrategies) is None
    assert [type(item).__name__ for item in after] == ["EmotionState", "PastStrategies"]
    emotion = after.get(EmotionState)
    assert emotion is not None
    assert emotion.label == "glad"


def test_a_state_takes_registered_parts_only() -> None:
    with pytest.raises(SkillError, match=r"int is no state part: decorate the class with @part"):
        DialogState(3)


def test_a_conversation_grows_without_changing() -> None:
    empty = Conversation("terminal:me::local")
    talk = empty.add(Turn("user", "hello", NOON)).add(Turn("bot", "Hi.", NOON))
    talk = talk.knowing(StageState(SupportStage.COMFORTING, 2))
    assert empty.turns == ()
    assert talk.said("user") == ("hello",)
    assert talk.said("bot") == ("Hi.",)
    assert talk.state == DialogState(StageState(SupportStage.COMFORTING, 2))


def test_relief_is_the_fall_between_the_first_and_the_last_answer() -> None:
    assert SelfReport(4).relief is None
    assert SelfReport(4, 1).relief == 3
    assert SelfReport(2, 3).relief == -1
