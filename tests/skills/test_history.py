import random
from datetime import UTC, datetime

import numpy as np
import pytest

from bot.dialog import STRATEGIES, Conversation, PastStrategies, Turn, TurnView, Vectors
from bot.errors import WeightsError
from skills.emotion import EmotionTrajectory
from skills.history import (
    ACTS,
    OUTLINE,
    SPAN,
    STRUCTURE,
    WITH_ACTS,
    WITH_TRAJECTORY,
    Message,
    counts,
    features,
    heard,
    lengths,
    position,
    present,
    recent,
    seen,
    structure,
    trajectory,
    with_acts,
    with_trajectory,
)
from skills.intent import NAMES, acts

NOW = datetime(2026, 1, 1, tzinfo=UTC)
VECTORS = Vectors(np.full(4, 0.5, np.float32), np.full(4, 0.5, np.float32))
ASK, SUGGEST = STRATEGIES.index("Question"), STRATEGIES.index("Providing Suggestions")


def me(text: str) -> Message:
    return Message(False, text)


def it(text: str, strategy: str | None = None) -> Message:
    return Message(True, text, strategy)


def view(texts: list[str], past: tuple[str | None, ...]) -> TurnView:
    turns = tuple(Turn("bot" if place % 2 else "user", text, NOW) for place, text in enumerate(texts))
    conversation = Conversation("test", turns).knowing(PastStrategies(past))
    return TurnView(conversation, None, NOW, random.Random(0))


def test_every_reply_keeps_its_strategy_and_old_ones_fall_away_with_their_replies() -> None:
    said = heard(view(["hi", "Hello.", "so sad", "Why?", "no idea"], ("Others", "Question")))
    assert said == (me("hi"), it("Hello.", "Others"), me("so sad"), it("Why?", "Question"), me("no idea"))
    assert heard(view(["a", "b", "c", "d", "e"], ("Question",)))[1::2] == (it("b"), it("d", "Question"))
    assert heard(view(["a"], ())) == (me("a"),)
    long = heard(view([str(number) for number in range(2 * SPAN + 1)], (None,) * (SPAN - 1) + ("Question",)))
    assert (len(long), long[-2].strategy, long[0].text) == (SPAN, "Question", str(SPAN + 1))


def test_a_conversation_and_a_corpus_give_the_same_numbers() -> None:
    said = (me("I lost my job"), it("How come?", "Question"), me("they closed"))
    turn = view([message.text for message in said], ("Question",))
    expected = features(VECTORS.context, with_acts(said, ()))
    assert seen(turn, VECTORS, 4 + WITH_ACTS).tolist() == expected.tolist()
    assert expected.shape == (4 + 126,)
    assert expected[:4].tolist() == [1, 1, 1, 1]
    read = acts("they closed", "How come?", "Question")
    marked = seen(turn.knowing(read), VECTORS, 4 + WITH_ACTS)[-len(ACTS) :]
    assert marked.tolist() == [float(name in read) for name in ACTS]
    assert marked[ACTS.index("answers")] == 1


def test_the_width_of_a_head_says_which_features_it_sees() -> None:
    said = (me("I lost my job"), it("How come?", "Question"), me("they closed"))
    followed = EmotionTrajectory((outline(0.5), outline(0.25)))
    turn = view([message.text for message in said], ("Question",)).knowing(followed, acts("they closed", "How come?"))
    found = seen(turn, VECTORS, 4 + WITH_TRAJECTORY)
    assert found.shape == (4 + 153,)
    assert found.tolist() == features(VECTORS.context, with_trajectory(said, followed.outlines)).tolist()
    assert found[: 4 + STRUCTURE].tolist() == seen(turn, VECTORS, 4 + WITH_ACTS)[: 4 + STRUCTURE].tolist()
    with pytest.raises(WeightsError, match="asks for 510 features; beside an encoder 4 wide there are 130 or 157"):
        seen(turn, VECTORS, 510)


def outline(pleasant: float, anger: float = 1.0) -> tuple[float, ...]:
    """An outline in which anger and shame share the seven."""
    return (pleasant, anger, 0, 0, 0, 0, 0, 1 - anger)


def test_the_last_four_utterances_stand_newest_first_with_what_changed() -> None:
    first, second, third = outline(0.25), outline(0.5), outline(0.25, anger=0.75)
    rows = trajectory([first, second, third]).reshape(4, -1)
    assert rows[:, :OUTLINE].tolist() == [list(third), list(second), list(first), [0] * OUTLINE]
    assert rows[:, OUTLINE:].tolist() == [[-0.25, 0.25], [0.25, 0], [0, 0], [0, 0]]
    older = [outline(0.125), outline(0.75)]
    assert trajectory([*older, first, second, third]).tolist() == trajectory([older[1], first, second, third]).tolist()
    assert not trajectory(()).any()


def test_the_acts_are_acts() -> None:
    assert set(ACTS) <= NAMES


def test_turns_and_messages_are_counted() -> None:
    found = position([[me("a"), me("b")], [it("c")], [me("d")], [it("e"), it("f")]])
    assert (2 * found[:3]).tolist() == pytest.approx(np.log([3, 4, 4]).tolist())
    assert found[3:].tolist() == [0, 1, 1, 1, 1, 1, 1, 1, 1, 1]


def test_the_present_turn_is_the_supporters_or_nothing() -> None:
    going = present([[me("a")], [it("b", "Question"), it("c", "Providing Suggestions"), it("d")]])
    assert going[:4].tolist() == [0, 0, 0, 1]
    assert np.flatnonzero(going[4:12]).tolist() == [ASK, SUGGEST]
    assert np.flatnonzero(going[12:]).tolist() == [SUGGEST]
    assert present([[it("b", "Question")], [me("a")]]).tolist() == [1] + [0] * 19


def test_strategies_fade_and_age() -> None:
    found = recent([it("a", "Question"), me("b"), it("c", "Question"), it("d"), it("e", "Providing Suggestions")])
    ends, rest = found[:32].reshape(4, 8), found[32:].reshape(4, 8)
    assert [np.flatnonzero(row).tolist() for row in ends] == [[SUGGEST], [ASK], [ASK], []]
    assert rest[:, ASK].tolist() == pytest.approx([np.log(3) / 2, (0.5 + 0.25) / 2, (0.8 + 0.64) / 2, 1 / 2])
    assert rest[:, SUGGEST].tolist() == pytest.approx([np.log(2) / 2, 0.5, 0.5, 1])
    assert recent([me("a")]).tolist() == [0] * 64


def test_lengths_are_of_the_last_turn_the_last_message_all_before_and_our_own() -> None:
    found = lengths([[me("one two three")], [it("Why? Tell me.")], [me("well"), me("what now?")]])
    assert np.expm1(2 * found[:6]).tolist() == pytest.approx([3, 2, 2, 6, 3, 3])
    assert found[6:].tolist() == pytest.approx([1, 1, 0, 1, 1, 0, 1, 0, 1, 2 / 3])


def test_an_empty_talk_and_a_huge_one_are_read() -> None:
    assert np.flatnonzero(structure(())[:13]).tolist() == list(range(3, 13))
    huge = structure([me("word " * 100_000), it("x" * 100_000)] * 500)
    assert (huge.shape, bool(np.isfinite(huge).all())) == ((STRUCTURE,), True)
    assert counts([ASK, ASK]).tolist() == [2, 0, 0, 0, 0, 0, 0, 0]
