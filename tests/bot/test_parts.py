from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import parts
from bot.dialog import EmotionState, PastStrategies, StageState, SupportStage
from bot.errors import SkillError, StateError

emotions = st.builds(
    EmotionState,
    label_set=st.text(),
    label=st.text(),
    probabilities=st.lists(st.floats(0, 1)).map(tuple),
    intensity=st.floats(1, 5),
)
stages = st.builds(StageState, st.sampled_from(SupportStage), st.integers(0, 2**31))
strategies = st.builds(PastStrategies, st.lists(st.none() | st.text()).map(tuple))


@given(emotions | stages | strategies)
def test_what_is_encoded_is_decoded_to_the_same(item: object) -> None:
    assert parts.decode(*parts.encode(item)) == item


def test_an_unknown_part_is_named_with_the_known_ones() -> None:
    with pytest.raises(StateError, match=r"state part 'weather' is unknown here \(known: .*emotion.*stage"):
        parts.decode("weather", 1, "{}")


def test_another_version_is_refused() -> None:
    with pytest.raises(StateError, match=r"'stage' was stored as version 7, this program reads 1"):
        parts.decode("stage", 7, "{}")


@pytest.mark.parametrize("data", ["", "{", '{"stage": "dancing", "turns": 1}', '{"stage": "action"}', "[]", "null"])
def test_a_damaged_part_is_refused(data: str) -> None:
    with pytest.raises(StateError, match="state part 'stage' is damaged at ") as caught:
        parts.decode("stage", 1, data)
    assert "dancing" not in str(caught.value)


def test_a_name_belongs_to_one_class() -> None:
    with pytest.raises(SkillError, match=r"state part 'stage' belongs to bot\.dialog\.StageState already"):

        @parts.part("stage", version=1)
        @dataclass(frozen=True)
        class Other:
            x: int


def test_a_part_is_a_dataclass() -> None:
    with pytest.raises(SkillError, match="Plain must be a frozen dataclass"):

        @parts.part("plain", version=1)
        class Plain:
            pass
