"""The engine closes turns: the best proposal that the guard lets through, notices before it, and what is kept."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.dialog import PastStrategies, Reply, SkillResult, TurnView
from bot.engine import PAST
from bot.fallback import EMPTY, SAFE_REPLY
from bot.registry import Watch
from bot.testing import FixedEncoder, ScriptedSkill
from bot.testing.scripted import NOON
from tests.bot.engines import HELP, NEW, Note, WordGuard, engine


def test_a_turn_adds_both_utterances_and_the_strategy() -> None:
    asks = ScriptedSkill(Reply("What happened?", "asks", 1.0, "Question"))
    step = engine(asks).step(NEW, " I failed \x00", NOON)
    assert [(turn.speaker, turn.text, turn.at) for turn in step.conversation.turns] == [
        ("user", "I failed", NOON),
        ("bot", "What happened?", NOON),
    ]
    assert step.conversation.state.get(PastStrategies) == PastStrategies(("Question",))
    again = engine(asks).step(step.conversation, "yes", NOON)
    assert again.conversation.state.get(PastStrategies) == PastStrategies(("Question", "Question"))


def test_of_a_long_talk_the_last_strategies_are_kept() -> None:
    talk = NEW.knowing(PastStrategies(("Information",) * PAST))
    talk = engine(ScriptedSkill(Reply("What happened?", "asks", 1.0, "Question"))).step(talk, "hi", NOON).conversation
    assert talk.state.get(PastStrategies) == PastStrategies((*("Information",) * (PAST - 1), "Question"))


def test_the_best_score_wins_and_the_first_of_equals() -> None:
    low, high, same = (ScriptedSkill(Reply(name, name, score)) for name, score in (("a", 0.1), ("b", 0.9), ("c", 0.9)))
    step = engine(low, high, same).step(NEW, "hi", NOON)
    assert step.reply.text == "b"
    assert [reply.text for reply in step.trace.proposals] == ["a", "b", "c"]


def test_what_a_reply_taught_is_kept_only_when_it_goes_out() -> None:
    said = Reply("yes", "a", 1.0, learnt=(Note("said"),))
    unsaid = Reply("no", "b", 0.5, learnt=(Note("unsaid"),))
    step = engine(ScriptedSkill(unsaid), ScriptedSkill(said)).step(NEW, "hi", NOON)
    assert step.conversation.state.get(Note) == Note("said")


def test_without_proposals_a_safe_reply_goes_out() -> None:
    assert engine().step(NEW, "hi", NOON).reply == SAFE_REPLY


def test_every_proposal_passes_the_guard_until_one_is_let_through() -> None:
    skills = [
        ScriptedSkill(Reply(text, text, 1 - place / 10)) for place, text in enumerate(("bad", "crash", " ", "good"))
    ]
    step = engine(*skills, guard=WordGuard()).step(NEW, "hi", NOON)
    assert step.reply.text == "good"
    assert step.trace.refused == (("bad", "a bad word"), ("crash", "the guard failed: ValueError"), (" ", "empty"))
    assert engine(ScriptedSkill("bad"), guard=WordGuard()).step(NEW, "hi", NOON).reply == SAFE_REPLY


def test_a_late_reply_joins_the_choice() -> None:
    bot = engine(ScriptedSkill(Reply("quick", "quick", 0.5)), guard=WordGuard())
    (pending,) = bot.understand([(NEW, "hi")], NOON)
    assert bot.finish(pending, [Reply("slow", "slow", 0.9)]).reply.text == "slow"
    assert bot.finish(pending, [Reply("bad slow", "slow", 0.9)]).reply.text == "quick"


@pytest.mark.parametrize("text", ["", "   ", "\x00\x01", "\n\t"])
def test_an_empty_message_changes_nothing(text: str) -> None:
    talk = engine(ScriptedSkill("ok")).step(NEW, "hi", NOON).conversation
    step = engine(ScriptedSkill("ok")).step(talk, text, NOON)
    assert step.reply == EMPTY
    assert step.conversation == talk


def random_words(turn: TurnView) -> SkillResult:
    return SkillResult(replies=(Reply(str(turn.rng.random()), "r", 1.0),))


@given(st.lists(st.text(), max_size=4), st.text())
def test_the_same_input_gives_the_same_output_alone_or_in_a_batch(others: list[str], text: str) -> None:
    bot = engine(random_words, guard=WordGuard())
    alone = bot.step(NEW, text, NOON)
    batch = bot.steps(
        [*((replace(NEW, id=f"t:{place}"), other) for place, other in enumerate(others)), (NEW, text)], NOON
    )
    assert batch[-1].reply == alone.reply
    assert batch[-1].conversation == alone.conversation
    assert NEW.turns == ()


class Announcer:
    """Announces `notice` and proposes `text`."""

    def __init__(self, notice: str, text: str = "Tell me more.") -> None:
        self.result = SkillResult(
            replies=(Reply(text, "talker", 1.0),), notice=Reply(notice, "notes", 0.0, learnt=(Note("announced"),))
        )

    def __call__(self, _: TurnView, /) -> SkillResult:
        return self.result


def test_notices_stand_before_the_chosen_reply_in_the_skills_order() -> None:
    step = engine(Announcer("One."), Announcer("Two."), guard=WordGuard()).step(NEW, "hi", NOON)
    assert step.reply.text == "One. Two. Tell me more."
    assert step.conversation.turns[-1].text == "One. Two. Tell me more."
    assert step.conversation.state.get(Note) == Note("announced")


@pytest.mark.parametrize("notice", ["a bad notice", "crash"])
def test_a_notice_that_the_guard_refuses_is_left_out_and_not_learnt(notice: str) -> None:
    step = engine(Announcer(notice), guard=WordGuard()).step(NEW, "hi", NOON)
    assert step.reply.text == "Tell me more."
    assert step.conversation.state.get(Note) is None
    assert [name for name, _ in step.trace.refused] == ["notes"]


@pytest.mark.parametrize(("text", "reply"), [("dark", "Do you mean dying?"), ("danger", HELP.text)])
def test_nothing_stands_before_the_guard_s_own_words(text: str, reply: str) -> None:
    step = engine(Announcer("One."), guard=WordGuard()).step(NEW, text, NOON)
    assert step.reply.text == reply
    assert step.conversation.state.get(Note) != Note("announced")


def test_the_guard_s_notice_stands_first() -> None:
    class Noting(WordGuard):
        def watch(self, _: TurnView, /) -> Watch:
            return Watch(notice=Reply("Welcome back.", "guard", 0.0))

    step = engine(Announcer("One."), guard=Noting(), encoder=FixedEncoder()).step(NEW, "hi", NOON)
    assert step.reply.text == "Welcome back. One. Tell me more."
