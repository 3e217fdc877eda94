"""What openings refer to is found in the corpora, and what is not there is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agents.corpora import empathetic, esconv
from agents.corpora.exchanges import joined
from agents.corpora.openings import contexts, name, talks
from bot.errors import CorpusError
from skills.openings import Opening, Reference

HEADER = "conv_id,utterance_idx,context,prompt,speaker_idx,utterance,selfeval,tags"
ROWS = ("hit:1,1,proud,p,1,My bread rose.,,", "hit:1,2,proud,p,0,Well done.,,", "hit:1,3,proud,p,1,Thanks.,,")
SAID = (("seeker", "Hello."), ("seeker", "My shop is failing."), ("supporter", "Since when?"), ("seeker", "May."))
TALK = {
    "experience_type": "Current Experience",
    "emotion_type": "anxiety",
    "problem_type": "job crisis",
    "situation": "My shop may close.",
    "survey_score": {"seeker": {}, "supporter": {}},
    "dialog": [
        {
            "speaker": speaker,
            "annotation": {"strategy": "Question"} if speaker == "supporter" else {},
            "content": content,
        }
        for speaker, content in SAID
    ],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    told = tmp_path / empathetic.FOLDER
    told.mkdir(parents=True)
    (told / "train.csv").write_text("\n".join((HEADER, *ROWS)) + "\n", encoding="utf8")
    (tmp_path / "esconv").mkdir()
    (tmp_path / "esconv/train.json").write_text(json.dumps([TALK]), encoding="utf8")
    return tmp_path


def shop(folder: Path) -> str:
    (talk,) = map(joined, esconv.load(folder, "train"))
    return name(talk)


def test_a_reference_is_the_beginning_of_a_talk(folder: Path) -> None:
    told = [
        Opening("empathetic", reference=Reference("empathetic", "hit:1", 1)),
        Opening("own", context=((False, "my cat"),)),
        Opening("esconv", reference=Reference("esconv", shop(folder), 3)),
        Opening("after: anything"),
    ]
    bread, cat, failing, anything = contexts(told, folder)
    assert bread == ((False, "My bread rose."),)
    assert cat == ((False, "my cat"),)
    assert failing == ((False, "Hello. My shop is failing."), (True, "Since when?"), (False, "May."))
    assert anything == ()


def test_talks_of_both_corpora_have_their_names(folder: Path) -> None:
    assert set(dict(talks(folder))) == {("empathetic", "hit:1"), ("esconv", shop(folder))}
    assert len(shop(folder)) == 12


@pytest.mark.parametrize("reference", [Reference("empathetic", "hit:2", 1), Reference("empathetic", "hit:1", 4)])
def test_what_is_not_there_is_named(folder: Path, reference: Reference) -> None:
    with pytest.raises(CorpusError, match=f"no talk '{reference.talk}' of {reference.messages} messages or more"):
        contexts([Opening("empathetic", reference=reference)], folder)


def test_openings_of_our_own_words_need_no_corpus(tmp_path: Path) -> None:
    assert contexts([Opening("own", context=((False, "hi"),))], tmp_path / "nowhere") == [((False, "hi"),)]
