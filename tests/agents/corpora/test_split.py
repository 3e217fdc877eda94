import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.corpora import empathetic
from agents.corpora.reading import PARTS
from agents.corpora.split import Told, by_speaker, deal
from bot.errors import CorpusError, CorpusMissing

HEADER = "conv_id,utterance_idx,context,prompt,speaker_idx,utterance,selfeval,tags"


def write(folder: Path, part: str, *tellers: int) -> list[str]:
    """One conversation of two lines for each teller, who speaks to worker 900; gives the lines."""
    place = folder / empathetic.FOLDER
    place.mkdir(parents=True, exist_ok=True)
    lines = []
    for number, teller in enumerate(tellers):
        name = f"{part}:{number}"
        lines.append(f'{name},1,proud,I won_comma_ at last,{teller},We "won" — at {number},5|5,')
        lines.append(f"{name},2,proud,I won_comma_ at last,900,Good!,,<tag>")
    (place / f"{part}.csv").write_text("\n".join([HEADER, *lines]) + "\n", encoding="utf8")
    return lines


def tellers(folder: Path, part: str) -> set[str]:
    return {dialog.utterances[0].worker for dialog in empathetic.load(folder, part)}


def test_nobody_tells_in_two_parts_and_whole_lines_are_kept(tmp_path: Path) -> None:
    lines = write(tmp_path / "old", "train", *[1, 2, 3, 4, 5] * 4)
    lines += write(tmp_path / "old", "valid", *[3, 6, 7, 8, 9, 10] * 2)
    found = by_speaker(tmp_path / "old", tmp_path / "new", (6, 2, 2), seed=7)
    assert sum(found.values()) == 32
    assert {part: len(empathetic.load(tmp_path / "new", part)) for part in PARTS} == found
    parts = [tellers(tmp_path / "new", part) for part in PARTS]
    assert sum(map(len, parts)) == len(set.union(*parts)) == 10
    kept = []
    for part in PARTS:
        header, *rest = (tmp_path / "new" / empathetic.FOLDER / f"{part}.csv").read_text("utf8").splitlines()
        assert header == HEADER
        assert len(rest) == 2 * found[part]
        kept += rest
    assert sorted(kept) == sorted(lines)
    assert next(csv.reader(kept, quoting=csv.QUOTE_NONE))[0].startswith(("train:", "valid:"))


def test_a_seed_draws_the_same_people_and_another_draws_others(tmp_path: Path) -> None:
    write(tmp_path / "old", "train", *range(60))
    drawn = []
    for name, seed in (("a", 7), ("b", 7), ("c", 8)):
        assert by_speaker(tmp_path / "old", tmp_path / name, (8, 1, 1), seed) == {"train": 48, "valid": 6, "test": 6}
        drawn.append([tellers(tmp_path / name, part) for part in PARTS])
    assert drawn[0] == drawn[1] != drawn[2]


def test_a_share_of_nothing_leaves_a_part_empty(tmp_path: Path) -> None:
    write(tmp_path / "old", "train", *range(10))
    assert by_speaker(tmp_path / "old", tmp_path / "new", (1, 0, 1), 7) == {"train": 5, "valid": 0, "test": 5}


@given(
    st.lists(st.integers(0, 12), min_size=1, max_size=80),
    st.tuples(*[st.floats(0, 10, allow_subnormal=False)] * 3).filter(lambda shares: sum(shares) > 0.01),
    st.integers(0, 99),
)
def test_everyone_is_dealt_out_once(owners: list[int], shares: tuple[float, float, float], seed: int) -> None:
    talks = [Told(str(owner), (f"line {number}",)) for number, owner in enumerate(owners)]
    parts = deal(talks, shares, seed)
    assert sorted(talk.lines for members in parts.values() for talk in members) == sorted(talk.lines for talk in talks)
    owned = [{talk.teller for talk in members} for members in parts.values()]
    assert sum(map(len, owned)) == len(set(owners))
    largest = max(owners.count(owner) for owner in owners)
    bound = 0.0
    dealt = 0
    for part, share in zip(PARTS, shares, strict=True):
        bound += share / sum(shares) * len(talks)
        dealt += len(parts[part])
        # Not before its share is reached, and past it by one person's talks at most.
        assert bound - 1e-6 <= dealt < bound + largest + 1e-6


def test_a_copy_that_does_not_say_who_spoke_cannot_be_divided(tmp_path: Path) -> None:
    write(tmp_path / "old", "train", *[1] * 20)
    with pytest.raises(CorpusError, match="1 told the situations, which are too few to divide"):
        by_speaker(tmp_path / "old", tmp_path / "new", (8, 1, 1), 7)
    assert not (tmp_path / "new").exists()


def test_what_is_there_is_never_written_over(tmp_path: Path) -> None:
    write(tmp_path / "old", "train", *range(10))
    with pytest.raises(CorpusError, match="is there already; name another folder"):
        by_speaker(tmp_path / "old", tmp_path / "old", (8, 1, 1), 7)
    (tmp_path / "file").touch()
    with pytest.raises(CorpusError, match="this folder cannot be made"):
        by_speaker(tmp_path / "old", tmp_path / "file", (8, 1, 1), 7)


def test_nothing_to_divide_and_damage_are_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusMissing, match="there is no part of EmpatheticDialogues"):
        by_speaker(tmp_path, tmp_path / "new", (8, 1, 1), 7)
    write(tmp_path / "old", "train", *range(10))
    path = tmp_path / "old" / empathetic.FOLDER / "train.csv"
    path.write_text(path.read_text("utf8").replace("train:3,2,", "train:3,5,"), encoding="utf8")
    with pytest.raises(CorpusError, match=r"train\.csv, line 9: utterance 2 of train:3 is missing"):
        by_speaker(tmp_path / "old", tmp_path / "new", (8, 1, 1), 7)
    assert not (tmp_path / "new").exists()


def test_what_an_interrupted_run_left_is_cleared_away(tmp_path: Path) -> None:
    write(tmp_path / "old", "train", *range(10))
    aside = (tmp_path / "new" / empathetic.FOLDER).with_name("empatheticdialogues.part")
    aside.mkdir(parents=True)
    (aside / "rest.csv").touch()
    by_speaker(tmp_path / "old", tmp_path / "new", (8, 1, 1), 7)
    assert [path.name for path in aside.parent.iterdir()] == ["empatheticdialogues"]
    assert {path.name for path in (tmp_path / "new" / empathetic.FOLDER).iterdir()} == {
        "train.csv",
        "valid.csv",
        "test.csv",
    }
