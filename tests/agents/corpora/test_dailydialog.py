from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.corpora import dailydialog
from agents.corpora.dailydialog import Dialog, Utterance
from agents.corpora.shown import Line, Talk
from bot.errors import CorpusError

TEXTS = "I ’ m in , thanks . __eou__ Don ' t you see ? __eou__\nThat's all.Really . __eou__\n"


def write(folder: Path, texts: str = TEXTS, acts: str = "1 2 \n4\n", emotions: str = "0 6 \n5\n") -> Path:
    place = folder / "dailydialog/validation"
    place.mkdir(parents=True, exist_ok=True)
    for kind, text in (("", texts), ("act_", acts), ("emotion_", emotions)):
        (place / f"dialogues_{kind}validation.txt").write_text(text, encoding="utf8")
    return place


def test_a_line_is_a_talk_and_texts_are_written_as_people_write(tmp_path: Path) -> None:
    write(tmp_path)
    assert dailydialog.load(tmp_path, "valid") == (
        Dialog(
            1,
            (Utterance("I’m in, thanks.", "inform", "no emotion"), Utterance("Don't you see?", "question", "surprise")),
        ),
        Dialog(2, (Utterance("That's all.Really.", "commissive", "sadness"),)),
    )


def test_a_talk_is_counted_and_shown_with_its_labels(tmp_path: Path) -> None:
    write(tmp_path)
    counts = dailydialog.count(tmp_path, "valid")
    assert {name: number for name, number in counts.items() if number} == {
        "dialogs": 2,
        "utterances": 3,
        "labelled": 3,
        "act_inform": 1,
        "act_question": 1,
        "act_commissive": 1,
        "emotion_no_emotion": 1,
        "emotion_surprise": 1,
        "emotion_sadness": 1,
    }
    assert list(dailydialog.talks(tmp_path, "valid"))[1] == Talk(
        "valid:2", (Line("A", "That's all.Really.", (("act", "commissive"), ("emotion", "sadness"))),)
    )


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"texts": "Hi . __eou__\nHello . __eou__ And\n"}, r"n\.txt, line 2: a talk must end in __eou__"),
        ({"texts": "Hi . __eou__\nHello .\n"}, r"n\.txt, line 2: a talk must end in __eou__"),
        ({"texts": "Hi . __eou__\n\nHello . __eou__\n"}, r"n\.txt, line 2: a talk must end in __eou__"),
        ({"acts": "1 2\n5\n"}, r"act_validation\.txt, line 2: act '5' is unknown \(choose from 1, 2, 3, 4\)"),
        ({"acts": "1 2\n0\n"}, r"act_validation\.txt, line 2: act '0' is unknown"),
        ({"emotions": "0 joy\n1\n"}, r"emotion_validation\.txt, line 1: emotion 'joy' is unknown \(choose from 0, 1"),
        ({"emotions": "0\n1\n"}, r"emotion_validation\.txt, line 1: 1 labels where the talk has 2 utterances"),
        ({"acts": "1 2\n4 1\n"}, r"act_validation\.txt, line 2: 2 labels where the talk has 1 utterances"),
        ({"acts": "1 2\n"}, r"act_validation\.txt: 1 lines of labels where there are 2 talks"),
        ({"emotions": ""}, r"emotion_validation\.txt: the file is empty"),
    ],
)
def test_damage_is_refused_with_file_line_and_reason(tmp_path: Path, change: dict[str, str], reason: str) -> None:
    write(tmp_path, **change)
    with pytest.raises(CorpusError, match=reason):
        dailydialog.load(tmp_path, "valid")


def test_the_one_known_fault_is_kept_without_labels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, acts="1\n4\n", emotions="0\n5\n")
    monkeypatch.setattr(dailydialog, "FAULT", ("valid", 1, 2, 1))
    faulty, sound = dailydialog.load(tmp_path, "valid")
    assert [(item.act, item.emotion) for item in faulty.utterances] == [(None, None), (None, None)]
    assert sound.utterances[0].emotion == "sadness"
    counts = dailydialog.count(tmp_path, "valid")
    assert (counts["utterances"], counts["labelled"], counts["act_inform"]) == (3, 1, 0)
    assert next(dailydialog.talks(tmp_path, "valid")).lines[0].notes == (("act", "none"), ("emotion", "none"))
    monkeypatch.setattr(dailydialog, "FAULT", ("train", 1, 2, 1))
    with pytest.raises(CorpusError, match="line 1: 1 labels where the talk has 2"):
        dailydialog.load(tmp_path, "valid")


def test_a_missing_part_and_file_folders_and_bytes_are_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"no part 'dev' \(choose from train, valid, test\)"):
        dailydialog.load(tmp_path, "dev")
    with pytest.raises(CorpusError, match=r"dialogues_test\.txt: there is no such file"):
        dailydialog.load(tmp_path, "test")
    place = write(tmp_path)
    (place / "dialogues_validation.txt").write_bytes(b"Hi . __eou__\nH\xff . __eou__\n")
    with pytest.raises(CorpusError, match=r"line 2: byte 14 is not UTF-8"):
        dailydialog.load(tmp_path, "valid")
    (place / "dialogues_validation.txt").unlink()
    (place / "dialogues_validation.txt").mkdir()
    with pytest.raises(CorpusError, match="this is a folder"):
        dailydialog.load(tmp_path, "valid")


WORDS = st.text(st.characters(codec="utf8", exclude_characters="\n\r_’'.,!?;:"), max_size=20)


@given(st.lists(st.lists(WORDS, min_size=1, max_size=4), min_size=1, max_size=4))
def test_any_words_survive(tmp_path_factory: pytest.TempPathFactory, said: list[list[str]]) -> None:
    folder = tmp_path_factory.mktemp("corpus")
    lines = ["".join(f"{text} __eou__ " for text in talk) for talk in said]
    acts = [" ".join("1" for _ in talk) for talk in said]
    write(folder, "\n".join(lines) + "\n", "\n".join(acts) + "\n", "\n".join(acts) + "\n")
    found = [[item.text for item in dialog.utterances] for dialog in dailydialog.load(folder, "valid")]
    assert found == [[" ".join(text.split()) for text in talk] for talk in said]
