"""Every text of the guard, in every country: short, one question, no emoji, nothing that the gate refuses."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from itertools import chain, product

import pytest

from bot.fallback import CRISIS_CARD, EMPTY, SAFE_REPLIES
from skills.care.beside_help import COMING, THERE
from skills.care.moments import MOMENTS
from skills.care.patient import HUSHED, PATIENT, PATIENT_NOW
from skills.care.state import CareState
from skills.care.staying import STAY
from skills.care.staying_now import STAY_NOW
from skills.care.wording import Wording
from skills.care.words import BABY, CHOKED, CHOKED_OTHER, FIRST, GUESSED, HANDED, TAKEN, YOUNG, Say
from skills.crisis_resources import directory
from skills.reply_gate import refuse

DAY = date(2026, 11, 21)
WORDING = Wording(directory())
COUNTRIES = [None, *directory().countries, "gb-sct", "gb-wls", "gb-nir", "ae"]
SPECIAL = {
    ("suicide", 3): TAKEN,
    ("abuse", 3): CHOKED,
    ("third_party_abuse", 3): CHOKED_OTHER,
    ("violence_baby", 2): BABY,
    ("violence_baby", 3): HANDED,
    ("abuse", 2): YOUNG,
}
HEARD_ELSEWHERE = {("suicide", 2), ("suicide", 3), ("self_harm", 2), ("abuse", 2)}
"""What can be found in a language that is not followed."""
NEVER_FOREIGN = (CHOKED, MOMENTS["steady_no"], MOMENTS["away:violence_baby"])
"""Said only in kinds that are not."""
METHODS = re.compile(
    r"\b(?:pills?|tablets?|overdos\w+|rope|noose|hang\w*|jump\w*|bridge|gun|knife|knives|razor|blade|drown\w*|bleach|train|wrists?|"
    r"mg|dose|suffocat\w*|poison\w*)\b",
    re.IGNORECASE,
)


def all_texts() -> list[tuple[str, int, Say]]:
    firsts = [(kind, level, say) for (kind, level), say in chain(FIRST.items(), SPECIAL.items())]
    stays = [(kind, 2, say) for kind, ways in STAY.items() for say in ways]
    nows = [(kind, 3, say) for ways_now in (STAY_NOW, COMING, THERE) for kind, ways in ways_now.items() for say in ways]
    moments = [("suicide", level, say) for say in MOMENTS.values() for level in (2, 3)]
    hushed = [("abuse", 2, say) for say in HUSHED]
    patient = [("suicide", level, say) for level, ways in ((2, PATIENT), (3, PATIENT_NOW)) for say in ways]
    guessed = [("abuse", level, say) for level, say in GUESSED.items()]
    return [*firsts, *stays, *nows, *moments, *hushed, *patient, *guessed]


TEXTS = all_texts()


def sentences(text: str) -> list[str]:
    return [part for part in re.split(r"(?<=[.!?])\s+", text) if part]


@pytest.mark.parametrize("country", COUNTRIES)
def test_wording_rules(country: str | None) -> None:
    for kind, level, say in TEXTS:
        heard = (kind, level) in HEARD_ELSEWHERE and say not in NEVER_FOREIGN
        for minor, foreign in product((False, True), (False, True) if heard else (False,)):
            state = CareState(level=level, kind=kind, country=country, minor=minor)
            shown = level >= 2 and (say in FIRST.values() or say in SPECIAL.values() or "{lines}" in say.text)
            text = WORDING.render(say, state, DAY, foreign=foreign, show_lines=shown)
            assert 2 <= len(sentences(text)) <= 5, text
            assert text.count("?") <= 1, text
            assert "{" not in text, text
            assert not re.search(r"[\U0001F000-\U0001FAFF☀-➿]", text), text
            assert refuse(text) is None, (refuse(text), text)
            assert max(len(part.split()) for part in sentences(text)) <= 36, text


@pytest.mark.parametrize("country", COUNTRIES)
def test_levels_two_and_three_say_whom_to_reach(country: str | None) -> None:
    for (kind, level), say in chain(FIRST.items(), SPECIAL.items()):
        if level < 2:
            continue
        text = WORDING.render(say, CareState(level=level, kind=kind, country=country), DAY)
        assert directory().emergency(country) in text, text
        if kind != "medical":
            assert "ou can reach" in text or "They can reach" in text or "findahelpline.com" in text, text


def test_no_method_dose_or_place_is_named() -> None:
    for _, _, say in TEXTS:
        assert not METHODS.search(say.text), say.text


def test_each_kind_and_level_has_words() -> None:
    assert {kind for kind, _ in FIRST} == {
        *("suicide", "self_harm", "method_request", "third_party", "abuse", "violence", "medical"),
        *("eating_disorder", "psychosis", "third_party_abuse"),
    }
    assert {level for kind, level in FIRST if kind == "suicide"} == {1, 2, 3}


def test_what_care_asks_for() -> None:
    def said(kind: str, level: int) -> str:
        return FIRST[kind, level].text

    assert "Are you thinking about ending your life?" in said("suicide", 1)
    assert "{lines}" not in said("suicide", 1)
    assert "Thank you for telling me." in said("suicide", 2)
    assert "I can't be with you or call anyone" in said("suicide", 2)
    assert "move away from anything you could use" in said("suicide", 3)
    assert "Are you alone right now?" in said("suicide", 3)
    assert "I won't help with ways to die or be hurt." in said("method_request", 2)
    assert "asking does not plant the idea" in said("third_party", 2)
    assert "How are you holding up?" in said("third_party", 2)
    assert "Is it safe for you to write right now?" in said("abuse", 2)
    assert "close the chat and erase it" in said("abuse", 2)
    assert "won't be judged" in said("self_harm", 2)
    assert not re.search(r"\bstop (?:hurting|cutting|it)\b|promise", said("self_harm", 2))
    assert "don't wait for me" in said("medical", 3)


def test_nothing_in_abuse_urges_leaving_or_reporting() -> None:
    texts = [say.text for kind, _, say in TEXTS if kind in ("abuse", "third_party_abuse")]
    assert not any(
        re.search(r"\b(?:leave him|leave her|report|confront|counsell?ing|police)\b", text) for text in texts
    )


def test_old_lines_are_not_shown_but_the_emergency_number_is() -> None:
    state = CareState(level=2, kind="suicide", country="gb", at=datetime(2028, 12, 1, tzinfo=UTC))
    text = WORDING.render(FIRST["suicide", 2], state, date(2028, 12, 1))
    assert "116 123" not in text
    assert "999" in text
    assert "findahelpline.com" in text


@pytest.mark.parametrize("reply", [CRISIS_CARD, EMPTY, *SAFE_REPLIES])
def test_the_engine_s_fixed_replies_pass_the_gate(reply: object) -> None:
    assert refuse(getattr(reply, "text", "")) is None


def test_a_minor_hears_of_a_grown_up_wherever_lines_are_shown() -> None:
    for (kind, level), say in chain(FIRST.items(), SPECIAL.items()):
        if level < 2 or kind == "medical":
            continue
        for country in COUNTRIES:
            state = CareState(level=level, kind=kind, country=country, minor=True)
            text = WORDING.render(say, state, DAY)
            assert "grown-up" in text, text
            child = directory().best(country, ("child",), DAY, minor=True)
            if child:
                assert child.name in text, text


def test_nobody_of_age_is_shown_a_child_s_line() -> None:
    for (kind, level), say in chain(FIRST.items(), SPECIAL.items()):
        for country in COUNTRIES:
            text = WORDING.render(say, CareState(level=level, kind=kind, country=country), DAY)
            assert not re.search(r"Childline|Kids Help|Childhelp|gegen Kummer", text), text


def test_the_short_words_are_short() -> None:
    for say in (*HUSHED, MOMENTS["hush"]):
        assert len(say.text.split()) <= 32
        assert "{lines}" not in say.text


def test_nothing_about_eating_speaks_of_bodies_or_food() -> None:
    texts = [say.text for kind, _, say in TEXTS if kind == "eating_disorder"]
    assert not any(
        re.search(r"\b(?:weight|calorie|pound|kilo|thin\b|thinner|fat|body|look|eat|food|meal|diet)\w*", text)
        for text in texts
    )


def test_a_program_claims_no_report_and_no_secrecy_before_a_child() -> None:
    for kind, level, say in TEXTS:
        text = WORDING.render(say, CareState(level=level, kind=kind, country="gb", minor=True), DAY, show_lines=False)
        assert not re.search(
            r"\b(?:between us|won't tell|will not tell|confidential|I (?:have |will )?report)", text
        ), text
