import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.corpora import meld
from agents.corpora.meld import Dialog, Utterance
from agents.corpora.shown import Line, Talk
from bot.errors import CorpusError

HEADER = ["Sr No.", *meld.COLUMNS]


def row(text: str, number: int, dialog: int = 0, **changes: str) -> dict[str, str]:
    cells = ("1", str(dialog), str(number), "2", "7", "Ada", text, "joy", "positive", "00:20:57,256", "0:21:00,5")
    return dict(zip(HEADER, cells, strict=True)) | changes


def write(folder: Path, *rows: dict[str, str], header: list[str] = HEADER) -> Path:
    path = folder / "meld" / "dev_sent_emo.csv"
    path.parent.mkdir(exist_ok=True)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerows([header, *([cells[name] for name in header] for cells in rows)])
    path.write_bytes(text.getvalue().encode())
    return path


def test_rows_become_dialogs_and_times_seconds(tmp_path: Path) -> None:
    write(tmp_path, row('Well, "done"', 0), row("No", 3, Speaker="Ben"), row("Hi", 0, dialog=4, Emotion="fear"))
    times = (1257.256, 1260.5)
    assert meld.load(tmp_path, "valid") == (
        Dialog(
            0,
            2,
            7,
            (
                Utterance(0, "Ada", 'Well, "done"', "joy", "positive", *times),
                Utterance(3, "Ben", "No", "joy", "positive", *times),
            ),
        ),
        Dialog(4, 2, 7, (Utterance(0, "Ada", "Hi", "fear", "positive", *times),)),
    )


def test_control_characters_are_mended_to_what_windows_means_by_them(tmp_path: Path) -> None:
    write(tmp_path, row("It\x92s so\x85 \x93new\x94\x97caf\u00e9 \x81", 0))
    (dialog,) = meld.load(tmp_path, "valid")
    assert dialog.utterances[0].text == "It’s so… “new”—café \x81"


def test_a_part_is_counted_and_shown(tmp_path: Path) -> None:
    write(tmp_path, row("One", 0), row("Two", 1, Emotion="anger", Sentiment="negative"), row("Three", 0, dialog=1))
    counts = meld.count(tmp_path, "valid")
    assert {name: number for name, number in counts.items() if number} == {
        "dialogs": 2,
        "utterances": 3,
        "speakers": 1,
        "emotion_joy": 2,
        "emotion_anger": 1,
        "sentiment_positive": 2,
        "sentiment_negative": 1,
    }
    assert list(meld.talks(tmp_path, "valid"))[1] == Talk(
        "valid:1",
        (Line("Ada", "Three", (("emotion", "joy"), ("sentiment", "positive"))),),
        (("season", "2"), ("episode", "7")),
    )


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        (row("x", 1, Emotion="glee"), r"line 3: emotion 'glee' is unknown \(choose from neutral, joy"),
        (row("x", 1, Sentiment="good"), r"line 3: sentiment 'good' is unknown \(choose from neutral, positive"),
        (row("x", 0), "line 3: utterance 0 stands after 0"),
        (row("x", 1, Episode="8"), "line 3: season or episode differs within dialog 0"),
        (row("x", 1, Season="two"), "line 3: Season must be a whole number, and is 'two'"),
        (row("x", 1, StartTime="20:57"), "line 3: a time is written as 0:12:43,012, and this is '20:57'"),
    ],
)
def test_a_damaged_row_is_refused_with_file_line_and_reason(
    tmp_path: Path, changed: dict[str, str], reason: str
) -> None:
    path = write(tmp_path, row("One", 0), changed, row("Two", 2))
    with pytest.raises(CorpusError, match=reason) as caught:
        meld.load(tmp_path, "valid")
    assert str(path) in str(caught.value)


def test_a_dialog_may_not_come_back(tmp_path: Path) -> None:
    write(tmp_path, row("One", 0), row("Two", 0, dialog=1), row("Three", 1))
    with pytest.raises(CorpusError, match="line 4: dialog '0' was finished further up"):
        meld.load(tmp_path, "valid")


def test_a_broken_table_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, row("One, two", 0), header=[name for name in HEADER if name != "Speaker"])
    with pytest.raises(CorpusError, match="line 1: column 'Speaker' is missing"):
        meld.load(tmp_path, "valid")
    path = write(tmp_path, row("One, two", 0), row("Three, four", 1))
    path.write_bytes(path.read_bytes().replace(b'"Three,', b'"Thr"ee,'))
    with pytest.raises(CorpusError, match="line 3: this is not CSV"):
        meld.load(tmp_path, "valid")
    path.write_bytes(path.read_bytes().replace(b"One", b"\x92ne"))
    with pytest.raises(CorpusError, match=r"line 2: byte \d+ is not UTF-8"):
        meld.load(tmp_path, "valid")
    path.write_bytes(b"")
    with pytest.raises(CorpusError, match="the file is empty"):
        meld.load(tmp_path, "valid")


def test_parts_and_files_that_are_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"no part 'dev' \(choose from train, valid, test\)"):
        meld.load(tmp_path, "dev")
    with pytest.raises(CorpusError, match=r"test_sent_emo\.csv: there is no such file"):
        meld.load(tmp_path, "test")
    (tmp_path / "meld/test_sent_emo.csv").mkdir(parents=True)
    with pytest.raises(CorpusError, match=r"test_sent_emo\.csv: this is a folder"):
        meld.load(tmp_path, "test")


TEXT = st.text(st.characters(codec="utf8", exclude_categories=["Cc"]), min_size=1)


@given(st.lists(TEXT, min_size=1, max_size=5))
def test_any_text_survives(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> None:
    folder = tmp_path_factory.mktemp("corpus")
    write(folder, *(row(text, number) for number, text in enumerate(texts)))
    (dialog,) = meld.load(folder, "valid")
    assert [item.text for item in dialog.utterances] == [text.strip() for text in texts]
