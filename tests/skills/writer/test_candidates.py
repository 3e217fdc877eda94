"""What can be made of drafts: whole ones, sentences alone, and one's words before another's question."""

from skills.writer.candidates import alone, crossed, whole
from skills.writer.prompt import Line

TALK = [Line(False, "my sister forgot my birthday")]
DRAFTS = ["Your own sister! That hurts.", "She forgot. Did she call later?", "Did anybody remember?"]


def test_what_is_no_reply_is_left_out() -> None:
    texts = [
        "Question]: Did she call later?",
        "no strategy",
        "Others]: ",
        "Question]: Did she call later?",
        "Question]: What did she say and",
        "Question]: [Others]: What?",
    ]
    assert whole(texts, TALK) == ["Did she call later?"]


def test_sentences_of_longer_drafts_stand_alone() -> None:
    assert alone(DRAFTS, TALK) == ["Your own sister!", "That hurts.", "She forgot.", "Did she call later?"]


def test_one_says_and_another_asks() -> None:
    found = crossed(DRAFTS, TALK)
    assert "That hurts. Did anybody remember?" in found
    assert "She forgot. Did anybody remember?" in found
    assert "Your own sister! Did she call later?" in found
    assert "She forgot. Did she call later?" not in found  # a draft already
    assert len(found) == 5
    assert crossed(["That hurts."], TALK) == []


def test_the_gate_holds_parts_too() -> None:
    draft = "I have a dog too. Did she call later?"
    assert alone([draft], TALK) == ["Did she call later?"]
