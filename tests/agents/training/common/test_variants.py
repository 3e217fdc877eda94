"""A folder of variants: read in the order of the files' names, without the budget; two of one name are refused."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from agents.training.common.variants import BUDGET, read, read_all
from agents.training.generators import variants as generators
from agents.training.papers import variants as papers
from bot.errors import ConfigError

RETRIEVER = 'name = "One"\nstart = "Base"\nlearns = ["reply"]\n'
GENERATOR = 'name = "One"\ncorpus = "esconv"\ntables = ["esconv"]\n'


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str


def load(path: Path) -> Model:
    return read(path, Model)


def test_all_files_are_read_but_the_budget(tmp_path: Path) -> None:
    for file, name in (("2.toml", "B"), ("1.toml", "C"), ("3.toml", "A")):
        (tmp_path / file).write_text(f'name = "{name}"\n', encoding="utf8")
    (tmp_path / BUDGET).write_text("steps = 3\n", encoding="utf8")
    (tmp_path / "notes.md").write_text("nothing\n", encoding="utf8")
    assert [model.name for model in read_all(tmp_path, load)] == ["C", "B", "A"]


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"one\.toml: cannot be read"):
        load(tmp_path / "one.toml")


@pytest.mark.parametrize(("room", "text"), [(papers, RETRIEVER), (generators, GENERATOR)], ids=["papers", "generators"])
def test_two_of_one_name_are_refused(room: ModuleType, text: str, tmp_path: Path) -> None:
    for file in ("a.toml", "b.toml"):
        (tmp_path / file).write_text(text, encoding="utf8")
    with pytest.raises(ConfigError, match="two files are called 'One'"):
        room.variants(tmp_path)
