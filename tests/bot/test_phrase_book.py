from pathlib import Path

import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from click.testing import CliRunner

from bot import phrase_book
from bot.phrase_book import phrases
from bot.phrases import say, speaking


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small program with an empty catalogue of its own."""
    bot = tmp_path / "bot"
    (bot / "frontends/web").mkdir(parents=True)
    (bot / "door.py").write_text('NO = mark("Not now.")\nsay("Hello " "{name}", name=name)\nother("unsaid")\n')
    (bot / "frontends/web/page.html").write_text("<h1>{{ say('Welcome') }}</h1><p>loose</p>")
    monkeypatch.setattr(phrase_book, "BOT", bot)
    monkeypatch.setattr(phrase_book, "LOCALE", bot / "locale")
    monkeypatch.setattr(phrase_book, "words", lambda: ["sad"])
    return bot


def test_the_catalogue_holds_everything_that_is_said_now() -> None:
    result = CliRunner().invoke(phrases, ["--check"])
    assert result.exit_code == 0, f"{result.output}run: attune phrases"


def test_phrases_are_collected_from_code_templates_and_lists_of_words(elsewhere: Path) -> None:
    assert {message.id for message in phrase_book.collected() if message.id} == {
        "Hello {name}",
        "Not now.",
        "Welcome",
        "sad",
    }


def test_a_second_run_changes_nothing_and_a_new_phrase_does(elsewhere: Path) -> None:
    runner = CliRunner()
    assert "attune.pot: written" in runner.invoke(phrases).output
    assert runner.invoke(phrases).output == ""
    assert runner.invoke(phrases, ["--check"]).exit_code == 0
    (elsewhere / "new.py").write_text('say("New.")\n')
    result = runner.invoke(phrases, ["--check"])
    assert (result.exit_code, "attune.pot: not up to date" in result.output) == (1, True)
    assert "New." not in (elsewhere / "locale/attune.pot").read_text()


def test_a_language_keeps_its_translations_and_loses_what_is_no_longer_said(elsewhere: Path) -> None:
    runner, place = CliRunner(), elsewhere / "locale/fr/LC_MESSAGES"
    runner.invoke(phrases, ["--add", "fr"])
    text = (place / "attune.po").read_text()
    (place / "attune.po").write_text(text.replace('msgid "sad"\nmsgstr ""', 'msgid "sad"\nmsgstr "triste"'))
    (elsewhere / "door.py").write_text('say("Hello")\n')
    runner.invoke(phrases)
    with (place / "attune.po").open("rb") as file:
        assert {message.id: message.string for message in read_po(file) if message.id} == {
            "Hello": "",
            "Welcome": "",
            "sad": "triste",
        }
    with (place / "attune.mo").open("rb") as file:
        assert read_mo(file)["sad"].string == "triste"


def test_english_says_every_phrase_as_it_stands_in_the_source() -> None:
    with speaking("en"):
        for message in phrase_book.collected():
            assert say(str(message.id)) == message.id
