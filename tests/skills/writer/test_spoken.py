"""What can be said of what a large model wrote."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skills.writer.spoken import Spoken, spoken


@pytest.mark.parametrize(
    ("raw", "text", "strategy"),
    [
        ("[Question] Why now?", "Why now?", "Question"),
        ("[question]: Why now?", "Why now?", "Question"),
        ("That hurts. Why now?", "That hurts. Why now?", "Question"),
        ("That hurts", "That hurts.", None),
        ("[Others] **Oh.**  Good\n\nfor you!", "Oh. Good for you!", "Others"),
        ('Supporter: "That hurts."', "That hurts.", None),
        ("<think>\nThey cry. Ask.\n</think>\n\n[Question] Why?", "Why?", "Question"),
        ("<think>They cry. Ask.", "", None),
        ("[Nodding] Yes.", "[Nodding] Yes.", None),
        ("", "", None),
    ],
)
def test_tags_thoughts_and_marks_are_taken_off(raw: str, text: str, strategy: str | None) -> None:
    assert spoken(raw, 60, ended=True) == Spoken(text, strategy)


def test_while_it_is_written_only_whole_sentences_count() -> None:
    raw = "[Reflection of feelings] That hurts. And it was so"
    said = [spoken(raw[:end], 60, ended=False).text for end in range(len(raw) + 1)]
    assert set(said) == {"", "That hurts."}
    assert said[-1] == "That hurts."
    assert spoken(raw, 60, ended=False).text == "That hurts."


@given(st.text(max_size=80), st.booleans())
def test_any_text_is_read(raw: str, ended: bool) -> None:
    said = spoken(raw, 60, ended=ended)
    assert said.text == " ".join(said.text.split())
