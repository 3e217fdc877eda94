"""Published counts through our own tables: they come to the figures and marks that the papers print."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from agents.verdicts import item as items
from tests.worlds.studies.conftest import HEAD, item
from tests.worlds.studies.test_analysis import cells, somebody
from worlds.studies.analysis import tables
from worlds.studies.check import load
from worlds.studies.judging import MARKS, Choice, Compared, Judgement, Mark, Ranking
from worlds.studies.study import COMPARE, Loaded

# Liu et al. 2021, Table 5: talks of a hundred in which Joint was preferred, and the other, with the mark that is
# printed: ‡ for p < .05, † for p < .1.
TABLE_5 = {
    "untuned": {
        "fluency": (71, 24, "‡"),
        "identification": (65, 25, "‡"),
        "comforting": (73, 20, "‡"),
        "suggestion": (72, 21, "‡"),
        "overall": (73, 20, "‡"),
    },
    "vanilla": {
        "fluency": (52, 35, "†"),
        "identification": (50, 34, ""),
        "comforting": (62, 22, "‡"),
        "suggestion": (47, 39, ""),
        "overall": (51, 34, "†"),
    },
    "random": {
        "fluency": (53, 35, "†"),
        "identification": (54, 37, "†"),
        "comforting": (47, 39, ""),
        "suggestion": (48, 27, "†"),
        "overall": (56, 36, "‡"),
    },
}
MISPRINT = ("random", "suggestion")
"""48 to 27 has p = .020, which is printed as one below .1 alone."""
# Xie & Pu 2021, Table 5, on EmpatheticDialogues: of each ten thousand rankings those into good, okay and bad.
RANKED = {
    "pretrained": (1799, 3037, 5164),
    "meed2": (1863, 3088, 5049),
    "edos": (2097, 2891, 5012),
    "ed": (4890, 3033, 2077),
}


def chat(folder: Path, against: str) -> Loaded:
    """The study that comes with Attune, of Joint and another bot."""
    text = (Path(__file__).parents[3] / "configs/studies/chat.toml").read_text()
    (folder / "chat.toml").write_text(text.replace('["default", "small"]', f'["joint.toml", "{against}.toml"]'))
    return load(folder / "chat.toml")


def outcomes(wins: int, losses: int) -> list[Choice]:
    ties = [Choice(tie="equal")] * (100 - wins - losses)
    return [Choice(0)] * wins + [Choice(1)] * losses + ties


@pytest.mark.parametrize("against", TABLE_5)
def test_esconvs_marks_are_those_of_our_sign_test_but_for_one(tmp_path: Path, against: str) -> None:
    loaded, printed = chat(tmp_path, against), TABLE_5[against]
    votes = {name: outcomes(wins, losses) for name, (wins, losses, _) in printed.items()}
    people = []
    for number in range(100):
        given = Compared({name: each[number] for name, each in votes.items()})
        one = somebody(f"p{number}")
        people.append(type(one)(one.progress, (Judgement("j", COMPARE, given, 9.0),), False, one.began, one.at))
    found = tables(loaded, people)
    for name, (wins, losses, mark) in printed.items():
        row = cells(found, f"{name}:")[f"joint : {against}"]
        assert row[:4] == (str(wins), str(losses), str(100 - wins - losses), "0")
        p = float(row[-1])
        ours = "‡" if p < 0.05 else "†" if p < 0.1 else ""
        if (against, name) == MISPRINT:
            assert (row[-1], ours, mark) == ("0.020", "‡", "†")
        else:
            assert ours == mark


def test_meed2s_shares_of_good_okay_and_bad(tmp_path: Path) -> None:
    items.save([item(number, *RANKED) for number in range(10)], tmp_path / "items.jsonl")
    path = tmp_path / "ranked.toml"
    path.write_text(f'kind = "ranking"\n{HEAD.format(per_participant=10)}')
    shuffled: list[list[Mark]] = []
    for seed, counts in enumerate(RANKED.values()):
        marks: list[Mark] = [mark for mark, count in zip(MARKS, counts, strict=True) for _ in range(count)]
        Random(seed).shuffle(marks)
        shuffled.append(marks)
    rankings = [Ranking(each) for each in zip(*shuffled, strict=True)]
    people = [somebody(f"p{at}", *rankings[at : at + 10]) for at in range(0, len(rankings), 10)]
    found = cells(tables(load(path), people), "Ranking")
    assert list(found) == ["ed", "edos", "meed2", "pretrained"]
    for name, counts in RANKED.items():
        assert found[name][:4] == ("10000", *(f"{count / 10_000:.4f}" for count in counts))
