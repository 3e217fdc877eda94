from __future__ import annotations

from pathlib import Path

import pytest

from agents.corpora.intents import LABELS
from bot.errors import StudyError
from worlds.studies.codebook import PACKAGED, read


def test_the_packaged_codebook_has_the_41_labels_each_with_a_meaning() -> None:
    labels = read(PACKAGED)
    assert tuple(one.name for one in labels) == LABELS
    assert all(one.text for one in labels)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[[label]]\nname = "sad"\n', "length >= 2"),
        ('[[label]]\nname = "sad"\n[[label]]\nname = "sad"\n', "two labels are called 'sad'"),
        ('[[label]]\nname = "sad"\n[[label]]\nname = "unsure"\n', "'unsure' is there beside the labels"),
        ('[[label]]\nname = "sad"\nmeaning = "x"\n[[label]]\nname = "glad"\n', "unknown field `meaning`"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "book.toml").write_text(text, encoding="utf8")
    with pytest.raises(StudyError, match=words):
        read(tmp_path / "book.toml")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="cannot be read"):
        read(tmp_path / "none.toml")
