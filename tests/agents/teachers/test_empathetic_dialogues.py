from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from agents.corpora import empathetic as corpus
from bot.errors import CorpusMissing
from skills.labels import EMOTIONS

pytest.importorskip("parlai")
from parlai.core.loader import load_teacher_module
from parlai.core.opt import Opt
from parlai.scripts.display_data import DisplayData
from parlai.scripts.eval_model import EvalModel

from agents.border import SILENCE
from agents.teachers.corpus import CorpusTeacher

HEADER = "conv_id,utterance_idx,context,prompt,speaker_idx,utterance,selfeval,tags"
RACE = ("I ran.", "How far?", "A mile_comma_ uphill.", "And then?", "I slept.", "Well earned.", "Thanks.")
NAMES = ("Listener", "Speaker", "Retrieval", "Emotion", "EdCut")


def rows(key: str, emotion: str, situation: str, *said: str, candidates: str = "") -> list[str]:
    return [
        f"{key},{number},{emotion},{situation},{number % 2},{text},,{candidates}" for number, text in enumerate(said, 1)
    ]


def write(folder: Path, *lines: str, part: str = "valid") -> Path:
    path = folder / corpus.FOLDER / f"{part}.csv"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join((HEADER, *lines)) + "\n", encoding="utf8")
    return folder


def teacher(datapath: Path, name: str = "", datatype: str = "valid", **options: Any) -> CorpusTeacher:
    task = "agents.teachers.empathetic_dialogues" + (name and f":{name}")
    found: CorpusTeacher = load_teacher_module(task)(
        Opt(task=task, datatype=datatype, datapath=str(datapath), batchsize=1, **options)
    )
    return found


def messages(datapath: Path, name: str = "", **options: Any) -> list[Any]:
    return list(teacher(datapath, name, **options))


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return write(
        tmp_path,
        *rows("hit:1", "proud", "I was so proud to run a mile.", *RACE),
        *rows("hit:2", "sad", "Rain again.", "It rains."),
    )


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """250 replies, "reply 0" to "reply 249"."""
    return write(
        tmp_path, *(row for n in range(250) for row in rows(f"hit:{n}", "sad", "s", f"told {n}", f"reply {n}"))
    )


def test_the_listeners_replies_are_the_even_utterances_after_up_to_four(small: Path) -> None:
    first, second, third = messages(small)
    assert [first["text"], second["text"]] == ["I ran.", "I ran.\nHow far?\nA mile, uphill."]
    assert third["text"] == "How far?\nA mile, uphill.\nAnd then?\nI slept."
    assert [each["eval_labels"] for each in (first, second, third)] == [["How far?"], ["And then?"], ["Well earned."]]
    assert third["speakers"] == ["listener", "speaker", "listener", "speaker"]
    assert [each["turn"] for each in (first, second, third)] == [1, 3, 5]
    assert {each["episode_done"] for each in (first, second, third)} == {True}
    assert (third["emotion"], third["conversation"]) == ("proud", "hit:1")
    assert third["situation"] == "I was so proud to run a mile."


def test_the_speaker_is_given_emotion_and_situation_and_opens(small: Path) -> None:
    first, second, _, last, other = messages(small, "Speaker")
    given = "emotion: proud\nsituation: I was so proud to run a mile."
    assert (first["text"], first["eval_labels"], first["speakers"]) == (given, ["I ran."], [])
    assert second["text"] == f"{given}\nI ran.\nHow far?"
    assert (
        last["text"],
        last["eval_labels"],
    ) == (f"{given}\nA mile, uphill.\nAnd then?\nI slept.\nWell earned.", ["Thanks."])
    assert (other["text"], other["eval_labels"]) == ("emotion: sad\nsituation: Rain again.", ["It rains."])


def test_a_situations_emotion_is_one_of_the_32_and_each_conversation_an_example(small: Path) -> None:
    first, second = messages(small, "Emotion")
    assert (first["text"], first["eval_labels"]) == ("I was so proud to run a mile.", ["proud"])
    assert first["label_candidates"] == list(EMOTIONS)
    assert (second["eval_labels"], second["conversation"], second["said"]) == (["sad"], "hit:2", "It rains.")


def test_cut_situations_give_no_label_away(tmp_path: Path) -> None:
    write(tmp_path, *rows("1", "proud", "I was so proud to run.", "x"), *rows("2", "sad", "Sad!", "y"))
    write(tmp_path, *rows("1", "sad", "sadness", "x"), part="test")
    first, second = messages(tmp_path, "EdCut")
    assert (first["text"], first["eval_labels"]) == ("I was so to run.", ["proud"])
    assert (second["text"], second["situation"]) == ("!", "Sad!")
    assert messages(tmp_path, "EdCut", datatype="test")[0]["text"] == SILENCE


def test_candidates_are_the_hundred_of_a_shuffled_group_and_the_rest_is_left_out(many: Path) -> None:
    found = messages(many, "Retrieval")
    assert len(found) == 200
    groups = [{tuple(sorted(each["label_candidates"])) for each in found[start : start + 100]} for start in (0, 100)]
    assert [len(group) for group in groups] == [1, 1]
    (first,), (second,) = groups
    assert (len(set(first)), len(set(second)), set(first) & set(second)) == (100, 100, set())
    assert sorted(each["eval_labels"][0] for each in found) == sorted((*first, *second))
    assert len({number for number in range(100) if f"reply {number}" in first}) < 80  # not the file's first hundred


def test_where_the_own_reply_stands_tells_nothing(many: Path) -> None:
    found = messages(many, "Retrieval")
    stands = [each["label_candidates"].index(each["eval_labels"][0]) for each in found]
    assert len(set(stands)) > 60  # 200 draws from 100 places: 87 different ones are expected
    assert 40 < sum(stands) / len(stands) < 59


def test_the_seed_draws_the_groups(many: Path) -> None:
    def drawn(**options: Any) -> list[Any]:
        return [(each["eval_labels"], each["label_candidates"]) for each in messages(many, "Retrieval", **options)]

    assert drawn() == drawn(ed_seed=0)
    assert drawn(ed_seed=1) == drawn(ed_seed=1)
    assert {labels[0] for labels, _ in drawn()[:100]} != {labels[0] for labels, _ in drawn(ed_seed=1)[:100]}


def test_the_files_own_candidates_are_taken_where_it_has_them(tmp_path: Path) -> None:
    write(tmp_path, *rows("1", "sad", "s", "told", "mine", "more", "theirs", candidates=",theirs|a_comma_b|c"))
    first, second = messages(tmp_path, "Retrieval")
    assert (first["eval_labels"], sorted(first["label_candidates"])) == (["mine"], ["a,b", "c", "mine", "theirs"])
    assert (second["eval_labels"], sorted(second["label_candidates"])) == (["theirs"], ["a,b", "c", "theirs"])


def test_parlai_finds_each_by_its_short_and_its_whole_name() -> None:
    whole = {name: load_teacher_module(f"agents.teachers.empathetic_dialogues:{name}Teacher") for name in NAMES}
    assert {name: load_teacher_module(f"agents.teachers.empathetic_dialogues:{name}") for name in NAMES} == whole
    assert issubclass(load_teacher_module("agents.teachers.empathetic_dialogues"), whole["Listener"])
    with pytest.raises(AttributeError, match="its teachers are Listener, Speaker, Retrieval, Emotion, EdCut"):
        load_teacher_module("agents.teachers.empathetic_dialogues:Lisener")


def test_a_missing_corpus_is_named_with_its_folder(tmp_path: Path) -> None:
    with pytest.raises(CorpusMissing) as caught:
        teacher(tmp_path).act()
    assert str(tmp_path / corpus.FOLDER / "valid.csv") in str(caught.value)
    assert "attune data fetch empathetic" in str(caught.value)


@pytest.mark.parametrize("batchsize", [1, 3])
@pytest.mark.parametrize(("name", "size"), list(zip(NAMES, (250, 250, 200, 250, 250), strict=True)))
def test_eval_model_sees_every_example_once(
    many: Path, monkeypatch: pytest.MonkeyPatch, name: str, size: int, batchsize: int
) -> None:
    monkeypatch.setenv("PARLAI_DATAPATH", str(many))  # ParlAI sets it, and would leave it behind
    report = EvalModel.main(
        model="repeat_label",
        task=f"agents.teachers.empathetic_dialogues:{name}",
        datatype="valid",
        datapath=str(many),
        batchsize=batchsize,
    )
    assert (report["exs"].value(), report["accuracy"].value()) == (size, 1.0)


def test_display_data_takes_the_seed(
    many: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PARLAI_DATAPATH", str(many))
    task = "agents.teachers.empathetic_dialogues:Retrieval"
    (drawn,) = islice(teacher(many, "Retrieval", ed_seed=3), 1)
    DisplayData.main(task=task, datatype="valid", datapath=str(many), ed_seed=3, num_examples=1, verbose=True)
    shown = capsys.readouterr().out
    assert f"{drawn['text']}" in shown
    assert f"{drawn['eval_labels'][0]}" in shown
    assert "label_candidates" in shown


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "size"),
    [("Listener", 40_254), ("Speaker", 43_915), ("Retrieval", 40_200), ("Emotion", 19_533), ("EdCut", 19_533)],
)
def test_the_training_part_has_the_published_number_of_examples(corpora: Path, name: str, size: int) -> None:
    assert teacher(corpora, name, "train:ordered").num_examples() == size
