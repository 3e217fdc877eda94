from pathlib import Path

from agents.curation import made
from agents.curation.files import read, subtitles


def test_as_many_lines_as_asked_for_the_same_for_a_seed(tmp_path: Path) -> None:
    for folder, seed in (("a", 1), ("b", 1), ("c", 2)):
        made.write(tmp_path / folder, 4300, seed)
    names = subtitles(tmp_path / "a")
    assert [Path(name).suffix for name in names] == [".xml", ".xml", ".xml", ".srt", ".xml"]
    contents = [[(tmp_path / folder / name).read_bytes() for name in names] for folder in "abc"]
    assert contents[0] == contents[1] != contents[2]
    lines = [line for name in names for line in read(tmp_path / "a" / name)]
    assert len(lines) == 4300
    assert all(line.start is not None or line.end is not None for line in lines)


def test_times_are_written_as_subtitles_do() -> None:
    assert made.stamp(3_723_456) == "01:02:03,456"
