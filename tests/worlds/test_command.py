from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bot.errors import StudyError
from worlds.command import study

Make = Callable[..., Path]
Hold = Callable[..., Result]


@pytest.fixture
def hold(bot_file: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hold:
    """Hold a study of two bots with these lines typed in."""
    monkeypatch.chdir(tmp_path)
    bot_file("calm", "How so?", "And then?", "What else?")
    bot_file("warm", "I'm with you.", "And then?", "Take your time.")

    def run(*lines: str, args: tuple[str, ...] = ()) -> Result:
        typed = "".join(f"{line}\n" for line in lines)
        return CliRunner().invoke(study, ["ab", "calm.toml", "warm.toml", *args], input=typed, catch_exceptions=False)

    return run


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(row) for row in path.read_text(encoding="utf8").splitlines()]


def test_a_talk_from_hello_to_the_figures(hold: Hold, tmp_path: Path) -> None:
    result = hold("my cat ran away", "b", "yes", "she is old", "maybe", "a", "/bye")
    said = result.stdout
    assert result.exit_code == 0
    assert said.index("computer programs") < said.index("A  ") < said.index("B  ") < said.index("Which one?")
    assert "We go on with B." in said
    assert "\nAnd then?\n" in said
    assert "'maybe' is not one of a, b, equal, neither." in said
    assert "Thank you. Take care." in said
    assert "two-sided sign test over 2 decided turns: p = " in said
    assert "1 turn not asked about: both bots said the same." in said
    opening, *lines = rows(tmp_path / "ab-calm-warm.jsonl")
    assert (opening["kind"], opening["left"], opening["right"], opening["seed"]) == ("study", "calm", "warm", 0)
    assert [(line["turn"], line["answer"]) for line in lines] == [(1, "b"), (2, "same"), (3, "a")]
    shown = {"left": "How so?", "right": "I'm with you."}
    assert f"B  {shown['right' if lines[0]['a'] == 'left' else 'left']}" in said


def test_no_word_is_written_down_unless_the_person_agrees(hold: Hold, tmp_path: Path) -> None:
    assert "Your words are not." in hold("my secret", "a").stdout
    refused = hold("no", "my secret", "a", args=("--keep-text", "--out", "refused.jsonl")).stdout
    assert refused.index("May your own words") < refused.index("Your words are not.")
    agreed = hold("yes", "my secret", "a", args=("--keep-text", "--out", "agreed.jsonl")).stdout
    assert "Your words are not." not in agreed
    for name in ("ab-calm-warm.jsonl", "refused.jsonl"):
        text = (tmp_path / name).read_text(encoding="utf8")
        assert "secret" not in text
        assert "How so?" not in text
    kept = rows(tmp_path / "agreed.jsonl")[1]
    assert kept["said"] == "my secret"
    assert {side: offer["text"] for side, offer in kept["offers"].items()} == {
        "left": "How so?",
        "right": "I'm with you.",
    }


def test_it_ends_when_enough_turns_are_judged_and_is_taken_up_again(hold: Hold, tmp_path: Path) -> None:
    args = ("--turns", "2", "--person", "p1")
    assert "Take care" in hold("hello", "a", args=args).stdout
    second = hold("hello", "n", "more", args=args)
    assert second.stdout.count("Which one?") == 1
    lines = rows(tmp_path / "ab-calm-warm.jsonl")[1:]
    assert [(line["talk"], line["turn"], line["answer"]) for line in lines] == [(1, 1, "a"), (2, 1, "neither")]
    third = hold("hello", args=args).stdout
    assert "p1 has judged 2 turns already" in third
    assert "computer programs" not in third
    assert "Which one?" in hold("hello", "a", args=("--person", "p2")).stdout


def test_stray_bytes_and_long_lines_do_not_end_the_talk(hold: Hold, tmp_path: Path) -> None:
    typed = b"caf\xe9\na\n\x00\x07\n" + b"x" * 100_000 + "\n😀\nb\n".encode()
    result = CliRunner().invoke(study, ["ab", "calm.toml", "warm.toml"], input=typed, catch_exceptions=False)
    assert "No words came through" in result.stdout
    lines = rows(tmp_path / "ab-calm-warm.jsonl")[1:]
    assert [(line["turn"], line["answer"]) for line in lines] == [(1, "a"), (2, "same"), (3, "b")]


@pytest.mark.parametrize("leave", [(), ("/bye",)])
def test_leaving_at_the_question_records_nothing(hold: Hold, tmp_path: Path, leave: tuple[str]) -> None:
    result = hold("hello", *leave)
    assert "Take care." in result.stdout
    assert rows(tmp_path / "ab-calm-warm.jsonl")[1:] == []


def test_a_danger_is_answered_and_neither_asked_about_nor_kept(hold: Hold, tmp_path: Path) -> None:
    result = hold("yes", "help me", "I am calmer", "/bye", args=("--keep-text", "--person", "p1"))
    assert "Call someone now." in result.stdout
    assert "Which one?" not in result.stdout
    assert "sign test" not in result.stdout
    opening, *lines = rows(tmp_path / "ab-calm-warm.jsonl")
    assert lines == [{"kind": "interruption", "study": opening["id"]}]
    figures = CliRunner().invoke(study, ["table", "ab-calm-warm.jsonl"]).stdout
    assert "1 talk interrupted: somebody may have been in danger." in figures


def test_the_figures_of_a_file(hold: Hold) -> None:
    hold("hello", "a", "hm", "go on", "equal", args=("--out", "x.jsonl"))
    result = CliRunner().invoke(study, ["table", "x.jsonl"], catch_exceptions=False)
    head, calm, warm, test, *_ = result.stdout.splitlines()
    assert head.split() == ["win", "lose", "equal", "neither"]
    assert sorted(calm.split()[1:3]) == ["0", "1"]
    assert calm.split()[1:3] == warm.split()[1:3][::-1]
    assert calm.split()[3:] == warm.split()[3:] == ["1", "0"]
    assert test == "two-sided sign test over 1 decided turn: p = 1.000"


def test_bad_calls_are_named(hold: Hold, tmp_path: Path) -> None:
    hold("hello", "a")
    with pytest.raises(StudyError, match="choose another file"):
        hold("hello", args=("--seed", "1"))
    with pytest.raises(StudyError, match="'a:b'"):
        hold("hello", args=("--person", "a:b"))
    assert "--turns" in hold(args=("--turns", "0")).stderr


def test_a_bot_that_sends_words_elsewhere_is_refused(hold: Hold, tmp_path: Path) -> None:
    (tmp_path / "ai.py").write_text(
        "from bot.registry import skill\nfrom bot.sends import Sends\n"
        "@skill('ai', sends=Sends('the whole talk', to='url'))\n"
        "def ai(*, url: str = 'https://ai.example.org'):\n    return lambda turn: 1 / 0\n"
    )
    with (tmp_path / "warm.toml").open("a", encoding="utf8") as file:
        file.write('[[skills]]\nuse = "./ai.py:ai"\n')
    with pytest.raises(StudyError, match=r"warm\.toml: a study sends nothing elsewhere: .*ai\.example\.org"):
        hold("hi")


def test_a_guard_that_is_off_is_told(hold: Hold, bot_file: Make) -> None:
    unguarded = bot_file("free", "Oh?")
    text = unguarded.read_text(encoding="utf8").replace('use = "./kind.py:alarm"', 'off = "a test"')
    unguarded.write_text(text, encoding="utf8")
    result = CliRunner().invoke(study, ["ab", "calm.toml", "free.toml"], input="/bye\n")
    assert result.exit_code == 0
    assert "free.toml: the safety guard is off: a test" in result.stderr


def test_the_command_is_light() -> None:
    code = (
        "import sys, worlds.command; print(sorted({'torch', 'numpy', 'parlai', 'msgspec', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
