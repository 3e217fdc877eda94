from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.dialog import Conversation, Reply, TurnView, Verdict
from bot.engine import Engine
from bot.errors import StudyError
from bot.fallback import CRISIS_CARD, EMPTY
from bot.registry import Watch
from bot.testing import FakeClock, ScriptedSkill
from worlds.ab import Answered, Answering, Choosing, Judged, Listening, Plan, Said, State, advance, begin
from worlds.judgement import CHOICES, Choice, Interruption, Judgement, Offer, Opening, Side, other

OPENING = Opening("abc", 7, "calm", "warm")
PLAN = Plan(OPENING, "p1", turns=3)
NOW = FakeClock()()


def engine(*say: Reply | str, guard: Any = None) -> Engine:
    return Engine((("words", ScriptedSkill(*say)),), guard=guard)


CALM = engine(Reply("How so?", "calm", 1.0, "Question"))
WARM = engine("I'm with you.")
BOTS = (CALM, WARM)


class Alarm:
    """Sees danger of `level` in the word "help"."""

    def __init__(self, level: Literal[1, 2, 3], text: str = "Call someone now.") -> None:
        self.level: Literal[1, 2, 3] = level
        self.text = text

    def watch(self, turn: TurnView, /) -> Watch:
        if "help" not in turn.text:
            return Watch()
        return Watch(Verdict(self.level, "suicide", self.level > 1), (), Reply(self.text, "alarm", 1.0))

    def refuse(self, reply: Reply, /) -> str | None:
        return None


class Broken:
    def watch(self, turn: TurnView, /) -> Watch:
        raise ValueError("broken")

    def refuse(self, reply: Reply, /) -> str | None:
        return None


def say(state: State, text: str, bots: Sequence[Engine] = BOTS) -> State:
    asked = advance(state, Said(text))
    assert isinstance(asked, Answering)
    left, right = (bot.step(asked.talk.conversation, asked.text, NOW) for bot in bots)
    return advance(asked, Answered(left, right))


def choosing(state: State) -> Choosing:
    assert isinstance(state, Choosing)
    return state


def listening(state: State) -> Listening:
    assert isinstance(state, Listening)
    return state


def judge(state: State, choice: Choice) -> Listening:
    return listening(advance(state, Judged(choice)))


def line(state: Listening) -> Judgement:
    assert isinstance(state.line, Judgement)
    return state.line


def test_both_bots_answer_from_the_same_conversation_and_the_chosen_one_goes_on() -> None:
    asked = choosing(say(begin(PLAN), "hello"))
    assert {asked.shown("a"), asked.shown("b")} == {"How so?", "I'm with you."}
    after = judge(asked, "a")
    assert [turn.text for turn in after.conversation.turns] == ["hello", asked.shown("a")]
    assert asked.left.conversation.turns[0] == asked.right.conversation.turns[0]
    again = choosing(say(after, "and then"))
    assert again.left.conversation.turns[:2] == again.right.conversation.turns[:2] == after.conversation.turns


@pytest.mark.parametrize(("choice", "text"), [("a", "shown as A"), ("b", "shown as B")])
def test_the_letter_chosen_is_the_answer_that_goes_on(choice: Literal["a", "b"], text: str) -> None:
    asked = choosing(say(begin(PLAN), "hello"))
    after = judge(asked, choice)
    assert after.reply
    assert after.reply.text == asked.shown(choice)
    assert line(after).winner == line(after).goes_on == (asked.a if choice == "a" else other(asked.a))
    assert line(after).letter == choice.upper()


def test_equal_and_neither_win_nothing_and_the_seed_chooses_who_goes_on() -> None:
    gone_on: set[Side] = set()
    for seed in range(20):
        asked = say(begin(replace(PLAN, opening=Opening("abc", seed, "calm", "warm"))), "hello")
        after = [judge(asked, choice) for choice in ("equal", "neither", "equal")]
        assert [line(state).winner for state in after] == [None, None, None]
        assert len({line(state).goes_on for state in after}) == 1
        gone_on.add(line(after[0]).goes_on)
        assert (
            after[0].reply
            == (CALM if line(after[0]).goes_on == "left" else WARM)
            .step(Conversation(PLAN.conversation_id), "hello", NOW)
            .reply
        )
    assert gone_on == {"left", "right"}


def test_sides_are_drawn_by_seed_for_each_turn_and_both_occur() -> None:
    def sides(seed: int) -> list[Side]:
        state: State = begin(replace(PLAN, opening=Opening("abc", seed, "calm", "warm"), turns=40))
        found: list[Side] = []
        for _ in range(40):
            state = choosing(say(state, "hello"))
            found.append(state.a)
            state = judge(state, "a")
        return found

    assert sides(1) == sides(1)
    assert sides(1) != sides(2)
    assert 10 <= sides(1).count("left") <= 30


def test_a_judgement_says_who_what_and_when_and_no_words() -> None:
    asked = choosing(say(begin(PLAN), "my secret"))
    judged = line(judge(asked, "b"))
    assert judged == Judgement(
        study="abc",
        seed=7,
        left="calm",
        right="warm",
        person="p1",
        talk=1,
        turn=1,
        a=asked.a,
        answer="b",
        goes_on=other(asked.a),
        offers={"left": Offer("calm", "Question"), "right": Offer("scripted")},
        at=NOW,
    )


def test_words_are_kept_only_where_the_plan_says_so() -> None:
    judged = line(judge(say(begin(replace(PLAN, keep_text=True)), "hello"), "b"))
    assert judged.said == "hello"
    assert judged.offers == {
        "left": Offer("calm", "Question", "How so?"),
        "right": Offer("scripted", None, "I'm with you."),
    }


def test_it_is_done_when_enough_turns_are_judged() -> None:
    state: State = begin(replace(PLAN, judged=1))
    for wanted in (False, True):
        state = judge(say(state, "hello"), "equal")
        assert state.done is wanted


def test_where_both_say_the_same_nothing_is_asked_or_counted() -> None:
    after = listening(say(begin(PLAN), "hello", (CALM, CALM)))
    assert after.reply
    assert after.reply.text == "How so?"
    assert (line(after).answer, line(after).winner, line(after).letter) == ("same", None, None)
    assert (after.plan.judged, after.turn) == (0, 2)


def test_an_empty_line_is_answered_and_changes_nothing() -> None:
    after = listening(advance(begin(PLAN), Said(" \x00 ")))
    assert after == replace(begin(PLAN), reply=EMPTY)


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.parametrize("guarded", ["left", "right"])
def test_danger_interrupts_the_study_whichever_bot_sees_it(level: Literal[2, 3], guarded: Side) -> None:
    alarmed = engine("How so?", guard=Alarm(level))
    bots = (alarmed, WARM) if guarded == "left" else (WARM, alarmed)
    after = listening(say(begin(PLAN), "help me", bots))
    assert after.reply
    assert after.reply.text == "Call someone now."
    assert after.line == Interruption("abc")
    assert after.lead == guarded


def test_after_a_danger_nothing_is_asked_and_the_talk_goes_on_with_the_bot_that_saw_it() -> None:
    alarmed = engine("How so?", guard=Alarm(2))
    after = listening(say(begin(replace(PLAN, turns=1)), "help me", (WARM, alarmed)))
    for text, answer in (("I am calmer", "How so?"), ("help", "Call someone now."), ("fine", "How so?")):
        after = listening(say(after, text, (WARM, alarmed)))
        assert after.reply
        assert (after.reply.text, after.line, after.done) == (answer, None, False)
    assert "help me" not in after.conversation.said("user")


def test_the_graver_verdict_answers() -> None:
    grave = engine("How so?", guard=Alarm(3, "Call now."))
    after = listening(say(begin(PLAN), "help", (engine("x", guard=Alarm(2)), grave)))
    assert after.reply
    assert (after.reply.text, after.lead) == ("Call now.", "right")


def test_a_guard_that_fails_counts_as_danger() -> None:
    after = listening(say(begin(PLAN), "hello", (CALM, engine("x", guard=Broken()))))
    assert (after.reply, after.lead) == (CRISIS_CARD, "right")


def test_level_one_is_judged_where_both_see_it() -> None:
    bots = (engine("x", guard=Alarm(1, "Do you think of it?")), engine("x", guard=Alarm(1, "Should I ask?")))
    asked = choosing(say(begin(replace(PLAN, keep_text=True)), "help", bots))
    assert line(judge(asked, "a")).said is None
    assert {asked.shown("a"), asked.shown("b")} == {"Do you think of it?", "Should I ask?"}


@pytest.mark.parametrize("guarded", ["left", "right"])
def test_level_one_that_one_bot_sees_is_its_to_answer_and_the_study_goes_on(guarded: Side) -> None:
    alarmed = engine("x", guard=Alarm(1, "Do you think of it?"))
    bots = (alarmed, WARM) if guarded == "left" else (WARM, alarmed)
    after = listening(say(begin(PLAN), "help", bots))
    assert after.reply
    assert (after.reply.text, after.line, after.lead, after.turn) == ("Do you think of it?", None, None, 2)
    assert choosing(say(after, "no, it was a song", bots)).text == "no, it was a song"


def test_an_event_out_of_turn_is_refused() -> None:
    with pytest.raises(StudyError, match="a study that is listening cannot take 'Judged' now"):
        advance(begin(PLAN), Judged("a"))
    with pytest.raises(StudyError, match="choosing cannot take 'Said'"):
        advance(say(begin(PLAN), "hello"), Said("more"))


@given(st.lists(st.tuples(st.sampled_from(["hi", "help", "", "so what"]), st.sampled_from(CHOICES)), max_size=12))
def test_whatever_is_said_the_turns_alternate_and_danger_is_never_judged(talk: list[tuple[str, Choice]]) -> None:
    bots = (engine("a", "b", guard=Alarm(2)), engine("a", "c"))
    state, lines = begin(replace(PLAN, turns=99)), 0
    for text, choice in talk:
        after = advance(state, Said(text))
        if isinstance(after, Answering):
            after = say(state, text, bots)
        state = judge(after, choice) if isinstance(after, Choosing) else listening(after)
        lines += isinstance(state.line, Judgement) and state.line.answer != "same"
        if "help" in text:
            assert not isinstance(state.line, Judgement)
    speakers = [turn.speaker for turn in state.conversation.turns]
    assert speakers == ["user", "bot"] * (len(speakers) // 2)
    assert state.plan.judged == lines
    assert len(speakers) == 2 * sum(text != "" for text, _ in talk)
