from __future__ import annotations

import pytest

from agents.logs.twofold import acts


@pytest.mark.parametrize(
    ("word", "before", "after", "starts", "name"),
    [
        ("will", "", " said he never loved me", True, True),
        ("Will", "", " it ever end", True, False),
        ("Mark", "", " and I broke up", True, True),
        ("mark", "he left a ", " on my arm", False, False),
        ("Grace", "I told ", " everything", False, True),
        ("grace", "she moved with ", "", False, False),
        ("hope", "I lost ", "", False, False),
        ("Chip", "", ", come here", True, True),
        ("May", "it was in ", " last year", False, False),
        ("Georgia", "we drove through ", "", False, False),
        ("Christian", "he is a devout ", "", False, False),
        ("table", "I told ", " everything", False, False),
    ],
)
def test_a_word_is_a_name_where_it_stands_or_acts_as_one(
    word: str, before: str, after: str, starts: bool, name: bool
) -> None:
    assert acts(word, before, after, starts=starts) is name
