from bot.dialog import EmotionState
from bot.feelings import EMOTIONS, PLAIN, likely, own_word
from skills.emotion import LABEL_SET


def state(**shares: float) -> EmotionState:
    probabilities = tuple(shares.get(name, 0.0) for name in EMOTIONS)
    return EmotionState(LABEL_SET, max(shares, key=lambda name: shares[name]), probabilities, 4.0)


def test_the_likeliest_come_first() -> None:
    assert likely(state(sad=0.3, lonely=0.5, angry=0.2), 2) == ("lonely", "sad")


def test_of_an_unknown_label_set_only_its_label_is_known() -> None:
    assert likely(EmotionState("two", "blue", (0.1, 0.9), 3.0), 3) == ("blue",)


def test_the_own_word_leaves_nothing_else_likely_and_the_strength_as_it_was() -> None:
    own = own_word(state(sad=0.6, lonely=0.4), "lonely")
    assert (own.label, own.intensity) == ("lonely", 4.0)
    assert dict(zip(EMOTIONS, own.probabilities, strict=True)) == {name: float(name == "lonely") for name in EMOTIONS}


def test_a_word_outside_the_label_set_keeps_its_probabilities() -> None:
    assert own_word(EmotionState("two", "blue", (0.1, 0.9), 3.0), "lonely").probabilities == (0.1, 0.9)


def test_the_plain_words_are_of_the_label_set() -> None:
    assert set(PLAIN) <= set(EMOTIONS)
