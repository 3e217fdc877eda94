"""Before the choice: both looks of the guard, the encoder, skills in order, the writer; a fault costs one its say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.dialog import Conversation, EmotionState, Reply, SkillResult, TurnView, Vectors, Verdict
from bot.fallback import CRISIS_CARD, EMPTY, SAFE_REPLY
from bot.registry import Watch
from bot.step import NOT_KEPT
from bot.testing import FixedEncoder, ScriptedSkill
from bot.testing.scripted import NOON
from tests.bot.engines import HELP, NEW, Note, WordGuard, engine


def test_skills_see_what_earlier_ones_learnt() -> None:
    sad = EmotionState("one", "sad", (1.0,), 4.0)
    reader = ScriptedSkill("ok")
    engine(ScriptedSkill(learnt=[sad]), reader).step(NEW, "hi", NOON)
    assert reader.seen[0].get(EmotionState) == sad


def test_a_skill_that_raises_is_dropped_and_named_without_its_words() -> None:
    broken = ScriptedSkill(error=ValueError("my secret"))
    step = engine(broken, ScriptedSkill("still here")).step(NEW, "hi", NOON)
    assert step.reply.text == "still here"
    assert step.trace.dropped == (("skill0", "ValueError"),)


def test_a_broken_encoder_costs_only_the_vectors() -> None:
    class Broken:
        def encode(self, conversations: object) -> list[Vectors]:
            raise RuntimeError

    reader = ScriptedSkill("ok")
    step = engine(reader, encoder=Broken()).step(NEW, "hi", NOON)
    assert step.reply.text == "ok"
    assert reader.seen[0].vectors is None
    assert step.trace.dropped == (("encoder", "RuntimeError"),)


def test_one_encoder_pass_serves_all_conversations_but_the_empty() -> None:
    encoder = FixedEncoder()
    bot = engine(ScriptedSkill("ok"), guard=WordGuard(), encoder=encoder)
    pairs = [(replace(NEW, id=f"t:{text}"), text) for text in ("one", "danger", "", "dark", "two")]
    steps = bot.steps(pairs, NOON)
    assert encoder.batches == [4]
    assert [step.reply.text for step in steps] == ["ok", HELP.text, EMPTY.text, "Do you mean dying?", "ok"]


def test_a_message_without_words_asks_no_skill() -> None:
    skill = ScriptedSkill("ok")
    engine(skill).steps([(NEW, " \n"), (NEW, "hi")], NOON)
    assert [turn.text for turn in skill.seen] == ["hi"]


def test_a_stopped_turn_runs_no_skill_and_keeps_no_words() -> None:
    asks = ScriptedSkill(Reply("What?", "asks", 99.0))
    step = engine(asks, guard=WordGuard()).step(NEW, "I am in danger", NOON)
    assert step.reply == HELP
    assert asks.seen == []
    assert [turn.text for turn in step.conversation.turns] == [NOT_KEPT, HELP.text]
    assert step.conversation.state.get(Note) == Note("seen")
    kept = replace(engine(guard=WordGuard()), keep_crisis_text=True).step(NEW, "I am in danger", NOON)
    assert kept.conversation.turns[0].text == "I am in danger"


def test_at_level_one_the_guard_asks_while_skills_go_on_learning() -> None:
    learns = ScriptedSkill(Reply("x", "x", 99.0), learnt=[Note("learnt")])
    step = engine(learns, guard=WordGuard()).step(NEW, "it is dark", NOON)
    assert step.reply.text == "Do you mean dying?"
    assert step.conversation.state.get(Note) == Note("learnt")
    assert step.conversation.turns[0].text == "it is dark"


def test_when_the_guard_fails_the_crisis_card_goes_out() -> None:
    step = engine(ScriptedSkill("fine"), guard=WordGuard()).step(NEW, "boom", NOON)
    assert step.reply == CRISIS_CARD
    assert step.trace.dropped == (("guard", "ValueError"),)
    assert step.conversation.turns[0].text == NOT_KEPT


class Listener:
    """Finds danger in words at once, and in the vectors once there are some; `torn` breaks only its second look."""

    def watch(self, turn: TurnView, /) -> Watch:
        if turn.vectors is None:
            return Watch(Verdict(1, "suicide", stopped=False), (Note("first"),), Reply("Dying?", "guard", 0.0))
        if "torn" in turn.text:
            raise ValueError(turn.text)
        assert turn.get(Note) is None, "the second look starts from before the first"
        return Watch(Verdict(2, "suicide", stopped=True), (Note("second"),), HELP)

    def refuse(self, reply: Reply, /) -> str | None:
        return None


def test_the_guard_looks_again_with_the_vectors_and_its_last_word_counts() -> None:
    skill = ScriptedSkill("ok")
    step = engine(skill, guard=Listener(), encoder=FixedEncoder()).step(NEW, "hidden", NOON)  # type: ignore[arg-type]
    assert step.reply == HELP
    assert step.trace.verdict == Verdict(2, "suicide", stopped=True)
    assert step.conversation.state.get(Note) == Note("second")
    assert step.conversation.turns[0].text == NOT_KEPT
    assert not skill.seen


class Deepener:
    """Stops every turn at level 2, and at level 3 where there are vectors; `boom` breaks its first look."""

    def watch(self, turn: TurnView, /) -> Watch:
        if "boom" in turn.text and turn.vectors is None:
            raise ValueError(turn.text)
        return Watch(Verdict(2 if turn.vectors is None else 3, "suicide", stopped=True), (), HELP)

    def refuse(self, reply: Reply, /) -> str | None:
        return None


def test_a_stopped_turn_is_looked_at_again_and_no_skill_hears_it() -> None:
    skill = ScriptedSkill("ok")
    step = engine(skill, guard=Deepener(), encoder=FixedEncoder()).step(NEW, "hidden", NOON)  # type: ignore[arg-type]
    assert step.trace.verdict == Verdict(3, "suicide", stopped=True)
    assert step.conversation.turns[0].text == NOT_KEPT
    assert not skill.seen
    broken = engine(skill, guard=Deepener(), encoder=FixedEncoder()).step(NEW, "boom", NOON)  # type: ignore[arg-type]
    assert broken.reply == CRISIS_CARD
    assert broken.trace.dropped == (("guard", "ValueError"),)


def test_what_the_first_look_found_stands_when_the_second_fails_or_has_no_vectors() -> None:
    for encoder, dropped in ((FixedEncoder(), (("guard", "ValueError"),)), (None, ())):
        step = engine(guard=Listener(), encoder=encoder).step(NEW, "torn", NOON)  # type: ignore[arg-type]
        assert step.reply.text == "Dying?"
        assert step.trace.dropped == dropped
        assert step.conversation.state.get(Note) == Note("first")


class Crowd(Listener):
    """Listens to many turns at once, and fails over all of them where one is `torn`."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def watch_many(self, turns: Sequence[TurnView], /) -> list[Watch]:
        self.sizes.append(len(turns))
        return [self.watch(turn) for turn in turns]


def test_a_guard_for_many_turns_is_asked_once_and_one_by_one_when_it_fails() -> None:
    guard = Crowd()
    bot = engine(guard=guard, encoder=FixedEncoder())  # type: ignore[arg-type]
    steps = bot.steps([(Conversation(text), text) for text in ("hidden", "plain")], NOON)
    assert [step.conversation.state.get(Note) for step in steps] == [Note("second"), Note("second")]
    assert guard.sizes == [2]
    steps = bot.steps([(Conversation(text), text) for text in ("hidden", "torn")], NOON)
    assert [step.conversation.state.get(Note) for step in steps] == [Note("second"), Note("first")]
    assert [step.trace.dropped for step in steps] == [(), (("guard", "ValueError"),)]


class Together:
    """Answers many turns at once, and fails over a turn that says `bad`."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def __call__(self, turn: TurnView, /) -> SkillResult:
        return self.many([turn])[0]

    def many(self, turns: Sequence[TurnView], /) -> list[SkillResult]:
        self.sizes.append(len(turns))
        if any("bad" in turn.text for turn in turns):
            raise ValueError("bad")
        return [SkillResult(replies=(Reply(turn.text + "!", "together", 1.0),)) for turn in turns]


def test_a_skill_for_many_turns_is_asked_once_and_one_by_one_when_it_fails() -> None:
    skill = Together()
    steps = engine(skill).steps([(Conversation(text), text) for text in ("one", "two")], NOON)
    assert [step.reply.text for step in steps] == ["one!", "two!"]
    assert skill.sizes == [2]
    steps = engine(skill).steps([(Conversation(text), text) for text in ("one", "bad", "two")], NOON)
    assert [step.reply.text for step in steps] == ["one!", SAFE_REPLY.text, "two!"]
    assert [[kind for _, kind in step.trace.dropped] for step in steps] == [[], ["ValueError"], []]


class Doubtful:
    """A writer that finds the skills' replies poor and has one of its own; it breaks at `boom`."""

    def write(self, turn: TurnView, proposals: Sequence[Reply], /) -> Sequence[Reply]:
        if "boom" in turn.text:
            raise ValueError(turn.text)
        return [*(replace(reply, score=reply.score / 10) for reply in proposals), Reply("Written.", "writer", 0.5)]


WRITING = replace(engine(ScriptedSkill("From the bank.")), writer=Doubtful())


def test_a_writer_adds_replies_and_says_how_good_each_is() -> None:
    step = WRITING.step(NEW, "hello", NOON)
    assert step.reply.text == "Written."
    assert [(reply.text, reply.score) for reply in step.trace.proposals] == [("From the bank.", 0.1), ("Written.", 0.5)]
    assert "writer" in dict(step.trace.ms)


def test_where_many_wait_the_writer_is_left_out_first() -> None:
    (step,) = WRITING.steps([(NEW, "hello")], NOON, hurried=True)
    assert step.reply.text == "From the bank."
    assert step.trace.missed == (("writer", "hurried"),)


def test_a_writer_that_fails_costs_only_its_own_replies() -> None:
    step = WRITING.step(NEW, "boom", NOON)
    assert step.reply.text == "From the bank."
    assert step.trace.dropped == (("writer", "ValueError"),)


def test_what_the_writer_says_passes_the_guard() -> None:
    class Bad:
        def write(self, turn: TurnView, proposals: Sequence[Reply], /) -> Sequence[Reply]:
            return [*proposals, Reply("bad", "writer", 2.0)]

    step = replace(WRITING, guard=WordGuard(), writer=Bad()).step(NEW, "hello", NOON)
    assert step.reply.text == "From the bank."
    assert step.trace.refused == (("writer", "a bad word"),)


def test_where_the_guard_answers_nothing_is_written() -> None:
    for text in ("danger", "dark"):
        step = replace(WRITING, guard=WordGuard()).step(NEW, text, NOON)
        assert step.reply.skill == "guard"
        assert all(reply.skill != "writer" for reply in step.trace.proposals)


def test_where_an_answer_was_asked_for_nothing_is_written() -> None:
    step = replace(engine(ScriptedSkill(Reply("Two pills at most.", "scripted", 2.0))), writer=Doubtful()).step(
        NEW, "hello", NOON
    )
    assert step.reply.text == "Two pills at most."
    assert [reply.skill for reply in step.trace.proposals] == ["scripted"]
