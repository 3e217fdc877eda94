# ruff: noqa: E501 - what is said stands beside its country
"""The country that somebody names: where they are, where they are from, and where others are."""

from __future__ import annotations

import pytest

from skills.care.country import named
from skills.care.spoken import language_of, languages
from skills.crisis_resources import directory
from tests.skills.guarded import care, hear, hold, last

LINES = directory()


def country(*said: str, known: str | None = None, settled: bool = True) -> str | None:
    language = languages().get(language_of(said[-1], languages()))
    return named(LINES, said, known=known, settled=settled, language=language)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("I am in Yorkshire, if that is what you were asking about", "gb"), ("I'm in Ohio", "us"), ("we're in Scotland.", "gb-sct"),
        ("im in glasgow", "gb-sct"), ("I live in Wales", "gb-wls"), ("I'm in Belfast", "gb-nir"), ("I live in Bavaria", "de"),
        ("im in the midlands", "gb"), ("I'm in Sydney", "au"), ("in Toronto", "ca"), ("I'm in Lagos", "ng"), ("we live in Mumbai", "in"),
        ("i am in dubai. if i call police", "ae"), ("I'm in Ontario", "ca"), ("Texas", "us"), ("i'm in the hague", "nl"),
        ("I'm stuck in Ho Chi Minh City", "vn"), ("I am in Jordan", "jo"), ("Yes, in Queensland.", "au"), ("I'm in New Mexico", "us"),
        ("Je suis en France, à Lyon. Je suis seul.", "fr"), ("j'habite à Grenoble et je ne dors plus", "fr"),
        ("estoy en México, en Puebla. ¿a qué número puedo llamar?", "mx"), ("solo quiero saber con quién hablar en México", "mx"),
        ("vivo en la Ciudad de México con mis hijos", "mx"), ("ich wohne in Nürnberg und kann nicht mehr", "de"),
        ("eu moro no Brasil e não quero mais", "br"), ("abito a Napoli e non dormo più", "it"), ("ik woon in Antwerpen en ben bang", "be"),
        ("我在北京", "cn"), ("東京に住んでいます", "jp"), ("я живу в Москве", "ru"), ("أنا في دبي", "ae"), ("मैं दिल्ली में हूँ", "in"),
        ("서울에 살아요", "kr"), ("メキシコ", "mx"),
    ],
)  # fmt: skip
def test_where_somebody_says_they_are(said: str, code: str) -> None:
    assert country(said) == code


def test_where_somebody_is_comes_before_where_they_are_from_and_others_are() -> None:
    assert country("I'm from Mexico but I'm in Chicago") == "us"
    assert country("my mother is in Brazil, I'm in Ireland") == "ie"
    assert country("mi madre vive en España y yo estoy en México") == "mx"
    assert country("my sister lives in France, we met in Germany") == "de"
    assert country("I live in Ireland", "my mother is in Brazil") == "ie"


@pytest.mark.parametrize(
    "said", ["my mother in Brasil", "my son is living in Canada", "he's in France", "i'm from the philippines"]
)
def test_what_is_known_stays(said: str) -> None:
    assert country(said, known="ae") is None


def test_where_somebody_is_from_overrules_the_operator_s_setting_alone() -> None:
    assert country("I'm from the UK", known="us", settled=False) == "gb"
    assert country("I'm from the UK", known="us") is None


@pytest.mark.parametrize(
    "said", ["my mother in Brasil", "Jordan hits me", "jordan", "us girls stick together", "in nice weather", "Brittany said so", "a bit in turmoil"]
)  # fmt: skip
def test_what_names_no_country_of_theirs(said: str) -> None:
    assert country(said) is None


def test_a_country_without_lines_is_named_and_not_asked_for_again() -> None:
    steps = hear("my husband hits me", "i am in dubai", "what was that number again?", country=None)
    assert "tell me your country" in steps[0].reply.text
    for step in steps[1:]:
        assert "I hold no numbers for the United Arab Emirates" in step.reply.text
        assert "findahelpline.com" in step.reply.text
        assert "your local emergency number" in step.reply.text
        assert "tell me your country" not in step.reply.text
    assert care(steps[-1]).country == "ae"


def test_the_line_of_a_nation() -> None:
    assert "0800 027 1234" in last("my husband hits me", "We're in Scotland")
    assert "(England): call 0808 2000 247" in last("my husband hits me", "I'm in the UK")
    assert "0808 80 10 800" in last("my husband hits me", "I'm in Cardiff")
    assert care(hold("my husband hits me", "I'm in Glasgow", "I'm in the UK")[-1]).country == "gb-sct"
