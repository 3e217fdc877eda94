from pathlib import Path

import pytest

from agents.statistics import empathetic, published
from bot.errors import CorpusError


def test_lengths_by_hand(small: Path) -> None:
    lengths, _ = empathetic.sheets(small, "train")
    found = {row[0]: f"{row[1]:.3f}".partition(" ")[0] for row in lengths.rows}
    assert found == {
        "utterances a conversation": "3.000",  # 2 and 4
        "words an utterance": "2.667",  # 4 + 3 + 4 + 2 + 1 + 2 over 6
        "tokens an utterance": "3.167",  # and three marks
        "words a situation": "4.000",
        "tokens a situation": "4.500",
    }


def test_labels_with_their_words_beside_the_papers(small: Path) -> None:
    _, labels = empathetic.sheets(small, "all")
    assert "train: 2 conversations, 6 utterances" in labels.title
    assert labels.rows == (
        ("proud", 1, 50.0, 3.5, "jam won", "got happy really", "great jam wow", "that's great good"),
        ("sad", 1, 50.0, 3.4, "dried pond yes", "really away get", "oh dear", "sorry oh hear"),
    )


def test_a_part_that_is_not_there_is_refused(small: Path) -> None:
    with pytest.raises(CorpusError, match=r"valid\.csv: there is no such file"):
        empathetic.sheets(small, "valid")


def test_an_empty_part_is_refused(small: Path) -> None:
    path = small / "empatheticdialogues/empatheticdialogues/train.csv"
    path.write_text(path.read_text(encoding="utf8").partition("\n")[0] + "\n", encoding="utf8")
    with pytest.raises(CorpusError, match=r"train\.csv: there are no talks in it"):
        empathetic.sheets(small, "train")


@pytest.mark.corpus
def test_table_7_of_the_train_part(corpora: Path) -> None:
    """Every share is the paper's to its one digit, but for one that lies at a half; so are nearly all words."""
    lengths, labels = empathetic.sheets(corpora, "train")
    assert all(abs(float(str(row[2])) - published.ED_LABELS[str(row[0])][0]) <= 0.0501 for row in labels.rows)
    same = sum(len(set(str(row[a]).split()) & set(str(row[a + 1]).split())) for row in labels.rows for a in (4, 6))
    assert same >= 175
    assert f"{lengths.rows[0][1]:.2f}".startswith("4.31 ")
