from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

import pytest

from bot.config import Config, Figures, Rules, read, sections
from bot.errors import ConfigError

GUARD_OFF = '[guard]\noff = "a test"\n'


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """Stands in for a door's Settings."""

    token_file: str | None = None
    mode: Literal["polling", "webhook"] = "polling"
    host: str = "127.0.0.1"
    port: int = 80
    ask_stars: bool = False

    def __post_init__(self) -> None:
        if self.mode == "webhook" and self.token_file is None:
            raise ValueError("a webhook needs token_file")


@pytest.fixture(autouse=True)
def doors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sections, "settings_of", lambda _: Door)


def config(folder: Path, text: str) -> Config:
    (folder / "bot.toml").write_text(GUARD_OFF + text)
    return read(folder / "bot.toml")


def test_a_file_without_sections_opens_nothing(tmp_path: Path) -> None:
    found = config(tmp_path, "")
    assert (dict(found.doors), found.metrics, found.study.ask_stars) == ({}, None, False)
    assert (found.store.url, found.store.retention_days, found.store.unkept_hours) == (None, 180.0, 24.0)
    assert found.limits == Rules()


def test_doors_are_read_by_their_own_settings(tmp_path: Path) -> None:
    found = config(tmp_path, '[doors.telegram]\ntoken_file = "secrets/t"\nmode = "webhook"\n[doors.web]\n')
    token = str(tmp_path.resolve() / "secrets/t")
    assert dict(found.doors) == {"telegram": Door(token_file=token, mode="webhook"), "web": Door()}


def test_a_study_asks_for_stars_at_every_door_but_where_the_door_says_no(tmp_path: Path) -> None:
    found = config(tmp_path, "[study]\nask_stars = true\n[doors.web]\n[doors.discord]\nask_stars = false\n")
    assert (found.doors["web"].ask_stars, found.doors["discord"].ask_stars) == (True, False)


def test_numbers_are_read(tmp_path: Path) -> None:
    found = config(
        tmp_path,
        '[store]\nretention_days = 30\nunkept_hours = 0.5\n[metrics]\nport = 9000\n[limits]\nblock = ["web:x"]\n',
    )
    assert (found.store.retention_days, found.store.unkept_hours) == (30.0, 0.5)
    assert found.metrics == Figures(host="127.0.0.1", port=9000)
    assert found.limits.block == ("web:x",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[doors.irc]\n", r"there is no door 'irc' \(there are: telegram, discord, web\)"),
        ("[doors]\nweb = true\n", r"doors.web must be a table: write \[doors.web\]"),
        (
            "[doors.web]\nprot = 1\n",
            r"\[doors.web\] has no key 'prot' \(there are: token_file, mode, host, port",
        ),
        ("[doors.web]\nport = 'x'\n", "doors.web.port: Expected `int`, got `str`"),
        ("[doors.web]\nmode = 'pigeon'\n", "doors.web.mode: must be one of polling, webhook$"),
        ("[doors.web]\nmode = 'webhook'\n", r"\[doors.web\]: a webhook needs token_file"),
        ("[doors.web]\ntoken_file = '../t'\n", "doors.web.token_file leads out of /"),
        ("[doors.web]\ntoken_file = '/etc/passwd'\n", "doors.web.token_file leads out of /"),
        ("[store]\nretention_days = 0\n", "store.retention_days = 0: Expected `float` > 0"),
        ("[store]\nurl = '../talk.db'\n", "store.url leads out of /"),
        ("[store]\nurl = 'sqlite+aiosqlite:////tmp/talk.db'\n", "store.url leads out of /"),
        ("[metrics]\nport = 70000\n", "metrics.port = 70000: Expected `int` <= 65535"),
        ("[metrics]\nhost = ''\n", "metrics.host: Expected `str` of length >= 1"),
        ("[limits]\nper_minute = -1\n", "limits.per_minute = -1: Expected `int` >= 0"),
        ("[limits]\nallow = 'me'\n", "limits.allow: Expected `array`, got `str`"),
        ("[doors.web]\nport = 9464\n[metrics]\n", r"\[metrics\] needs a port of its own: doors.web.port = 9464 too"),
        ("[study]\nask_stars = 2\n", "study.ask_stars = 2: Expected `bool`, got `int`"),
    ],
)
def test_what_does_not_fit_is_refused_with_place_and_choices(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message) as caught:
        config(tmp_path, text)
    assert "bot.toml" in str(caught.value)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("talk.db", "{folder}/talk.db"),
        ("sqlite+aiosqlite:///data/talk.db", "sqlite+aiosqlite:///{folder}/data/talk.db"),
        ("sqlite+aiosqlite:///talk.db?timeout=5", "sqlite+aiosqlite:///{folder}/talk.db?timeout=5"),
        ("postgresql+asyncpg://attune@db/attune", "postgresql+asyncpg://attune@db/attune"),
    ],
)
def test_a_file_of_talks_lies_beside_the_bot_file(tmp_path: Path, url: str, expected: str) -> None:
    found = config(tmp_path, f'[store]\nurl = "{url}"\n')
    assert found.store.url == expected.format(folder=tmp_path.resolve())


def test_ports_are_those_that_are_listened_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    text = "[doors.web]\nport = 8000\n[doors.discord]\n[doors.telegram]\n"
    assert sections.ports(config(tmp_path, text).doors) == [("doors.web.port", "127.0.0.1", 8000)]
    text += 'webhook_url = "https://bot.example.org/telegram"\nwebhook_port = 9001\n'
    assert ("doors.telegram.webhook_port", "127.0.0.1", 9001) in sections.ports(config(tmp_path, text).doors)


@pytest.mark.parametrize("key", ["retention_days", "unkept_hours"])
@pytest.mark.parametrize("value", ["0", "0.0", "-1", "nan", "inf", "-inf", "1e300", "900000000"])
def test_nothing_is_kept_for_no_time_or_for_ever(tmp_path: Path, key: str, value: str) -> None:
    with pytest.raises(ConfigError, match=rf"bot\.toml: store\.{key} = \S+: Expected `float` (>|<=) \d+") as caught:
        config(tmp_path, f"[store]\n{key} = {value}\n")
    assert "\n" not in str(caught.value)


def test_a_hundred_years_are_still_kept(tmp_path: Path) -> None:
    found = config(tmp_path, "[store]\nretention_days = 36525\nunkept_hours = 876600\n").store
    now = datetime(2026, 11, 23, tzinfo=UTC)
    assert now - timedelta(days=found.retention_days) == now - timedelta(hours=found.unkept_hours)
