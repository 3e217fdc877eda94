import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from bot.frontends.console import database_url
from bot.frontends.explain import KEYS
from bot.stepper import Stepper
from bot.store import Store
from bot.turns import TROUBLE
from tests.bot.frontends.on_terminal import SKILL


def chat(folder: Path, *options: str, lines: str | bytes = "hi\n") -> Result:
    places = ["chat", "--bot", str(folder / "bot.toml"), "--database", str(folder / "t.db")]
    return CliRunner().invoke(main, [*places, *options], input=lines)


def replies(folder: Path, *options: str, lines: str | bytes = "hi\n") -> list[str]:
    result = chat(folder, *options, lines=lines)
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


def test_plain_writes_only_replies_and_says_aside_that_the_guard_is_off(bot: Path) -> None:
    result = chat(bot, "--plain", lines="I lost my job\nand now\n")
    assert result.stdout == "0: I lost my job\n1: and now\n"
    assert result.stderr == "The safety guard is off: a test\n"
    assert replies(bot, lines="piped") == ["2: piped"]


def test_explain_goes_aside(bot: Path) -> None:
    result = chat(bot, "--plain", "--explain")
    assert result.stdout == "0: hi\n"
    assert "sad (1.00), intensity 4.0" in result.stderr


def test_json_has_one_object_a_turn_with_every_key(bot: Path) -> None:
    rows = [json.loads(line) for line in replies(bot, "--json", lines="h\u00e9llo\n\n")]
    assert [tuple(row) for row in rows] == [KEYS, KEYS]
    assert rows[0].pop("ms") > 0
    assert rows[0] == {
        "text": "h\u00e9llo",
        "reply": "0:\nh\u00e9llo",
        "skill": "words",
        "strategy": "Question",
        "stage": None,
        "emotion": {"label": "sad", "probability": 1.0},
        "intensity": 4.0,
        "safety": None,
    }
    assert rows[1]["skill"] == "engine"


def test_json_keeps_its_keys_when_a_turn_fails(bot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise ValueError

    monkeypatch.setattr(Stepper, "step", fail)
    (line,) = replies(bot, "--json")
    assert tuple(json.loads(line)) == KEYS
    assert json.loads(line)["reply"] == TROUBLE


def test_each_line_is_a_conversation_of_its_own_and_they_are_batched(bot: Path) -> None:
    lines = "".join(f"line {number}\n" for number in range(70))
    assert replies(bot, "--each", lines=lines) == [f"0: line {number}" for number in range(70)]
    assert (bot / "batches").read_text() == "64 6 "
    rows = [json.loads(line) for line in replies(bot, "--each", "--json", lines="a\nb\n")]
    assert [(row["text"], row["reply"]) for row in rows] == [("a", "0:\na"), ("b", "0:\nb")]
    assert not (bot / "t.db").exists()


def test_a_named_conversation_is_kept_until_a_new_one_is_begun(bot: Path) -> None:
    assert replies(bot, "--plain", "--conversation", "work") == ["0: hi"]
    assert replies(bot, "--plain", "--conversation", "work") == ["1: hi"]
    assert replies(bot, "--plain", "--conversation", "Work") == ["0: hi"]
    assert replies(bot, "--plain") == ["0: hi"]
    assert replies(bot, "--plain", "--new", "--conversation", "work") == ["0: hi"]
    assert replies(bot, "--plain", "--conversation", "work") == ["1: hi"]


@pytest.mark.parametrize("name", ["", "a:b"])
def test_a_name_that_would_mix_conversations_is_refused(bot: Path, name: str) -> None:
    result = chat(bot, "--conversation", name)
    assert result.exit_code == 2
    assert f"has no colon, not {name!r}" in result.stderr


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        (b"", "No words came through there"),
        (b"   ", "No words came through there"),
        (b"\0\x01\x07", "No words came through there"),
        (b"a\0\x1b[31mb", "0: a[31mb"),
        (b"x" * 100_000, "0: " + "x" * 20),
        ("\U0001f41f\U0001f480".encode(), "0: \U0001f41f\U0001f480"),
        (b"caf\xe9 \xff", "0: caf\ufffd \ufffd"),
        ("\u05e9\u05dc\u05d5\u05dd".encode(), "0: \u05e9\u05dc\u05d5\u05dd"),
        (b"windows\r", "0: windows"),
    ],
)
def test_any_line_gets_one_line_and_the_talk_goes_on(bot: Path, line: bytes, reply: str) -> None:
    first, second = replies(bot, "--plain", lines=line + b"\nand now\n")
    assert first.startswith(reply)
    assert second.endswith(": and now")


def test_a_broken_database_is_named_in_one_line(bot: Path) -> None:
    (bot / "t.db").write_bytes(os.urandom(4096))
    result = chat(bot, "--plain", lines="my secret\n")
    assert result.exit_code == 1
    place = database_url(str(bot / "t.db"))
    assert result.stderr.endswith(f"Error: the database {place} failed: file is not a database\n")
    assert result.stdout == ""


@pytest.mark.parametrize("name", ["a b.db", "what?x=1.db", "100%.db", "h#sh.db", "\u00e9.db"])
async def test_any_file_name_is_the_file_that_is_used(tmp_path: Path, name: str) -> None:
    async with Store.open(database_url(str(tmp_path / name))):
        assert (tmp_path / name).exists()


def test_the_database_of_a_person_lies_in_a_folder_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert database_url(None) == f"sqlite+aiosqlite:///{tmp_path}/attune/talk.db"
    assert (tmp_path / "attune").stat().st_mode & 0o777 == 0o700
    assert database_url("postgresql+asyncpg://host/x") == "postgresql+asyncpg://host/x"


def test_a_reply_cannot_steer_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "kind.py").write_text(SKILL.replace("{turn.text[:20]}", "\\x1b]52;c;cm0\\x07\\x1b[2J[red]hi\\x9b1m"))
    (tmp_path / "bot.toml").write_text("[guard]\noff = 'a test'\n[[skills]]\nuse = './kind.py:words'\n")
    assert chat(tmp_path).stdout == "0: [red]hi\n"
    assert json.loads(chat(tmp_path, "--json", "--new").stdout)["reply"].endswith("[red]hi")


def test_the_menus_commands_work_in_a_pipe_and_their_choices_are_commands(bot: Path) -> None:
    said = replies(bot, "--plain", lines="hi\n/feedback\n/stars 4\n/country germany\n/mood\nand now\n")
    assert said[0] == "0: hi"
    assert said[1].endswith("[4 ★: /stars 4] [5 ★: /stars 5]")
    assert said[2].startswith("Thank you, 4 of 5 is noted.")
    assert "sad" in said[4]
    assert said[5] == "1: and now"
    assert len(said) == 6


def test_in_a_pipe_all_is_erased_by_a_second_command(bot: Path) -> None:
    first, page, done, after = replies(bot, "--plain", lines="hi\n/forget\n/forget yes\nhello\n")
    assert first == "0: hi"
    assert page.endswith("[Erase everything: /forget yes] [Leave it as it is: /forget no]")
    assert done.startswith("Erased: everything")
    assert after == "0: hello"


def test_a_command_is_an_object_too_and_the_copy_is_written_for_its_owner(
    bot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(bot)
    rows = [json.loads(line) for line in replies(bot, "--json", lines="hi\n/feedback\n/export\n/export\n/nonsense\n")]
    assert [row["skill"] for row in rows] == ["words", "menu", "menu", "menu", "menu"]
    assert all(tuple(row)[: len(KEYS)] == KEYS for row in rows)
    assert rows[1]["choices"][0] == {"label": "1 ★", "command": "/stars 1"}
    first, second = sorted(bot.glob("attune-*.json"))
    assert str(second) in rows[2]["reply"] or str(first) in rows[2]["reply"]
    assert first.stat().st_mode & 0o777 == 0o600
    assert json.loads(first.read_text())["person"] == "terminal:me"
    assert "/nonsense" in rows[4]["reply"]


def test_an_unknown_command_is_no_turn(bot: Path) -> None:
    said = replies(bot, "--plain", lines="/nonsense\nhi\n/home is where my heart used to be\n")
    assert said[0].startswith("I don't know /nonsense. /help shows")
    assert said[1:] == ["0: hi", "1: /home is where my he"]


def test_what_can_be_read_in_the_menu_is_true_of_a_terminal(bot: Path) -> None:
    said = replies(bot, "--plain", lines="/start\n/privacy\n/stop\n")
    assert all("hours after you were last here" not in line and "days after" not in line for line in said)
    assert all("until you erase it" in line for line in said)
