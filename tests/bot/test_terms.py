from dataclasses import replace
from pathlib import Path

import pytest

from bot.config import Config, Law, read
from bot.frontends.console import HELLO, hello
from bot.sends import Recipient
from bot.store.consents import CONSENT_VERSION, Consent
from bot.terms import Terms, terms_of
from bot.testing.scripted import NOON

AFAR = Recipient("ai", "the last twelve messages", "ai.example.org", outside=True)
HERE = Recipient("local", "the last twelve messages", "127.0.0.1:8080", outside=False)


@pytest.fixture
def config(tmp_path: Path) -> Config:
    (tmp_path / "bot.toml").write_text(
        'keep_crisis_text = true\n[guard]\noff = "a trial"\n[store]\nunkept_hours = 6\nretention_days = 30\n'
    )
    return read(tmp_path / "bot.toml")


def test_people_are_told_what_the_bot_file_says(config: Config) -> None:
    assert terms_of(config) == Terms(unkept_hours=6, retention_days=30, crisis_text_kept=True, guarded=False)


def test_the_words_of_a_law_are_said_to_who_comes(config: Config) -> None:
    assert terms_of(config).set_words == ()
    lawful = replace(config, law=Law(regions=("utah", "new-york")))
    (words,) = terms_of(lawful).set_words
    assert hello(terms_of(lawful)) == f"{HELLO}\n{words}"
    assert hello(terms_of(config)) == HELLO


def test_people_are_asked_only_about_what_leaves_the_machine(config: Config) -> None:
    assert terms_of(config, (AFAR, HERE)).recipients == (AFAR,)
    assert terms_of(config, (AFAR, HERE)).outside
    assert not terms_of(config, (HERE,)).outside


def test_a_yes_holds_for_those_who_were_named_then() -> None:
    terms = Terms(recipients=(AFAR,))
    given = Consent("outside", True, terms.version("outside"), NOON)
    assert terms.holds(given)
    assert not terms.holds(replace(given, given=False))
    for others in ((replace(AFAR, host="other.example.net"),), (AFAR, replace(AFAR, what="your name")), ()):
        assert not Terms(recipients=others).holds(given)
    assert Terms(recipients=(replace(AFAR, part="renamed"), AFAR)).holds(given)
    assert not terms.holds(replace(given, version=CONSENT_VERSION))
    assert terms.holds(Consent("keep", True, "2020-01", NOON))


def test_without_a_word_in_the_bot_file_the_terms_are_the_stores_own(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text('[guard]\noff = "a trial"\n')
    assert terms_of(read(tmp_path / "bot.toml")) == Terms(guarded=False)
