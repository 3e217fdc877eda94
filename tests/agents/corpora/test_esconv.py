import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.corpora import esconv
from agents.corpora.shown import Line
from bot.errors import CorpusError


def talk(**changes: Any) -> dict[str, Any]:
    return {
        "experience_type": "Current Experience",
        "emotion_type": "anxiety",
        "problem_type": "job crisis",
        "situation": "My shop may close. ",
        "survey_score": {
            "seeker": {
                "initial_emotion_intensity": "5",
                "empathy": "4",
                "relevance": "3",
                "final_emotion_intensity": "2",
            },
            "supporter": {"relevance": "0"},
        },
        "dialog": [
            {"speaker": "seeker", "annotation": {}, "content": "Hello\n"},
            {"speaker": "supporter", "annotation": {"strategy": "Question"}, "content": "What is up?"},
            {"speaker": "seeker", "annotation": {"feedback": "4"}, "content": "My shop is failing"},
        ],
        "seeker_question1": "kind",
        "seeker_question2": "",
    } | changes


def write(folder: Path, *talks: Any) -> Path:
    path = folder / "esconv" / "train.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(talks, indent=1), encoding="utf8")
    return path


def test_every_annotation_is_kept(tmp_path: Path) -> None:
    write(tmp_path, talk())
    (dialog,) = esconv.load(tmp_path, "train")
    assert (dialog.emotion, dialog.problem, dialog.situation) == ("anxiety", "job crisis", "My shop may close.")
    assert dialog.survey == esconv.Survey(5, 2, 4, 3, None)
    assert dialog.survey.improvement == 3
    assert dialog.seeker_questions == ("kind", "")
    assert dialog.utterances == (
        esconv.Utterance("seeker", "Hello"),
        esconv.Utterance("supporter", "What is up?", "Question"),
        esconv.Utterance("seeker", "My shop is failing", None, 4),
    )


def test_the_failed_talks_are_brought_to_the_releases_spelling(tmp_path: Path) -> None:
    messages = [
        {"speaker": "speaker", "annotation": {}, "content": "hi"},
        *(
            {"speaker": "listener", "annotation": {"strategy": name}, "content": "x"}
            for name in (*esconv.SPELLINGS, esconv.OUTSIDE)
        ),
    ]
    write(tmp_path, talk(dialog=messages, survey_score={"seeker": {}, "supporter": {}}))
    (dialog,) = esconv.load(tmp_path, "train")
    assert {item.speaker for item in dialog.utterances} == {"seeker", "supporter"}
    assert [item.strategy for item in dialog.utterances[1:]] == [*esconv.SPELLINGS.values(), "Direct Guidance"]
    assert dialog.survey.improvement is None


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"dialog": "none"}, "'dialog' must be list"),
        ({"situation": 3}, "'situation' must be str"),
        ({"survey_score": {"seeker": {"empathy": "6"}}}, "'empathy' must be from 1 to 5, and is '6'"),
        ({"dialog": [{"speaker": "cat", "annotation": {}, "content": "x"}]}, "message 1: speaker must be one of"),
        (
            {"dialog": [{"speaker": "supporter", "annotation": {"strategy": "Hug"}, "content": "x"}]},
            r"message 1: no strategy is called 'Hug' .choose from Question, .*, Information, Others",
        ),
        ({"dialog": [{"speaker": "seeker", "annotation": {}}]}, "'content' is missing"),
        ({"seeker_question1": 3}, "'seeker_question1' must be str"),
        ({"dialog": ["words"]}, "'speaker' is missing"),
        ({"dialog": [{"speaker": "seeker", "annotation": [], "content": "x"}]}, "'annotation' must be dict"),
    ],
)
def test_damage_is_refused_with_file_line_and_reason(tmp_path: Path, change: dict[str, Any], reason: str) -> None:
    path = write(tmp_path, talk(), talk(**change))
    line = path.read_text(encoding="utf8").splitlines().index(" {", 2) + 1
    with pytest.raises(CorpusError, match=f"line {line}: talk 2: {reason}") as caught:
        esconv.load(tmp_path, "train")
    assert str(path) in str(caught.value)


def test_what_is_no_json_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, talk())
    path.write_text("[\n{oops", encoding="utf8")
    with pytest.raises(CorpusError, match="line 2: this is not JSON"):
        esconv.load(tmp_path, "train")
    path.write_text("{}", encoding="utf8")
    with pytest.raises(CorpusError, match="line 1: a list of talks is expected"):
        esconv.load(tmp_path, "train")
    path.write_text(json.dumps([talk(), talk()])[:-40], encoding="utf8")
    with pytest.raises(CorpusError, match="line 1: this is not JSON"):
        esconv.load(tmp_path, "train")
    path.write_text("[" * 100_000, encoding="utf8")
    with pytest.raises(CorpusError, match=r"train\.json: this is nested too deeply"):
        esconv.load(tmp_path, "train")


def test_an_empty_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    path = write(tmp_path, talk())
    path.write_text("", encoding="utf8")
    with pytest.raises(CorpusError, match=r"train\.json: the file is empty"):
        esconv.load(tmp_path, "train")
    path.with_name("valid.json").mkdir()
    with pytest.raises(CorpusError, match=r"valid\.json: this is a folder"):
        esconv.load(tmp_path, "valid")


def test_units_are_counted(tmp_path: Path) -> None:
    write(tmp_path, talk(), talk())
    assert esconv.count(tmp_path, "train") == {"dialogs": 2, "utterances": 6, "supporter_utterances": 2}


def test_talks_are_shown_with_what_was_filled_in(tmp_path: Path) -> None:
    write(tmp_path, talk())
    (shown,) = esconv.talks(tmp_path, "train")
    assert shown.id == "train:1"
    assert shown.lines == (
        Line("seeker", "Hello"),
        Line("supporter", "What is up?", (("strategy", "Question"),)),
        Line("seeker", "My shop is failing", (("feedback", "4"),)),
    )
    assert shown.about == (
        ("emotion", "anxiety"),
        ("problem", "job crisis"),
        ("experience", "Current Experience"),
        ("situation", "My shop may close."),
        ("initial_intensity", "5"),
        ("final_intensity", "2"),
        ("empathy", "4"),
        ("relevance", "3"),
        ("improvement", "3"),
    )


JSON = st.recursive(
    st.none() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(sorted(talk())), inner, max_size=9),
    max_leaves=12,
)


@given(JSON)
def test_any_other_json_is_refused_and_nothing_else_is_raised(
    tmp_path_factory: pytest.TempPathFactory, value: Any
) -> None:
    path = write(tmp_path_factory.mktemp("corpus"), talk() | value if isinstance(value, dict) else value)
    refused, problems = "", list[str]()
    try:
        problems = [read.problem for read in esconv.read(path)]
    except CorpusError as error:
        refused = str(error)
    assert f"{path}, line 2: talk 1: " in refused if refused else problems == [talk(**value)["problem_type"].strip()]
