from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.config import Config, Rules, read
from bot.run import checks
from bot.run.checks import addresses, doors, key, limits, listening, retention
from bot.run.finding import Finding
from bot.store.vault import new_key

TOKEN = "1234:secret-token"


def config(folder: Path, text: str) -> Config:
    (folder / "bot.toml").write_text(f'{text}\n[guard]\noff = "a test"\n')
    return read(folder / "bot.toml")


def told(found: Iterator[Finding]) -> list[str]:
    return [f"{finding.status} {finding.what}" for finding in found]


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """No secrets, and no container."""
    monkeypatch.setattr(checks, "MARKS", ())
    monkeypatch.delenv(checks.CONTAINER, raising=False)
    for name in ("ATTUNE_KEY", "ATTUNE_TELEGRAM_TOKEN", "ATTUNE_DISCORD_TOKEN", "ATTUNE_WEB_SECRET"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(f"{name}_FILE", raising=False)


def test_doors_have_what_they_need_or_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "token").write_text(TOKEN)
    (tmp_path / "token").chmod(0o600)
    found = config(tmp_path, '[doors.telegram]\ntoken_file = "token"\n[doors.discord]\n[doors.web]')
    lines = told(doors(found))
    assert lines[0] == "ok door telegram: its library and its secret are there"
    assert lines[1].startswith("fail door discord: no token in ATTUNE_DISCORD_TOKEN: put it into a file")
    assert lines[2] == "ok door web: its library and its secret are there"
    monkeypatch.setattr("bot.frontends.options.find_spec", lambda _: None)
    assert (
        told(doors(found))[0]
        == "fail door telegram: python-telegram-bot is not installed: pip install 'attune-bot[telegram]'"
    )
    assert TOKEN not in str(lines)


def test_a_secret_that_others_can_read_is_warned_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("token", "key"):
        (tmp_path / name).write_text(TOKEN)
        (tmp_path / name).chmod(0o644)
    monkeypatch.setenv("ATTUNE_KEY_FILE", str(tmp_path / "key"))
    found = config(tmp_path, '[doors.telegram]\ntoken_file = "token"')
    assert told(doors(found))[1:] == [
        f"warn {tmp_path / name} can be read by others on this machine" for name in ("key", "token")
    ]


def test_a_key_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    (finding,) = key()
    assert finding.status == "warn"
    assert "attune new-key" in finding.mend
    secret = new_key()
    monkeypatch.setenv("ATTUNE_KEY", secret)
    (finding,) = key()
    assert finding.status == "ok"
    assert secret not in finding.line()


@pytest.mark.parametrize(
    ("rules", "lines"),
    [
        (Rules(), ["ok limits: 20 a minute and 500 a day for a person, no budget"]),
        (Rules(budget_per_day=9000), ["ok limits: 20 a minute and 500 a day for a person, 9000 a day in all"]),
        (Rules(per_minute=0), ["warn limits: per_minute = 0 is no limit"]),
        (
            Rules(token_per_minute=0, menu_per_minute=0),
            ["warn limits: token_per_minute = 0 is no limit", "warn limits: menu_per_minute = 0 is no limit"],
        ),
        (
            Rules(allow=("telegram:1", "ann"), block=("web:",)),
            [
                "warn limits: 'ann' names nobody",
                "warn limits: 'web:' names nobody",
                "ok limits: 20 a minute and 500 a day for a person, no budget",
            ],
        ),
    ],
)
def test_limits_without_an_end_are_warned_of(rules: Rules, lines: list[str]) -> None:
    assert told(limits(rules)) == lines


def test_long_keeping_is_warned_of(tmp_path: Path) -> None:
    assert told(retention(config(tmp_path, ""))) == [
        "ok retention: 24 hours of silence without consent, 180 days with it"
    ]
    long = config(tmp_path, "keep_crisis_text = true\n[store]\nretention_days = 3650")
    assert told(retention(long)) == [
        "warn retention: 24 hours without consent, 3650 days with it, is long",
        "warn retention: what is said in a crisis is kept",
    ]


def test_what_is_listened_at(tmp_path: Path) -> None:
    with socket.socket() as taken, socket.socket() as other:
        for one in (taken, other):
            one.bind(("127.0.0.1", 0))
        taken.listen()
        busy, free = taken.getsockname()[1], other.getsockname()[1]
        other.close()
        text = f'[doors.web]\nport = {busy}\n[metrics]\nhost = "0.0.0.0"\nport = {free}'
        assert told(listening(config(tmp_path, text))) == [
            f"warn metrics: whoever reaches 0.0.0.0:{free} can read them",
            f"warn doors.web.port: 127.0.0.1:{busy} is in use",
            f"ok metrics.port: 0.0.0.0:{free} is free and is reached from other machines, so put a TLS proxy before it",
        ]
    assert told(listening(config(tmp_path, f"[doors.web]\nport = {free}"))) == [
        f"ok doors.web.port: 127.0.0.1:{free} is free and is reached from this machine only"
    ]


ANYWHERE = "doors.web.host: 0.0.0.0 is for a container; here it lets every network in, past the TLS proxy"
PROXY = "warn doors.web: proxies names none, so all visitors have the TLS proxy's address and share one limit"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("[doors.web]", []),
        ('[doors.web]\norigin = "http://127.0.0.1:9000"', []),
        ('[doors.web]\norigin = "https://talk.hospital.nl"', [PROXY]),
        ('[doors.web]\nhost = "0.0.0.0"\norigin = "https://talk.hospital.nl"', [f"fail {ANYWHERE}", PROXY]),
        (
            '[doors.web]\nhost = "0.0.0.0"\norigin = "https://talk.hospital.nl"\nproxies = ["10.0.0.7"]',
            [f"warn {ANYWHERE}"],
        ),
        ('[doors.web]\nhost = "10.0.0.5"\norigin = "https://talk.hospital.nl"\nproxies = ["10.0.0.7"]', []),
        ('[doors.web]\norigin = "https://talk.hospital.nl"\nproxies = ["127.0.0.1"]', []),
        (
            '[doors.web]\norigin = "https://talk.example.org"\nproxies = ["127.0.0.1"]',
            ["fail doors.web.origin: https://talk.example.org is an example's address, not yours"],
        ),
        (
            '[doors.telegram]\nwebhook_url = "https://bot.example:8443/in"',
            ["fail doors.telegram.webhook_url: https://bot.example:8443/in is an example's address, not yours"],
        ),
        ('[doors.telegram]\nwebhook_url = "https://counterexample.org/in"', []),
    ],
)
def test_addresses_that_nobody_or_everybody_has_are_told_of(tmp_path: Path, text: str, lines: list[str]) -> None:
    assert told(addresses(config(tmp_path, text))) == lines


@pytest.mark.parametrize("how", ["Dockerfile", "Docker", "Podman"])
def test_in_a_container_every_address_is_its_own(how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = config(tmp_path, '[doors.web]\nhost = "0.0.0.0"\norigin = "https://talk.hospital.nl"')
    if how == "Dockerfile":
        monkeypatch.setenv(checks.CONTAINER, "1")
    else:
        (tmp_path / how).touch()
        monkeypatch.setattr(checks, "MARKS", (tmp_path / "Docker", tmp_path / "Podman"))
    assert told(addresses(found)) == [PROXY]
