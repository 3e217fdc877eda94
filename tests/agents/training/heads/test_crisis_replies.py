"""Reply selection's recipe: what it is shown, and that what it learns is what the guard's own reads."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from agents.training.common.run import Run
from agents.training.heads import crisis_replies, crisis_replies_network
from agents.training.heads.crisis_replies import CUES, MOMENTS, Cues, Moment, cues_of, measured, rows_of
from agents.training.heads.crisis_replies_network import Learner, Rows
from bot.errors import ConfigError, WeightsError
from bot.json_lines import read_json_lines
from skills.care.replies import WrittenReply, replies
from skills.care.reply_selection import NAME, ReplySelection, Said
from skills.encoder import shared_text_encoder
from skills.sizes import SMALL
from tests.skills.models.tiny import TINY, Tiny, install

LONG = 60
"""Characters of a message that two talks don't share by chance."""
KNOWN = [
    WrittenReply("a-0", "a", "b", ("suicide", "abuse"), (2, 3)),
    WrittenReply("a-1", "c", "d", ("suicide",), (2,)),
    WrittenReply("a-2", "e", "f", ("medical",), (3,)),
]


def moment(kind: str, good: tuple[str, ...], bad: tuple[str, ...], *talk: tuple[str, str]) -> Moment:
    return Moment(kind, 2, talk, good, bad)


def test_moments_name_replies_that_there_are_and_none_both_right_and_wrong() -> None:
    known, moments = {reply.id for reply in replies()}, read_json_lines(MOMENTS, Moment)
    for one in moments:
        named = [*one.good, *one.bad]
        assert known.issuperset(named)
        assert len(set(named)) == len(named)
        assert one.talk[-1][0] == "P"
    talks = {held: {one.talk[0][1] for one in moments if one.aside is held} for held in (True, False)}
    assert {text for text in talks[True] & talks[False] if len(text) > LONG} == set()


def test_every_reply_has_cues() -> None:
    cues = read_json_lines(CUES, Cues)
    assert [one.id for one in cues] == [reply.id for reply in replies()]
    assert all(len(one.said) >= 3 for one in cues)


def test_the_guards_words_are_read_only_where_they_stand_just_before() -> None:
    asked = moment("abuse", (), (), ("P", "x"), ("B", "Who?"), ("P", "my aunt"))
    assert asked.said == Said("my aunt", "Who?", "abuse", 2)
    assert moment("abuse", (), (), ("B", "Who?"), ("P", "x"), ("P", "my aunt")).said.before == ""


def test_what_was_chosen_is_right_and_of_another_kind_none_but_these() -> None:
    rows = rows_of([moment("suicide", ("a-2", "a-0"), ("a-1",), ("P", "x"))], KNOWN)
    assert rows.right.tolist() == [[pytest.approx(0.6), 0.0, 1.0]]
    assert rows.wrong.tolist() == [[0.0, 1.0, 0.0]]
    assert rows.of_kind.tolist() == [[True, True, True]]
    assert rows_of([moment("suicide", (), (), ("P", "x"))], KNOWN).of_kind.tolist() == [[True, True, False]]


def test_a_cue_is_told_in_each_of_the_dangers_of_its_reply() -> None:
    rows = cues_of([Cues("a-0", (("", "p"), ("Who?", "q"), ("", "r")))], KNOWN)
    assert [said.kind for said in rows.said] == ["suicide", "abuse", "suicide"]
    assert [said.level for said in rows.said] == [2, 3, 2]
    assert rows.said[1].before == "Who?"
    assert rows.right[:, 0].tolist() == [1.0, 1.0, 1.0]
    assert rows.of_kind.tolist() == [[True, True, False]] * 3


def test_the_surest_come_first() -> None:
    scores = torch.tensor([[9.0, 0.0], [0.1, 0.0], [0.0, 5.0], [0.0, 0.2]])
    right, wrong = torch.tensor([[1.0, 0], [0, 1], [0, 1], [0, 0]]), torch.tensor([[0.0, 0], [1, 0], [0, 0], [0, 0]])
    assert measured(scores, right, wrong) == [(1.0, 0.5, 0.25), (0.5, 1.0, 0.0), (0.25, 1.0, 0.0)]


def test_nothing_is_made_for_the_small_encoder(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="--size base"):
        crisis_replies.train(Run(tmp_path, tmp_path, size=SMALL))


def learner(run: Run) -> Learner:
    """What is said after "a" is met by the first reply, after "b" by the second, whatever follows."""
    said = [Said(f"{first} {last}", "", "suicide", 2) for first in "ab" for last in "cdefgh"]
    right = torch.eye(3)[[0] * 6 + [1] * 6]
    rows = Rows(said, right, right.roll(1, 1), torch.ones(12, 3, dtype=torch.bool))
    vectors = np.eye(3, 8, dtype=np.float32)
    return Learner(run, rows, rows, vectors)


def test_it_learns_which_reply_is_right(tmp_path: Path, tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"PEAK": 5e-3}.items():
        monkeypatch.setattr(crisis_replies_network, name, value)
    own = learner(Run(tmp_path, tmp_path, adapter="published", size=tiny.size))
    own.learn(np.arange(12), 60)
    assert own.scores(np.arange(12)).argmax(1).tolist() == [0] * 6 + [1] * 6


def test_the_guards_own_finds_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = install(tmp_path, monkeypatch, replace(TINY, block=0)).size
    run = Run(tmp_path, tmp_path, adapter="published", size=size, out=tmp_path / "out")
    own = learner(run)
    own.model.eval()
    crisis_replies.save(run, own.model, KNOWN)
    (path,) = run.finish()
    assert path.stem == NAME
    selection = ReplySelection(shared_text_encoder("published", size).text_encoder, path, KNOWN)
    found = own.scores(np.arange(12)).numpy()
    assert np.abs(found - found[0]).max() > 0.01
    with pytest.raises(WeightsError, match=r"crisis_replies\.safetensors: it learnt other replies than there are"):
        ReplySelection(shared_text_encoder("published", size).text_encoder, path, KNOWN[::-1])
    read_here = np.log(np.stack([selection.shares(said, range(3)) for said in own.moments.said]))
    assert np.abs(read_here - found).max() < 0.05  # eight bits and half precision
