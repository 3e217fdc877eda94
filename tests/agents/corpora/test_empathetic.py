from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.corpora import empathetic
from bot.errors import CorpusError

HEADER = "conv_id,utterance_idx,context,prompt,speaker_idx,utterance,selfeval,tags"
ROWS = (
    "a:1,1,proud,I baked bread_comma_ at last,1,My bread rose_comma_ finally,,",
    'a:1,2,proud,I baked bread_comma_ at last,0,"Well" done,,',
    "a:1,3,proud,I baked bread_comma_ at last,1,Thanks,,",
    "b:2,1,lonely,Nobody called,1,Nobody called today,5|4,t",
)


def write(folder: Path, *lines: str, part: str = "train") -> Path:
    path = folder / empathetic.FOLDER / f"{part}.csv"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join((HEADER, *lines)) + "\n", encoding="utf8")
    return path


def test_rows_become_dialogs_with_commas_and_quotes_restored(tmp_path: Path) -> None:
    write(tmp_path, *ROWS)
    bread, lonely = empathetic.load(tmp_path, "train")
    assert (bread.id, bread.emotion, bread.situation) == ("a:1", "proud", "I baked bread, at last")
    assert [(item.speaker, item.text) for item in bread.utterances] == [
        ("speaker", "My bread rose, finally"),
        ("listener", '"Well" done'),
        ("speaker", "Thanks"),
    ]
    assert (lonely.utterances[0].selfeval, lonely.utterances[0].tags) == ("5|4", "t")


def test_a_ninth_column_holds_candidates(tmp_path: Path) -> None:
    write(tmp_path, ROWS[3] + ",Oh no|I see_comma_ go on", part="test")
    (dialog,) = empathetic.load(tmp_path, "test")
    assert dialog.utterances[0].candidates == ("Oh no", "I see, go on")


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("a:1,2,proud,I baked", "line 3: 4 columns"),
        ("a:1,x,proud,I baked bread_comma_ at last,0,ok,,", "line 3: utterance_idx 'x' is no number"),
        ("a:1,3,proud,I baked bread_comma_ at last,0,ok,,", "line 3: utterance 2 of a:1 is missing: found 3"),
        ("a:1,2,sad,I baked bread_comma_ at last,0,ok,,", "line 3: context or prompt differs"),
        ("", "line 3: 1 columns"),
    ],
)
def test_a_damaged_row_is_refused_with_file_line_and_reason(tmp_path: Path, row: str, reason: str) -> None:
    path = write(tmp_path, ROWS[0], row, ROWS[3])
    with pytest.raises(CorpusError, match=reason) as caught:
        empathetic.load(tmp_path, "train")
    assert str(path) in str(caught.value)


def test_a_conversation_may_not_come_back(tmp_path: Path) -> None:
    write(tmp_path, ROWS[0], ROWS[3], ROWS[0])
    with pytest.raises(CorpusError, match="line 4: conversation a:1 was finished further up"):
        empathetic.load(tmp_path, "train")


def test_wrong_header_wrong_bytes_and_absent_files_are_named(tmp_path: Path) -> None:
    path = write(tmp_path, *ROWS)
    path.write_bytes(path.read_bytes().replace(b"Thanks", b"Th\xffnks"))
    with pytest.raises(CorpusError, match=r"line 4: byte \d+ is not UTF-8"):
        empathetic.load(tmp_path, "train")
    path.write_text("something,else\n", encoding="utf8")
    with pytest.raises(CorpusError, match="line 1: the header"):
        empathetic.load(tmp_path, "train")
    with pytest.raises(CorpusError, match=r"valid\.csv: there is no such file"):
        empathetic.load(tmp_path, "valid")
    with pytest.raises(CorpusError, match="there is no part 'dev'"):
        empathetic.load(tmp_path, "dev")


@given(st.lists(st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"])), min_size=1, max_size=6))
def test_any_text_survives(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> None:
    lines = [
        f"c,{number},proud,s,{number % 2},{text.replace(',', '_comma_')},," for number, text in enumerate(texts, 1)
    ]
    path = write(tmp_path_factory.mktemp("corpus"), *lines)
    (dialog,) = empathetic.read(path)
    assert [item.text for item in dialog.utterances] == [text.replace("_comma_", ",") for text in texts]
