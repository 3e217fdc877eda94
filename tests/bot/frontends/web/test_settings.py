"""Numbers of `[doors.web]` that a bot file may name."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.config import read
from bot.errors import ConfigError


def written(folder: Path, line: str) -> Path:
    (folder / "bot.toml").write_text(f'[guard]\noff = "a test"\n[doors.web]\n{line}\n')
    return folder / "bot.toml"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("longest = 0", "doors.web.longest = 0: Expected `int` >= 1 (it must be 1 to 100000)"),
        ("longest = 100001", "doors.web.longest = 100001: Expected `int` <= 100000 (it must be 1 to 100000)"),
        ("remember_days = 0", "doors.web.remember_days = 0: Expected `int` >= 1 (it must be 1 to 3650)"),
        ("tabs = 0", "doors.web.tabs = 0: Expected `int` >= 1 (it must be 1 to 1000)"),
        ("neighbours = -1", "doors.web.neighbours = -1: Expected `int` >= 1 (it must be 1 to 100000)"),
        ("settle = -0.5", "doors.web.settle = -0.5: Expected `float` >= 0.0 (it must be 0 to 600)"),
        ("port = 65536", "doors.web.port = 65536: Expected `int` <= 65535 (it must be 0 to 65535)"),
        ('name = ""', "doors.web.name: Expected `str` of length >= 1"),
        ('host = ""', "doors.web.host: Expected `str` of length >= 1"),
    ],
)
def test_what_makes_no_sense_is_refused_with_place_and_range(tmp_path: Path, line: str, said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read(written(tmp_path, line))
    assert str(caught.value) == f"{(tmp_path / 'bot.toml').resolve()}: {said}"


@pytest.mark.parametrize(
    "line", ["longest = 1", "remember_days = 1", "tabs = 1", "neighbours = 1", "settle = 0", "port = 0"]
)
def test_the_least_that_makes_sense_is_taken(tmp_path: Path, line: str) -> None:
    name, _, value = line.partition(" = ")
    assert getattr(read(written(tmp_path, line)).doors["web"], name) == int(value)
