import gzip
from pathlib import Path

import pytest

from agents.curation.files import read, subtitles
from bot.errors import CorpusError

XML = b"<document><s>Hello.</s></document>"


def test_subtitles_are_found_below_the_folder_in_order(tmp_path: Path) -> None:
    for name in ("b/2.srt", "a/1.XML", "a/0.xml.gz", "a/readme.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    assert subtitles(tmp_path) == ["a/0.xml.gz", "a/1.XML", "b/2.srt"]


def test_a_folder_without_subtitles_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="there is no subtitle file below it"):
        subtitles(tmp_path)


def test_packed_files_are_read_and_damaged_ones_refused(tmp_path: Path) -> None:
    path = tmp_path / "1.xml.gz"
    path.write_bytes(gzip.compress(XML))
    assert [line.text for line in read(path)] == ["Hello."]
    for data in (gzip.compress(XML)[:-12], b"nonsense", gzip.compress(XML)[:15] + b"\xff" * 20):
        path.write_bytes(data)
        with pytest.raises(CorpusError, match=r"1\.xml\.gz"):
            list(read(path))


@pytest.mark.parametrize(("name", "data"), [("1.srt", b""), ("1.xml", b"<document/>")])
def test_a_file_without_a_line_is_refused(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(CorpusError, match=f"{name}: there is no line in it"):
        list(read(tmp_path / name))


def test_a_file_that_went_away_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="it cannot be read"):
        list(read(tmp_path / "1.srt"))
