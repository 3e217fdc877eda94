from skills.telling.keys import ASKED_ABOUT, FACTS, KEYS


def test_a_key_says_what_was_told_or_what_is_so_or_not() -> None:
    assert {"told.how_long", "is.married", "not.alive.mother"} < KEYS
    assert len(KEYS) == len(ASKED_ABOUT) + 2 * len(FACTS)
