from __future__ import annotations

import pytest

from bot.errors import StudyError
from tests.worlds.studies.conftest import Make
from worlds.studies import pre_chat
from worlds.studies.pre_chat import Before

TOLD = {"problem": "job crisis", "emotion": "anger", "intensity": "4", "experience": "Previous Experience"}


def test_a_survey_is_read_and_written() -> None:
    assert pre_chat.read(TOLD) == Before("job crisis", "anger", 4, "Previous Experience")
    assert pre_chat.written(pre_chat.read(TOLD)) == TOLD


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"problem": "weather"}, "problem: choose one of ongoing depression, job crisis"),
        ({"intensity": "0"}, "intensity: choose one of 1, 2, 3, 4, 5"),
        ({"experience": ""}, "experience: choose one of Current Experience, Previous Experience"),
    ],
)
def test_what_may_be_answered_is_named(wrong: dict[str, str], why: str) -> None:
    with pytest.raises(StudyError, match=why):
        pre_chat.read(TOLD | wrong)


@pytest.mark.parametrize("said", ["pre_chat = true", 'each_turn = "Did that meet you?"'])
def test_only_a_chat_has_it(make: Make, said: str) -> None:
    with pytest.raises(StudyError, match=f"{said.split(maxsplit=1)[0]} belongs to a chat, not to kind 'ab'"):
        make("ab", first=said)
