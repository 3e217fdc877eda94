"""Contexts: talks cut at a message of the person, of corpora and of our own dialogues that no writer learnt from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agents.corpora import written
from agents.verdicts.contexts import Context, Message, draw

TALK = (Message("person", "a"), Message("supporter", "b", "Question"), Message("person", "c"))


def test_a_context_says_what_each_contestant_is_given() -> None:
    context = Context("talk", TALK, "d")
    assert context.id == "talk.2"
    assert context.turns == [("a", "b"), ("c", "")]
    assert [tuple(line) for line in context.lines] == [(False, "a", ""), (True, "b", "Question"), (False, "c", "")]


def test_our_own_are_of_dialogues_held_out() -> None:
    found = draw("written", Path(), 20, 1)
    own = {dialog.utterances[0].text for dialog in written.load(Path(), "valid")}
    assert len(found) == 20
    assert len({context.name for context in found}) == 20
    assert all(context.messages[0].text in own for context in found)
    assert all(context.messages[-1].speaker == "person" for context in found)
    assert found == draw("written", Path(), 20, 1) != draw("written", Path(), 20, 2)


def test_of_few_talks_several_places_are_drawn_each_once(tmp_path: Path) -> None:
    rows = ["## problem=rain; emotion=boredom; intensity=2>1; person=a man; course=none"]
    rows += ["P: it rains", "S [Question]: Since when?", "P: monday", "S [Others]: Long."]
    (tmp_path / "rain_01.txt").write_text("\n".join(rows))
    found = draw(str(tmp_path), Path(), 5, 1)
    assert sorted(context.given for context in found) == ["Long.", "Since when?"]


def test_what_one_sends_in_a_row_is_one_message_and_a_supporter_s_opening_is_left_out(tmp_path: Path) -> None:
    said = [("supporter", "hello", "Others"), ("seeker", "i am", None), ("seeker", "sad", None)]
    said += [("supporter", "since when?", "Question"), ("supporter", "tell me", "Others")]
    (tmp_path / "esconv").mkdir()
    (tmp_path / "esconv/valid.json").write_text(json.dumps([esconv(said)]))
    (context,) = draw("esconv", tmp_path, 5, 1)
    assert context.messages == (Message("person", "i am sad"),)
    assert context.given == "since when? tell me"


def esconv(said: list[tuple[str, str, str | None]]) -> dict[str, object]:
    dialog = [
        {"speaker": who, "content": text, "annotation": {"strategy": strategy} if strategy else {}}
        for who, text, strategy in said
    ]
    about = {"experience_type": "Previous Experience", "emotion_type": "sadness", "problem_type": "job crisis"}
    return about | {"situation": "-", "survey_score": {"seeker": {}, "supporter": {}}, "dialog": dialog}


@pytest.mark.parametrize("corpus", ["esconv", "empathetic"])
def test_a_corpus_that_is_not_there_is_named(corpus: str, tmp_path: Path) -> None:
    from bot.errors import CorpusError

    with pytest.raises(CorpusError, match=str(tmp_path)):
        draw(corpus, tmp_path, 5, 1)
