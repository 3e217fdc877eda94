import csv
import io
from pathlib import Path

import pytest

from agents.corpora import annomi
from agents.corpora.annomi import Coding, Transcript, Utterance
from agents.corpora.shown import Line, Talk
from bot.errors import CorpusError

HEADER = (*annomi.ABOUT, *annomi.SAID, *annomi.CODED, *annomi.FLAGS)
ABOUT = ("4", "high", "sleep ", "A talk", "https://example.org/b")
ASKED = ("False", "n/a", "True", "simple", "True", "open")
NO = ("n/a",) * 6


def row(number: int, text: str, therapist: bool = True, **changes: str) -> dict[str, str]:
    said = (str(number), "therapist" if therapist else "client", "00:00:13", text)
    coded = ("3", "question", "n/a", *ASKED) if therapist else ("3", "n/a", "change", *NO)
    return dict(zip(HEADER, (*ABOUT, *said, *coded), strict=True)) | changes


def write(folder: Path, *rows: dict[str, str], header: tuple[str, ...] = HEADER) -> Path:
    path = folder / "annomi" / annomi.FILE
    path.parent.mkdir(exist_ok=True)
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([header, *([cells[name] for name in header] for cells in rows)])
    path.write_text(text.getvalue(), encoding="utf8")
    return path


def test_every_annotators_coding_is_kept(tmp_path: Path) -> None:
    rows = [row(0, "How do you\nsleep?"), row(1, "Badly.", therapist=False)]
    others = [
        row(1, "Badly.", therapist=False, annotator_id="4", client_talk_type="sustain"),
        row(1, "Badly.", therapist=False, annotator_id="5", client_talk_type="sustain"),
    ]
    (transcript,) = annomi.read(write(tmp_path, *rows, *others))
    assert transcript == Transcript(
        "4",
        "high",
        "sleep",
        "A talk",
        "https://example.org/b",
        (
            Utterance("therapist", "How do you sleep?", "00:00:13", (Coding("3", "question", None, "simple", "open"),)),
            Utterance(
                "client", "Badly.", "00:00:13", (Coding("3", "change"), Coding("4", "sustain"), Coding("5", "sustain"))
            ),
        ),
    )
    assert [item.label for item in transcript.utterances] == ["question", "sustain"]


def test_the_first_of_equally_frequent_labels_is_taken() -> None:
    codings = (Coding("0", "neutral"), Coding("1", "change"), Coding("2", "change"), Coding("3", "neutral"))
    assert Utterance("client", "x", "0", codings).label == "neutral"


def test_transcripts_of_one_video_are_in_one_part_for_ever(tmp_path: Path) -> None:
    """First bytes of the addresses' SHA-256, as sha256sum gives them: b 0x8c, a 0xb5, d 0xe0."""
    rows = [
        row(0, "x", transcript_id=key, video_url=f"https://example.org/{video}")
        for key, video in (("1", "b"), ("2", "a"), ("3", "d"), ("4", "b"))
    ]
    write(tmp_path, *rows)
    parts = {part: [item.id for item in annomi.load(tmp_path, part)] for part in annomi.SHARES}
    assert parts == {"train": ["1", "4"], "valid": ["2"], "test": ["3"]}
    assert sorted(number for share in annomi.SHARES.values() for number in share) == list(range(256))


def test_a_part_is_counted_and_shown(tmp_path: Path) -> None:
    write(tmp_path, row(0, "How?"), row(1, "So.", False), row(1, "So.", False, annotator_id="5"))
    assert annomi.count(tmp_path, "train") == {
        "dialogs": 1,
        "high_quality": 1,
        "videos": 1,
        "utterances": 2,
        "therapist_utterances": 1,
        "client_utterances": 1,
        "coded_by_several": 1,
        "codings": 3,
    }
    assert list(annomi.talks(tmp_path, "train")) == [
        Talk(
            "4",
            (
                Line("therapist", "How?", (("behaviour", "question"),)),
                Line("client", "So.", (("talk type", "change 2"),)),
            ),
            (("quality", "high"), ("topic", "sleep"), ("video", "https://example.org/b")),
        )
    ]


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        (
            row(1, "x", main_therapist_behaviour="shout"),
            r"main_therapist_behaviour 'shout' is unknown \(choose from qu",
        ),
        (row(1, "x", False, client_talk_type="n/a"), r"client_talk_type 'n/a' is unknown \(choose from change"),
        (
            row(1, "x", client_talk_type="change"),
            r"a therapist's client_talk_type 'change' is unknown \(choose from n/a",
        ),
        (row(1, "x", False, question_exists="True"), "a client's question_exists 'True' is unknown"),
        (row(1, "x", question_subtype="n/a"), r"question_subtype 'n/a' is unknown \(choose from open, closed\)"),
        (row(1, "x", question_exists="False"), r"question_subtype 'open' is unknown \(choose from n/a\)"),
        (row(1, "x", interlocutor="nurse"), r"interlocutor 'nurse' is unknown \(choose from therapist, client\)"),
        (row(2, "x"), "utterance 1 is expected, and this is '2'"),
        (row(1, "x", topic="food"), "topic differs from the row before: 'food'"),
        (row(0, "Hi", annotator_id="4", timestamp="00:00:14"), "timestamp differs from the row before"),
    ],
)
def test_a_damaged_row_is_refused_with_file_line_and_reason(
    tmp_path: Path, changed: dict[str, str], reason: str
) -> None:
    path = write(tmp_path, row(0, "Hi"), changed)
    with pytest.raises(CorpusError, match=f"line 3: {reason}") as caught:
        annomi.load(tmp_path, "train")
    assert str(path) in str(caught.value)


def test_what_comes_twice_is_refused(tmp_path: Path) -> None:
    write(tmp_path, row(0, "Hi"), row(0, "Hi"))
    with pytest.raises(CorpusError, match="line 2: utterance 0 is coded twice by one annotator"):
        annomi.load(tmp_path, "train")
    write(tmp_path, row(0, "Hi"), row(1, "x"), row(0, "Hi"))
    with pytest.raises(CorpusError, match="line 4: transcript 4, utterance '0' was finished further up"):
        annomi.load(tmp_path, "train")
    write(tmp_path, row(0, "Hi", mi_quality="fair"))
    with pytest.raises(CorpusError, match=r"line 2: mi_quality 'fair' is unknown \(choose from high, low\)"):
        annomi.load(tmp_path, "train")
    write(tmp_path, row(0, "Hi"), row(0, "Hi", transcript_id="5"), row(1, "x"))
    with pytest.raises(CorpusError, match="line 4: transcript '4' was finished further up"):
        annomi.load(tmp_path, "train")


def test_a_broken_table_and_parts_that_are_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"AnnoMI-full\.csv: there is no such file"):
        annomi.load(tmp_path, "train")
    with pytest.raises(CorpusError, match=r"no part 'dev' \(choose from train, valid, test\)"):
        annomi.load(tmp_path, "dev")
    write(tmp_path, row(0, "Hi"), header=HEADER[:-1])
    with pytest.raises(CorpusError, match="line 1: column 'question_subtype' is missing"):
        annomi.load(tmp_path, "train")
