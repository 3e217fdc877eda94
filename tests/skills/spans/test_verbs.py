import pytest

from skills.spans.verbs import READINGS, base_of, gerund, past, third


@pytest.mark.parametrize(
    ("base", "form"),
    [("lose", "losing"), ("lie", "lying"), ("get", "getting"), ("see", "seeing"), ("yell", "yelling"), ("be", "being"),
     ("die", "dying"), ("agree", "agreeing"), ("visit", "visiting"), ("play", "playing"), ("drop", "dropping"),
     ("panic", "panicking"), ("scam", "scamming"), ("beg", "begging"), ("admit", "admitting"), ("regret", "regretting"),
     ("worship", "worshipping"), ("resit", "resitting"), ("open", "opening"),
     ("offer", "offering")],
)  # fmt: skip
def test_gerunds_are_spelled_by_rule(base: str, form: str) -> None:
    assert gerund(base) == form


@pytest.mark.parametrize(
    ("base", "form"),
    [("cry", "cries"), ("miss", "misses"), ("play", "plays"), ("go", "goes"), ("have", "has"), ("watch", "watches")],
)
def test_third_persons_are_spelled_by_rule(base: str, form: str) -> None:
    assert third(base) == form


@pytest.mark.parametrize(
    ("base", "form"),
    [
        ("cry", "cried"),
        ("move", "moved"),
        ("drop", "dropped"),
        ("play", "played"),
        ("shut", "shut"),
        ("panic", "panicked"),
        ("scam", "scammed"),
        ("beg", "begged"),
        ("admit", "admitted"),
        ("visit", "visited"),
    ],
)
def test_pasts_of_regular_verbs_are_spelled_by_rule(base: str, form: str) -> None:
    assert past(base) == form


def test_a_word_is_read_as_a_form_of_its_verb() -> None:
    assert (base_of("left", "past"), base_of("left", "participle"), base_of("left", "base")) == ("leave", "leave", None)
    assert base_of("leaving", "gerund") == "leave"
    assert base_of("table", "past") is None
    assert (base_of("resat", "past"), base_of("resited", "past")) == ("resit", None)


def test_verbs_of_violence_and_harm_are_not_listed() -> None:
    harmful = [
        "kill",
        "hit",
        "hurt",
        "cut",
        "slap",
        "punch",
        "stab",
        "shoot",
        "choke",
        "rape",
        "molest",
        "grope",
        "overdose",
        "jump",
        "strangle",
        "fuck",
        "drink",
    ]
    assert [verb for verb in harmful if verb in READINGS] == []
