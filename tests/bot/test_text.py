import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text import clean


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
