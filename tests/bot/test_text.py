import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text import cell, clean, for_terminal


@pytest.mark.parametrize(
    ("raw", "kept"),
    [
        ("  hello \n", "hello"),
        ("a\x00b\x07c", "abc"),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("cafe\u0301", "caf\u00e9"),
        ("\x1b[31mred", "[31mred"),
        ("😢", "😢"),
        ("\ud800x", "x"),
        (" \x00 ", ""),
    ],
)
def test_what_is_kept(raw: str, kept: str) -> None:
    assert clean(raw) == kept


@given(st.text())
def test_cleaning_twice_changes_nothing(raw: str) -> None:
    assert clean(clean(raw)) == clean(raw)


@given(st.text())
def test_clean_text_can_be_stored(raw: str) -> None:
    assert "\x00" not in clean(raw).encode("utf8").decode()


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("\x1b[31;1mred\x1b[0m", "red"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b]52;c;cm0gLXJm\x1b\\text", "text"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x9b2Jgone", "gone"),
        ("\x1bPq#0\x1b\\a\x1bcb", "ab"),
        ("back\x08space\x07\x7f", "backspace"),
        ("abc\u202egnp.exe", "abcgnp.exe"),
        ("two\n\tlines 😢 [b]", "two\n\tlines 😢 [b]"),
        ("\x1b", ""),
    ],
)
def test_what_a_terminal_is_shown(raw: str, shown: str) -> None:
    assert for_terminal(raw) == shown


@given(st.text(st.characters(codec=None) | st.sampled_from("\x1b[]0;m\x07\\\x9b")))
def test_nothing_a_terminal_obeys_is_left(raw: str) -> None:
    assert not {char for char in for_terminal(raw) if ord(char) < 32 or 127 <= ord(char) < 160} - {"\n", "\t"}
    assert for_terminal(for_terminal(raw)) == for_terminal(raw)


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
        ("+1 cmd", "'+1 cmd"),
        ("-", "'-"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\tx", "'\tx"),
        ("-0.25", "-0.25"),
        (-0.25, -0.25),
        ("plain = text", "plain = text"),
        ("", ""),
        (None, None),
    ],
)
def test_a_cell_is_no_formula(value: object, kept: object) -> None:
    assert cell(value) == kept
