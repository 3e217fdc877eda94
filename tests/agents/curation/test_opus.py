import io
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.curation.lines import Line
from agents.curation.opus import joined, read
from bot.errors import CorpusError

PATH = Path("film.xml")
FILM = """<?xml version="1.0" encoding="utf-8"?>
<document id="1">
  <s id="1">
    <time id="T1S" value="00:00:01,000" />
    <w id="1.1">Do</w><w id="1.2">n't</w><w id="1.3">go</w><w id="1.4">,</w>
    <time id="T1E" value="00:00:02,000" />
    <time id="T2S" value="00:00:02,100" />
    <w id="1.5">Zoë</w><w id="1.6">.</w>
  </s>
  <s id="2"><w id="2.1">Why</w><w id="2.2">?</w><time id="T2E" value="00:00:03,500" /></s>
  <s id="3"><time id="T3S" value="-00:00:05,000"/>Plain
     text<time id="T3E" value="00:00:09,000"/></s>
  <s id="4"><time id="T4S" value="00:00:12,000"/>Backwards<time id="T4E" value="00:00:11,000"/></s>
  <meta><source><year>1999</year></source></meta>
</document>"""
BOMB = '<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><document><s>&b;</s></document>'


def lines(text: str | bytes) -> list[Line]:
    return list(read(io.BytesIO(text if isinstance(text, bytes) else text.encode()), PATH))


def test_sentences_take_their_first_beginning_and_their_last_end() -> None:
    assert lines(FILM) == [
        Line("Don't go, Zoë.", 1000, 2000),
        Line("Why?", None, 3500),
        Line("Plain text", None, 9000),
        Line("Backwards", None, None),
    ]


def test_the_declared_encoding_is_heeded() -> None:
    text = '<?xml version="1.0" encoding="iso-8859-1"?><document><s>Café</s></document>'
    assert lines(text.encode("latin-1")) == [Line("Café")]
    assert lines(b"\xef\xbb\xbf" + text.replace("iso-8859-1", "utf-8").encode()) == [Line("Café")]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"", r"film.xml, line 1: this is not XML: no element found"),
        (FILM[:400].encode(), r"film.xml, line \d+: this is not XML"),
        (BOMB.encode(), r"film.xml: it defines entities"),
        ("<document>\n<s>Café</s></document>".encode("latin-1"), r"film.xml, line 2: this is not XML"),
        (b'<?xml version="1.0" encoding="klingon"?><document/>', r"film.xml, line 1: .*encoding"),
    ],
)
def test_damage_is_refused_with_file_and_reason(text: bytes, reason: str) -> None:
    with pytest.raises(CorpusError, match=reason):
        lines(text)


def test_what_came_before_the_damage_was_given_already() -> None:
    stream = read(io.BytesIO(FILM[:-60].encode()), PATH)
    assert next(stream).text == "Don't go, Zoë."


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with suppress(CorpusError):
        assert all(isinstance(line, Line) for line in lines(data))


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("- How 'd you know ?", "- How'd you know?"),
        ("I ca n't , I 'm late .", "I can't, I'm late."),
        ('He said : " Run " .', 'He said: "Run".'),
        ("( sighs ) Well ... no", "(sighs) Well... no"),
        ("It wo n't do ; it is n't here", "It won't do; it isn't here"),
    ],
)
def test_tokens_are_joined_as_people_write(words: str, text: str) -> None:
    assert joined(words.split()) == text
