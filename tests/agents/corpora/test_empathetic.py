from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.corpora import empathetic
from agents.corpora.shown import Line, Talk
from bot.errors import CorpusError
from skills.labels import EMOTIONS

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
    write(tmp_path, ROWS[3] + ",Oh no|I see_comma_ go on|a_pipe_b", part="test")
    (dialog,) = empathetic.load(tmp_path, "test")
    assert dialog.utterances[0].candidates == ("Oh no", "I see, go on", "a|b")


def test_a_quote_in_the_middle_of_a_cell_is_a_character_like_any_other(tmp_path: Path) -> None:
    write(tmp_path, 'a:1,1,proud,a 5" pie,1,my "own" pie_comma_ 5",,', "b:1,1,sad,s,1,x,,")
    pie, _ = empathetic.load(tmp_path, "train")
    assert (pie.situation, pie.utterances[0].text) == ('a 5" pie', 'my "own" pie, 5"')


def test_units_are_counted_and_replies_are_the_even_utterances(tmp_path: Path) -> None:
    write(tmp_path, *ROWS)
    assert empathetic.count(tmp_path, "train") == {"dialogs": 2, "utterances": 4, "replies": 1}


def test_conversations_are_shown_one_by_one(tmp_path: Path) -> None:
    write(tmp_path, *ROWS, "b:2,oops")
    shown = empathetic.talks(tmp_path, "train")
    assert next(shown) == Talk(
        "a:1",
        (Line("speaker", "My bread rose, finally"), Line("listener", '"Well" done'), Line("speaker", "Thanks")),
        (("emotion", "proud"), ("situation", "I baked bread, at last")),
    )


@pytest.mark.parametrize(
    ("situation", "left"),
    [
        ("I was SO proud, and sadly alone.", "I was SO , and alone."),
        ("Embarrassing! I embarased a terrific greatful crowd", "! I a terrific crowd"),
        ("I enjoyed a sadistic, careful joyride", "I enjoyed a sadistic, careful joyride"),
        ("hopeful", ""),
    ],
)
def test_the_words_of_the_labels_are_cut_out_whole(situation: str, left: str) -> None:
    assert empathetic.cut(situation) == left


def test_every_label_is_among_the_words_cut_out() -> None:
    assert tuple(empathetic.FAMILIES) == EMOTIONS
    assert {empathetic.cut(f"I felt {emotion} then") for emotion in EMOTIONS} == {"I felt then"}


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("a:1,2,proud,I baked", "line 3: 4 columns"),
        ("a:1,x,proud,I baked bread_comma_ at last,0,ok,,", "line 3: utterance_idx 'x' is no number"),
        ("a:1,3,proud,I baked bread_comma_ at last,0,ok,,", "line 3: utterance 2 of a:1 is missing: found 3"),
        ("a:1,2,sad,I baked bread_comma_ at last,0,ok,,", "line 3: context or prompt differs"),
        ("", "line 3: 1 columns"),
        ("a:2,1,happy,s,1,x,,", "line 3: context 'happy' is unknown .choose from afraid, angry, .*, trusting"),
        (",1,sad,s,1,x,,", "line 3: conv_id is empty"),
        ("a:2,²,sad,s,1,x,,", "line 3: utterance_idx '²' is no number"),
    ],
)
def test_a_damaged_row_is_refused_with_file_line_and_reason(tmp_path: Path, row: str, reason: str) -> None:
    path = write(tmp_path, ROWS[0], row, ROWS[3])
    with pytest.raises(CorpusError, match=reason) as caught:
        empathetic.load(tmp_path, "train")
    assert str(path) in str(caught.value)


def test_a_conversation_may_not_come_back(tmp_path: Path) -> None:
    write(tmp_path, ROWS[0], ROWS[3], ROWS[0])
    with pytest.raises(CorpusError, match="line 4: conversation 'a:1' was finished further up"):
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
    path.write_text("", encoding="utf8")
    with pytest.raises(CorpusError, match=r"train\.csv: the file is empty"):
        empathetic.load(tmp_path, "train")
    path.with_name("valid.csv").mkdir()
    with pytest.raises(CorpusError, match=r"valid\.csv: this is a folder"):
        empathetic.load(tmp_path, "valid")


@given(st.lists(st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"])), min_size=1, max_size=6))
def test_any_text_survives(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> None:
    lines = [
        f"c,{number},proud,s,{number % 2},{text.replace(',', '_comma_')},," for number, text in enumerate(texts, 1)
    ]
    path = write(tmp_path_factory.mktemp("corpus"), *lines)
    (dialog,) = empathetic.read(path)
    assert [item.text for item in dialog.utterances] == [text.replace("_comma_", ",") for text in texts]


@given(st.binary(max_size=80), st.integers(0, 200))
def test_damage_is_refused_and_nothing_else_is_raised(
    tmp_path_factory: pytest.TempPathFactory, damage: bytes, place: int
) -> None:
    path = write(tmp_path_factory.mktemp("corpus"), *ROWS)
    whole = path.read_bytes()
    path.write_bytes(whole[:place] + damage + whole[place + len(damage) :])
    refused, dialogs = "", []
    try:
        dialogs = list(empathetic.read(path))
    except CorpusError as error:
        refused = str(error)
    assert str(path) in refused if refused else {dialog.emotion for dialog in dialogs} <= set(EMOTIONS)
