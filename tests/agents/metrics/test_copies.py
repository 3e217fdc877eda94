import pytest

from agents.metrics.copies import copies, training

READ = ["Thank you!", "I lost my job last week, and now I can't sleep at night.", "Why?"]


def test_whole_texts_and_long_runs_by_hand() -> None:
    read = training(READ, 4)
    found = copies(
        [
            "thank  YOU",  # a whole text
            "You lost my job last night.",  # no whole text, no four words in a row but "lost my job last"
            "Lost my last job week and now you sleep.",  # three at the most
            "So I can\u2019t sleep at night either.",  # "i can't sleep at", "can't sleep at night"
            "...",
        ],
        read,
    )
    assert (found.replies, found.whole, found.run) == (5, 1, 2)
    assert (found.whole_share, found.run_share) == (0.2, 0.4)


def test_a_run_does_not_go_over_the_end_of_a_text() -> None:
    assert copies(["thank you i lost"], training(READ, 4)).run == 0


def test_nothing_read_is_copied_by_nobody() -> None:
    assert copies(["hello", ""], training([""])).whole == 0


def test_what_cannot_be_counted_is_refused() -> None:
    with pytest.raises(ValueError, match="at least two words, and not 1"):
        training(READ, 1)
    with pytest.raises(ValueError, match="there are no replies"):
        copies([], training(READ))
    with pytest.raises(ValueError, match="one string"):
        copies("hello", training(READ))
