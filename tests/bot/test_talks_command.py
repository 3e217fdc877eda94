from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from bot.dialog import Conversation, Turn
from bot.store import Store, Vault
from bot.store.vault import MARK
from bot.testing.scripted import NOON

TALKS = (
    ("terminal:work:aa1:local", 0, ("My boss shouted at me", "I cried in the car\x1b[2J")),
    ("terminal:me:bb1:local", 1, ("I can't sleep because of the exam " * 4,)),
    ("terminal:work:cc1:local", 2, ("Today the boss said sorry",)),
    ("telegram:7:0:7", 3, ("my boss must not be listed",)),
)


@pytest.fixture(params=["plain", "sealed"])
def place(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database with three talks of the terminal and one of somebody on Telegram."""
    key = "3JkHfQ0b7m9nq1mS0n5vHk2mY1o8m0wq1Yd7vZ5p1xQ="
    monkeypatch.setenv("ATTUNE_KEY", key if request.param == "sealed" else "")
    path = tmp_path / "t.db"

    async def keep() -> None:
        async with Store.open(f"sqlite+aiosqlite:///{path}") as store:
            for number, (talk, days, said) in enumerate(TALKS):
                at = NOON + timedelta(days=days)
                row = await store.receive(talk, said[0], str(number), at)
                turns = [turn for text in said for turn in (Turn("user", text, at), Turn("bot", f"Oh, {number}.", at))]
                await store.commit(await store.load(talk), Conversation(talk, tuple(turns)), row.id, "Oh.", at)
            await store.receive("terminal:new:dd1:local", "not answered yet", "9", NOON)

    asyncio.run(keep())
    held = b"".join(file.read_bytes() for file in tmp_path.glob("t.db*"))
    assert (b"shouted" in held) is (request.param == "plain")
    assert Vault.from_environment().seals is (MARK.encode() + b"gAAA" in held)
    return str(path)


def run(place: str, *args: str) -> Result:
    return CliRunner().invoke(main, ["logs", *args, "--database", place])


def lines(place: str, *args: str) -> list[str]:
    found = run(place, *args)
    assert found.exit_code == 0, found.output
    return found.stdout.splitlines()


def test_the_talks_of_the_terminal_are_listed_newest_first(place: str) -> None:
    newest, middle, oldest = lines(place)
    assert newest.split()[2:] == ["work", "2", "Today", "the", "boss", "said", "sorry"]
    assert newest.startswith(f"{(NOON + timedelta(days=2)).astimezone():%Y-%m-%d %H:%M}")
    assert middle.split()[2:4] == ["me", "2"]
    assert middle.endswith("…")
    assert oldest.split()[2:4] == ["work", "4"]


def test_words_are_searched_in_every_talk(place: str) -> None:
    found = "\n".join(lines(place, "--search", "BOSS me"))
    assert "My boss shouted at me" in found
    assert "sorry" not in found
    assert "listed" not in found
    assert len([line for line in lines(place, "--search", "boss") if line.startswith("-- work")]) == 2
    assert lines(place, "me", "--search", "exam")[0].startswith("-- me")


def test_a_talk_is_shown_with_all_that_has_its_name_and_steers_no_terminal(place: str) -> None:
    shown = lines(place, "work")
    assert [line[2:] for line in shown if line.startswith("> ")] == [
        "My boss shouted at me",
        "I cried in the car",
        "Today the boss said sorry",
    ]
    assert "\x1b" not in "".join(shown)
    assert [line for line in lines(place, "work", "--last", "1") if not line.startswith("--")] == [
        "  Oh, 0.",
        "  Oh, 2.",
    ]


def test_as_json_each_talk_is_an_object(place: str) -> None:
    rows = [json.loads(line) for line in lines(place, "--json")]
    assert [(row["name"], row["messages"]) for row in rows] == [("work", 2), ("me", 2), ("work", 4)]
    assert "turns" not in rows[0]
    (row,) = [json.loads(line) for line in lines(place, "me", "--json", "--last", "1")]
    assert row["turns"] == [{"speaker": "bot", "text": "Oh, 1.", "at": (NOON + timedelta(days=1)).isoformat()}]


@pytest.mark.parametrize(
    ("args", "error"),
    [
        (("nobody",), "there is no talk called 'nobody' here (there are: me, work)"),
        (("--search", "zebra"), "no message here holds all of 'zebra'"),
        (("--last", "3"), "--last goes with a NAME or with --search"),
        (("me", "--last", "0"), "0 is not in the range x>=1"),
    ],
)
def test_what_is_not_there_is_said(place: str, args: tuple[str, ...], error: str) -> None:
    found = run(place, *args)
    assert found.exit_code in (1, 2)
    assert error in found.output


def test_no_database_and_no_talk_are_told_apart_and_none_is_made(tmp_path: Path) -> None:
    found = run(str(tmp_path / "none.db"))
    assert (found.exit_code, "there is no such database" in found.output) == (1, True)
    assert list(tmp_path.iterdir()) == []

    async def made() -> None:
        async with Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}"):
            pass

    asyncio.run(made())
    found = run(str(tmp_path / "t.db"))
    assert (found.exit_code, "none yet; `attune chat` begins one" in found.output) == (1, True)
