from dataclasses import replace
from pathlib import Path

import pytest

from bot.config import Config, Use, read
from bot.terms import Terms, terms_of


@pytest.fixture
def config(tmp_path: Path) -> Config:
    (tmp_path / "bot.toml").write_text(
        'keep_crisis_text = true\n[guard]\noff = "a trial"\n[store]\nunkept_hours = 6\nretention_days = 30\n'
    )
    return read(tmp_path / "bot.toml")


def test_people_are_told_what_the_bot_file_says(config: Config) -> None:
    assert terms_of(config) == Terms(unkept_hours=6, retention_days=30, crisis_text_kept=True, outside=False)


def test_a_slow_responder_is_an_outside_model(config: Config) -> None:
    assert terms_of(replace(config, responders=(Use("./llm.py:model", {}, "responders[0]"),))).outside


def test_without_a_word_in_the_bot_file_the_terms_are_the_stores_own(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text('[guard]\noff = "a trial"\n')
    assert terms_of(read(tmp_path / "bot.toml")) == Terms()
