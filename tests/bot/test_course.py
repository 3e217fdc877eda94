from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bot.course import KEPT, Correction, Corrections, Course, Exchange, appended, corrected, course_of, runs
from bot.dialog import Conversation, EmotionState, Reply, SkillResult, StageState, SupportStage, TurnView, Verdict
from bot.engine import Engine
from bot.parts import decode, encode
from bot.registry import Watch

START = datetime(2026, 1, 1, tzinfo=UTC)


def minute(number: int) -> datetime:
    return START + timedelta(minutes=number)


def feels(turn: TurnView) -> SkillResult:
    """The text is the feeling."""
    state = EmotionState("two", turn.text, (0.5, 0.5), 3.456)
    return SkillResult((state, StageState(SupportStage.COMFORTING, 1)), (Reply("I see.", "s", 1.0, "Question"),))


class Stops:
    """A guard that answers alone when the text is "help"."""

    def watch(self, turn: TurnView, /) -> Watch:
        stop = turn.text == "help"
        return Watch(Verdict(2, "suicide", True), (), Reply("Stay.", "guard", 1.0)) if stop else Watch()

    def refuse(self, _: Reply, /) -> str | None:
        return None


def talk(*texts: str) -> Conversation:
    engine, conversation = Engine((("feels", feels),), Stops()), Conversation("t:1:0:me")
    for place, text in enumerate(texts):
        conversation = engine.step(conversation, text, minute(place)).conversation
    return conversation


def test_each_exchange_leaves_what_was_understood_and_no_word() -> None:
    assert course_of(talk("sad", "glad")) == (
        Exchange(minute(0), "sad", 3.46, SupportStage.COMFORTING, "Question"),
        Exchange(minute(1), "glad", 3.46, SupportStage.COMFORTING, "Question"),
    )


def test_where_the_guard_alone_answers_nothing_is_guessed() -> None:
    assert course_of(talk("sad", "help"))[1] == Exchange(minute(1))


def test_a_turn_without_words_leaves_no_exchange() -> None:
    assert [exchange.at for exchange in course_of(talk("sad", "  "))] == [minute(0)]


def test_an_exchange_whose_turns_were_taken_back_is_gone() -> None:
    whole = talk("sad", "glad")
    undone = Conversation(whole.id, whole.turns[:2], whole.state)
    assert [exchange.emotion for exchange in course_of(undone)] == ["sad"]
    after = appended(undone, minute(5), None, stopped=True)
    assert [exchange.at for exchange in after.exchanges] == [minute(0), minute(5)]


def test_the_own_word_stands_in_place_of_the_guess() -> None:
    conversation = talk("sad", "glad")
    conversation = conversation.knowing(corrected(conversation, emotion="lonely"))
    conversation = conversation.knowing(corrected(conversation, intensity=5))
    first, last = course_of(conversation)
    assert (first.emotion, first.own) == ("sad", ())
    assert (last.emotion, last.intensity, last.own) == ("lonely", 5.0, ("emotion", "intensity"))


def test_none_of_the_words_takes_the_guess_away() -> None:
    conversation = talk("sad")
    after = conversation.knowing(corrected(conversation, emotion=""))
    assert (course_of(after)[0].emotion, course_of(after)[0].own) == (None, ("emotion",))


def test_a_correction_stays_when_the_talk_goes_on() -> None:
    conversation = talk("sad")
    conversation = conversation.knowing(corrected(conversation, emotion="lonely"))
    after = Engine((("feels", feels),)).step(conversation, "glad", minute(9)).conversation
    assert [exchange.emotion for exchange in course_of(after)] == ["lonely", "glad"]


def test_no_more_is_kept_than_the_newest() -> None:
    assert [exchange.emotion for exchange in course_of(talk(*map(str, range(KEPT + 2))))][:2] == ["2", "3"]


def test_both_parts_come_back_from_the_store_as_they_were() -> None:
    course = Course((Exchange(minute(1), "sad", 2.5, SupportStage.ACTION, None),))
    made = Corrections((Correction(minute(1), "", 4),))
    assert [decode(*encode(part)) for part in (course, made)] == [course, made]


@given(st.lists(st.sampled_from(["a", "b", None])))
def test_stretches_cover_every_value_once_and_neighbours_differ(values: list[str | None]) -> None:
    found = runs(values)
    assert {place: value for first, last, value in found for place in range(first, last + 1)} == {
        place: value for place, value in enumerate(values) if value
    }
    assert all(before[1] + 1 < after[0] or before[2] != after[2] for before, after in pairwise(found))
