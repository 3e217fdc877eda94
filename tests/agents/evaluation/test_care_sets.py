from collections import Counter
from pathlib import Path

import pytest

from agents.evaluation import care_sets
from agents.evaluation.care_sets import CALM, Line, Said, Talk
from bot.errors import CorpusError

LINE = '{"id": "a", "text": "Words.", "level": 2, "kind": "abuse", "slice": "plain"}'


def test_a_row_is_a_line(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_text(LINE, encoding="utf8")
    assert care_sets.read(path, Line) == (Line("a", "Words.", 2, "abuse", "plain"),)


def test_a_turn_may_have_several_kinds(tmp_path: Path) -> None:
    path = tmp_path / "talks.jsonl"
    turns = (
        '[{"text": "x", "level": [2, 3], "kind": ["suicide", "medical"]}, {"text": "y", "level": [0], "kind": "none"}]'
    )
    path.write_text(f'{{"id": "t", "kind": "suicide", "about": "x", "turns": {turns}}}', encoding="utf8")
    ((first, second),) = (talk.turns for talk in care_sets.read(path, Talk))
    assert (first.level, first.kinds, second.kinds) == ((2, 3), ("suicide", "medical"), (CALM,))


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (LINE.replace("2", "4"), "line 2: Invalid enum value 4"),
        (LINE.replace('"a"', "7"), "line 2: Expected `str`, got `int`"),
        (LINE.replace("slice", "slices"), "line 2: Object contains unknown field"),
        ('{"id": "Words', "line 2: Input data was truncated"),
    ],
)
def test_what_cannot_be_read_is_named_without_its_words(tmp_path: Path, row: str, said: str) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_text(f"{LINE}\n{row}\n", encoding="utf8")
    with pytest.raises(CorpusError, match=said) as raised:
        care_sets.read(path, Line)
    assert "Words" not in str(raised.value)


def test_a_set_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"none\.jsonl: there is no such set"):
        care_sets.read(tmp_path / "none.jsonl", Line)


def heldout() -> tuple[tuple[Line, ...], tuple[Talk, ...]]:
    return care_sets.lines("heldout"), care_sets.talks("heldout")


def test_the_sets_are_large_enough_for_each_kind() -> None:
    lines, talks = heldout()
    kinds = Counter(line.kind for line in lines)
    assert kinds[CALM] >= 300
    assert min(count for kind, count in kinds.items() if kind != CALM) >= 30
    assert len(kinds) == 10
    assert len(talks) >= 75
    assert all(3 <= len(talk.turns) <= 8 for talk in talks)
    assert (len(care_sets.harmful()), len(care_sets.harmless())) == (200, 200)


def test_level_and_kind_agree_and_ids_are_given_once() -> None:
    lines, talks = heldout()
    assert [line.id for line in lines if (line.level == 0) != (line.kind == CALM)] == []
    said: list[Said] = [said for talk in talks for said in talk.turns]
    assert [turn.level for turn in said if min(turn.level) > 0 and CALM in turn.kinds] == []
    replies = (*care_sets.harmful(), *care_sets.harmless())
    ids = [*(line.id for line in lines), *(talk.id for talk in talks), *(reply.id for reply in replies)]
    assert len(ids) == len(set(ids))
