from collections.abc import Callable
from typing import Any

import pytest

from bot.dialog import SupportStage
from skills.memory import Offer, Offered
from skills.mentions import mentions
from skills.mode import Mode
from skills.moves import Move
from tests.skills.scene import HAPPY, SAD, Scene, feels

Make = Callable[..., Move]
GLAD = Mode("celebrate")


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


def test_nothing_is_mourned_where_somebody_smiles(make: Make, words: Any) -> None:
    scene = Scene(words, make("reflect.a.01", "I'm so sorry.", "the baby smiled"), make("ask.b.02", "When?"))
    assert scene.allowed("the baby smiled at me") == {"ask.b.02"}
    assert scene.allowed("the baby, the baby") == {"reflect.a.01", "ask.b.02"}


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
    scene = Scene(
        words,
        make("ask.a.01", "How are they?", person="other"),
        make("ask.b.02", "Who looks after them?", "he is low these days", person="other"),
    )
    assert scene.allowed("I am low these days is he") == {"ask.b.02"}
    assert scene.allowed("I am low") == set()
    assert scene.allowed("he is low these days", whose="other") == {"ask.a.01", "ask.b.02"}


def test_joy_is_not_comforted_and_grief_not_congratulated(make: Make, words: Any) -> None:
    scene = Scene(
        words,
        make("celebrate.a.01", "Wonderful!", emotions=("joyful",), mode=("celebrate",)),
        make("celebrate.b.02", "Well!", mode=("celebrate",)),
        make("reflect.c.03", "That hurts.", emotions=("sad",), mode=("support", "listen")),
        make("ask.d.04", "What happened?"),
    )
    assert scene.allowed("hm", mode=GLAD, emotions=HAPPY) == {
        "celebrate.a.01",
        "celebrate.b.02",
        "ask.d.04",
    }
    assert scene.allowed("hm", emotions=SAD) == {"reflect.c.03", "ask.d.04"}


def test_a_move_for_either_mood_may_be_said_in_both(make: Make, words: Any) -> None:
    scene = Scene(words, make("reflect.a.01", "A whole house of years.", "old photos", mode=("support", "celebrate")))
    assert scene.allowed("old photos", mode=GLAD) == {"reflect.a.01"}
    assert scene.allowed("old photos", mode=Mode()) == {"reflect.a.01"}


def test_a_general_line_about_a_feeling_waits_for_that_feeling(make: Make, words: Any) -> None:
    scene = Scene(
        words, make("reflect.a.01", "Anger.", emotions=("angry",)), make("reflect.b.02", "Keys.", "lost my keys")
    )
    assert scene.allowed("lost my keys", emotions=SAD) == {"reflect.b.02"}
    assert scene.allowed("lost my keys", emotions=feels("angry")) == {"reflect.a.01", "reflect.b.02"}


def test_a_friends_matter_is_not_put_on_the_teller(make: Make, words: Any) -> None:
    scene = Scene(
        words,
        make("reflect.arm.01", "An arm in a cast.", "broke arm my her friend", person="me"),
        make("reflect.care.02", "You are there for her.", "broke arm my her friend", person="other"),
        make("reflect.kin.03", "A long wait at the clinic.", "my friend broke her arm", person="me"),
        make("ask.any.04", "What happened?"),
    )
    assert scene.allowed("my friend broke her arm") == {"reflect.care.02", "reflect.kin.03", "ask.any.04"}
    assert scene.allowed("i broke my arm her friend") == {
        "reflect.arm.01",
        "reflect.care.02",
        "reflect.kin.03",
        "ask.any.04",
    }
    assert scene.allowed("broke arm my her", whose="me", about_another=False) == {
        "reflect.arm.01",
        "reflect.kin.03",
        "ask.any.04",
    }


@pytest.mark.parametrize(
    ("text", "fitting"), [("ten years ago", "past"), ("it is tomorrow", "ahead"), ("it is so", "now")]
)
def test_a_move_for_one_time_is_said_at_that_time(make: Make, words: Any, text: str, fitting: str) -> None:
    bank = [
        make(f"ask.{name}.0{place}", f"About {name}?", tense=name)
        for place, name in enumerate(("past", "now", "ahead"))
    ]
    found = Scene(words, *bank, make("ask.any.07", "What happened?")).allowed(text)
    assert found == {"ask.any.07", *(move.id for move in bank if move.tense == fitting)}


def test_what_a_move_needs_must_be_there_and_what_it_forbids_must_not(make: Make, words: Any) -> None:
    scene = Scene(words, make("ask.a.01", "What now?", needs=("job",)), make("ask.b.02", "And then?", forbids=("job",)))
    assert scene.allowed("my job is gone") == {"ask.a.01"}
    assert scene.allowed("it rained") == {"ask.b.02"}


def test_what_was_told_counts_as_well_as_what_was_mentioned(make: Make, words: Any) -> None:
    scene = Scene(words, make("ask.a.01", "Since when?", forbids=("told.how_long",)), make("ask.b.02", "And then?"))
    assert scene.allowed("hm") == {"ask.a.01", "ask.b.02"}
    assert scene.allowed("hm", keys=frozenset({"told.how_long"})) == {"ask.b.02"}


def test_nothing_like_a_refused_suggestion_is_offered_again(make: Make, words: Any) -> None:
    told: dict[str, Any] = {"user_turns": 9, "user_words": 99, "past": ("Reflection of feelings",), "emotions": SAD}
    told["stage"] = SupportStage.ACTION
    scene = Scene(
        words,
        make("offer.walk.01", "Some walk.", "too many chores"),
        make("offer.list.02", "Some list.", "too many chores"),
    )
    refused = Offered((Offer("offer.walk.07", "walk", 2, "refused"),), refused_at=2)
    assert scene.allowed("too many chores", **told) == {"offer.walk.01", "offer.list.02"}
    assert scene.allowed("too many chores", **told, offered=refused) == {"offer.list.02"}


def test_what_a_move_needs_is_spoken_of_lately(make: Make, words: Any) -> None:
    scene = Scene(words, make("ask.a.01", "What now?", needs=("job",)), make("ask.b.02", "And?", forbids=("job",)))
    job = mentions("my job")
    assert scene.allowed("hm", mentioned=job, mentioned_now=job) == {"ask.a.01"}
    assert scene.allowed("hm", mentioned=job, mentioned_now=0) == set()
