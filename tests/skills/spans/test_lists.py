"""The lists of words name each word once, and lists of verbs only verbs that are read."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from skills import spans
from skills.spans import verbs, words, worth
from skills.spans.verbs import READINGS

BASES = {base for forms in READINGS.values() for base in forms.values()} | {"be"}
FOLDER = Path(spans.__file__).parent
LISTS = ("THINGS", "PEOPLE", "MASS", "PLURAL_ONLY", "NO_MATTERS", "OCCASIONS", "REGULAR", "PETS", "PLAIN", "SIZES")
"""Lists that stand as plain text."""
VERBS = [
    (verbs, "DOUBLING DOUBLING_ING NEEDS_OBJECT NEEDS_MORE NO_OBJECT TWO_OBJECTS TO_INFINITIVE WITH_ELSEWHERE ING"),
    (verbs, "ING_FINITE STATIVE SPEECH PASSIVE_MORE REFUSED PLANNED TELLS_ALONE TOLD_TO SAYS_WHAT MOVES_ON"),
    (words, "PASSIVE FIGURES ALSO_NOUNS NEVER_CUT"),
    (worth, "HAPPENINGS BY_HABIT DEEDS TURNS SMALL_TOO HOPED TO_SOMEBODY UNABLE_ALONE OF_VAGUE MOTIONS GOING"),
]


def texts() -> Iterator[tuple[str, str]]:
    """Each list of words with its place."""
    for path in sorted(FOLDER.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf8"))):
            called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "listed"
            named = isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).startswith((*LISTS, "RELATIONS"))
            if called or named:
                found = (inner.value for inner in ast.walk(node) if isinstance(inner, ast.Constant))
                yield f"{path.name}:{getattr(node, 'lineno', 0)}", " ".join(x for x in found if isinstance(x, str))


def test_no_list_names_a_word_twice() -> None:
    found = dict(texts())
    assert len(found) > 100
    twice = {
        place: [word for word, count in Counter(text.split()).items() if count > 1] for place, text in found.items()
    }
    assert {place: again for place, again in twice.items() if again} == {}


@pytest.mark.parametrize(("module", "names"), VERBS)
def test_lists_of_verbs_hold_verbs_that_are_read(module: object, names: str) -> None:
    assert {name: unread for name in names.split() if (unread := set(getattr(module, name)) - BASES)} == {}


def test_irregular_verbs_stand_once() -> None:
    entries = [entry.split() for entry in verbs.IRREGULAR.split(",")]
    assert {len(entry) for entry in entries} == {3}
    assert {tuple(entry) for entry in entries if entries.count(entry) > 1} == set()
    assert {base for base, *_ in entries}.isdisjoint(verbs.REGULAR.split())
