from __future__ import annotations

from pathlib import Path

import pytest

from agents.corpora import catalogue, dailydialog, empathetic, esconv, exchanges
from agents.corpora.exchanges import Exchange
from skills.models.encoder import Piece


def chat(*said: tuple[str, str, str | None]) -> esconv.Dialog:
    """An ESConv talk of (speaker, text, strategy)."""
    utterances = tuple(esconv.Utterance(*one) for one in said)  # type: ignore[arg-type]
    return esconv.Dialog("sadness", "job crisis", "Current Experience", "s", esconv.Survey(), utterances)


def test_a_listeners_replies_come_with_all_that_was_said_before() -> None:
    said = [
        empathetic.Utterance("speaker" if place % 2 == 0 else "listener", text, "1", candidates=("x",) * (place == 1))
        for place, text in enumerate(["a", "b", "c", "d", "e"])
    ]
    dialog = empathetic.Dialog("1", "sad", "s", tuple(said))
    first, second, third, _ = exchanges.of_empathetic([dialog, dialog])
    assert first == Exchange(((False, "a"),), "b", ("x",), "sad", 0, 1)
    assert second == Exchange(((False, "a"), (True, "b"), (False, "c")), "d", (), "sad", 0, 3)
    assert (third.talk, third.reply, second.last) == (1, "b", "c")


def test_a_supporters_messages_but_for_the_first_of_a_talk() -> None:
    talk = chat(
        ("supporter", "hello", "Others"),
        ("supporter", "you?", "Question"),
        ("seeker", "bad", None),
        ("seeker", "", None),
        ("supporter", "", None),
        ("supporter", "call them", "Direct Guidance"),
        ("supporter", "oh", "Self-disclosure"),
    )
    opening: tuple[Piece, ...] = ((True, "hello"), (True, "you?"))
    assert list(exchanges.of_esconv([talk])) == [
        Exchange(opening[:1], "you?", (), "Question", 0, 1, ("Others",)),
        Exchange((*opening, (False, "bad")), "call them", (), "Direct Guidance", 0, 5, ("Others", "Question")),
        Exchange(
            (*opening, (False, "bad"), (True, "call them")), "oh", (), "Self-disclosure", 0, 6, ("Others", "Question")
        ),
    ]


def test_what_comes_before_the_others_first_words_has_no_last() -> None:
    said = (("supporter", "hello"), ("supporter", "you?"), ("seeker", "bad"), ("supporter", "oh"))
    opened, answered = exchanges.of_esconv([chat(*((who, text, None) for who, text in said))])
    assert (opened.last, answered.last) == ("", "bad")


def test_messages_in_a_row_are_joined_with_the_strategy_of_the_first() -> None:
    talk = chat(
        ("supporter", "", "Others"),
        ("seeker", "bad", None),
        ("seeker", "", None),
        ("seeker", "day", None),
        ("supporter", "oh", "Question"),
        ("supporter", "when?", "Others"),
    )
    (exchange,) = exchanges.of_esconv([exchanges.joined(talk)])
    assert exchange == Exchange(((False, "bad day"),), "oh when?", (), "Question", 0, 1)


def test_of_two_who_take_turns_whoever_replies_is_ours() -> None:
    said = tuple(dailydialog.Utterance(text, "inform", "no emotion") for text in "abc")
    assert list(exchanges.of_dailydialog([dailydialog.Dialog(1, said)])) == [
        Exchange(((False, "a"),), "b", position=1),
        Exchange(((True, "a"), (False, "b")), "c", position=2),
    ]


def test_an_unknown_corpus_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="one of empathetic, esconv, dailydialog, and is 'reddit'"):
        exchanges.load("reddit", tmp_path, "valid")


@pytest.mark.corpus
@pytest.mark.parametrize(("part", "published"), [("train", 40_254), ("valid", 5_738), ("test", 5_259)])
def test_there_are_as_many_replies_as_were_published(corpora: Path, part: str, published: int) -> None:
    known = catalogue.corpus("empathetic")
    if part not in known.here(corpora):
        pytest.skip(f"the {part} part is not here")
    counted = known.counts[part]["replies"]
    assert counted.paper == published
    assert len(exchanges.load("empathetic", corpora, part)) in counted.known
