"""Readers' votes: of files of verdicts and of studies' judgements, and how far a judge agrees with them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from agents.judging import votes
from agents.judging.outcomes import Outcome
from agents.judging.pairs import Pair
from agents.judging.prompt import Says
from agents.judging.votes import Agreement, Votes
from agents.metrics.agreement import cohen, krippendorff
from agents.verdicts import verdict
from agents.verdicts.verdict import Verdict
from bot.errors import ConfigError, CorpusError
from tests.agents.judging.examples import COMFORT, FLUENCY, item

ITEMS = {
    one.id: one
    for one in (
        item(1, ("one", "a"), ("two", "b"), ("gold", "c")),
        item(2, ("two", "b"), ("one", "a")),
        item(3, ("one", "a"), ("two", "b"), ("two", "c")),
    )
}
PAIRS = [Pair(ITEMS["i1"], 0, 1), Pair(ITEMS["i2"], 1, 0), Pair(ITEMS["i3"], 0, 2)]
HEAD = "participant,simulated,left_out,item,contestant,what,value,seconds\n"


def said(which: str, marks: tuple[verdict.Mark, ...], best: int, worst: int) -> Verdict:
    return Verdict(which, "ann", marks, best, worst, tuple(None if one == "good" else "generic" for one in marks))


def test_verdicts_prefer_by_mark_and_then_by_best_and_worst(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.jsonl"
    given = [
        said("i1", ("good", "bad", "bad"), 0, 1),
        said("i1", ("good", "good", "bad"), 1, 2),
        said("i1", ("bad", "bad", "good"), 2, 1),
        said("i1", ("bad", "bad", "good"), 2, 0),
        said("i2", ("good", "good"), 0, 1),
        said("i3", ("passable", "bad", "passable"), 0, 1),
        said("i3", ("bad", "good", "bad"), 1, 0),
    ]
    verdict.append(path, given)
    assert votes.read([path], ITEMS, PAIRS) == {
        ("i1", ""): ["left", "right", "left", "right"],
        ("i2", ""): ["right"],
        ("i3", ""): ["left", "right"],
    }


def test_judgements_of_a_study_are_by_question_and_of_people_who_count(tmp_path: Path) -> None:
    path = tmp_path / "judgements.csv"
    rows = [
        "p,0,,i1,one,comforting,preferred,9", "p,0,,i1,two,comforting,other,9",
        "p,0,,i1,one,fluency,equal,9", "p,0,,i1,two,fluency,equal,9",
        "p,0,,i2,two,choice,preferred,9", "p,0,,i2,one,choice,other,9",
        "q,0,,i1,one,Warmth,3,9", "q,0,,i1,two,Warmth,5,9",
        "q,0,,i2,one,mark,okay,9", "q,0,,i2,two,mark,bad,9",
        "r,1,,i1,one,comforting,other,9", "r,1,,i1,two,comforting,preferred,9",
        "s,0,too fast,i1,one,comforting,other,9", "s,0,too fast,i1,two,comforting,preferred,9",
        "p,0,,i3,one,choice,preferred,9", "p,0,,i3,two,choice,other,9",
        "p,0,,i9,one,choice,preferred,9",
    ]  # fmt: skip
    path.write_text(HEAD + "\n".join(rows) + "\n")
    assert votes.read([path], ITEMS, PAIRS) == {
        ("i1", "comforting"): ["left"],
        ("i1", "fluency"): ["tie"],
        ("i2", ""): ["right", "left"],
        ("i1", "warmth"): ["right"],
    }


def test_what_says_nothing_of_these_pairs_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "judgements.csv"
    path.write_text(HEAD + "p,0,,i9,one,choice,preferred,9\n")
    with pytest.raises(ConfigError, match="nobody has said anything there of these pairs"):
        votes.read([path], ITEMS, PAIRS)
    path.write_text(HEAD + "p,0,,i1,one,label,sad,9\n")
    with pytest.raises(CorpusError, match="line 2: 'sad' says of no reply how good it is"):
        votes.read([path], ITEMS, PAIRS)


def test_agreement_is_with_most_readers_and_among_all() -> None:
    pairs = [Pair(item(number), 0, 1) for number in range(6)]
    judged: list[Says | None] = ["left", "left", "right", "tie", "right", None]
    given: list[list[Says]] = [
        ["left", "left", "right"], ["right"], ["right", "right"], ["left", "right"], ["left"], ["left"]
    ]  # fmt: skip
    outcomes = [Outcome(pair, COMFORT, (said, said)) for pair, said in zip(pairs, judged, strict=True)]
    told: Votes = {(pair.item.id, ""): each for pair, each in zip(pairs, given, strict=True)}
    found = Agreement(outcomes, told)
    assert len(found) == 5
    assert found.same.value == pytest.approx(3 / 5)
    most: list[Says] = ["left", "right", "right", "tie", "left"]
    assert found.kappa.value == pytest.approx(cohen(judged[:5], most))
    assert found.kappa.low <= found.kappa.value <= found.kappa.high
    raters = [judged[:5], *([each[at] if at < len(each) else None for each in given[:5]] for at in range(3))]
    assert found.alpha.value == pytest.approx(krippendorff(raters))
    among = [[each[at] if at < len(each) else None for each in given[:5]] for at in range(3)]
    assert found.among is not None
    assert found.among.value == pytest.approx(krippendorff(among))


def test_a_question_of_that_name_comes_before_which_is_better() -> None:
    pair = Pair(item(1), 0, 1)
    told: Votes = {("i1", ""): ["right"], ("i1", "comforting"): ["left"]}
    comfort, fluency = (Agreement([Outcome(pair, question, ("left", "left"))], told) for question in (COMFORT, FLUENCY))
    assert (comfort.same.value, fluency.same.value) == (1, 0)
    assert comfort.among is None
    assert np.isnan(comfort.kappa.value)
    assert len(Agreement([Outcome(pair, COMFORT, ("left", "left"))], {("i2", ""): ["left"]})) == 0
