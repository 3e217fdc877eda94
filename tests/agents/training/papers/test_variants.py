from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.training.common.variants import BUDGET
from agents.training.papers.variants import Budget, Ensemble, Prepend, budget, load, variants
from bot.errors import ConfigError

NAMES = (
    *("Pretrained", "Base", "Multitask", "EmoPrepend-1", "EmoPrepend-3", "EmoPrepend-5"),
    *("TopicPrepend-1", "TopicPrepend-3", "TopicPrepend-5", "Ensem-DM", "Ensem-DM+", "Ensem-Tran"),
)


def test_every_model_of_the_papers_table_has_a_file() -> None:
    found = {variant.name: variant for variant in variants()}
    assert tuple(found) == NAMES
    assert found["Base"].sets == ("ED", "ED+DD", "ED+ESConv")
    assert found["Multitask"].learns == ("reply", "emotion")
    assert found["TopicPrepend-5"].prepend == Prepend("topic", 5)
    assert found["Ensem-DM"].ensemble == Ensemble("ngrams")
    assert {variant.start for variant in found.values() if variant.learns} == {"Base"}
    assert [found[name].slug for name in ("EmoPrepend-1", "Ensem-DM+")] == ["emoprepend-1", "ensem-dm-plus"]


def test_all_are_trained_for_one_budget(tmp_path: Path) -> None:
    assert budget() == Budget(steps=12, batch=512, rank=8, rate=5e-4, warm=2)
    assert str(budget()) == "12 steps of 512 pairs, rank 8, learning rate 0.0005 after 2"
    (tmp_path / BUDGET).write_text("steps = 3\n", encoding="utf8")
    with pytest.raises(ConfigError, match=r"budget.toml: .*`batch` \(keys: steps, batch"):
        budget(tmp_path)


def test_stand_ins_are_named() -> None:
    for variant in variants():
        assert bool(variant.stand_in) == (variant.name != "Multitask"), variant.name


GOOD = 'name = "A"\nstart = "Base"\nlearns = ["reply"]\n'


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("name = ", "cannot be read"),
        (GOOD + "rate = 3\n", r"unknown field `rate` \(keys: name, start, .*ensemble\)"),
        ('name = "A"\n', "missing required field `start`"),
        (GOOD.replace("Base", "Bse"), r"Invalid enum value 'Bse' - at `\$.start`"),
        (GOOD + '[prepend]\nlabels = "emotion"\nk = 2\n', r"Invalid enum value 2 - at `\$.prepend.k`"),
        (GOOD.replace("Base", "published"), 'must start from "Base"'),
        (GOOD + '[ensemble]\nsecond = "ngrams"\n[prepend]\nlabels = "emotion"\nk = 1\n', "nothing put before them"),
        ('name = "A"\nstart = "Base"\n', "learns and measured are both empty"),
    ],
)
def test_a_wrong_file_is_refused_with_place_and_choices(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "a.toml"
    path.write_text(text, encoding="utf8")
    with pytest.raises(ConfigError, match=reason) as caught:
        load(path)
    assert str(path) in str(caught.value)


@given(st.text(max_size=60))
def test_nothing_else_is_raised(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.mktemp("variants") / "a.toml"
    path.write_bytes((GOOD + text).encode("utf8", "replace"))
    refused = ""
    try:
        load(path)
    except ConfigError as error:
        refused = str(error)
    assert refused == "" or str(path) in refused
