from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from bot.dialog import Conversation, SupportStage, Turn
from bot.testing.scripted import NOON
from skills.admission import GATE
from skills.bank_index import Fits, Sought
from skills.labels import PROBLEMS
from skills.moves import Move
from skills.ranking import COMFORT, FADING, GENERIC, GLADNESS, RECENT, SAID, UNSURE, opener
from skills.situation import Heard
from tests.skills.scene import SAD, Scene

Make = Callable[..., Move]


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
        return scene.ranking.good_news(scene.ranking.index.fits([Sought(vectors, 0.6)])[0])

    assert told("I passed my test!!!")
    assert not told("I failed my test")
    assert not told("it rained")


def test_joy_and_trouble_are_told_by_what_the_words_are_nearer_to(make: Make, words: Any) -> None:
    scene = Scene(
        words,
        make("celebrate.a.01", "How lovely!", "she smiled at me", mode=("celebrate",)),
        make("reflect.b.02", "That hurts.", "she shouted at me", mode=("support", "listen")),
    )

    def fits(text: str) -> Fits:
        (vectors,) = words.encode([Conversation("t:1::me", (Turn("user", text, NOON),))])
        return scene.ranking.index.fits([Sought(vectors, 0.6)])[0]

    ranking = scene.ranking
    assert ranking.joyful(fits("she smiled at me"))
    assert not ranking.trouble(fits("she smiled at me"))
    assert ranking.trouble(fits("she shouted at me"))
    assert not ranking.joyful(fits("she shouted at me"))
    assert not ranking.joyful(fits("blue paint dries"))
    assert not ranking.trouble(fits("blue paint dries"))


def test_words_lean_to_joy_by_the_nearest_cues_and_by_the_feeling(make: Make, words: Any) -> None:
    scene = Scene(
        words,
        make("celebrate.a.01", "How lovely!", "she smiled at me", mode=("celebrate",)),
        make("reflect.b.02", "That hurts.", "she shouted at me", mode=("support", "listen")),
    )
    (vectors,) = words.encode([Conversation("t:1::me", (Turn("user", "she smiled at me", NOON),))])
    fits = scene.ranking.index.fits([Sought(vectors, 0.6)])[0]
    assert fits.now[0] == pytest.approx(1.0, abs=1e-3)
    assert scene.ranking.leaning(fits, 0.5) == pytest.approx(fits.now[0] - fits.now[1] + GLADNESS * 0.5)


def test_where_it_may_be_good_news_comfort_alone_stands_back(make: Make, words: Any) -> None:
    comfort = make("reflect.pain.01", "Pain wears a person out.", "the pain has gone", mode=("support", "listen"))
    either = make("acknowledge.any.02", "I see.", mode=("support", "celebrate", "chat", "listen"))
    scene = Scene(words, comfort, either)

    def scores(leaning: float) -> list[float]:
        return list(scene.scores("has the pain", leaning=leaning).values())

    assert scores(-0.2) == scores(UNSURE)
    assert scores(UNSURE)[0] > scores(UNSURE)[1]
    assert scores(0.28)[0] == pytest.approx(scores(UNSURE)[0] - COMFORT * (0.28 - UNSURE))
    assert scores(0.28)[1] == scores(UNSURE)[1]


def test_no_move_is_said_twice(make: Make, words: Any) -> None:
    scene = Scene(words, make("ask.a.01", "What?"), make("ask.b.02", "Why?"))
    assert scene.allowed("hm", used=("ask.a.01", "ask.gone.07")) == {"ask.b.02"}


def test_a_line_said_long_ago_goes_behind_a_new_one_that_fits_as_well(make: Make, words: Any) -> None:
    scene = Scene(words, make("ask.a.01", "And then?"), make("ask.b.01", "So what now?"))
    fresh, worn = scene.scores("it rained"), scene.scores("it rained", earlier=frozenset({"ask.a.01", "ask.gone.01"}))
    assert worn["ask.a.01"] == pytest.approx(fresh["ask.a.01"] - SAID)
    assert worn["ask.b.01"] == fresh["ask.b.01"]


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
    then = scene.scores("hm", used=("reflect.a.01",), bot_lines=("What a blow that is.",))
    lost = {name: first[name] - then[name] for name in ("reflect.b.02", "reflect.c.03", "reflect.d.04")}
    assert lost["reflect.b.02"] > lost["reflect.c.03"] > lost["reflect.d.04"] == pytest.approx(0)


def test_only_the_newest_moves_count_as_just_said(make: Make, words: Any) -> None:
    plain = [make(f"ask.n.{number}", f"Number {number} of them?") for number in range(RECENT)]
    scene = Scene(
        words, make("reflect.a.01", "What a blow that is."), make("reflect.b.02", "What a blow it is."), *plain
    )
    old = tuple(move.id for move in plain)
    newest, oldest = (
        scene.scores("hm", used=used)["reflect.b.02"] for used in ((*old, "reflect.a.01"), ("reflect.a.01", *old))
    )
    assert newest < oldest == pytest.approx(scene.scores("hm", used=old)["reflect.b.02"])


def test_the_opener_is_the_first_two_words() -> None:
    assert opener("What a Blow that is.") == "what a"


def test_a_subject_counts_for_more_than_what_fits_anything(make: Make, words: Any) -> None:
    scene = Scene(
        words,
        make("ask.topic.02", "Which part of it?", needs=("job",)),
        make("ask.any.03", "And before that?"),
        make("affirm.any.04", "That took courage."),
    )
    generic = scene.ranking.generic.tolist()
    assert generic == sorted(generic, reverse=True)
    assert len(set(generic)) == 3
