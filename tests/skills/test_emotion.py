import random
from datetime import UTC, datetime

import numpy as np
import pytest

from bot.dialog import Conversation, EmotionState, Turn, TurnView
from bot.errors import SkillError
from skills.emotion import (
    FOLLOWED,
    LABEL_SET,
    SEVEN,
    EmotionTrajectory,
    blend,
    emotion,
    outline,
    to_seven,
    told,
    weight,
)
from skills.encoder import encoder
from skills.labels import EMOTIONS, POSITIVE

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def talk(*texts: str) -> Conversation:
    return Conversation("test", tuple(Turn("bot" if i % 2 else "user", text, NOW) for i, text in enumerate(texts)))


def feel(conversation: Conversation, weights: str = "emotion", adapter: str = "default") -> EmotionState:
    own = encoder(size="base" if adapter == "default" else "small", adapter=adapter)
    (vectors,) = own.encode([conversation])
    result = emotion(own, weights=weights)(TurnView(conversation, vectors, NOW, random.Random(0)))
    state, followed = result.learnt
    assert isinstance(state, EmotionState)
    assert isinstance(followed, EmotionTrajectory)
    return state


@pytest.mark.parametrize(
    ("text", "fitting"),
    [
        ("My dog died this morning and I can't stop crying", {"devastated", "sad"}),
        ("My daughter just graduated top of her class!", {"proud", "joyful", "impressed"}),
        ("I heard someone walking around downstairs in the dark", {"terrified", "afraid"}),
        ("He cheated on me, I am so mad I could scream", {"furious", "angry", "annoyed", "devastated"}),
        ("I have nobody to talk to, the house is so empty", {"lonely"}),
    ],
)
def test_plain_cases_are_named(text: str, fitting: set[str]) -> None:
    assert feel(talk(text)).label in fitting
    assert feel(talk(text), "free", "published").label in fitting


def test_the_state_names_its_labels_and_sums_to_one() -> None:
    state = feel(talk("I am worried about tomorrow"))
    assert state.label_set == LABEL_SET
    assert sum(state.probabilities) == pytest.approx(1, abs=1e-4)
    assert state.label == EMOTIONS[int(np.argmax(state.probabilities))]


def test_a_bare_yes_does_not_turn_the_feeling() -> None:
    sure = np.full(32, 0.01)
    sure[EMOTIONS.index("devastated")] = 0.69
    before = EmotionState(LABEL_SET, "devastated", tuple(sure), 4.5)
    happy = np.full(32, 0.01)
    happy[EMOTIONS.index("joyful")] = 0.69
    assert blend(before, happy, weight("yes", 0.6)).label == "joyful"  # 0.52 of the weight is new
    assert blend(before, happy, weight("yes", 0.7)).label == "devastated"
    assert blend(before, happy, weight("we danced all night and I laughed so much", 0.7)).label == "joyful"
    assert blend(before, happy, 0.5).intensity == 4.5


def test_more_words_weigh_more() -> None:
    weights = [weight("word " * count, 0.6) for count in (0, 1, 5, 20, 100_000)]
    assert weights == sorted(weights)
    assert weights[0] == pytest.approx(0.4)
    assert weights[-1] > 0.9


def test_a_state_of_other_labels_is_not_mixed_in() -> None:
    read = np.full(32, 1 / 32)
    assert blend(EmotionState("seven", "fear", (1.0,), 2.0), read, 0.1).probabilities == pytest.approx(read)


def test_the_seven_come_from_hard_feelings_only() -> None:
    named = {label for labels in SEVEN.values() for label in labels}
    assert named <= set(EMOTIONS)
    shares = np.zeros(32)
    shares[[EMOTIONS.index("furious"), EMOTIONS.index("joyful"), EMOTIONS.index("sad")]] = 0.3, 0.6, 0.1
    seven = to_seven([float(value) for value in shares])
    assert seven["anger"] == pytest.approx(0.75)
    assert seven["sadness"] == pytest.approx(0.25)
    assert set(EMOTIONS) - named >= POSITIVE - {"anticipating", "nostalgic", "sentimental"}


def test_an_outline_is_the_pleasant_share_and_the_seven() -> None:
    shares = np.zeros(32)
    shares[[EMOTIONS.index("furious"), EMOTIONS.index("joyful"), EMOTIONS.index("sad")]] = 0.3, 0.6, 0.1
    assert outline(shares.tolist()) == (0.6, 0.75, 0, 0, 0, 0, 0.25, 0)


@pytest.mark.parametrize("weights", ["emotion", "free"])
def test_the_last_utterances_are_followed_each_read_alone(weights: str) -> None:
    said = ["My cat died and I feel awful", "Nobody cares", "I hate him for it", "yes", "But today I won first prize!"]
    conversation = Conversation("test")
    slot = encoder(size="small", adapter="published") if weights == "free" else encoder()
    skill = emotion(slot, weights=weights)
    kept: list[EmotionTrajectory] = []
    for text in said:
        conversation = conversation.add(Turn("user", text, NOW))
        (vectors,) = slot.encode([conversation])
        learnt = skill(TurnView(conversation, vectors, NOW, random.Random(0))).learnt
        kept += [item for item in learnt if isinstance(item, EmotionTrajectory)]
        conversation = conversation.knowing(*learnt).add(Turn("bot", "I see.", NOW))
    assert [len(one.outlines) for one in kept] == [1, 2, 3, FOLLOWED, FOLLOWED]
    assert kept[-1].outlines[:-1] == kept[-2].outlines[1:]
    first, last = kept[0].outlines[0][0], kept[-1].outlines[-1][0]
    assert first < 0.3
    assert last > 0.5
    assert kept[-1].explain().endswith(f", {last:.2f}")


def test_memory_must_be_a_share() -> None:
    with pytest.raises(SkillError, match="memory must be from 0 to below 1, and is 1"):
        emotion(memory=1)


def test_words_of_all_turns_are_heard_and_a_turn_of_mood_is_heard_at_once() -> None:
    before = talk("My cat died and I feel awful", "I am sorry.", "I cried all night, I miss her so much")
    assert told(before) == "My cat died and I feel awful I cried all night, I miss her so much"
    after = talk(*(turn.text for turn in before.turns), "That is hard.", "But today I won first prize, I am so proud!")
    assert feel(before).label in {"sad", "devastated"}
    assert feel(after).label in POSITIVE
