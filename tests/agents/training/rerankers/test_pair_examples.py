import random

import numpy as np

from agents.corpora import empathetic, esconv
from agents.training.rerankers.pair_examples import Example, Given, alike, batches, common, supported, told
from skills.models.encoder import Tokens


def story(*texts: str) -> empathetic.Dialog:
    speakers = ("speaker", "listener")
    said = tuple(empathetic.Utterance(speakers[place % 2], text, "1") for place, text in enumerate(texts))  # type: ignore[arg-type]
    return empathetic.Dialog("a", "proud", "I baked bread", said)


def test_every_reply_keeps_all_that_came_before() -> None:
    found = list(told([story("It rose", "Well done", "Thanks", "For whom?")]))
    assert [(item.reply, len(item.context)) for item in found] == [("Well done", 1), ("For whom?", 3)]
    assert found[1].context[1] == (True, "Well done")


def test_a_talk_ends_where_danger_begins() -> None:
    assert [
        item.reply for item in told([story("It rose", "Well done", "I want to kill myself", "Oh no", "Yes", "So")])
    ] == ["Well done"]
    assert list(told([story("I want to kill myself", "Oh no")])) == []


def test_messages_in_a_row_are_one_and_an_opening_answers_nothing() -> None:
    said = (
        ("supporter", "Hello"),
        ("seeker", "Hi"),
        ("seeker", "my shop fails"),
        ("supporter", "Oh."),
        ("supporter", "When?"),
    )
    talk = esconv.Dialog(
        "fear",
        "job crisis",
        "",
        "shop",
        esconv.Survey(),
        tuple(esconv.Utterance(who, text) for who, text in said),  # type: ignore[arg-type]
    )
    (item,) = supported([talk])
    assert item.context == ((True, "Hello"), (False, "Hi my shop fails"))
    assert (item.reply, item.emotion) == ("Oh. When?", "fear")


def given(talk: str, reply: str = "x", emotion: str = "sad") -> Given:
    return Given(talk, emotion, ((False, "y"),), reply)


def test_halves_go_by_the_talk_and_are_about_equal() -> None:
    halves = [given(str(number)).half for number in range(2000)]
    assert 900 < sum(halves) < 1100
    assert given("7", "one").half == given("7", "another").half


def test_common_replies_are_short_and_said_often() -> None:
    long = "this one was said often, but there is a good deal in it"
    said = ["Oh no!", "Oh no! ", "Oh no!", "I see", "I see", long, long, long]
    assert common([given(str(place), text) for place, text in enumerate(said)]) == ("Oh no!",)


def test_batches_are_alike_in_length_half_of_one_emotion_and_the_same_by_seed() -> None:
    examples = [
        Example(
            given(str(place), emotion=("sad", "glad")[place % 2]), Tokens((1,) * (place % 60 + 1), ()), Tokens((), ())
        )
        for place in range(640)
    ]
    made = batches(examples, 8, seed=1)
    assert made == batches(examples, 8, seed=1) != batches(examples, 8, seed=2)
    assert len({item.given.talk for batch in made for item in batch}) == 8 * len(made) > 600
    pure = sum(len({item.given.emotion for item in batch}) == 1 for batch in made)
    assert 40 <= pure <= 50
    assert max(len(batch[-1].context.ids) - len(batch[0].context.ids) for batch in made) < 20


def test_a_batch_of_alike_talks_is_one_and_its_nearest_of_a_hundred() -> None:
    angles = np.linspace(0, 3, 230)
    vectors = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    made = alike(vectors, 8, random.Random(5))
    assert made == alike(vectors, 8, random.Random(5)) != alike(vectors, 8, random.Random(6))
    rows = [row for batch in made for row in batch]
    assert len(rows) == len(set(rows)) == 8 * (12 + 12 + 3)
    order = random.Random(5).sample(range(230), 230)[:100]
    first = next(batch for batch in made if batch[0] == order[0])
    assert set(first) == set(sorted(order, key=lambda row: abs(row - order[0]))[:8])


def test_batches_by_vectors_hold_what_lies_together() -> None:
    examples = [Example(given(str(place)), Tokens((place,), ()), Tokens((), ())) for place in range(96)]
    vectors = np.eye(3, dtype=np.float32)[[place % 3 for place in range(96)]]
    made = batches(examples, 8, 1, vectors)
    assert len(made) == 12
    assert all(len({item.context.ids[0] % 3 for item in batch}) == 1 for batch in made)
