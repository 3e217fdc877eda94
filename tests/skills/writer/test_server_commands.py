"""What a server would be asked is shown without asking it, and writers are tried beside each other."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.errors import ConfigError
from bot.testing.chat_completions import ChatCompletions, Told
from bot.testing.loopback import in_thread
from skills.doctor import doctor
from skills.writer.server_commands import prompt, writer

pytest.importorskip("openai")
BOT = """
wait = 5
[encoder]
use = "encoder"
size = "small"
[guard]
use = "safety"
[[skills]]
use = "intent"
[[skills]]
use = "emotion"
[[skills]]
use = "retrieve"
[[responders]]
use = "server"
base_url = "{url}"
model = "tiny"
retries = 0
"""


@pytest.fixture
def there() -> Iterator[ChatCompletions]:
    with in_thread(ChatCompletions(reply="[Question] Who told you, and how?")) as fake:
        yield fake


def bot(folder: Path, url: str, more: str = "") -> str:
    path = folder / "own.toml"
    path.write_text(BOT.format(url=url) + more)
    return str(path)


def test_the_prompt_is_printed_and_nothing_is_sent(tmp_path: Path, there: ChatCompletions) -> None:
    file = bot(tmp_path, there.base_url)
    found = CliRunner().invoke(prompt, ["show", file, "--say", "I lost my job", "--say", "they emailed me"])
    assert found.exit_code == 0
    assert found.stdout.startswith("--- system\nYou are Attune, a computer program")
    assert found.stdout.endswith("--- user\nthey emailed me\n")
    assert "What they seem to feel: " in found.stdout
    assert "--- user\nI lost my job\n--- assistant\n" in found.stdout
    assert "of 3896 tokens" in found.stderr
    assert "How messages like the last one were answered" in found.stdout
    assert "\nSomebody: " in found.stdout
    without = CliRunner().invoke(prompt, ["show", file, "--say", "I lost my job", "--without", "emotion"])
    assert "What they seem to feel: " not in without.stdout
    without = CliRunner().invoke(prompt, ["show", file, "--say", "I lost my job", "--without", "demonstrations"])
    assert "What they seem to feel: " in without.stdout
    assert "Somebody: " not in without.stdout
    assert there.asked == []


def test_a_bot_without_a_server_and_a_line_of_danger_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="asks no large writer: write"):
        CliRunner().invoke(prompt, ["show", "small"], catch_exceptions=False)
    file = bot(tmp_path, "http://127.0.0.1:9/v1")
    with pytest.raises(ConfigError, match="the guard answers the last line"):
        CliRunner().invoke(prompt, ["show", file, "--say", "I want to kill myself tonight"], catch_exceptions=False)


def test_each_writer_is_asked_with_one_talk_and_stands_beside_the_others(
    tmp_path: Path, there: ChatCompletions
) -> None:
    file = bot(
        tmp_path, there.base_url, '[[responders]]\nuse = "server"\nbase_url = "https://a.example/v1"\nmodel = "b"\n'
    )
    found = CliRunner().invoke(writer, ["try", file, "--say", "I lost my job"], env={"COLUMNS": "200"})
    assert found.exit_code == 0, found.exception
    head, own, ours, afar = found.stdout.splitlines()
    assert head.split() == ["bot", "writer", "seconds", "reply"]
    assert own.split()[:2] == ["own", "retrieve"]
    assert ours.split()[:2] == ["own", "server"]
    assert ours.strip().endswith("Who told you, and how?")
    assert afar.strip().endswith("not asked: a.example would get the talk (--outside)")
    assert len(there.asked) == 1


def test_what_the_guard_refuses_and_what_fails_is_told(tmp_path: Path, there: ChatCompletions) -> None:
    there.told = [Told(reply="[Others] Everything will be okay, I promise."), Told(status=500)]
    file = bot(tmp_path, there.base_url)
    found = CliRunner().invoke(writer, ["try", file, "--say", "I lost my job"], env={"COLUMNS": "200"})
    assert "refused, a promise: Everything will be okay, I promise." in found.stdout
    found = CliRunner().invoke(writer, ["try", file, "--say", "I lost my job"], env={"COLUMNS": "200"})
    assert "nothing: failed: InternalServerError 500" in found.stdout


def test_doctor_says_whether_the_server_is_there_takes_the_key_and_has_the_model(
    tmp_path: Path, there: ChatCompletions, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told() -> list[str]:
        out = CliRunner().invoke(doctor, [bot(tmp_path, there.base_url), "--database", str(tmp_path / "t.db")]).output
        return [line for line in out.splitlines() if " server " in line]

    where = there.base_url.removeprefix("http://").removesuffix("/v1")
    assert told() == [f"ok    server {where}: it is there and has the model 'tiny'"]
    there.model = "large"
    assert told() == [f"warn  server {where}: no model is called 'tiny' there: it has large"]
    there.key = "secret"
    assert told()[0].startswith(f"fail  server {where}: AuthenticationError 401")
    assert "key" in told()[0]
    monkeypatch.setenv("ATTUNE_SERVER_KEY", "secret")
    assert "AuthenticationError" not in told()[0]
    assert there.asked == []


def test_doctor_says_that_nobody_is_there_and_that_another_machine_wants_a_key_and_a_seal(tmp_path: Path) -> None:
    async def gone() -> str:
        async with ChatCompletions() as fake:
            return fake.base_url

    out = CliRunner().invoke(doctor, [bot(tmp_path, asyncio.run(gone())), "--database", str(tmp_path / "t.db")]).output
    assert "APIConnectionError ECONNREFUSED" in out
    assert "start it, or correct base_url" in out
    afar = bot(tmp_path, "http://ai.invalid:1/v1")
    out = CliRunner().invoke(doctor, [afar, "--database", str(tmp_path / "t.db")]).output
    assert "server ai.invalid:1: it is asked without a key" in out
    assert "what people say goes there unsealed" in out
    assert "sent: server: ai.invalid:1 gets the last forty messages of your talk" in out
