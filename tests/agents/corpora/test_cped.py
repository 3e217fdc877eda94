import csv
import io
from pathlib import Path

import pytest

from agents.corpora import cped
from agents.corpora.cped import Dialog, Speaker, Utterance
from agents.corpora.shown import Line, Talk
from bot.errors import CorpusError

HEADER = (*cped.COLUMNS, "FacePosition_LU")
TRAITS = ("high", "low", "unknown", "low", "high")
ADA = Speaker("7", "阿达", "female", "young", TRAITS)


def row(text: str, number: int, dialog: str = "7_000", **changes: str) -> dict[str, str]:
    ids = (dialog.split("_", maxsplit=1)[0], dialog, f"{dialog}_{number:03}")
    labels = ("home", "neutral", "neutral", "question")
    cells = (*ids, text, *labels, "阿达", "female", "young", *TRAITS, "1_2")
    return dict(zip(HEADER, cells, strict=True)) | changes


def write(folder: Path, *rows: dict[str, str], part: str = "valid", header: tuple[str, ...] = HEADER) -> Path:
    path = folder / "cped" / f"{part}_split.csv"
    path.parent.mkdir(exist_ok=True)
    text = io.StringIO()
    csv.writer(text).writerows([header, *([cells[name] for name in header] for cells in rows)])
    path.write_bytes(b"\xef\xbb\xbf" + text.getvalue().encode())
    return path


def test_rows_become_dialogs_whose_speakers_are_known(tmp_path: Path) -> None:
    write(
        tmp_path,
        row("你好\n吗 ", 0),
        row("好", 1, Speaker="其他", Emotion="happy", Sentiment="positive", DA="answer", Scene="car"),
        row("走", 0, dialog="7_001"),
    )
    first, second = cped.load(tmp_path, "valid")
    assert first == Dialog(
        "7_000",
        (
            Utterance(ADA, "你好 吗", "neutral", "neutral", "question", "home"),
            Utterance(Speaker("7", "其他", "female", "young", TRAITS), "好", "positive", "happy", "answer", "car"),
        ),
    )
    assert second.utterances[0].speaker is first.utterances[0].speaker


@pytest.mark.parametrize("part", ["train", "test"])
def test_every_part_is_counted_and_shown(tmp_path: Path, part: str) -> None:
    write(tmp_path, row("一", 0), row("二", 1, Speaker="其他"), row("三", 0, dialog="8_000"), part=part)
    assert cped.count(tmp_path, part) == {"dialogs": 2, "utterances": 3, "plays": 2, "speakers": 3}
    assert list(cped.talks(tmp_path, part))[1] == Talk(
        "8_000",
        (Line("阿达", "三", (("emotion", "neutral"), ("act", "question"))),),
        (
            (
                "阿达",
                "female, young, neuroticism high, extraversion low, openness unknown, agreeableness low, "
                "conscientiousness high",
            ),
        ),
    )


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        (row("x", 1, Emotion="angry"), r"line 3: emotion 'angry' is unknown \(choose from happy, grateful"),
        (row("x", 1, Sentiment="good"), "line 3: sentiment 'good' is unknown"),
        (row("x", 1, DA="shout"), "line 3: act 'shout' is unknown"),
        (row("x", 1, Gender="x"), r"line 3: gender 'x' is unknown \(choose from female, male, unknown\)"),
        (row("x", 1, Age="old"), "line 3: age 'old' is unknown"),
        (row("x", 1, Openness="some"), r"line 3: Openness 'some' is unknown \(choose from low, high, unknown\)"),
        (row("x", 0), "line 3: utterance 0 stands after 0"),
        (row("x", 1, Utterance_ID="7_001_001"), "line 3: utterance '7_001_001' is not of dialog '7_000' of play '7'"),
        (row("x", 1, TV_ID="9"), "line 3: utterance '7_000_001' is not of dialog '7_000' of play '9'"),
    ],
)
def test_a_damaged_row_is_refused_with_file_line_and_reason(
    tmp_path: Path, changed: dict[str, str], reason: str
) -> None:
    path = write(tmp_path, row("一", 0), changed, row("二", 2))
    with pytest.raises(CorpusError, match=reason) as caught:
        cped.load(tmp_path, "valid")
    assert str(path) in str(caught.value)


def test_a_broken_table_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, row("一", 0), header=tuple(name for name in HEADER if name != "Age"))
    with pytest.raises(CorpusError, match="line 1: column 'Age' is missing"):
        cped.load(tmp_path, "valid")
    path = write(tmp_path, row("一,二", 0), row("三", 1))
    path.write_bytes(path.read_bytes().replace("二".encode(), '"二'.encode()))
    with pytest.raises(CorpusError, match="line 2: this is not CSV"):
        cped.load(tmp_path, "valid")
    write(tmp_path, row("一", 0), row("二", 0, dialog="7_001"), row("三", 1))
    with pytest.raises(CorpusError, match="line 4: dialog '7_000' was finished further up"):
        cped.load(tmp_path, "valid")


def test_parts_and_files_that_are_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"no part 'dev' \(choose from train, valid, test\)"):
        cped.load(tmp_path, "dev")
    with pytest.raises(CorpusError, match=r"test_split\.csv: there is no such file"):
        cped.load(tmp_path, "test")
