"""Tables from ESConv: what a head learns from is what the bot sees in the same talk."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from agents.corpora import esconv
from agents.corpora.esconv import Utterance
from agents.training.common import tables
from agents.training.common.run import Run
from bot.dialog import Reply, TurnView
from bot.engine import Engine
from bot.testing import ScriptedSkill, talk
from skills.emotion import FOLLOWED, emotion
from skills.encoder import encoder
from skills.history import OUTLINE, STRUCTURE, WITH_ACTS, WITH_TRAJECTORY, seen
from skills.intent import intent
from skills.labels import EMOTIONS
from skills.models.head import Head
from tests.skills.models.tiny import TINY, install

TOLD = (
    "My dog died this morning and I can't stop crying",
    "No, nobody knows yet",
    "I am furious with the vet!",
    "maybe",
    "But today I won first prize, I am so proud!",
    "What should I do now?",
)
ANSWERED = (
    ("I am so sorry. Does anybody know?", "Question"),
    ("You are alone with it.", "Reflection of feelings"),
    ("That anger makes sense.", "Affirmation and Reassurance"),
    ("Could you call somebody?", "Providing Suggestions"),
    ("Well done.", "Affirmation and Reassurance"),
    ("Rest a little.", "Providing Suggestions"),
)


def dialog(*said: Utterance) -> esconv.Dialog:
    return esconv.Dialog("sadness", "job crisis", "Current Experience", "a bad day", esconv.Survey(), said)


def corpus() -> esconv.Dialog:
    pairs = zip(TOLD, ANSWERED, strict=True)
    return dialog(
        *(one for text, reply in pairs for one in (Utterance("seeker", text), Utterance("supporter", *reply)))
    )


def played() -> list[TurnView]:
    """The same talk held with a bot that reads acts and emotions; what a skill after these sees, turn by turn."""
    replies = ScriptedSkill(*(Reply(text, "scripted", 1.0, strategy) for text, strategy in ANSWERED))
    skills = (("intent", intent()), ("emotion", emotion()), ("scripted", replies))
    steps = talk(Engine(skills, None, encoder(size="small")), *TOLD)
    assert [step.reply.text for step in steps] == [text for text, _ in ANSWERED]
    return replies.seen


def test_a_corpus_and_a_played_talk_give_the_same_features(tmp_path: Path) -> None:
    run, views = Run(tmp_path, tmp_path, out=tmp_path), played()
    known = tables.talks(run.vectorizer(), [corpus()])
    followed = tables.followed(known, tables.outlines(run, known.dialogs))
    for shapes, width in ((followed, WITH_TRAJECTORY), (tables.shapes(run, known), WITH_ACTS)):
        learnt = tables.strategies(known, shapes).features
        asked = [seen(view, view.vectors, learnt.shape[1]) for view in views if view.vectors]
        assert learnt.shape == (len(TOLD), 384 + width)
        assert np.abs(learnt - np.array(asked)).max() < 2e-3  # the corpus's vectors are made in another batch
    moved = followed[:, STRUCTURE:].reshape(len(TOLD), FOLLOWED, -1)
    assert [int(row.any(axis=1).sum()) for row in moved] == [1, 2, 3, 4, 4, 4]
    assert moved[4, 0, 0] > 0.5 > moved[0, 0, 0]
    assert moved[4, 0, OUTLINE] > 0.3


def test_only_what_the_seeker_wrote_is_read_and_only_what_came_before(tmp_path: Path) -> None:
    """Several messages in a row are read one by one, as they are where a person sends them apart."""
    said = [Utterance("seeker", "so sad"), Utterance("seeker", ""), Utterance("supporter", "I love you!", "Question")]
    again = [Utterance("supporter", "Why?", "Question"), Utterance("seeker", "I won first prize, hooray!")]
    run, talk_ = Run(tmp_path, tmp_path, out=tmp_path), dialog(*said, *again, Utterance("supporter", "Ah.", "Others"))
    known = tables.talks(run.vectorizer(), [talk_])
    (read,) = tables.outlines(run, known.dialogs)
    assert [len(one) for one in read] == [OUTLINE, 0, 0, 0, OUTLINE, 0]
    shapes = tables.followed(known, [read])[:, STRUCTURE:].reshape(3, FOLLOWED, -1)
    newest = [tuple(row) for row in shapes[:, 0, :OUTLINE].round(4).tolist()]
    assert newest == [pytest.approx(read[0]), pytest.approx(read[0]), pytest.approx(read[4])]
    assert not shapes[:2, 1:].any()


def test_the_base_size_follows_emotions_by_its_own_head(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch)
    run = Run(tmp_path, tmp_path, adapter="published", size=TINY, out=tmp_path / "made")
    weight = np.random.default_rng(0).normal(size=(len(EMOTIONS), TINY.width)) * 9
    run.save_head("emotion", Head(((weight, np.zeros(len(EMOTIONS))),), EMOTIONS, 1.0, {}))
    run.finish()
    known = tables.talks(run.vectorizer(), [corpus(), corpus()])
    shapes = tables.shapes(run, known)
    assert shapes.shape == (2 * len(TOLD), WITH_TRAJECTORY)
    assert (shapes[: len(TOLD)] == shapes[len(TOLD) :]).all()
    newest = shapes[: len(TOLD), STRUCTURE : STRUCTURE + OUTLINE]
    assert len(np.unique(newest, axis=0)) == len(TOLD)
    assert len(tables.penalties(known, shapes, 0.08, 0.004)) == TINY.width + WITH_TRAJECTORY
