"""The files of the papers' generators: each is a row that a paper prints, and what contradicts itself is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.evaluation.published import GENERATED
from agents.training.generators.variants import TABLES, Row, Variant, asked, budget, load, plan, variants
from bot.errors import ConfigError
from skills.sizes import SMALL


def written(folder: Path, text: str, name: str = "one.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf8")
    return path


def test_every_row_that_a_table_prints_of_its_own_has_a_generator() -> None:
    shown = {table: {row.name for one in variants() if table in one.tables for row in one.shown} for table in TABLES}
    for table in TABLES:
        others = {"TransESC, leak-free rerun", "Raw"}
        assert set(GENERATED[table]) - others <= shown[table]


def test_a_variant_as_its_file_says() -> None:
    found = {variant.name: variant for variant in variants()}
    strategy = found["Strategy"]
    assert strategy.shown == (Row("Joint", "own"), Row("Oracle", "given"), Row("Random", "random"))
    assert found["Ensem-DM+"].slug == "ensem-dm-plus"
    assert found["Multitask"].shown == (Row("Multitask", "none"),)
    assert not found["Pretrained"].learns
    assert [one.prepend.k for one in variants() if one.prepend] == [1, 3, 5] * 2


def test_those_that_learn_are_trained_and_others_refused() -> None:
    assert len(asked(())) == len(variants()) - 1
    assert [one.name for one in asked(("Vanilla",))] == ["Vanilla"]
    with pytest.raises(ConfigError, match="is called 'Pretrained'"):
        asked(("Pretrained",))


def test_a_plan_names_all_and_the_one_budget() -> None:
    assert f"each {budget()}" in plan(SMALL)
    assert all(variant.name in plan(SMALL) for variant in asked(()))
    assert f"{budget().steps} steps of {budget().replies} replies" in str(budget())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('labels = "strategy"\nlearns = ["reply"]', "rows that say whose"),
        ('learns = ["label", "reply"]', 'only labels = "strategy"'),
        ('learns = ["emotion"]', "must learn replies"),
        ('learns = ["reply"]\nfaith = 1', "faith"),
    ],
)
def test_what_contradicts_itself_is_refused(tmp_path: Path, text: str, why: str) -> None:
    path = written(tmp_path, f'name = "One"\ncorpus = "empathetic"\ntables = ["ed"]\n{text}\n')
    with pytest.raises(ConfigError, match=why):
        load(path)


def test_emotions_are_of_one_corpus(tmp_path: Path) -> None:
    text = 'name = "One"\ncorpus = "esconv"\ntables = ["esconv"]\nlearns = ["reply", "emotion"]\n'
    with pytest.raises(ConfigError, match="emotions are learnt from"):
        load(written(tmp_path, text))


def test_a_variant_without_rows_is_one_itself() -> None:
    assert Variant("One", "esconv", ("esconv",)).shown == (Row("One", "none"),)
