from collections import Counter

import pytest

from agents.curation.boundary import BUCKETS, Boundary
from agents.curation.dialogs import MOST, WORDS, Turn, apart, dialogs, fit, turns
from agents.curation.lines import Line

ALWAYS, NEVER = Boundary([0.0] * BUCKETS, 1.0), Boundary([0.0] * BUCKETS, -1.0)


@pytest.mark.parametrize(
    ("end", "start", "expected"),
    [(1000, 6000, False), (1000, 6001, True), (None, 9000, False), (1000, None, False), (9000, 1000, False)],
)
def test_only_a_known_silence_of_more_than_five_seconds_parts(
    end: int | None, start: int | None, expected: bool
) -> None:
    assert apart(end, start) is expected


def test_lines_go_on_a_turn_unless_something_speaks_against_it() -> None:
    lines = [
        Line("So", 0, 10),
        Line("he left.", 20, 30),
        Line("Who?", 40, 50, opens=True),
        Line("After a pause.", 6000, 6100),
    ]
    assert list(turns(lines, NEVER)) == [
        Turn("So he left.", 0, 30), Turn("Who?", 40, 50), Turn("After a pause.", 6000, 6100),
    ]  # fmt: skip
    assert len(list(turns(lines, ALWAYS))) == 4
    assert list(turns([], NEVER)) == []


def test_dialogs_end_at_silences_and_at_the_full_length() -> None:
    spoken = [Turn("a", 0, 1000), Turn("b", 6000, 7000), Turn("c", 12001, 13000), Turn("d", None, None)]
    assert [[turn.text for turn in dialog] for dialog in dialogs(spoken)] == [["a", "b"], ["c", "d"]]
    timeless = [Turn(str(number), None, None) for number in range(MOST + 3)]
    assert [len(dialog) for dialog in dialogs(timeless)] == [MOST, 3]
    assert list(dialogs([])) == []


def test_what_does_not_fit_is_left_out_and_counted() -> None:
    counts: Counter[str] = Counter()
    one, two = Turn("One.", None, None), Turn("Two.", None, None)
    long = Turn("word " * (WORDS + 1), None, None)
    just = Turn("word " * WORDS, None, None)
    full = (one, two) * (MOST // 2)
    assert list(fit([(one,), (one, two), (one, long), (one, just), (one, one), full], counts)) == [
        (one, two), (one, just), full,
    ]  # fmt: skip
    assert counts == {
        "dialogs too short": 1,
        "dialogs with a turn too long": 1,
        "dialogs of one text": 1,
        "dialogs at full length": 1,
    }
