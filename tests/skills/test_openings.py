"""Openings as they are written, and errors that name the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.errors import ConfigError
from skills import openings
from skills.openings import Line, Opening, Reference, read

TEXT = """
## interview coming up | anxious
P: interview at 9
S: So soon?
P: yes, feel sick
S [Question]: Which part are you dreading most?
* [Normalising]: Nine o'clock is early for anybody.

P: my interview is tomorrow
S [Others]: Tomorrow already.

## empathetic hit:0_conv:1 3
S [Reflection of feelings]: That hurt.

## after: good news
S [Others]: How lovely!
"""


def file(folder: Path, text: str) -> Path:
    (folder / "a.txt").write_text(text, encoding="utf8")
    return folder


def test_each_opening_has_its_context_and_its_replies(tmp_path: Path) -> None:
    first, second, third, fourth = read(file(tmp_path, TEXT))
    assert first == Opening(
        "interview coming up",
        "anxious",
        ((False, "interview at 9"), (True, "So soon?"), (False, "yes, feel sick")),
        lines=[Line("Which part are you dreading most?", "Question")],
        own=[Line("Nine o'clock is early for anybody.", "Self-disclosure")],
    )
    assert (second.kind, second.feeling, second.context) == (
        "interview coming up",
        "anxious",
        ((False, "my interview is tomorrow"),),
    )
    assert (third.reference, third.context) == (Reference("empathetic", "hit:0_conv:1", 3), ())
    assert (fourth.kind, fourth.context, fourth.reference) == ("good news", (), None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("P: hello", r"a\.txt:1: a message stands below a kind"),
        ("S [Others]: Hm.", r"a\.txt:1: a reply stands below what it answers"),
        ("## a\nP: hello\nS [Hug]: There.", r"a\.txt:3: 'Hug' is no strategy \(there are: Question, "),
        ("## a\nP: hello\n## b\nS [Others]: Hm.", r"a\.txt:3: nothing answers what stands before this line"),
        ("## a\nP: hello", r"a\.txt: nothing answers"),
        ("## a\nP: hello\nS: Hello.\nS [Others]: Hm.", r"a\.txt: before a reply the person speaks last"),
        ("## a\nhello", r"a\.txt:2: a line begins with"),
        ("## esconv abc 2\nP: hello", r"a\.txt:2: a message stands below a kind"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        read(file(tmp_path, text))


def test_a_folder_without_replies_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=f"{tmp_path}: there are no replies here"):
        read(tmp_path)


def test_ours_can_be_read_and_no_text_is_listed_twice() -> None:
    told = read()
    assert {one.reference.corpus for one in told if one.reference} == {"empathetic", "esconv"}
    lines = openings.lines()
    assert len(lines) == len(set(lines)) == len({line.text for one in told for line in one.lines})
