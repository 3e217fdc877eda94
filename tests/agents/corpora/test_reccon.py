import json
from pathlib import Path
from typing import Any

import pytest

from agents.corpora import reccon
from agents.corpora.reccon import Cause, Dialog, Utterance
from bot.errors import CorpusError


def turn(number: int, text: str, emotion: str = "neutral", **more: Any) -> dict[str, Any]:
    return {"turn": number, "speaker": "BA"[number % 2], "utterance": text, "emotion": emotion} | more


def felt(
    number: int, text: str, emotion: str, *causes: tuple[int | str, str], types: tuple[str, ...] = ("hybrid",)
) -> Any:
    return turn(number, text, emotion) | {
        "expanded emotion cause evidence": [place for place, _ in causes],
        "expanded emotion cause span": [span for _, span in causes],
        "type": list(types),
    }


GOOD = [
    turn(1, "My goat won the prize and ate it ."),
    felt(2, "Splendid !", "happiness", (1, "won the prize"), (1, "ate it"), (2, "Splendid"), (3, "Yes")),
    turn(3, "Yes .", flag="F"),
    felt(4, "I am sad .", "sad", ("b", "b"), types=("latent",)) | {"explanation": "nobody knows"},
]


def write(folder: Path, talks: Any) -> Path:
    path = folder / "reccon" / "dailydialog_train.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(talks if isinstance(talks, str) else json.dumps(talks, indent=1), encoding="utf8")
    return path


def test_causes_are_read_with_turns_and_spans(tmp_path: Path) -> None:
    write(tmp_path, {"tr_5": [GOOD]})
    causes = (Cause(1, "won the prize"), Cause(1, "ate it"), Cause(2, "Splendid"), Cause(3, "Yes"))
    assert reccon.load(tmp_path, "train") == (
        Dialog(
            "tr_5",
            (
                Utterance(1, "A", "My goat won the prize and ate it .", "neutral"),
                Utterance(2, "B", "Splendid !", "happiness", causes, False, ("hybrid",)),
                Utterance(3, "A", "Yes .", "neutral"),
                Utterance(4, "B", "I am sad .", "sadness", (), True, ("latent",), "nobody knows"),
            ),
        ),
    )


def test_the_first_fold_asks_about_every_turn_of_the_history(tmp_path: Path) -> None:
    """The cause in turn 3 stands after its target: it is no part of the history. Nothing in turn 4's is a cause."""
    write(tmp_path, {"tr_5": [GOOD]})
    dialogs = reccon.load(tmp_path, "train")
    asked = [(item.target.turn, item.candidate.turn, item.span) for item in reccon.extraction(dialogs)]
    assert asked == [
        (2, 1, "won the prize"),
        (2, 1, "ate it"),
        (2, 2, "Splendid"),
        (4, 1, None),
        (4, 2, None),
        (4, 3, None),
        (4, 4, None),
    ]
    pairs = [(item.target.turn, item.candidate.turn, item.span is not None) for item in reccon.entailment(dialogs)]
    assert pairs == [(2, 1, True), (2, 2, True), (4, 1, False), (4, 2, False), (4, 3, False), (4, 4, False)]
    first = next(reccon.extraction(dialogs))
    assert (first.dialog, [item.turn for item in first.history]) == ("tr_5", [1, 2])


def test_a_part_is_counted_and_shown(tmp_path: Path) -> None:
    write(tmp_path, {"tr_5": [GOOD]})
    counts = reccon.count(tmp_path, "train")
    assert {name: number for name, number in counts.items() if number} == {
        "dialogs": 1,
        "utterances": 4,
        "with_cause": 2,
        "with_latent_cause": 1,
        "cause_spans": 3,
        "cause_pairs": 2,
        "negative_pairs": 4,
        "emotion_neutral": 2,
        "emotion_happiness": 1,
        "emotion_sadness": 1,
        "type_hybrid": 1,
        "type_latent": 1,
    }
    (talk,) = reccon.talks(tmp_path, "train")
    assert (talk.id, talk.lines[3].role) == ("tr_5", "B")
    assert talk.lines[1].notes[:3] == (("emotion", "happiness"), ("type", "hybrid"), ("cause", "1: won the prize"))
    assert talk.lines[3].notes[-1] == ("cause", "not in the talk")


@pytest.mark.parametrize(
    ("turns", "reason"),
    [
        ([turn(1, "Hi", "glee")], r"turn 1: emotion 'glee' is unknown \(choose from neutral, anger"),
        ([turn(1, "Hi"), turn(3, "Ho")], "turn 2: its number is 3"),
        ([turn(1, "Hi", "anger")], "turn 1: 0 causes of 0 types, and the emotion is anger"),
        ([felt(1, "Hi", "neutral", (1, "Hi"))], "turn 1: 1 causes of 1 types, and the emotion is neutral"),
        ([felt(1, "Hi", "anger", (1, "Ho"))], "turn 1: the span of cause 1 does not stand in that turn"),
        ([felt(1, "Hi", "anger", (2, "Hi"))], r"turn 1: cause 2 is no turn of the talk \(choose from 1 to 1, or b\)"),
        ([felt(1, "Hi", "anger", (1, "Hi"), types=("odd",))], "turn 1: type 'odd' is unknown"),
        ([felt(1, "Hi", "anger", (1, "Hi")) | {"expanded emotion cause span": []}], "turn 1: 1 causes, and 0 spans"),
        ([felt(1, "Hi", "anger", ("c", "Hi"))], "Invalid enum value 'c' - at"),
        ([{"turn": 1, "speaker": "A", "emotion": "neutral"}], "missing required field `utterance`"),
        ([turn(1, "Hi") | {"turn": "1"}], "Expected `int`, got `str`"),
        ("words", "Expected `array`, got `str`"),
    ],
)
def test_damage_is_refused_with_file_line_talk_and_reason(tmp_path: Path, turns: Any, reason: str) -> None:
    path = write(tmp_path, {"tr_1": [GOOD], "tr_2": [turns]})
    line = path.read_text(encoding="utf8").splitlines().index(' "tr_2": [') + 1
    with pytest.raises(CorpusError, match=f"train.json, line {line}: talk tr_2: .*{reason}"):
        reccon.load(tmp_path, "train")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"tr_1": [\n[', "line 2: this is not JSON"),
        ("[]", "line 1: an object of talks by id is expected, and this is list"),
        ("", "the file is empty"),
        ('{"tr_1": []}', "line 1: talk tr_1: one list of turns is expected, and there are 0"),
        ("[" * 100_000, "this is nested too deeply"),
    ],
)
def test_what_is_no_object_of_talks_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    write(tmp_path, text)
    with pytest.raises(CorpusError, match=reason):
        reccon.load(tmp_path, "train")


def test_parts_and_files_that_are_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"no part 'dev' \(choose from train, valid, test\)"):
        reccon.load(tmp_path, "dev")
    with pytest.raises(CorpusError, match=r"dailydialog_test\.json: there is no such file"):
        reccon.load(tmp_path, "test")
