"""What is refused before a study is open in a chat, and who is forgotten by the name that the chat has for them."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.errors import ConfigError, StudyError
from tests.worlds.studies.conftest import Make, make_acute, make_annotation, make_collection
from worlds.chats.serve import check
from worlds.command import study
from worlds.studies.ledger import Ledger
from worlds.studies.options import place
from worlds.web.tokens import Tokens

__all__ = ["make_acute", "make_annotation", "make_collection"]


def run(*args: object) -> Result:
    return CliRunner().invoke(study, [str(arg) for arg in args])


@pytest.mark.parametrize("kind", ["rating", "ab", "ranking"])
def test_what_is_judged_by_buttons_fits(make: Make, kind: str) -> None:
    check(make(kind))


def test_so_do_whole_talks(make_acute: Make) -> None:
    check(make_acute())


def test_what_needs_a_browser_is_refused(make_annotation: Make, make_collection: Make) -> None:
    for loaded in (make_annotation(), make_collection()):
        with pytest.raises(StudyError, match=r"needs a browser; in a chat there can be rating, ab, .*, ab_turns"):
            check(loaded)


def test_more_questions_than_a_button_holds_are_refused(make: Make) -> None:
    questions = "".join(f'[[question]]\nname = "q{number}"\ntext = "How?"\n' for number in range(15))
    with pytest.raises(StudyError, match="34 questions are asked about an item, and a chat takes 32 at most"):
        check(make("rating", questions))


@pytest.mark.parametrize("channel", ["telegram", "discord"])
def test_a_chat_needs_its_token(make: Make, tmp_path: Path, channel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    variable = f"ATTUNE_{channel.upper()}_TOKEN"
    monkeypatch.delenv(variable, raising=False)
    result = run("serve", make("ab").path, f"--{channel}", "--database", tmp_path / "held.db")
    assert isinstance(result.exception, ConfigError)
    assert variable in str(result.exception)


def test_a_browser_needs_none(make: Make, tmp_path: Path) -> None:
    result = run("serve", make("ab").path, "--token-file", tmp_path / "token")
    assert "--token-file and --api-base belong to --telegram or --discord" in result.output


@pytest.mark.parametrize("channel", ["telegram", "discord"])
def test_somebody_is_erased_by_their_number_in_the_chat(make: Make, tmp_path: Path, channel: str) -> None:
    loaded, database = make("ab"), tmp_path / "held.db"
    name = Tokens("a secret that is long enough for tests", loaded.name).participant(channel, "4711")

    async def participants(meet: str = "") -> int:
        async with Ledger.open(place(str(database)), loaded) as ledger:
            if meet:
                await ledger.meet(meet, datetime.now(UTC))
            return len(await ledger.everybody())

    assert asyncio.run(participants(name)) == 1
    assert run("forget", loaded.path, "--participant", "4711", "--database", database, "--yes").output == "Erased.\n"
    assert asyncio.run(participants()) == 0
