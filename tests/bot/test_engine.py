from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.dialog import Conversation, EmotionState, PastStrategies, Reply, SkillResult, TurnView, Vectors, Verdict
from bot.engine import CRISIS_CARD, EMPTY, NOT_KEPT, PAST, Engine
from bot.fallback import SAFE_REPLY
from bot.parts import part
from bot.registry import Watch
from bot.testing import FixedEncoder, ScriptedSkill
from bot.testing.scripted import NOON

HELP = Reply("Please call someone.", "guard", 0.0, None)
NEW = Conversation("t:1::me")


@part("test_note", version=1)
@dataclass(frozen=True, slots=True)
class Note:
    text: str


class WordGuard:
    """Stops at `danger`, asks at `dark`, breaks at `boom`; refuses replies with `bad`, and breaks on `crash`."""

    def watch(self, turn: TurnView, /) -> Watch:
        if "boom" in turn.text:
            raise ValueError(turn.text)
        if "danger" in turn.text:
            return Watch(Verdict(2, "suicide", stopped=True), (Note("seen"),), HELP)
        if "dark" in turn.text:
            return Watch(Verdict(1, "suicide", stopped=False), (), Reply("Do you mean dying?", "guard", 0.0))
        return Watch()

    def refuse(self, reply: Reply, /) -> str | None:
        if "crash" in reply.text:
            raise ValueError
        return "a bad word" if "bad" in reply.text else None


def engine(*skills: object, guard: WordGuard | None = None, encoder: object = None) -> Engine:
    named = tuple((f"skill{place}", item) for place, item in enumerate(skills))
    return Engine(named, guard, encoder)  # type: ignore[arg-type]


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


def test_skills_see_what_earlier_ones_learnt() -> None:
    sad = EmotionState("one", "sad", (1.0,), 4.0)
    reader = ScriptedSkill("ok")
    engine(ScriptedSkill(learnt=[sad]), reader).step(NEW, "hi", NOON)
    assert reader.seen[0].get(EmotionState) == sad


def test_what_a_reply_taught_is_kept_only_when_it_goes_out() -> None:
    said = Reply("yes", "a", 1.0, learnt=(Note("said"),))
    unsaid = Reply("no", "b", 0.5, learnt=(Note("unsaid"),))
    step = engine(ScriptedSkill(unsaid), ScriptedSkill(said)).step(NEW, "hi", NOON)
    assert step.conversation.state.get(Note) == Note("said")


def test_a_skill_that_raises_is_dropped_and_named_without_its_words() -> None:
    broken = ScriptedSkill(error=ValueError("my secret"))
    step = engine(broken, ScriptedSkill("still here")).step(NEW, "hi", NOON)
    assert step.reply.text == "still here"
    assert step.trace.dropped == (("skill0", "ValueError"),)


def test_without_proposals_a_safe_reply_goes_out() -> None:
    assert engine().step(NEW, "hi", NOON).reply == SAFE_REPLY


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
