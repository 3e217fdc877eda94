from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from bot.dialog import STRATEGIES
from bot.errors import CorpusMissing

pytest.importorskip("parlai")
from parlai.core.loader import load_teacher_module
from parlai.core.opt import Opt
from parlai.core.worlds import BatchWorld, DialogPartnerWorld
from parlai.scripts.eval_model import EvalModel

from agents.border import SILENCE, Agent, Message
from agents.teachers.esconv import DefaultTeacher


def said(speaker: str, content: str, **annotation: Any) -> dict[str, Any]:
    return {"speaker": speaker, "content": content, "annotation": annotation}


def talk(*messages: dict[str, Any]) -> dict[str, Any]:
    return {
        "emotion_type": "sadness",
        "problem_type": "breakup with partner",
        "experience_type": "Current Experience",
        "situation": "We parted in spring.",
        "survey_score": {
            "seeker": {
                "initial_emotion_intensity": "5",
                "final_emotion_intensity": "2",
                "empathy": "4",
                "relevance": "5",
            },
            "supporter": {"relevance": "3"},
        },
        "dialog": list(messages),
        "seeker_question1": "It helped.",
    }


LONG = talk(
    said("supporter", "Hello, how are you?", strategy="Others"),
    said("seeker", "Not great."),
    said("seeker", "We split up."),
    said("supporter", "That must hurt.", strategy="Reflection of feelings"),
    said("supporter", "You gave it your all.", strategy="Affirmation and Reassurance"),
    said("seeker", "Thanks.", feedback="5"),
    said("supporter", "A walk may help.", strategy="Providing Suggestions"),
    said("seeker", "Maybe."),
)
SHORT = talk(said("seeker", "Hi."), said("supporter", "Hi, what's up?", strategy="Question"))
MUTE = talk(said("seeker", "Anyone?"))


@pytest.fixture
def datapath(tmp_path: Path) -> Path:
    (tmp_path / "esconv").mkdir()
    for part, talks in (("train", [LONG, MUTE, SHORT]), ("valid", [SHORT, LONG]), ("test", [SHORT])):
        (tmp_path / "esconv" / f"{part}.json").write_text(json.dumps(talks), encoding="utf8")
    return tmp_path


def teacher(datapath: Path, datatype: str) -> DefaultTeacher:
    return DefaultTeacher(Opt(task="agents.teachers.esconv", datatype=datatype, datapath=str(datapath), batchsize=1))


def test_parlai_finds_the_teacher_by_the_module_alone() -> None:
    assert load_teacher_module("agents.teachers.esconv") is DefaultTeacher
    assert load_teacher_module("agents.teachers.esconv:DefaultTeacher") is DefaultTeacher


def test_every_supporter_message_is_an_example_of_what_was_said_since_the_last(datapath: Path) -> None:
    messages = list(islice(teacher(datapath, "train:ordered"), 4))
    assert [message["text"] for message in messages] == [SILENCE, "Not great.\nWe split up.", SILENCE, "Thanks."]
    assert [message["labels"] for message in messages] == [
        ["Hello, how are you?"],
        ["That must hurt."],
        ["You gave it your all."],
        ["A walk may help."],
    ]
    assert [message["episode_done"] for message in messages] == [False, False, False, True]
    assert messages[1]["history"] == ["supporter: Hello, how are you?", "seeker: Not great.", "seeker: We split up."]


def test_the_annotations_are_fields(datapath: Path) -> None:
    messages = list(islice(teacher(datapath, "train:ordered"), 4))
    assert [message["strategy"] for message in messages] == [
        "Others",
        "Reflection of feelings",
        "Affirmation and Reassurance",
        "Providing Suggestions",
    ]
    assert [message["derived_stage"] for message in messages] == [None, "exploration", "comforting", "action"]
    assert [message["position"] for message in messages] == [0, 3 / 8, 4 / 8, 6 / 8]
    assert [message["feedback"] for message in messages] == [5, 5, 5, None]
    about = messages[0]
    assert (about["emotion_type"], about["problem_type"]) == ("sadness", "breakup with partner")
    assert (about["experience_type"], about["situation"]) == ("Current Experience", "We parted in spring.")
    assert (about["initial_intensity"], about["final_intensity"], about["improvement"]) == (5, 2, 3)
    assert (about["empathy"], about["relevance"], about["supporter_relevance"]) == (4, 5, 3)
    assert (about["seeker_questions"], about["supporter_questions"]) == (["It helped."], [])


def test_the_parts_are_told_apart_and_labels_hidden_outside_training(datapath: Path) -> None:
    teachers = {part: teacher(datapath, part) for part in ("train", "valid", "test")}
    sizes = {part: (found.num_episodes(), found.num_examples()) for part, found in teachers.items()}
    assert sizes == {"train": (2, 5), "valid": (2, 5), "test": (1, 1)}
    first = teacher(datapath, "valid").act()
    assert first["eval_labels"] == ["Hi, what's up?"]
    assert "labels" not in first


def test_nothing_is_read_before_it_is_asked_for_and_clones_share_it(tmp_path: Path, datapath: Path) -> None:
    lazy = teacher(tmp_path / "later", "valid")
    (tmp_path / "later").symlink_to(datapath)
    clone = lazy.clone()
    assert clone.num_examples() == 5
    assert lazy.corpus.records is clone.corpus.records


def test_a_corpus_that_is_not_there_is_named_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(CorpusMissing) as caught:
        teacher(tmp_path, "valid").act()
    assert str(tmp_path / "esconv" / "valid.json") in str(caught.value)
    assert "esconv/train.json, esconv/valid.json, esconv/test.json" in str(caught.value)
    assert "attune data fetch esconv" in str(caught.value)
    assert "--datapath DIR" in str(caught.value)


class Listener(Agent):  # type: ignore[misc]  # ParlAI has no types
    """Repeats the label it may not see: it says "Hi, what's up?"."""

    def act(self) -> Message:
        return Message({"text": "Hi, what's up?", "episode_done": False})


@pytest.mark.parametrize("batchsize", [1, 2])
def test_an_epoch_sees_every_example_once(datapath: Path, batchsize: int) -> None:
    opt = Opt(task="agents.teachers.esconv", datatype="valid", datapath=str(datapath), batchsize=batchsize)
    world = DialogPartnerWorld(opt, [DefaultTeacher(opt), Listener(opt)])
    world = BatchWorld(opt, world) if batchsize > 1 else world
    while not world.epoch_done():
        world.parley()
    report = world.report()
    assert report["exs"].value() == 5
    assert report["accuracy"].value() == 1 / 5


def others(datapath: Path, name: str, datatype: str = "train:ordered") -> list[Message]:
    task = f"agents.teachers.esconv:{name}"
    found = load_teacher_module(task)(Opt(task=task, datatype=datatype, datapath=str(datapath), batchsize=1))
    return [found.act() for _ in range(found.num_examples())]


def test_the_seeker_is_the_other_side(datapath: Path) -> None:
    messages = others(datapath, "Seeker")
    assert [(each["text"], each["labels"], each["episode_done"]) for each in messages] == [
        ("Hello, how are you?", ["Not great."], False),
        (SILENCE, ["We split up."], False),
        ("That must hurt.\nYou gave it your all.", ["Thanks."], False),
        ("A walk may help.", ["Maybe."], True),
        (SILENCE, ["Anyone?"], True),
        (SILENCE, ["Hi."], True),
    ]
    assert [each["strategy"] for each in messages] == [None] * 6
    assert [each["derived_stage"] for each in messages] == [None, None, "comforting", "action", None, None]
    assert [each["feedback"] for each in messages[:4]] == [5, 5, 5, None]


def test_pieces_are_of_five_messages_and_openings_are_none(datapath: Path) -> None:
    messages = others(datapath, "Pieces")
    assert [(each["text"], each["labels"]) for each in messages] == [
        ("Hello, how are you?\nNot great.\nWe split up.", ["That must hurt."]),
        ("Hello, how are you?\nNot great.\nWe split up.\nThat must hurt.", ["You gave it your all."]),
        ("We split up.\nThat must hurt.\nYou gave it your all.\nThanks.", ["A walk may help."]),
        ("Hi.", ["Hi, what's up?"]),
    ]
    assert messages[2]["speakers"] == ["seeker", "supporter", "supporter", "seeker"]
    assert {each["episode_done"] for each in messages} == {True}
    assert [each["strategy"] for each in messages][2:] == ["Providing Suggestions", "Question"]


def test_strategy_tokens_stand_before_what_the_supporter_says_and_said(datapath: Path) -> None:
    messages = others(datapath, "StrategyToken")
    assert messages[2]["text"] == (
        "We split up.\n[Reflection of feelings] That must hurt.\n"
        "[Affirmation and Reassurance] You gave it your all.\nThanks."
    )
    assert [each["labels"] for each in messages[2:]] == [
        ["[Providing Suggestions] A walk may help."],
        ["[Question] Hi, what's up?"],
    ]


def test_strategies_are_told_from_what_was_said_before(datapath: Path) -> None:
    messages = others(datapath, "Strategy")
    assert [each["labels"] for each in messages] == [
        ["Reflection of feelings"],
        ["Affirmation and Reassurance"],
        ["Providing Suggestions"],
        ["Question"],
    ]
    assert messages[0]["label_candidates"] == list(STRATEGIES)
    assert messages[2]["text"] == others(datapath, "Pieces")[2]["text"]
    assert messages[2]["message"] == "A walk may help."


def test_a_message_without_one_of_the_eight_teaches_no_strategy(datapath: Path) -> None:
    talks = [
        talk(said("seeker", "Hi."), said("supporter", "Go home.", strategy="Direct Guidance"), *LONG["dialog"][:4])
    ]
    (datapath / "esconv" / "valid.json").write_text(json.dumps(talks), encoding="utf8")
    assert [each["eval_labels"] for each in others(datapath, "Strategy", "valid")] == [
        ["Others"],
        ["Reflection of feelings"],
    ]
    assert others(datapath, "StrategyToken", "valid")[0]["eval_labels"] == ["[Direct Guidance] Go home."]


def test_uncut_teachers_tell_everything_before(datapath: Path) -> None:
    whole = "Hello, how are you?\nNot great.\nWe split up.\nThat must hurt.\nYou gave it your all.\nThanks."
    assert others(datapath, "Uncut")[2]["text"] == whole
    assert others(datapath, "UncutStrategy")[2]["text"] == whole
    assert others(datapath, "UncutStrategy")[2]["labels"] == ["Providing Suggestions"]
    token = others(datapath, "UncutStrategyToken")[2]
    assert token["text"].startswith("[Others] Hello, how are you?\nNot great.")
    assert token["labels"] == ["[Providing Suggestions] A walk may help."]


@pytest.mark.parametrize("batchsize", [1, 2])
@pytest.mark.parametrize(
    ("name", "size"),
    {"Seeker": 5, "Pieces": 4, "StrategyToken": 4, "Strategy": 4, "Uncut": 4, "UncutStrategy": 4}.items(),
)
def test_eval_model_sees_every_example_once(
    datapath: Path, monkeypatch: pytest.MonkeyPatch, name: str, size: int, batchsize: int
) -> None:
    monkeypatch.setenv("PARLAI_DATAPATH", str(datapath))  # ParlAI sets it, and would leave it behind
    report = EvalModel.main(
        model="repeat_label",
        task=f"agents.teachers.esconv:{name}",
        datatype="valid",
        datapath=str(datapath),
        batchsize=batchsize,
    )
    assert (report["exs"].value(), report["accuracy"].value()) == (size, 1.0)


@pytest.mark.corpus
@pytest.mark.parametrize(("name", "size"), [("Esconv", 12_759), ("Seeker", 13_889), ("Pieces", 12_271)])
def test_the_training_part_has_as_many_examples_as_it_has_messages(corpora: Path, name: str, size: int) -> None:
    task = f"agents.teachers.esconv:{name}"
    opt = Opt(task=task, datatype="train:ordered", datapath=str(corpora), batchsize=1)
    assert load_teacher_module(task)(opt).num_examples() == size
