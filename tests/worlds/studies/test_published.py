"""Published counts through our own tables: they come to the published figures.

Of what we could read there are no other counts: of Liu et al.'s Table 5 (2021) only Suggestion against Random, of which
the marks elsewhere fit levels of .1 and .05; of Rashkin et al.'s Figure 5 (2019), a picture, only averages over groups
of its cells, and not the cells. How averages come of cells is in test_grid; ESConv's automatic approval, for which the
corpus is needed, is in tests/agents/statistics/test_approval.py.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

from agents.verdicts import item as items
from tests.worlds.studies.conftest import HEAD, item
from tests.worlds.studies.test_analysis import cells, somebody
from worlds.studies.analysis import tables
from worlds.studies.check import load
from worlds.studies.judging import MARKS, Choice, Compared, Judgement, Mark, Ranking
from worlds.studies.study import COMPARE, Loaded

# Liu et al. 2021, Table 5, of a hundred talks: Joint preferred for its suggestions, and Random.
SUGGESTION = (48, 27)
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


def test_esconvs_suggestion_against_random_is_below_a_twentieth(tmp_path: Path) -> None:
    loaded, (wins, losses) = chat(tmp_path, "random"), SUGGESTION
    votes = [Choice(0)] * wins + [Choice(1)] * losses + [Choice(tie="equal")] * (100 - wins - losses)
    people = []
    for number, vote in enumerate(votes):
        one, given = somebody(f"p{number}"), Compared({asked.name: vote for asked in loaded.study.compare})
        people.append(replace(one, judgements=(Judgement("j", COMPARE, given, 9.0),)))
    row = cells(tables(loaded, people), "suggestion:")["joint : random"]
    assert row[:4] == ("48", "27", "25", "0")
    assert row[-1] == "0.020"


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
