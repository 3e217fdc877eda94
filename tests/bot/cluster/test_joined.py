"""From a bot file with [cluster] to orders, deployments and the engine that a door asks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.cluster import engine as cluster_engine
from bot.cluster import joined, serving
from bot.config import Config, read
from bot.dialog import Conversation
from bot.engine import Engine
from bot.errors import ConfigError, NoEngine
from bot.run.life import starter
from bot.testing.scripted import NOON
from bot.worker.engine import Engines
from tests.bot.cluster.room import Several
from tests.bot.room import echo

FILE = """[guard]
off = "a test"
[[skills]]
use = "persona"
{writer}
[cluster]
name = "talk"
engines = [1, 3]
at_once = 2
{more}
"""
WRITER = '[writer]\nuse = "rank"'


def config(folder: Path, *, writer: str = "", more: str = "") -> Config:
    (folder / "bot.toml").write_text(FILE.format(writer=writer, more=more))
    return read(folder / "bot.toml")


@pytest.fixture
def deployed(monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[Any, ...]]:
    """What was deployed, by name."""
    found: dict[str, tuple[Any, ...]] = {}
    monkeypatch.setattr(serving, "connect", lambda address: found.setdefault("address", (address,)))
    monkeypatch.setattr(serving, "deploy", lambda name, *rest: found.__setitem__(name, rest))
    return found


def test_the_writer_is_made_where_it_has_replicas_of_its_own(tmp_path: Path) -> None:
    engine, writer = joined.orders(config(tmp_path, writer=WRITER))
    assert (writer, engine.writer is not None, engine.writes) == (None, True, False)
    engine, writer = joined.orders(config(tmp_path, writer=WRITER, more="writers = [1, 2]"))
    assert writer is not None
    assert (engine.writer, writer.writer is not None, writer.writes) == (None, True, True)
    assert engine.mark != writer.mark
    with pytest.raises(ConfigError, match=r"writers needs a \[writer\]"):
        joined.orders(config(tmp_path, more="writers = [1, 2]"))


def test_each_deployment_has_its_name_and_its_number_of_replicas(
    tmp_path: Path, deployed: dict[str, tuple[Any, ...]]
) -> None:
    joined.deploy(config(tmp_path, writer=WRITER, more="writers = [2, 2]"))
    assert deployed.keys() == {"address", "talk", "talk-writer"}
    assert (deployed["talk"][1], deployed["talk-writer"][1]) == ((1, 3), (2, 2))


def test_a_changed_skill_file_is_another_deployment(tmp_path: Path, deployed: dict[str, tuple[Any, ...]]) -> None:
    joined.deploy(config(tmp_path))
    before = deployed["talk"][3]
    joined.deploy(config(tmp_path))
    assert deployed["talk"][3] == before
    (tmp_path / "more.py").write_text("")
    joined.deploy(config(tmp_path))
    assert deployed["talk"][3] != before


def test_a_door_asks_what_is_deployed_and_is_told_of_another_bot(
    tmp_path: Path,
    deployed: dict[str, tuple[Any, ...]],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(serving, "Handle", lambda name: Several(Engine((("echo", echo),))))
    engine = starter(Engines())(config(tmp_path))
    assert engine.lanes == 3 * 2
    assert engine.steps([(Conversation("t:1::me"), "hi")], NOON)[0].reply.text == "hi?"
    assert "another bot" in caplog.text


def test_where_nothing_is_deployed_the_command_is_named(
    tmp_path: Path, deployed: dict[str, tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = Several(Engine(()))
    gone.there = False
    monkeypatch.setattr(serving, "Handle", lambda name: gone)
    monkeypatch.setattr(cluster_engine, "PATIENCE", 0.05)
    with pytest.raises(NoEngine, match="attune cluster deploy"):
        joined.joined(config(tmp_path))


def test_a_bot_file_without_a_cluster_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text('[guard]\noff = "a test"\n[[skills]]\nuse = "persona"\n')
    with pytest.raises(ConfigError, match=r"no \[cluster\]"):
        joined.orders(read(tmp_path / "bot.toml"))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("engines = [3, 1]", "the fewest replicas come first"),
        ("engines = [0, 1]", "cluster.engines"),
        ('address = "head"', "cluster.address"),
        ('name = "No Name"', "cluster.name"),
        ("pods = 3", "there are: address, name, engines, writers, cpus, at_once"),
    ],
)
def test_what_stands_in_cluster_is_checked(line: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text(f'[guard]\noff = "a test"\n[[skills]]\nuse = "persona"\n[cluster]\n{line}\n')
    with pytest.raises(ConfigError, match=reason):
        read(tmp_path / "bot.toml")
