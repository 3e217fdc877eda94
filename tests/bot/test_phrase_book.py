import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from click.testing import CliRunner

from bot import phrase_book
from bot.phrase_book import BOT, phrases
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


OPERATORS = ("option", "argument", "echo", "BadParameter", "UsageError", "ClickException")
"""What these calls show, operators read: it is not in the catalogue."""


def loose(tree: ast.AST) -> Iterator[str]:
    """Sentences in code that pass neither `say` nor `mark`, are raised or logged to nobody, and are no docstring."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Raise) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            continue
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            of = node.func.value if isinstance(node.func, ast.Attribute) else None
            if name in ("say", "mark", *OPERATORS) or (isinstance(of, ast.Name) and of.id == "log"):
                continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and SENTENCE.search(node.value):
            yield node.value
        yield from loose(node)


SENTENCE = re.compile(r"[A-Z][a-z']*(?: [\w',:/]+){2,}[^\"]*[.?!:]")
PLACES = ("frontends/*.py", "frontends/*/*.py", "sessions.py", "limits.py")
FOR_PROGRAMS = ("command.py", "server.py", "shield.py")
"""Operators' commands, and what the web's outermost wall answers to programs; its `api` answers nobody else."""


@pytest.mark.parametrize("place", PLACES)
def test_doors_say_no_sentence_past_the_catalogue(place: str) -> None:
    paths = [path for path in sorted(BOT.glob(place)) if path.name not in FOR_PROGRAMS]
    found = [(path.name, text) for path in paths for text in loose(ast.parse(path.read_text(encoding="utf8")))]
    assert paths
    assert found == []


def test_a_loose_sentence_would_be_seen() -> None:
    code = """
tell(f"You have had enough. Come back {when}")
say("Not this one here.")
X = "I was never marked."
log.info("Nor this one here.")
raise ValueError("Or this one here.")
"""
    assert list(loose(ast.parse(code))) == ["You have had enough. Come back ", "I was never marked."]


def bare(template: str) -> str:
    """The words of a page that stand in the template itself: between tags, or in attributes that are read out."""
    text = re.sub(
        r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|<!--.*?-->|<(script|style)\b.*?</\1>", "", template, flags=re.DOTALL
    )
    read_out = re.findall(r'\b(?:aria-label|placeholder|title|alt)="([^"]*)"', text)
    return " ".join((re.sub(r"<[^>]*>|&\w+;", " ", text), *read_out)).strip()


PAGES = [path for path in sorted(BOT.glob("frontends/web/**/*.html")) if path.name != "api.html"]
"""The page on the programming interface is for those who write programs."""


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_pages_hold_no_words_of_their_own(path: Path) -> None:
    assert not re.search(r"[^\W\d_]", bare(path.read_text(encoding="utf8")))


def test_a_bare_word_would_be_seen() -> None:
    assert bare('<p title="Loose">{{ say("Kept") }}<b>word</b> &amp;</p>').split() == ["word", "Loose"]


def test_no_phrase_stands_inside_an_f_string() -> None:
    """Python 3.11 hands an f-string on whole, so that a phrase inside it is not found there, and from 3.12 on it is."""
    inside = re.compile(r"""\bf(?P<mark>["']).*\{(?:say|mark)\(["']""")
    found = [path.name for path in BOT.rglob("*.py") if inside.search(path.read_text(encoding="utf8"))]
    assert found == []
