import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.frontends.console import HELLO
from bot.frontends.menu import COMMANDS
from tests.bot.frontends.on_terminal import Terminal

Opened = Callable[..., Terminal]


@pytest.fixture
def opened() -> Iterator[Opened]:
    """`opened(folder, *options)` is `attune chat`; none outlives the test."""
    made: list[Terminal] = []

    def start(folder: Path, *options: str) -> Terminal:
        made.append(Terminal(folder, *options))
        return made[-1]

    yield start
    for terminal in made:
        terminal.end()


@pytest.fixture
def terminal(bot: Path, opened: Opened) -> Terminal:
    return opened(bot)


def begun(terminal: Terminal, *lines: str) -> None:
    """Past the first question, and these lines answered."""
    terminal.until("1-5> ")
    terminal.type("\n")
    terminal.until("> ")
    for line in lines:
        terminal.type(f"{line}\n")
        terminal.until(f"{line}\r\n")  # the echo
        terminal.until(line[:20])
        terminal.until("> ")


def plain(shown: str) -> str:
    """Without the terminal's line breaks."""
    return " ".join(shown.split())


def test_a_talk_on_a_terminal(terminal: Terminal) -> None:
    assert HELLO in plain(terminal.until("1-5> "))
    terminal.type("5\n")
    terminal.until("Noted: 5 of 5.")
    terminal.until("> ")
    terminal.type("I lost my job\n")
    terminal.until("0:")
    terminal.until("> ")
    terminal.type("/feel 9\n")
    terminal.until("'9' is not one of 1, 2, 3, 4, 5")
    terminal.type("/feel 3\n")
    terminal.until("Noted: 5 before, 3 now.")
    terminal.type("/explain\n")
    terminal.until("shown from now on")
    terminal.type(b"caf\xe9\n")
    terminal.until("intensity 4.0")
    terminal.until("> ")
    terminal.type("/bye\n")
    terminal.until("Before you go")
    terminal.type("2\n")
    terminal.until("Noted: 5 before, 2 now.")
    terminal.until("Take care.")
    assert terminal.close() == 0


def test_a_strength_is_confirmed_each_time(terminal: Terminal) -> None:
    begun(terminal)
    for value, shown in ((3, "Noted: 3 of 5."), (4, "Noted: 3 before, 4 now."), (2, "Noted: 3 before, 2 now.")):
        terminal.type(f"/feel {value}\n")
        terminal.until(shown)


@pytest.mark.parametrize("wrong", ["9", "0", "3.5", "10/10", "-1"])
def test_a_wrong_strength_is_asked_for_again(terminal: Terminal, wrong: str) -> None:
    terminal.until("1-5> ")
    terminal.type(f"{wrong}\n")
    terminal.until(f"'{wrong}' is not one of 1, 2, 3, 4, 5")
    terminal.until("1-5> ")
    terminal.type("4\n")
    terminal.until("Noted: 4 of 5.")


def test_a_sentence_in_the_place_of_a_strength_is_heard_at_the_start_and_at_the_end(terminal: Terminal) -> None:
    terminal.until("1-5> ")
    terminal.type("my dog died\n")
    terminal.until("0:")
    terminal.until("> ")
    terminal.type("/bye\n")
    terminal.until("1-5> ")
    terminal.type("one more thing\n")
    terminal.until("1:")
    terminal.until("Take care.")
    assert terminal.close() == 0


def test_danger_in_the_place_of_the_last_strength_keeps_the_talk(bot: Path, opened: Opened) -> None:
    (bot / "bot.toml").write_text("[guard]\nuse = 'safety'\n[[skills]]\nuse = './kind.py:words'\n")
    terminal = opened(bot)
    begun(terminal)
    terminal.type("/bye\n")
    terminal.until("1-5> ")
    terminal.type("I want to kill myself\n")
    terminal.until("emergency")
    terminal.until("> ")
    terminal.type("/bye\n")
    terminal.until("1-5> ")
    terminal.type("\n")
    terminal.until("Take care.")
    assert terminal.close() == 0


@pytest.mark.parametrize("leaving", ["quit", "Exit"])
def test_other_programs_words_for_leaving_are_understood(terminal: Terminal, leaving: str) -> None:
    begun(terminal, "hello there")
    terminal.type(f"{leaving}\n")
    terminal.until("Before you go")
    terminal.type("three\n")
    terminal.until("Noted: 3 of 5.")
    terminal.until("Take care.")
    assert terminal.close() == 0


def test_consents_are_turned_on_and_off_by_number(terminal: Terminal) -> None:
    begun(terminal, "hello there")
    terminal.type("/privacy\n")
    shown = plain(terminal.until("> "))
    assert "t.db" in shown
    assert "Keep our talks" not in shown
    (number,) = re.findall(r"\[(\d)\] Turn on: Use our talks for research", shown)
    terminal.type(f"{number}\n")
    terminal.until("Turned on: Use our talks for research.")
    terminal.type("/consent research:no\n")
    terminal.until("Turned off: Use our talks for research.")


def test_who_comes_back_is_told_that_the_talk_goes_on(bot: Path, opened: Opened) -> None:
    for told in (False, True):
        terminal = opened(bot, "--conversation", "work")
        shown = terminal.until("1-5> ")
        assert ("We go on where we stopped, in the talk named work." in plain(shown)) is told
        terminal.type("\n")
        terminal.until("> ")
        terminal.type("my dog died\n")
        terminal.until("> ")
        terminal.type("/bye\n")
        terminal.until("1-5> ")
        terminal.type("\n")
        assert terminal.close() == 0


def test_all_eleven_commands_have_their_page_and_the_talk_goes_on(terminal: Terminal) -> None:
    begun(terminal, "hello there", "I am sad today")
    assert len(COMMANDS) == 11
    expected = {
        "start": "Turn on: Use our talks for research",
        "help": "/feel: Say how strong",
        "mood": "This is how it seemed",
        "feedback": "5 ★",
        "country": "This bot shows no crisis lines",
        "reset": "Erase this talk",
        "undo": "Taken back",
        "export": "Written for you alone",
        "forget": "talks under other names stay",
        "privacy": "What is kept",
        "stop": "This talk stays until you erase it.",
    }
    assert set(expected) == {command.name for command in COMMANDS}
    for name, words in expected.items():
        terminal.type(f"/{name}\n")
        terminal.until(f"/{name}\r\n")
        shown = plain(terminal.until("> "))
        assert any(word in shown for word in words.split("|")), shown
        terminal.type("\n")  # none of its choices
        terminal.until("> ")
    terminal.type("still here\n")
    terminal.until("still here\r\n")
    terminal.until("still here")


def test_help_lists_every_command(terminal: Terminal) -> None:
    begun(terminal)
    terminal.type("/help\n")
    terminal.until("/help\r\n")
    shown = terminal.until("> ")
    for name in (*(command.name for command in COMMANDS), "explain", "feel", "bye"):
        assert f"/{name}: " in shown


def test_a_rating_is_a_number_and_leaves_the_talk_where_it_was(terminal: Terminal) -> None:
    begun(terminal, "hello there")
    terminal.type("/feedback\n")
    terminal.until("[5] 5 ★")
    terminal.until("> ")
    terminal.type("6\n")
    terminal.until("6 is not one of 1 to 5.")
    terminal.type("4\n")
    terminal.until("Thank you, 4 of 5 is noted.")
    terminal.until("> ")
    terminal.type("7\n")  # no choice stands any more
    terminal.until("1:")
    terminal.until("7")


def test_whoever_goes_on_writing_beside_choices_is_answered(terminal: Terminal) -> None:
    begun(terminal, "hello there")
    terminal.type("/feedback\n")
    terminal.until("go on writing")
    terminal.until("> ")
    terminal.type("I would rather talk\n")
    terminal.until("1:")


def test_the_copy_is_a_new_file_for_its_owner(terminal: Terminal, bot: Path) -> None:
    begun(terminal, "marmalade for everybody")
    for number in (1, 2):
        terminal.type("/export\n")
        terminal.until("Written for you alone")
        terminal.until("> ")
        assert len(list(bot.glob("attune-*.json"))) == number
    for file in bot.glob("attune-*.json"):
        assert file.stat().st_mode & 0o777 == 0o600
        held = json.loads(file.read_text(encoding="utf8"))
        assert held["person"] == "terminal:me"
        assert held["conversations"][0]["turns"][0]["text"] == "marmalade for everybody"


def test_the_picture_is_saved_when_it_is_asked_for(terminal: Terminal, bot: Path) -> None:
    begun(terminal, "hello there", "I am sad today")
    terminal.type("/mood\n")
    shown = terminal.until("Save the picture as attune-mood.png")
    assert not (bot / "attune-mood.png").exists()
    terminal.until("> ")
    terminal.type(f"{shown.rpartition('[')[2].partition(']')[0]}\n")
    terminal.until("Written for you alone")
    assert (bot / "attune-mood.png").read_bytes()[:4] == b"\x89PNG"
    assert (bot / "attune-mood.png").stat().st_mode & 0o777 == 0o600


def test_everything_under_the_name_is_erased_and_the_program_ends(bot: Path, opened: Opened) -> None:
    for name, words in (("work", "somebody may read marmalade"), ("work", "and quince too"), ("me", "but not honey")):
        terminal = opened(bot, "--conversation", name, "--new")
        begun(terminal, words)
        terminal.type("/bye\n")
        terminal.until("1-5> ")
        terminal.type("\n")
        assert terminal.close() == 0
    terminal = opened(bot, "--conversation", "work")
    begun(terminal)
    terminal.type("/forget\n")
    assert "under the name work" in plain(terminal.until("> "))
    terminal.type("1\n")
    terminal.until("Erased")
    assert terminal.close() == 0
    kept = b"".join(path.read_bytes() for path in bot.glob("t.db*"))
    assert b"marmalade" not in kept
    assert b"quince" not in kept
    assert b"honey" in kept


def test_ctrl_c_says_goodbye_and_asks_nothing(terminal: Terminal) -> None:
    begun(terminal, "hello there")
    terminal.type(b"\x03")
    assert "1-5>" not in terminal.until("Take care.")
    assert terminal.close() == 130


def test_ctrl_c_at_the_first_question_ends_a_talk_at_once(terminal: Terminal) -> None:
    terminal.until("1-5> ")
    terminal.type(b"\x03")
    terminal.until("Take care.")
    assert terminal.close() == 130


def test_an_unknown_command_is_told_so_and_danger_in_one_is_heard(bot: Path, opened: Opened) -> None:
    (bot / "bot.toml").write_text("[guard]\nuse = 'safety'\n[[skills]]\nuse = './kind.py:words'\n")
    terminal = opened(bot)
    begun(terminal)
    terminal.type("/exprot\n")
    terminal.until("I don't know /exprot.")
    terminal.until("> ")
    terminal.type("/kill myself\n")
    terminal.until("/kill myself\r\n")
    shown = terminal.until("> ")
    assert "I don't know" not in shown
    assert "emergency" in shown
    terminal.type("/bye\n")
    terminal.until("1-5> ")
    terminal.type("\n")
    assert terminal.close() == 0
