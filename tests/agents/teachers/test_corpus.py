from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from agents.corpora import cped, dailydialog, emocontext
from bot.errors import CorpusError, CorpusMissing

pytest.importorskip("parlai")
from parlai.core.opt import Opt

from agents.border import SILENCE
from agents.teachers.corpus import CorpusTeacher, lines, teacher_called

TALKS = (("a", "b", "c"), (), ("d",), ("e", "f"))
READ: list[tuple[Path, str]] = []
letters = ModuleType("agents.corpora.letters")


def load(datapath: Path, part: str) -> Sequence[Any]:
    READ.append((datapath, part))
    return TALKS


letters.__dict__["load"] = load


class LettersTeacher(CorpusTeacher):
    reader = letters

    def episodes(self, records: Sequence[Any]) -> Iterator[Sequence[Any]]:
        yield from ([(talk, index) for index in range(1, len(talk))] for talk in records)

    def example(self, place: Any) -> dict[str, Any]:
        talk, index = place
        return {"text": lines(talk[:index]), "labels": [talk[index]]}


def teacher(datatype: str, kind: type[CorpusTeacher] = LettersTeacher, datapath: str = "/data") -> CorpusTeacher:
    return kind(Opt(task="letters", datatype=datatype, datapath=datapath, batchsize=1))


def epoch(found: CorpusTeacher) -> list[Any]:
    messages = list[Any]()
    while not messages or not found.epoch_done():
        messages.append(found.act())
    return messages


@pytest.fixture(autouse=True)
def nothing_read() -> None:
    READ.clear()


@pytest.mark.parametrize("datatype", ["train:ordered", "train:evalmode", "valid", "valid:stream", "test"])
def test_an_epoch_is_every_example_in_order_and_empty_episodes_are_left_out(datatype: str) -> None:
    found = teacher(datatype)
    assert (found.num_episodes(), found.num_examples()) == (2, 3)
    key = "labels" if datatype == "train:ordered" else "eval_labels"
    assert [(each["text"], each[key], each["episode_done"]) for each in epoch(found)] == [
        ("a", ["b"], False),
        ("a\nb", ["c"], True),
        ("e", ["f"], True),
    ]
    (read,) = READ
    assert read == (Path("/data"), datatype.partition(":")[0])


@pytest.mark.parametrize("datatype", ["train", "train:stream"])
def test_training_goes_round_and_round(datatype: str) -> None:
    found = teacher(datatype)
    seen = [found.act()["labels"][0] for _ in range(60)]
    assert set(seen) == {"b", "c", "f"}
    if datatype == "train:stream":
        assert seen == ["b", "c", "f"] * 20


def test_nothing_is_read_before_it_is_needed_and_then_once_for_all_clones() -> None:
    found = teacher("valid")
    clones = [found.clone() for _ in range(3)]
    assert READ == []
    assert [clone.num_examples() for clone in clones] == [3, 3, 3]
    assert clones[0].corpus is found.corpus
    assert len(READ) == 1


def test_the_examples_carry_the_name_of_the_corpus() -> None:
    assert teacher("valid").act()["id"] == "letters"


def test_a_corpus_without_an_example_is_refused() -> None:
    class ReversedTeacher(LettersTeacher):
        def episodes(self, records: Sequence[Any]) -> Iterator[Sequence[Any]]:
            yield from ([] for _ in records)

    with pytest.raises(CorpusError, match="letters, valid: there is no example in it for this teacher"):
        teacher("valid", ReversedTeacher).act()


class DailyTeacher(LettersTeacher):
    reader = dailydialog


def test_a_missing_corpus_is_named_with_its_files_publisher_licence_and_command(tmp_path: Path) -> None:
    with pytest.raises(CorpusMissing) as caught:
        teacher("valid", DailyTeacher, str(tmp_path)).num_examples()
    told = str(caught.value)
    assert told.startswith(f"{tmp_path / 'dailydialog'}")
    assert "dialogues_validation.txt" in told
    assert "DailyDialog" in told
    assert "CC BY-NC-SA 4.0" in told
    assert f"`attune data fetch dailydialog --datapath {tmp_path}`" in told
    assert "--datapath DIR" in told


@pytest.mark.parametrize(
    ("reader", "fetched", "told"),
    [
        (dailydialog, True, "Nothing is downloaded unasked"),
        (emocontext, False, "By hand: its organisers give train.txt, dev.txt"),
        (cped, True, "By hand: train_split.csv is linked"),
    ],
)
def test_only_what_can_be_fetched_is_said_to_be(tmp_path: Path, reader: ModuleType, fetched: bool, told: str) -> None:
    class OtherTeacher(LettersTeacher):
        pass

    OtherTeacher.reader = reader
    with pytest.raises(CorpusMissing) as caught:
        teacher("train", OtherTeacher, str(tmp_path)).num_examples()
    message = str(caught.value)
    assert ("attune data fetch" in message) is fetched
    assert told in message
    assert message.endswith("folder it is in: --datapath DIR.")


def test_parlais_command_ends_with_our_line_and_everybody_else_may_catch_the_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["/usr/bin/parlai", "eval_model"])
    with pytest.raises(SystemExit, match=r"dialogues_validation\.txt: there is no such file"):
        teacher("valid", DailyTeacher, str(tmp_path)).num_examples()
    monkeypatch.setattr("sys.argv", ["train.py"])
    with pytest.raises(CorpusMissing):
        teacher("valid", DailyTeacher, str(tmp_path)).num_examples()


def test_a_part_there_is_not_is_refused_with_the_choices(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"there is no part 'dev' .choose from train, valid, test"):
        teacher("dev", DailyTeacher, str(tmp_path)).num_examples()


def test_silence_stands_where_nothing_was_said() -> None:
    assert (lines(["a", "b"]), lines([])) == ("a\nb", SILENCE)


def test_a_teacher_is_found_by_its_short_name_and_others_are_refused_with_the_choices() -> None:
    module = {"__name__": "m", "LettersTeacher": LettersTeacher, "DailyTeacher": DailyTeacher, "Sequence": Sequence}
    assert teacher_called("Letters", module) is LettersTeacher
    with pytest.raises(AttributeError, match=r"m has no 'Leters' .its teachers are Letters, Daily"):
        teacher_called("Leters", module)
