from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agents.corpora.stages import STAGES_OF, derive
from bot.dialog import STRATEGIES, SupportStage

E, C, A = SupportStage


def test_every_strategy_has_its_stages() -> None:
    assert set(STAGES_OF) == set(STRATEGIES)
    assert all(STAGES_OF.values())


def test_a_talk_stays_while_the_strategy_fits_and_moves_to_the_nearest_stage_otherwise() -> None:
    said = ["Others", "Reflection of feelings", "Affirmation and Reassurance", "Reflection of feelings"]
    assert derive(said) == (E, E, C, C)
    assert derive(["Providing Suggestions", "Self-disclosure", "Reflection of feelings", "Question"]) == (A, A, C, E)


def test_no_strategy_and_one_outside_the_eight_change_nothing() -> None:
    assert derive([None, "Affirmation and Reassurance", None, "Direct Guidance"]) == (E, C, C, C)


@given(st.lists(st.sampled_from(STRATEGIES)))
def test_every_stage_fits_its_strategy(said: list[str]) -> None:
    assert all(stage in STAGES_OF[strategy] for stage, strategy in zip(derive(said), said, strict=True))
