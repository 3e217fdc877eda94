"""What can be made of drafts: whole ones, sentences alone, and one's words before another's question."""

from collections.abc import Sequence

from skills.writer.candidates import Draft, alone, crossed, drafts
from skills.writer.prompt import Line

TALK = [Line(False, "my sister forgot my birthday")]
DRAFTS = [
    Draft("Your own sister! That hurts.", "Others"),
    Draft("She forgot. Did she call later?", "Restatement or Paraphrasing"),
    Draft("Did anybody remember?", "Question"),
]


def test_what_is_no_reply_is_left_out() -> None:
    texts = [
        "Question]: Did she call later?",
        "no strategy",
        "Others]: ",
        "Question]: Did she call later?",
        "Question]: What did she say and",
        "Question]: [Others]: What?",
    ]

    def write(prompt: str, count: int, seed: int) -> Sequence[str]:
        return texts[:count] if prompt.endswith("Supporter [") else ()

    assert drafts(write, TALK, 12, 1) == [Draft("Did she call later?", "Question")]


def test_every_other_draft_has_no_strategy() -> None:
    asked: list[tuple[str, int, int]] = []

    def write(prompt: str, count: int, seed: int) -> Sequence[str]:
        asked.append((prompt.rpartition("\n")[2], count, seed))
        texts = ["Question]: Did she call?", "Others]: Your own sister!", "Question]: Why?"]
        return texts if prompt.endswith("[") else [" That hurts.", " Did she call?"]

    found = drafts(write, TALK, 5, 7)
    assert asked == [("Supporter [", 3, 7), ("Supporter:", 2, 7)]
    assert [one.text for one in found] == ["Did she call?", "That hurts.", "Your own sister!", "Why?"]
    assert [one.strategy for one in found][1:] == ["", "Others", "Question"]
    asked.clear()
    drafts(write, TALK, 1, 7)
    assert [place for place, _, _ in asked] == ["Supporter ["]


def test_sentences_of_longer_drafts_stand_alone() -> None:
    assert alone(DRAFTS, TALK) == [
        Draft("Your own sister!", "Others"),
        Draft("That hurts.", "Others"),
        Draft("She forgot.", "Restatement or Paraphrasing"),
        Draft("Did she call later?", "Question"),
    ]


def test_what_is_said_in_a_question_is_none() -> None:
    assert alone([Draft("On your birthday. Did she call?", "Question")], TALK) == [
        Draft("On your birthday.", "Others"),
        Draft("Did she call?", "Question"),
    ]


def test_one_says_and_another_asks() -> None:
    found = {draft.text: draft.strategy for draft in crossed(DRAFTS, TALK)}
    assert found["That hurts. Did anybody remember?"] == "Others"
    assert found["She forgot. Did anybody remember?"] == "Restatement or Paraphrasing"
    assert "Your own sister! Did she call later?" in found
    assert "She forgot. Did she call later?" not in found  # a draft already
    assert len(found) == 5
    assert crossed([Draft("That hurts.", "Others")], TALK) == []


def test_the_gate_holds_parts_too() -> None:
    draft = Draft("I have a dog too. Did she call later?", "Question")
    assert alone([draft], TALK) == [Draft("Did she call later?", "Question")]
