from agents.evaluation.cover import tally
from bot.dialog import EmotionState, StageState, SupportStage
from bot.engine import Engine
from bot.testing import ScriptedSkill

FELT = EmotionState("empathetic_dialogues", "sad", (1.0,), 3.0)


def test_every_turn_counts_where_the_bot_reads_it() -> None:
    feels = ScriptedSkill(learnt=(FELT, StageState(SupportStage.ACTION, 1)))
    assert tally(Engine((("feels", feels),)), [["one", "two"], ["one"], []]) == {"sad": {"action": 3}}


def test_a_turn_without_a_reading_counts_nowhere() -> None:
    assert tally(Engine((("feels", ScriptedSkill(learnt=(FELT,))),)), [["one"]]) == {}
