from __future__ import annotations

from datetime import timedelta

from bot.dialog import Conversation, PastStrategies, Reply
from bot.engine import Engine
from bot.testing import FakeClock, FixedEncoder, ScriptedSkill


def test_replies_follow_the_turns_of_the_talk_and_begin_again_at_the_end() -> None:
    engine = Engine((("words", ScriptedSkill("one", Reply("two", "words", 0.5, "Question"))),))
    conversation = Conversation("c")
    said: list[str] = []
    for text in ("a", "b", "c"):
        step = engine.step(conversation, text, FakeClock()())
        conversation = step.conversation
        said.append(step.reply.text)
    assert said == ["one", "two", "one"]
    assert conversation.state.get(PastStrategies) == PastStrategies((None, "Question", None))


def test_an_error_costs_only_the_skill_and_the_views_are_kept() -> None:
    broken, words = ScriptedSkill(error=ValueError("broken")), ScriptedSkill("hello")
    step = Engine((("broken", broken), ("words", words))).step(Conversation("c"), "hi", FakeClock()())
    assert step.reply.text == "hello"
    assert step.trace.dropped == (("broken", "ValueError"),)
    assert [view.text for view in broken.seen + words.seen] == ["hi", "hi"]


def test_the_encoder_counts_its_passes_and_the_clock_moves_when_told() -> None:
    encoder, clock = FixedEncoder(3), FakeClock()
    before = clock()
    Engine((("words", ScriptedSkill("x")),), encoder=encoder).steps(
        [(Conversation("a"), "1"), (Conversation("b"), "2")], before
    )
    clock.tick(90)
    assert encoder.batches == [2]
    assert encoder.encode([Conversation("a")])[0].last.tolist() == [1.0, 0.0, 0.0]
    assert clock() - before == timedelta(seconds=90)
