from __future__ import annotations

from pathlib import Path

import pytest

from agents.corpora import dailydialog, empathetic, esconv
from agents.evaluation import exchanges
from agents.evaluation.exchanges import Exchange


def test_a_listeners_replies_come_with_all_that_was_said_before() -> None:
    said = [
        empathetic.Utterance("speaker" if place % 2 == 0 else "listener", text, "1", candidates=("x",) * (place == 1))
        for place, text in enumerate(["a", "b", "c", "d", "e"])
    ]
    assert list(exchanges.of_empathetic([empathetic.Dialog("1", "sad", "s", tuple(said))])) == [
        Exchange(((False, "a"),), "b", ("x",)),
        Exchange(((False, "a"), (True, "b"), (False, "c")), "d"),
    ]


def test_a_supporters_messages_but_for_the_first_of_a_talk() -> None:
    said = [esconv.Utterance("supporter", "hello"), esconv.Utterance("supporter", "you?")]
    said += [esconv.Utterance("seeker", "bad"), esconv.Utterance("seeker", ""), esconv.Utterance("supporter", "oh")]
    talk = esconv.Dialog("sadness", "job crisis", "Current Experience", "s", esconv.Survey(), tuple(said))
    assert list(exchanges.of_esconv([talk])) == [
        Exchange(((True, "hello"),), "you?"),
        Exchange(((True, "hello"), (True, "you?"), (False, "bad")), "oh"),
    ]


def test_of_two_who_take_turns_whoever_replies_is_ours() -> None:
    said = tuple(dailydialog.Utterance(text, "inform", "no emotion") for text in "abc")
    assert list(exchanges.of_dailydialog([dailydialog.Dialog(1, said)])) == [
        Exchange(((False, "a"),), "b"),
        Exchange(((True, "a"), (False, "b")), "c"),
    ]


def test_an_unknown_corpus_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="one of empathetic, esconv, dailydialog, and is 'reddit'"):
        exchanges.load("reddit", tmp_path, "valid")


@pytest.mark.corpus
def test_there_are_as_many_replies_as_the_corpus_counts(corpora: Path) -> None:
    assert len(exchanges.load("empathetic", corpora, "train")) == 40_254
