from io import StringIO

import pytest
from rich.console import Console

from bot.dialog import Conversation, EmotionState, Reply, StageState, SupportStage, TurnView, Verdict
from bot.engine import Engine
from bot.frontends.explain import KEYS, as_table, to_json
from bot.registry import Watch
from bot.step import Step
from bot.testing import ScriptedSkill
from bot.testing.scripted import NOON

SAD = EmotionState("two", "sad", (0.25, 0.75), 3.456)
NEW = Conversation("t:1::me")


class Careful:
    def watch(self, turn: TurnView, /) -> Watch:
        return Watch(Verdict(1, "suicide", stopped=False)) if "dark" in turn.text else Watch()

    def refuse(self, reply: Reply, /) -> str | None:
        return "a bad word" if "bad" in reply.text else None


def engine() -> Engine:
    stage = StageState(SupportStage.COMFORTING, 2)
    knows = ScriptedSkill(Reply("Oh [no]!", "knows", 0.9, "Question"), learnt=[SAD, stage])
    bad = ScriptedSkill(Reply("bad", "rude", 1.0))
    broken = ScriptedSkill(error=ValueError("a secret"))
    return Engine((("knows", knows), ("rude", bad), ("broken", broken)), Careful())


def table(step: Step) -> str:
    console = Console(width=100, file=StringIO())
    with console.capture() as shown:
        console.print(as_table(step))
    return shown.get()


def test_a_turn_as_an_object() -> None:
    row = to_json("it is dark", "Oh [no]!", engine().step(NEW, "it is dark", NOON))
    assert row.pop("ms") >= 0
    assert row == {
        "text": "it is dark",
        "reply": "Oh [no]!",
        "skill": "knows",
        "strategy": "Question",
        "stage": "comforting",
        "emotion": {"label": "sad", "probability": 0.75},
        "intensity": 3.46,
        "safety": {"level": 1, "kind": "suicide", "stopped": False},
    }


def test_what_is_not_known_is_null() -> None:
    step = Engine((("plain", ScriptedSkill("yes")),)).step(NEW, "hi", NOON)
    row = to_json("hi", "yes", step)
    assert tuple(row) == KEYS
    assert [row[key] for key in ("strategy", "stage", "emotion", "intensity", "safety")] == [None] * 5
    failed = to_json("hi", "Something went wrong", None)
    assert tuple(failed) == KEYS
    assert failed == dict.fromkeys(KEYS) | {"text": "hi", "reply": "Something went wrong"}


def test_a_turn_as_a_table() -> None:
    shown = table(engine().step(NEW, "it is dark", NOON))
    for words in (
        "sad (0.75), intensity 3.5",
        "comforting, turn 2",
        "suicide, level 1",
        "broken: ValueError",
        "rude: a bad word",
        "0.90   knows  Question  Oh [no]!",
        "1.00   rude   -         bad",
        "choice",
    ):
        assert words in shown
    assert "secret" not in shown


@pytest.mark.parametrize("text", ["", "hi"])
def test_a_turn_without_knowledge_can_be_shown(text: str) -> None:
    assert "reply" in table(Engine(()).step(NEW, text, NOON))
