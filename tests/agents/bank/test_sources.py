from __future__ import annotations

from pathlib import Path

import pytest

from agents.bank.sources import Said, gather, listeners, supporters, talkers
from bot.errors import ConfigError


def test_listeners_replies_carry_the_emotion_of_their_talk(small_corpora: Path) -> None:
    first, second, third = listeners(small_corpora, "train")
    assert first == Said(
        "empathetic", ((False, "My cat ran off, on Monday."),), "Oh no, where did you last see her?", None, "sad"
    )
    assert [own for own, _ in second.context] == [False, True, False]
    assert (third.text, third.emotion) == ("That is wonderful news for you!", "proud")


def test_supporters_messages_begin_after_the_seekers_first(small_corpora: Path) -> None:
    found = list(supporters(small_corpora, "train"))
    assert [(said.strategy, len(said.context)) for said in found] == [
        ("Question", 2),
        ("Reflection of feelings", 3),
        ("Others", 5),
        ("Affirmation and Reassurance", 1),
        ("Affirmation and Reassurance", 3),
    ]
    assert [own for own, _ in found[1].context] == [True, False, True]


def test_every_utterance_but_the_first_replies_to_the_ones_before(small_corpora: Path) -> None:
    second, third = talkers(small_corpora, "train")
    assert second.text == "Yes, that sounds lovely today."
    assert second.context == ((False, "Shall we walk?"),)
    assert third.context == ((True, "Shall we walk?"), (False, "Yes, that sounds lovely today."))


def test_names_are_gathered_in_their_order(small_corpora: Path) -> None:
    found = [said.source for said in gather(["dailydialog", "empathetic"], small_corpora, "train")]
    assert found == ["dailydialog"] * 2 + ["empathetic"] * 3


@pytest.mark.parametrize("name", ["epitome", "agents.teachers.epitome:DefaultTeacher", "EPITOME"])
def test_no_bank_is_made_of_epitome(name: str, small_corpora: Path) -> None:
    with pytest.raises(ConfigError, match="no text of EPITOME may be shown"):
        list(gather([name], small_corpora, "train"))


def test_an_unknown_name_gets_the_choices(small_corpora: Path) -> None:
    with pytest.raises(ConfigError, match="choose from empathetic, esconv, dailydialog, or name a teacher"):
        list(gather(["reddit"], small_corpora, "train"))


def test_a_teacher_gives_its_labels(small_corpora: Path) -> None:
    pytest.importorskip("parlai")
    name = "agents.teachers.esconv:DefaultTeacher"
    found = list(gather([name], small_corpora, "train"))
    assert {said.source for said in found} == {name}
    told = {said.text: said for said in found}
    assert told["What did they tell you about the reason?"].context[-1] == (False, "They let me go on Friday.")
