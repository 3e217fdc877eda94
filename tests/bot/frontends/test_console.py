import json
import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from bot.frontends.console import HELLO, database_url
from bot.frontends.explain import KEYS
from bot.sessions import TROUBLE
from bot.stepper import Stepper
from bot.store import Store

ROOT = Path(__file__).parents[3]
SKILL = """
from bot.dialog import EmotionState, Reply, SkillResult
from bot.registry import encoder, skill
from bot.testing import FixedEncoder

@skill("words", writes=(EmotionState,))
def words():
    def answer(turn):
        before = len(turn.conversation.said("bot"))
        sad = EmotionState("one", "sad", (1.0,), 4.0)
        return SkillResult((sad,), (Reply(f"{before}:\\n{turn.text[:20]}", "words", 1.0, "Question"),))
    return answer

@encoder("counted")
def counted(*, file: str):
    class Counted(FixedEncoder):
        def encode(self, conversations):
            with open(file, "a") as out:
                out.write(f"{len(conversations)} ")
            return super().encode(conversations)
    return Counted()
"""


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    (tmp_path / "kind.py").write_text(SKILL)
    (tmp_path / "bot.toml").write_text(
        "[guard]\noff = 'a test'\n[[skills]]\nuse = './kind.py:words'\n"
        f"[encoder]\nuse = './kind.py:counted'\nfile = '{tmp_path}/batches'\n"
    )
    return tmp_path


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


class Terminal:
    """`attune chat` on a pseudo-terminal."""

    def __init__(self, folder: Path) -> None:
        self.master, slave = pty.openpty()
        # The terminal must be the process's own, or Ctrl-C would mean nothing to it.
        command = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); from bot.cli import main; main()"
        places = ["chat", "--bot", str(folder / "bot.toml"), "--database", str(folder / "t.db")]
        self.process = subprocess.Popen(
            [sys.executable, "-c", command, *places],
            cwd=ROOT,
            env=os.environ | {"TERM": "dumb", "COLUMNS": "200"},
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)

    def until(self, words: str) -> str:
        """What is shown up to and with `words`."""
        shown, end = "", time.monotonic() + 20
        while words not in shown and time.monotonic() < end:
            if select.select([self.master], [], [], 0.2)[0]:
                with suppress(OSError):
                    shown += os.read(self.master, 1).decode("utf8", "replace")
        assert words in shown
        return shown

    def type(self, keys: str | bytes) -> None:
        os.write(self.master, keys if isinstance(keys, bytes) else keys.encode())

    def close(self) -> int:
        try:
            return self.process.wait(20)
        finally:
            self.process.kill()
            self.process.wait()
            os.close(self.master)


@pytest.fixture
def terminal(bot: Path) -> Iterator[Terminal]:
    made = Terminal(bot)
    yield made
    if made.process.poll() is None:
        made.process.kill()
        made.close()


def test_a_talk_on_a_terminal(terminal: Terminal) -> None:
    assert HELLO in " ".join(terminal.until("1-5> ").split())
    terminal.type("5\n")
    terminal.until("> ")
    terminal.type("I lost my job\n")
    terminal.until("0:")
    terminal.until("> ")
    terminal.type("/feel 9\n")
    terminal.until("'9' is not one of 1, 2, 3, 4, 5")
    terminal.type("/feel 3\n")
    terminal.until("Noted: 5 before, 3 now.")
    terminal.type("/explain\n")
    terminal.type(b"caf\xe9\n")
    terminal.until("intensity 4.0")
    terminal.until("> ")
    terminal.type("/bye\n")
    terminal.until("Before you go")
    terminal.type("2\n")
    terminal.until("Noted: 5 before, 2 now.")
    terminal.until("Take care.")
    assert terminal.close() == 0


def test_a_talk_can_be_erased_and_ends_there(terminal: Terminal, bot: Path) -> None:
    terminal.until("1-5> ")
    terminal.type("\n")
    terminal.until("> ")
    terminal.type("somebody may read marmalade\n")
    terminal.until("0:")
    terminal.until("> ")
    terminal.type("/forget\n")
    terminal.until("Erased.")
    assert terminal.close() == 0
    kept = b"".join(path.read_bytes() for path in bot.glob("t.db*"))
    assert b"marmalade" not in kept


def test_ctrl_c_ends_a_talk_at_once(terminal: Terminal) -> None:
    terminal.until("1-5> ")
    terminal.type(b"\x03")
    terminal.until("Aborted!")
    assert terminal.close() == 1


def test_a_reply_cannot_steer_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "kind.py").write_text(SKILL.replace("{turn.text[:20]}", "\\x1b]52;c;cm0\\x07\\x1b[2J[red]hi\\x9b1m"))
    (tmp_path / "bot.toml").write_text("[guard]\noff = 'a test'\n[[skills]]\nuse = './kind.py:words'\n")
    assert chat(tmp_path).stdout == "0: [red]hi\n"
    assert json.loads(chat(tmp_path, "--json", "--new").stdout)["reply"].endswith("[red]hi")
