"""When crisis lines are shown, and those of which country."""

from __future__ import annotations

import pytest

from bot.errors import ConfigError
from skills.safety import safety
from tests.skills.guarded import BEATEN, care, hear, hold, last


def test_lines_are_not_repeated_until_asked_for() -> None:
    steps = hear("I want to die", "we had soup", "it rained", "what was that number again?")
    assert ["116 123" in step.reply.text for step in steps] == [True, False, False, True]
    assert [step.trace.verdict and step.trace.verdict.referred for step in steps] == [True, False, False, True]


def test_lines_come_again_after_six_turns() -> None:
    steps = hold("I want to die", *["it hurts"] * 7, country="nz")
    assert ["1737" in step.reply.text for step in steps] == [True, False, False, False, False, False, True, False]


def test_a_rise_shows_lines_again() -> None:
    steps = hold("I want to die", "it hurts", "I'm going to kill myself tonight", country="ca")
    assert ["988" in step.reply.text for step in steps] == [True, False, True]


def test_the_country_comes_from_the_person() -> None:
    unknown, named = hold("I want to die", "I'm in the UK")
    assert "your local emergency number" in unknown.reply.text
    assert "findahelpline.com" in unknown.reply.text
    assert "116 123" in named.reply.text
    assert "999" in named.reply.text
    assert care(named).country == "gb"


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("Germany", "de"), ("I live in New Zealand", "nz"), ("im from the netherlands", "nl"),
        ("españa", "es"), ("日本", "jp"), ("US", "us"), ("I am in Ireland right now", "ie"), ("I live in Leeds", "gb"),
        ("he's in dublin with his mates", "ie"), ("I'm from New York", "us"), ("im in perth scotland", "gb-sct"),
        ("half past two over here in England, love", "gb"), ("he drinks in a shed in Germany", "de"),
    ],
)  # fmt: skip
def test_countries_as_people_write_them(said: str, code: str) -> None:
    assert care(hold("I want to die", said)[-1]).country == code


def test_a_place_in_passing_counts_while_nothing_better_is_known() -> None:
    assert care(hold("he moved to my parents' house in Leeds", "he says he wants to die")[-1]).country == "gb"
    assert care(hold("we met in France and I live in Ireland", "I want to die")[-1]).country == "ie"
    for passing in ("my sister works in France", "my ex, he's in France now"):
        assert care(hold("I want to die", "I'm in Ireland", passing)[-1]).country == "ie"


@pytest.mark.parametrize("said", ["Sydney", "Sydney would come", "I met Dallas", "we went to paris once", "in pieces"])
def test_a_name_is_no_place(said: str) -> None:
    assert care(hold("I want to die", said)[-1]).country is None


@pytest.mark.parametrize("start", ["I want to die", "I'm going to kill myself tonight", "I cut myself again"])
def test_where_no_country_is_known_it_is_asked_for_with_the_lines(start: str) -> None:
    asks = "(tell me your country, and I may have its numbers)"
    steps = hold(start, "it hurts")
    assert [asks in step.reply.text for step in steps] == [True, False]
    assert asks not in last(start, country="gb")


def test_a_country_named_before_is_remembered() -> None:
    assert "1737" in last("I live in New Zealand and work on a farm", "I want to die")


def test_the_word_us_is_no_country() -> None:
    assert care(hold("I want to die", "nobody likes us")[-1]).country is None
    assert care(hold("I want to die", "nobody believes in us")[-1]).country is None
    assert care(hold("I want to die", "we live in the US")[-1]).country == "us"


@pytest.mark.parametrize("said", ["England", "in England", "I'm in England", "we're in England", "in the UK", "uk"])
@pytest.mark.parametrize("start", ["I want to die", BEATEN, "my husband hits me", "I cut myself again"])
def test_a_bare_country_brings_its_lines(start: str, said: str) -> None:
    text = last(start, said)
    assert "999" in text
    assert "can reach" in text


def test_a_country_named_as_it_steps_down_still_brings_its_lines() -> None:
    assert "999" in last("I want to die", "I'm safe now", "we had soup", "it rained", "England")


def test_somebody_else_gets_lines_that_help_the_worried() -> None:
    assert "also if you are worried about someone else" in last("my brother is suicidal", country="fr")
    assert "findahelpline.com" in last("my brother is suicidal", country="gb")  # no line there says so


def test_another_language_gets_the_answer_first() -> None:
    text = last("quiero morir", country="es")
    assert "024" in text
    assert text.endswith("No entiendo bien el español; las palabras sencillas me ayudan.")
    assert last("marna chahta hoon", country="in").endswith("I can't follow this language well.")


def test_an_unknown_country_is_refused_with_the_choices() -> None:
    with pytest.raises(ConfigError, match=r"safety\.country = 'xx'.*\bgb\b.*\bus\b"):
        safety(country="xx")
