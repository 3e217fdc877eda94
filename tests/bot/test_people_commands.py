from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from bot.dialog import Conversation, Turn, Verdict
from bot.errors import ConfigError, StoreError
from bot.people_commands import export, forget, new_key, report, rotate_key
from bot.store import Rating, Store, Vault, database
from bot.store.rows import Answered
from bot.testing.scripted import NOON

SECRET = "my cat Sokrates died"
KEYS = ("telegram:7::7", "telegram:-5:2:7", "telegram:8::8")


@pytest.fixture(autouse=True)
def no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ATTUNE_KEY", raising=False)


def keep(url: str, keys: Sequence[str] = KEYS) -> None:
    """One turn in each conversation, the second of them in danger."""

    async def kept() -> None:
        async with Store.open(url) as store:
            for number, key in enumerate(keys):
                row = await store.receive(key, SECRET, "1", NOON)
                after = Conversation(key, (Turn("user", SECRET, NOON), Turn("bot", "I'm sorry.", NOON)))
                answered = Answered(verdict=Verdict(2, "suicide", stopped=True, referred=True) if number == 1 else None)
                await store.commit(await store.load(key), after, row.id, "I'm sorry.", NOON, answered=answered)

    asyncio.run(kept())


def run(command: click.Command, url: str, *args: str, said: str = "") -> Result:
    return CliRunner().invoke(command, [*args, "--database", url], input=said)


def texts(url: str, person: str) -> list[str]:
    async def held() -> list[str]:
        async with Store.open(url) as store:
            found = await store.people.export(person)
        return [turn["text"] for talk in found["conversations"] for turn in talk["turns"]]

    return asyncio.run(held())


def test_everything_of_a_person_comes_out_and_nothing_of_others(address: str) -> None:
    keep(address)
    found = json.loads(run(export, address, "--person", "telegram:7").stdout)
    assert found["person"] == "telegram:7"
    assert sorted(talk["id"] for talk in found["conversations"]) == sorted(KEYS[:2])
    assert [talk["turns"][0]["text"] for talk in found["conversations"]] == [SECRET, SECRET]


def test_a_file_is_for_its_owner_alone_and_never_overwritten(tmp_path: Path, address: str) -> None:
    keep(address)
    out = tmp_path / "out.json"
    assert run(export, address, "--person", "telegram:7", "--out", str(out)).exit_code == 0
    assert out.stat().st_mode & 0o777 == 0o600
    assert json.loads(out.read_text(encoding="utf8"))["person"] == "telegram:7"
    again = run(export, address, "--person", "telegram:8", "--out", str(out))
    assert (again.exit_code, "cannot be written" in again.output) == (1, True)
    assert json.loads(out.read_text(encoding="utf8"))["person"] == "telegram:7"


@pytest.mark.parametrize(("command", "args"), [(export, ()), (forget, ("--yes",))])
def test_somebody_unknown_is_said_to_be(address: str, command: click.Command, args: tuple[str, ...]) -> None:
    keep(address)
    found = run(command, address, "--person", "telegram:9", *args)
    assert (found.exit_code, "nothing is held here of telegram:9" in found.output) == (1, True)


def test_somebody_is_erased_after_a_yes_and_others_stay(address: str) -> None:
    keep(address)
    assert run(forget, address, "--person", "telegram:7", said="n\n").exit_code == 1
    assert texts(address, "telegram:7") != []
    assert run(forget, address, "--person", "telegram:7", said="y\n").exit_code == 0
    assert texts(address, "telegram:7") == []
    assert texts(address, "telegram:8") == [SECRET, "I'm sorry."]


def test_danger_is_counted_without_a_word_of_whom(address: str) -> None:
    keep(address)
    shown = run(report, address, "safety")
    assert shown.exit_code == 0
    assert [line.split() for line in shown.output.splitlines()] == [
        ["day", "level", "kind", "count"],
        [str(NOON.date()), "2", "suicide", "1"],
    ]


def test_how_often_people_were_pointed_to_help_is_counted_by_month(address: str) -> None:
    keep(address)
    shown = run(report, address, "referrals")
    assert shown.exit_code == 0
    assert [line.split() for line in shown.output.splitlines()] == [
        ["month", "kind", "count"],
        [f"{NOON:%Y-%m}", "suicide", "1"],
    ]


def test_ratings_are_counted_by_day_without_a_word_of_anybody(address: str) -> None:
    keep(address)

    async def rated() -> None:
        async with Store.open(address) as store:
            for key, stars, days in zip(KEYS, (5, 2, 5), (0, 0, 1), strict=True):
                await store.people.rate(key, Rating(stars), NOON + timedelta(days=days))
            await store.people.rate(KEYS[0], Rating(4), NOON)  # in the place of the five
            await store.people.rate(KEYS[0], Rating(-1, "thumbs"), NOON)
            await store.people.rate(KEYS[1], Rating(1, "thumbs"), NOON + timedelta(days=2))

    asyncio.run(rated())
    shown = run(report, address, "ratings")
    assert shown.exit_code == 0
    first, second, third = (str((NOON + timedelta(days=days)).date()) for days in range(3))
    assert [line.split() for line in shown.output.splitlines()] == [
        ["day", "stars", "mean", "1", "2", "3", "4", "5", "up", "down"],
        [first, "2", "3.00", "0", "1", "0", "1", "0", "0", "1"],
        [second, "1", "5.00", "0", "0", "0", "0", "1", "0", "0"],
        [third, "0", "-", "0", "0", "0", "0", "0", "1", "0"],
    ]
    assert "telegram" not in shown.output


def fresh() -> str:
    return CliRunner().invoke(new_key, []).output.strip()


def test_after_rotating_the_new_key_is_enough_and_the_old_opens_nothing(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = fresh(), fresh()
    monkeypatch.setenv("ATTUNE_KEY", old)
    keep(address)
    monkeypatch.setenv("ATTUNE_KEY", f"{new},{old}")
    done = run(rotate_key, address)
    assert done.output.startswith("2 people")
    monkeypatch.setenv("ATTUNE_KEY", new)
    assert texts(address, "telegram:8") == [SECRET, "I'm sorry."]
    monkeypatch.setenv("ATTUNE_KEY", old)
    with pytest.raises(StoreError):
        texts(address, "telegram:8")


def test_the_first_key_seals_what_was_plain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 't.db'}"
    keep(url)
    assert SECRET.encode() in (tmp_path / "t.db").read_bytes()
    monkeypatch.setenv("ATTUNE_KEY", fresh())
    assert run(rotate_key, url).exit_code == 0
    assert SECRET.encode() not in (tmp_path / "t.db").read_bytes()
    assert texts(url, "telegram:8") == [SECRET, "I'm sorry."]


def test_rotating_needs_a_key(address: str) -> None:
    assert isinstance(run(rotate_key, address).exception, ConfigError)


def test_a_new_key_is_one_that_a_vault_takes_and_another_each_time() -> None:
    assert Vault(fresh()).seals
    assert fresh() != fresh()


@pytest.mark.parametrize("command", [export, forget])
def test_a_database_that_is_not_there_is_not_made(tmp_path: Path, command: click.Command) -> None:
    found = run(command, str(tmp_path / "none.db"), "--person", "telegram:7")
    assert isinstance(found.exception, StoreError)
    assert list(tmp_path.glob("*.db*")) == []


def test_who_is_to_be_forgotten_while_somebody_holds_the_file_is_noted_and_forgotten_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY", 100)
    url = f"sqlite+aiosqlite:///{tmp_path / 't.db'}"
    keep(url)
    with closing(sqlite3.connect(tmp_path / "t.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        found = run(forget, url, "--person", "telegram:7", "--yes")
    assert found.exit_code == 1
    assert "database is locked" in found.output
    assert "The wish is noted: telegram:7 is forgotten" in found.output
    assert texts(url, "telegram:7") == []
    assert texts(url, "telegram:8") != []
