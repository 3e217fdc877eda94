"""What is said in danger in other languages than English."""

from __future__ import annotations

import re
from datetime import date
from itertools import product

import pytest

from skills.care.spoken import languages
from skills.care.state import CareState, Move
from skills.care.theirs import THIRD_PARTY
from skills.care.translated import answer, shows_lines
from skills.crisis_resources import directory
from skills.reply_gate import refuse
from tests.skills.guarded import care, hear, hold

DAY = date(2026, 12, 1)
LINES = directory()
KINDS = (
    *("suicide", "self_harm", "method_request", "abuse", "violence", "violence_baby", "medical"),
    *("eating_disorder", "psychosis"),
    *THIRD_PARTY,
)  # fmt: skip
MOMENTS = ("first", "change", "stay", "again", "lines", "hush", "hushed", "safe", "asks_again", "denied")
COUNTRIES = (None, "ae", "fr", "gb-sct", "ca", "mx")


@pytest.mark.parametrize("code", list(languages()))
def test_every_answer_is_short_and_whole(code: str) -> None:
    language, texts = languages()[code], set[str]()
    for kind, level, moment, country, minor, told in product(
        KINDS, (1, 2, 3), MOMENTS, COUNTRIES, (False, True), (0, 1)
    ):
        state = CareState(level=level, kind=kind, country=country, minor=minor, told=told, language=code)
        move = Move(state, moment)
        text = answer(move, language, LINES, DAY).text
        texts.add(text)
        emergency = LINES.emergency(country, unknown=language.say.local).replace(" or ", " / ")
        assert level < 2 or moment in ("safe", "denied") or emergency in text, text
        line = LINES.best(country, ("suicide",), DAY, by_phone=True)
        if shows_lines(move) and line and kind == "suicide" and not minor and level > 1:
            assert line.phone in text, text
    for text in texts:
        assert "{" not in text, text
        assert len(re.findall(r"[?？؟]", text)) <= 1, text
        assert len(re.findall(r"[.!?。？।؟](?:\s|$)", text)) <= 7, text
        assert text.endswith(language.say.unfollowed), text
        assert refuse(text) is None, text


def test_a_man_in_lyon_is_answered_in_french_with_the_french_line() -> None:
    steps = hear(
        "Je suis en France, à Lyon. Je suis seul. Je n'ai plus envie de vivre, je pense à en finir cette nuit.",
        "Lequel?",
        "C'est quoi le numéro en France?",
        country=None,
    )
    for step in steps:
        assert "3114" in step.reply.text
        assert "112" in step.reply.text
        assert step.reply.text.endswith(languages()["fr"].say.unfollowed)
        assert step.trace.verdict
        assert step.trace.verdict.referred
    assert care(steps[-1]).country == "fr"


def test_a_woman_in_mexico_is_never_answered_as_one_who_wants_to_die() -> None:
    steps = hear(
        "mi esposo me pega, me agarró del cuello",
        "estoy en México, en Puebla. ¿a qué número puedo llamar?",
        "segura ahora sí, pero a las 8 no. ¿qué hago? ¿me voy con mi hermana? no tengo dinero",
        "no quiero morir yo, quiero irme con mis hijos. ¿por qué me dice eso? estoy sola",
        country=None,
    )
    for step in steps[1:]:
        assert "800 911 2000" in step.reply.text
        assert care(step).kind == "abuse"
        assert care(step).country == "mx"


def test_yes_and_no_answer_the_question_and_nothing_else_does() -> None:
    said = "mi esposo me pega y no puedo dormir"
    assert care(hold(said)[-1]).step == "write"
    assert care(hold(said, "no")[-1]).unsafe_to_talk
    assert not care(hold(said, "no entiendo, mi hermana vive lejos")[-1]).unsafe_to_talk
    assert care(hold("quiero morir", "mi hermana no está aquí", "sí")[-1]).safe


def test_who_goes_on_in_english_is_answered_in_english() -> None:
    first, then = hold("je veux mourir", "sorry, I can write in English too")
    assert care(first).language == "fr"
    assert care(then).language == ""
    assert "français" not in then.reply.text
