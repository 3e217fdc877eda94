"""compose.yaml and the systemd unit: that they name what is there, and nothing secret."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.config import read
from bot.run import checks
from bot.run.checks import CONTAINER, addresses
from bot.run.watchdog import NO_ENGINE
from bot.worker.spawned import START
from bot.worker.supervisor import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
UNIT = ROOT / "deploy" / "attune.service"
SETTABLE = {"ATTUNE_DATABASE", "ATTUNE_KEY", "ATTUNE_WEB_SECRET", "ATTUNE_TELEGRAM_TOKEN", "ATTUNE_DISCORD_TOKEN"}


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf8"))
    return found


def unit() -> dict[str, list[str]]:
    """What the unit says, by key; a key may come more than once."""
    found: dict[str, list[str]] = {}
    for line in UNIT.read_text(encoding="utf8").splitlines():
        if "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


def test_every_secret_of_compose_is_a_file_that_a_service_is_given() -> None:
    found = compose()
    for service in found["services"].values():
        named = {
            Path(value).name for value in service["environment"].values() if str(value).startswith("/run/secrets/")
        }
        assert named == set(service["secrets"])
        assert set(service["secrets"]) <= set(found["secrets"])
    assert all(secret["file"] == f"secrets/{name}" for name, secret in found["secrets"].items())
    assert "/secrets/" in (ROOT / ".gitignore").read_text(encoding="utf8").splitlines()


def test_the_bot_of_compose_is_shut_in() -> None:
    bot = compose()["services"]["attune"]
    assert bot["ports"] == ["127.0.0.1:8765:8765"]
    assert bot["read_only"] is True
    assert bot["cap_drop"] == ["ALL"]
    assert "ports" not in compose()["services"]["database"]


def test_its_bot_file_can_be_read_and_is_the_default_bot() -> None:
    file, default = read(ROOT / "deploy/bot/bot.toml"), read("default")
    assert (file.skills, file.guard, file.encoder) == (default.skills, default.guard, default.encoder)
    assert file.writer == default.writer
    assert list(file.doors) == ["web"]
    assert file.doors["web"].port == 8765
    assert compose()["services"]["attune"]["volumes"][0] == "./deploy/bot:/etc/attune:ro"


def test_the_bot_file_of_the_unit_is_the_same_bot_behind_a_proxy_of_the_same_machine() -> None:
    file, default = read(ROOT / "deploy/host/bot.toml"), read("default")
    assert (file.skills, file.guard, file.encoder) == (default.skills, default.guard, default.encoder)
    assert file.writer == default.writer
    web = file.doors["web"]
    assert (web.host, web.port, web.proxies) == ("127.0.0.1", 8765, ("127.0.0.1", "::1"))
    assert file.metrics
    assert file.metrics.host == "127.0.0.1"
    assert "cp deploy/host/bot.toml /etc/attune/" in (ROOT / "docs/deploy.md").read_text(encoding="utf8")


@pytest.mark.parametrize("name", ["bot", "host"])
def test_doctor_refuses_an_address_that_is_still_an_examples(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CONTAINER, "1")
    (finding,) = addresses(read(ROOT / f"deploy/{name}/bot.toml"))
    assert (finding.status, finding.what.split(": ")[0]) == ("fail", "doors.web.origin")


def test_the_bot_file_of_a_container_is_no_hosts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(CONTAINER, raising=False)
    monkeypatch.setattr(checks, "MARKS", ())
    places = [finding.what.split(": ")[0] for finding in addresses(read(ROOT / "deploy/bot/bot.toml"))]
    assert places == ["doors.web.origin", "doors.web.host"]
    assert f"{CONTAINER}=1" in (ROOT / "Dockerfile").read_text(encoding="utf8")


def test_the_environment_of_both_is_one_that_the_bot_reads() -> None:
    named = set(compose()["services"]["attune"]["environment"])
    named |= set(re.findall(r"ATTUNE_\w+", "\n".join(unit()["Environment"])))
    assert {name.removesuffix("_FILE") for name in named} <= SETTABLE
    assert all(name.endswith("_FILE") for name in named)
    sources = "\n".join(path.read_text(encoding="utf8") for path in (ROOT / "bot").rglob("*.py"))
    assert [name for name in SETTABLE if name not in sources] == []


def test_every_credential_of_the_unit_is_one_that_is_used() -> None:
    found = unit()
    loaded = {value.partition(":")[0] for value in found["LoadCredential"]}
    used = {value.partition("=%d/")[2] for value in found["Environment"] if "=%d/" in value}
    assert loaded == used


def test_the_unit_waits_for_turns_in_flight_and_takes_up_changes() -> None:
    found = unit()
    assert int(found["TimeoutStopSec"][0]) > 30
    assert found["ExecReload"] == ["/bin/kill -HUP $MAINPID"]
    assert found["ExecStart"] == ["/opt/attune/bin/attune run /etc/attune/bot.toml --log json"]


def test_the_unit_may_call_what_services_call_and_hold_so_much() -> None:
    found = unit()
    assert found["SystemCallFilter"] == ["@system-service"]
    assert found["SystemCallErrorNumber"] == ["EPERM"]
    assert found["MemoryMax"] == ["2G"]  # peaks of the default bot are in docs/load.md
    assert found["LimitNOFILE"] == ["16384"]  # half of it for connections: bot/frontends/connections.py
    assert int(found["TasksMax"][0]) >= 256
    assert "MemoryDenyWriteExecute" not in found  # oneDNN writes code as it goes
    assert len(found["SystemCallFilter"]) == 1


def test_systemd_starts_a_bot_that_is_not_well_again() -> None:
    found = unit()
    assert found["Type"] == ["notify"]
    assert found["Restart"] == ["on-failure"]  # a watchdog's end is one
    # Longer than an engine may take to be started again, or one death of it would be two.
    assert int(found["WatchdogSec"][0]) >= NO_ENGINE > PATIENCE
    assert int(found["TimeoutStartSec"][0]) >= START


def test_compose_starts_a_bot_again_that_ends_because_it_is_not_well() -> None:
    bot = compose()["services"]["attune"]
    assert bot["restart"] == "unless-stopped"
    assert bot["init"] is True


def test_systemd_has_nothing_to_complain_about(tmp_path: Path) -> None:
    """Where systemd is; where it is not, the tests above have read the file."""
    if (verify := shutil.which("systemd-analyze")) is None:
        return
    copy = tmp_path / "attune.service"
    copy.write_text(UNIT.read_text(encoding="utf8").replace("/opt/attune/bin/attune", sys.executable))
    done = subprocess.run([verify, "verify", "--man=no", copy], capture_output=True, text=True, check=False)
    complaints = [line for line in done.stderr.splitlines() if "attune.service" in line]
    assert complaints == [], done.stderr
    judged = [verify, "security", "--offline=true", "--no-pager", "--threshold=20", str(copy)]
    # In tenths; without a filter of system calls it is 30.
    done = subprocess.run(judged, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-500:]
