import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bot.dialog import STRATEGIES, Conversation, EmotionState, PastStrategies, StageState, SupportStage, Turn, TurnView
from bot.testing.scripted import NOON
from skills.care.state import CareState
from skills.intent import acts
from skills.labels import EMOTIONS, PROBLEMS
from skills.memory import Offer, Offered, Told
from skills.mentions import mentions
from skills.mode import Mode
from skills.problem import Problem
from skills.situation import AGAIN, BRIGHT, DULL, REMEMBERED, Situation, Spoken, UsedMoves, mood, read
from skills.strategy import StrategyPlan

SUGGESTED = PastStrategies(("Question", "Providing Suggestions"))
LONG = "my boss told me in front of everyone that the whole project was late because of me"


def view(*said: str, parts: tuple[object, ...] = ()) -> TurnView:
    """The person's and the bot's words in turn, the person's last, with what was learnt."""
    speakers = ["user", "bot"] * len(said)
    turns = tuple(Turn(speaker, text, NOON) for speaker, text in zip(speakers, said, strict=False))  # type: ignore[arg-type]
    talk = Conversation("t:1::me", turns).knowing(acts(said[-1]), *parts)
    return TurnView(talk, None, NOON, random.Random(0))


def situation(*said: str, parts: tuple[object, ...] = (), **changes: Any) -> Situation:
    turn = view(*said, parts=parts)
    return replace(read(turn, mood(turn)), **changes)


def feeling(**shares: float) -> EmotionState:
    probabilities = tuple(shares.get(name, 0.0) for name in EMOTIONS)
    return EmotionState("empathetic_dialogues", max(shares, key=lambda name: shares[name]), probabilities, 4.0)


def test_what_the_skills_learnt_is_gathered() -> None:
    plan = StrategyPlan(tuple(float(name == "Question") for name in STRATEGIES))
    parts = (
        feeling(sad=0.75, proud=0.25),
        StageState(SupportStage.COMFORTING, 1),
        plan,
        UsedMoves(("ask.a.01",)),
        Problem("job crisis", tuple(float(name == "job crisis") for name in PROBLEMS), 2),
    )
    found = situation("I lost my job", "When?", "last week my boss told me", parts=parts)
    assert found.emotions[EMOTIONS.index("sad")] == 0.75
    assert (found.intensity, found.stage, found.problem) == (4.0, SupportStage.COMFORTING, "job crisis")
    assert found.plan.tolist() == list(plan.probabilities)
    assert (found.user_turns, found.user_words, found.last_words, found.bot_lines) == (2, 10, 6, ("When?",))
    assert found.used == ("ask.a.01",)
    assert found.mentioned == mentions("i lost my job, my boss told me")


def test_a_line_is_held_back_for_some_thirty_replies() -> None:
    used = UsedMoves()
    for number in range(AGAIN + 1):
        used = used.adding((f"reflect.{number}", f"ask.{number}"))
    assert used.lately == used.ids[2:]
    found = situation("it rained", parts=(used,))
    assert found.used == used.ids[2:]
    assert found.earlier == {"reflect.0", "ask.0"}


def test_what_was_kept_without_sizes_counts_as_one_move_a_reply() -> None:
    used = UsedMoves(tuple(f"ask.{number}" for number in range(AGAIN + 5)))
    assert used.lately == used.ids[5:]
    assert used.adding(("ask.new",)).lately == (*used.ids[6:], "ask.new")


def test_of_a_long_talk_the_newest_moves_are_remembered() -> None:
    used = UsedMoves()
    for number in range(REMEMBERED):
        used = used.adding((f"reflect.{number}", f"ask.{number}"))
    assert len(used.ids) == REMEMBERED
    assert len(used.sizes) == AGAIN
    assert UsedMoves().adding(()).lately == ()


def test_each_turn_is_read_once_for_what_it_speaks_of() -> None:
    first = Spoken().hearing(("my dad died",))
    assert first.names >= {"father", "death"}
    # What stands for the first turn now is not read again.
    assert first.hearing(("[not kept]", "my boss called")).names == first.names | {"boss", "job"}
    assert first.hearing(()) == Spoken()


def test_without_other_skills_everything_is_even() -> None:
    found = situation("it was a long day")
    assert found.emotions == pytest.approx(np.full(32, 1 / 32))
    assert found.plan == pytest.approx(np.full(8, 1 / 8))
    assert (found.stage, found.problem) == (SupportStage.EXPLORATION, "")
    assert found.mode.supports


def test_an_unlikely_problem_is_not_taken_as_known() -> None:
    even = Problem("job crisis", (0.4, 0.6 - 0.12, *(0.01,) * 11), 1)
    assert situation("hm", parts=(even,)).problem == ""


@pytest.mark.parametrize(
    ("text", "another"),
    [
        ("my friend lost her job", True),
        ("he is so sad", True),
        ("I don't know how to help my brother", True),
        ("I lost my job", False),
        ("it rained", False),
    ],
)
def test_talk_of_somebody_else_names_somebody(text: str, another: bool) -> None:
    assert situation(text).about_another is another


def test_a_refused_suggestion_is_followed_by_a_rest() -> None:
    made = Offered((Offer("offer.a.01", "a", 1),))
    found = situation("I lost it", "Some look again.", "that won't work", parts=(SUGGESTED, made))
    assert found.refuses
    assert found.offered.rests(2)
    assert found.offered.refused_topics == {"a"}


def test_a_bare_no_refuses_a_suggestion_and_nothing_else() -> None:
    assert situation("I lost it", "Some look again.", "nah", parts=(SUGGESTED,)).refuses
    assert not situation("I lost it", "Was it dear?", "nah", parts=(PastStrategies(("Question",)),)).refuses


def test_what_did_not_work_out_in_life_is_no_refusal() -> None:
    found = situation("hi", "Hello.", "it didn't work out between us", parts=(PastStrategies(("Question",)),))
    assert not found.refuses
    assert not found.offered.rests(2)


def test_what_was_told_is_at_hand() -> None:
    assert situation("hm", parts=(Told(topics=frozenset({"how_long"})),)).keys == {"told.how_long"}


def test_words_of_good_news_outweigh_the_emotion_but_not_danger() -> None:
    furious, danger = feeling(furious=1.0), CareState(level=0, kind="suicide")
    assert mood(view("I did it!!!", parts=(furious, Mode())), good_news=True).celebrates
    assert mood(view("I did it!!!", parts=(furious, Mode("listen"))), good_news=True) == Mode("listen")
    assert mood(view("I did it!!!", parts=(furious, danger, Mode())), good_news=True).supports


def test_words_of_trouble_end_a_chat_and_a_joy_without_words_of_it() -> None:
    chat, joy = Mode("chat"), Mode("celebrate")
    assert mood(view("we haven't spoken in a year", parts=(chat,)), trouble=True) == Mode("support")
    assert (
        mood(view("we haven't spoken in a year", parts=(Mode("chat", listening=True),)), trouble=True).name == "listen"
    )
    assert mood(view("we haven't spoken in a year", parts=(chat,))) == chat
    assert mood(view("we haven't spoken in a year", parts=(joy,)), trouble=True).supports
    assert mood(view("she smiled again today", parts=(joy,)), trouble=True) == joy


def test_a_smile_amid_troubles_is_met_with_gladness() -> None:
    long = Mode("support", turns=6)
    assert mood(view("She smiled at me! A proper smile!", parts=(long,)), joyful=True).celebrates
    assert mood(view("She looked at me", parts=(long,)), joyful=True) == long  # no word of joy
    assert mood(view("She smiled and I'm scared", parts=(long,)), joyful=True) == long


def test_good_news_by_the_encoder_alone_ends_no_talk_of_troubles() -> None:
    assert mood(view("my boss praised him", parts=(Mode("support", turns=2),)), good_news=True).supports


def test_words_that_lean_to_joy_begin_a_talk_as_good_news_does_where_no_trouble_is_named() -> None:
    assert mood(view("the bank approved our mortgage", parts=(Mode(),)), leaning=BRIGHT).celebrates
    assert mood(view("the bank approved our mortgage", parts=(Mode(),))).supports
    assert mood(view("the bank approved our mortgage", parts=(Mode("support", turns=2),)), leaning=BRIGHT).supports
    assert mood(view("pasta for dinner", parts=(Mode("chat"),)), leaning=BRIGHT) == Mode("chat")
    assert mood(view("she got in and I'm scared", parts=(Mode(),)), leaning=BRIGHT).supports
    assert mood(view("she got the place and I didn\u2019t", parts=(Mode(),)), leaning=BRIGHT).supports
    danger = CareState(level=0, kind="suicide")
    assert mood(view("the bank approved our mortgage", parts=(danger, Mode())), leaning=BRIGHT).supports


def test_joy_that_goes_on_ends_where_the_words_lean_too_little() -> None:
    joy, low = Mode("celebrate", turns=2), DULL - 0.01
    assert mood(view("my dad always thought little of me", parts=(joy,)), leaning=low).supports
    assert mood(view("my dad always thought little of me", parts=(joy,)), leaning=DULL) == joy
    assert mood(view("my dad always thought little of me", parts=(Mode("celebrate"),)), leaning=low).celebrates
    assert mood(view("my dad was so proud", parts=(joy,)), leaning=low) == joy


def test_a_bot_without_the_mode_skill_has_a_mode_all_the_same() -> None:
    assert mood(view("I passed my exam!!", parts=(feeling(joyful=1.0),))).celebrates
    assert mood(view("my dog died", parts=(feeling(sad=1.0),))).supports
