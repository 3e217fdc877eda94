"""Nobody comes in without the token, and nothing is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cluster.private import TOKEN, environment, is_loopback, token_file
from bot.errors import ConfigError
from bot.worker.spawned import environment as inherited


def test_a_cluster_needs_a_token_of_some_length(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(TOKEN, raising=False)
    with pytest.raises(ConfigError, match="openssl rand -hex 32"):
        token_file()
    monkeypatch.setenv(TOKEN, str(tmp_path / "token"))
    with pytest.raises(ConfigError, match="cannot be read: FileNotFoundError"):
        token_file()
    (tmp_path / "token").write_text("short")
    with pytest.raises(ConfigError, match="at least 32 characters") as raised:
        token_file()
    assert "short" not in str(raised.value)
    (tmp_path / "token").write_text("x" * 64 + "\n")
    assert token_file() == tmp_path / "token"


def test_ray_reports_nothing_writes_no_message_to_a_disk_and_asks_for_the_token(tmp_path: Path) -> None:
    found = environment("10.0.0.1:6390", tmp_path)
    assert found["RAY_USAGE_STATS_ENABLED"] == "0"
    assert found["RAY_automatic_object_spilling_enabled"] == "0"
    assert (found["RAY_AUTH_MODE"], found["RAY_AUTH_TOKEN_PATH"]) == ("token", str(tmp_path))


@pytest.mark.parametrize(
    ("address", "alone"), [("127.0.0.1:1", True), ("localhost:1", True), ("10.0.0.1:1", False), ("head:1", False)]
)
def test_on_one_machine_it_listens_on_the_loopback_only(address: str, alone: bool, tmp_path: Path) -> None:
    assert is_loopback(address) is alone
    assert ("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER" in environment(address, tmp_path)) is alone


def test_an_engines_process_finds_no_token_in_its_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (TOKEN, "RAY_AUTH_TOKEN_PATH", "ATTUNE_KEY"):
        monkeypatch.setenv(name, "secret")
    assert not any(name.startswith(("ATTUNE_", "RAY_")) for name in inherited())
