import io
import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.curation.lines import Line
from agents.curation.srt import known, read
from bot.errors import ConfigError, CorpusError

PATH = Path("film.srt")
FILM = """1
00:00:01,000 --> 00:00:03,000
I waited for you.
Where were you?

2
-00:00:02,000 --> 00:00:05,000 X1:10 X2:20
At work

3
00:00:06,000 --> 00:00:07,000
- Liar.
- I swear.
"""


def lines(text: str | bytes, encoding: str = "utf-8") -> list[Line]:
    return list(read(io.BytesIO(text if isinstance(text, bytes) else text.encode()), PATH, encoding))


EXPECTED = [
    Line("I waited for you.", 1000, None),
    Line("Where were you?", None, 3000),
    Line("At work", None, 5000),
    Line("- Liar.", 6000, None),
    Line("- I swear.", None, 7000),
]


@pytest.mark.parametrize("text", [FILM, FILM.replace("\n", "\r\n"), "\ufeff" + FILM, "\n\n" + FILM + "\n"])
def test_blocks_become_sentences_with_the_blocks_times(text: str) -> None:
    assert lines(text) == EXPECTED


def test_rows_of_one_sentence_are_one_line() -> None:
    assert lines("1\n00:00:01,000 --> 00:00:02,000\nI think\nso too.\n") == [Line("I think so too.", 1000, 2000)]


def test_another_encoding_must_be_named() -> None:
    text = "1\n00:00:01,000 --> 00:00:02,000\nCafé\n".encode("latin-1")
    assert lines(text, "latin-1") == [Line("Café", 1000, 2000)]
    with pytest.raises(CorpusError, match=r"film.srt, line \d: from here on it is not utf-8 .*--encoding latin-1"):
        lines(text)


def test_encodings_are_known_by_their_usual_names() -> None:
    assert [known(name) for name in ("UTF8", "latin-1")] == ["utf-8", "iso8859-1"]
    for name in ("klingon", "rot13"):
        with pytest.raises(ConfigError, match=f"--encoding {name}: .*latin-1"):
            known(name)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (FILM.replace("00:00:06,000", "00:00:O6,000"), "line 11: '00:00:O6,000' is no time"),
        (FILM.replace("00:00:06,000 --> 00:00:07,000", "soon"), "line 11: here a time line is expected"),
        (FILM.replace("\n3\n", "\nthree\n"), "line 10: a block must begin with its number, and this one with 'three'"),
        ("1\n", "line 2: here a time line is expected"),
        ("1\n --> 00:00:02,000\nx", "line 2: '' is no time"),
    ],
)
def test_a_broken_time_line_is_refused_with_its_line(text: str, reason: str) -> None:
    with pytest.raises(CorpusError, match=re.escape(f"film.srt, {reason}")):
        lines(text)


def test_nothing_gives_nothing() -> None:
    assert lines("") == lines("\n \n") == []


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(CorpusError):
        assert all(line.text for line in lines(text.encode("utf8", "ignore")))
