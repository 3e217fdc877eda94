import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bot.dialog import Conversation, SupportStage, Turn, TurnView, Vectors
from bot.testing.scripted import NOON
from skills.bank_index import encode, over
from skills.intent import acts
from skills.labels import EMOTIONS, PROBLEMS
from skills.mentions import mentions
from skills.moves import Move
from skills.ranking import FADING, GATE, GENERIC, Ranking, Scores, opener
from skills.situation import Heard, Situation, read

Make = Callable[..., Move]


class Scene:
    """One turn of a person who says `text`, ranked over a small bank."""

    def __init__(self, encoder: Any, *moves: Move) -> None:
        self.encoder = encoder
        self.ranking = Ranking(moves, over(moves, *encode(moves, encoder)))

    def scores(self, text: str, heard: Heard | None = None, **changes: Any) -> dict[str, float]:
        talk = Conversation("t:1::me", (Turn("user", text, NOON),)).knowing(acts(text))
        (vectors,) = self.encoder.encode([talk])
        read_now = read(TurnView(talk, vectors, NOON, random.Random(0)), heard or Heard())
        return self.named(self.rank(vectors, replace(read_now, **changes), heard or Heard()))

    def rank(self, vectors: Vectors, situation: Situation, heard: Heard) -> Scores:
        fits = self.ranking.index.fits(vectors, 0.6)
        return self.ranking.scores(situation, fits, self.ranking.topics(fits, heard), seed=1)

    def named(self, scores: Scores) -> dict[str, float]:
        return {move.id: float(score) for move, score in zip(self.ranking.moves, scores, strict=True)}

    def allowed(self, text: str, heard: Heard | None = None, **changes: Any) -> set[str]:
        return {name for name, score in self.scores(text, heard, **changes).items() if np.isfinite(score)}


def feels(*names: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    return np.array([float(label in names) / len(names) for label in EMOTIONS])


SAD, HAPPY = feels("sad"), feels("joyful")


def test_a_move_waits_until_something_like_its_words_is_said(make: Make, words: Any) -> None:
    scene = Scene(
        words, make("reflect.keys.01", "A locked door.", "lost my keys"), make("reflect.any.02", "Hm, I see.")
    )
    scores = scene.scores("lost my keys")
    assert scores["reflect.keys.01"] > scores["reflect.any.02"]
    assert scene.allowed("it rained all day long") == {"reflect.any.02"}


def test_a_topic_fades_but_is_not_forgotten_at_once(make: Make, words: Any) -> None:
    keys = make("reflect.keys.01", "A locked door.", "lost my keys")
    scene = Scene(words, keys)
    assert scene.allowed("it rained", Heard((("reflect.keys.01", GATE / FADING + 0.01),))) == {keys.id}
    assert scene.allowed("it rained", Heard((("reflect.keys.01", GATE / FADING - 0.01),))) == set()
    assert scene.allowed("it rained", Heard((("reflect.gone.09", 1.0),))) == set()


def test_the_best_topics_are_remembered_and_generic_ones_are_not(make: Make, words: Any) -> None:
    scene = Scene(
        words, make("reflect.a.01", "Oh.", "a b c d"), make("reflect.b.02", "Ah.", "x y"), make("ask.c.03", "So?")
    )
    topics = np.array([0.9123, 0.2, GENERIC])
    assert scene.ranking.remember(topics) == (("reflect.a.01", 0.912),)


def test_the_words_of_good_news_are_known_as_such(make: Make, words: Any) -> None:
    happy, hard = (
        make("celebrate.a.01", "You passed!", "i passed my test"),
        make("reflect.b.02", "Ouch.", "i failed my test"),
    )
    scene = Scene(words, happy, hard)

    def told(text: str) -> bool:
        (vectors,) = words.encode([Conversation("t:1::me", (Turn("user", text, NOON),))])
        return scene.ranking.good_news(scene.ranking.index.fits(vectors, 0.6))

    assert told("I passed my test!!!")
    assert not told("I failed my test")
    assert not told("it rained")


def test_nothing_is_brought_up_that_nobody_mentioned(make: Make, words: Any) -> None:
    scene = Scene(
        words,
        make("ask.a.01", "What did your boss say?"),
        make("ask.b.02", "What happened?"),
        make("offer.c.03", "Some ask a friend along.", "advice about rain"),
    )
    assert scene.allowed("it rained") == {"ask.b.02"}
    assert scene.allowed("my boss yelled") == {"ask.a.01", "ask.b.02"}
    told: dict[str, Any] = {
        "user_turns": 3,
        "user_words": 30,
        "past": ("Reflection of feelings",),
        "stage": SupportStage.ACTION,
    }
    assert "offer.c.03" in scene.allowed("advice about rain", emotions=SAD, **told)


def test_a_move_about_a_kind_of_loss_waits_for_that_loss(make: Make, words: Any) -> None:
    scene = Scene(words, make("reflect.petill.01", "So small, and so missed.", "he is gone now"))
    assert scene.allowed("he is gone now") == set()
    assert scene.allowed("he is gone now", mentioned=-1) == {"reflect.petill.01"}


def test_after_a_death_nobody_is_asked_when_they_last_quarrelled(make: Make, words: Any) -> None:
    scene = Scene(words, make("ask.parents.01", "When did you all last speak?", "my parents and I"))
    assert scene.allowed("my parents and I") == {"ask.parents.01"}
    assert scene.allowed("my parents and I", mentioned=mentions("my dad died")) == set()


def test_a_blank_is_said_only_when_it_can_be_filled(make: Make, words: Any) -> None:
    scene = Scene(words, make("restate.a.01", "So {cause}."))
    assert scene.allowed("hm") == set()
    assert scene.allowed("hm", cause="you lost it") == {"restate.a.01"}


def test_suggestions_wait_and_general_ones_wait_to_be_asked_for(make: Make, words: Any) -> None:
    scene = Scene(
        words, make("offer.a.01", "Some walk."), make("offer.b.02", "Some list them.", "too many chores here")
    )
    told: dict[str, Any] = {
        "user_turns": 3,
        "user_words": 30,
        "past": ("Reflection of feelings",),
        "stage": SupportStage.ACTION,
    }
    assert scene.allowed("too many chores here", emotions=SAD) == set()
    assert scene.allowed("too many chores here", emotions=SAD, **told) == {"offer.b.02"}
    asked = "too many chores here what should i do"
    assert "offer.a.01" in scene.allowed(asked, emotions=SAD, **told)


def test_moves_about_somebody_else_need_somebody_else(make: Make, words: Any) -> None:
    scene = Scene(words, make("ask.a.01", "How are they?", person="other"))
    assert scene.allowed("I am low") == set()
    assert scene.allowed("he is low") == {"ask.a.01"}


def test_joy_is_not_comforted_and_grief_not_congratulated(make: Make, words: Any) -> None:
    scene = Scene(
        words,
        make("celebrate.a.01", "Wonderful!", emotions=("joyful",), mode=("celebrate",)),
        make("celebrate.b.02", "Well!", mode=("celebrate",)),
        make("reflect.c.03", "That hurts.", emotions=("sad",), mode=("support", "listen")),
        make("ask.d.04", "What happened?"),
    )
    assert scene.allowed("hm", heard=Heard(glad=True), emotions=HAPPY) == {
        "celebrate.a.01",
        "celebrate.b.02",
        "ask.d.04",
    }
    assert scene.allowed("hm", emotions=SAD) == {"reflect.c.03", "ask.d.04"}


def test_a_move_for_either_mood_may_be_said_in_both(make: Make, words: Any) -> None:
    scene = Scene(words, make("reflect.a.01", "A whole house of years.", "old photos", mode=("support", "celebrate")))
    assert scene.allowed("old photos", heard=Heard(glad=True)) == {"reflect.a.01"}
    assert scene.allowed("old photos", heard=Heard(glad=False)) == {"reflect.a.01"}


def test_a_general_line_about_a_feeling_waits_for_that_feeling(make: Make, words: Any) -> None:
    scene = Scene(
        words, make("reflect.a.01", "Anger.", emotions=("angry",)), make("reflect.b.02", "Keys.", "lost my keys")
    )
    assert scene.allowed("lost my keys", emotions=SAD) == {"reflect.b.02"}
    assert scene.allowed("lost my keys", emotions=feels("angry")) == {"reflect.a.01", "reflect.b.02"}


def test_no_move_is_said_twice(make: Make, words: Any) -> None:
    scene = Scene(words, make("ask.a.01", "What?"), make("ask.b.02", "Why?"))
    assert scene.allowed("hm", used=frozenset({"ask.a.01", "ask.gone.07"})) == {"ask.b.02"}


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"emotions": ("sad",)}, {"emotions": ()}),
        ({"stages": (SupportStage.EXPLORATION,)}, {"stages": (SupportStage.ACTION,)}),
        ({"problem": PROBLEMS[0]}, {"problem": PROBLEMS[1]}),
        ({"intensity": (3, 5)}, {"intensity": (5, 5)}),
        ({"intensity": (1, 3)}, {"intensity": (1, 1)}),
    ],
)
def test_each_agreement_with_the_situation_counts(
    make: Make, words: Any, better: dict[str, Any], worse: dict[str, Any]
) -> None:
    def score(labels: dict[str, Any]) -> float:
        scene = Scene(words, make("reflect.a.01", "That hurts.", **labels))
        return scene.scores("hm", emotions=SAD, intensity=3.0, problem=PROBLEMS[0])["reflect.a.01"]

    assert score(better) > score(worse)


def test_a_move_like_one_just_said_or_begun_like_it_counts_less(make: Make, words: Any) -> None:
    near, again, fresh = "What a blow that was.", "What a long week.", "Quite another thing."
    moves = (
        make("reflect.a.01", "What a blow that is."),
        *(make(f"reflect.{n}", t) for n, t in (("b.02", near), ("c.03", again), ("d.04", fresh))),
    )
    scene = Scene(words, *moves)
    first = scene.scores("hm")
    then = scene.scores("hm", used=frozenset({"reflect.a.01"}), bot_lines=("What a blow that is.",))
    lost = {name: first[name] - then[name] for name in ("reflect.b.02", "reflect.c.03", "reflect.d.04")}
    assert lost["reflect.b.02"] > lost["reflect.c.03"] > lost["reflect.d.04"] == pytest.approx(0)


def test_the_opener_is_the_first_two_words() -> None:
    assert opener("What a Blow that is.") == "what a"
