from pathlib import Path

import pytest

from agents.corpora import dailydialog
from bot.errors import CorpusError


def write(folder: Path, text: str) -> None:
    place = folder / "dailydialog/validation"
    place.mkdir(parents=True)
    (place / "dialogues_validation.txt").write_text(text, encoding="utf8")


def test_a_line_is_a_talk_and_texts_are_written_as_people_write(tmp_path: Path) -> None:
    write(tmp_path, "I ’ m in , thanks . __eou__ Don ' t you see ? __eou__\n\nThat's all.Really . __eou__\n")
    assert dailydialog.load(tmp_path, "valid") == (("I’m in, thanks.", "Don't you see?"), ("That's all.Really.",))


@pytest.mark.parametrize("line", ["Hello . __eou__ And", "Hello ."])
def test_a_talk_that_does_not_end_is_named(tmp_path: Path, line: str) -> None:
    write(tmp_path, f"Hi . __eou__\n{line}\n")
    with pytest.raises(CorpusError, match="line 2: a talk must end in __eou__"):
        dailydialog.load(tmp_path, "valid")


def test_a_missing_part_and_file_are_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="no part 'dev'"):
        dailydialog.load(tmp_path, "dev")
    with pytest.raises(CorpusError, match=r"dialogues_test\.txt: there is no such file"):
        dailydialog.load(tmp_path, "test")
