"""The recipe of the head of questions about the bot: what is learnt, what never is, and that it learns."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from agents.training.common.run import Run
from agents.training.contexts import load
from agents.training.heads import bot_questions as recipe
from agents.training.heads.bot_questions import (
    CALM,
    LEFT_OUT,
    LONGEST,
    OF_THE_BOT,
    ORDINARY,
    SAID,
    Heard,
    Line,
    Unseen,
)
from agents.training.selection.material import LABELS as LABELLED
from agents.training.selection.material import Labelled
from bot.errors import CorpusError, WeightsError
from skills import openings
from skills.bot_questions import LABELS, NONE
from skills.encoder import ConversationEncoder
from skills.models import head
from skills.models.encoder import TextEncoder
from tests.skills.models.tiny import Tiny


def test_every_kind_is_written_of_by_several_and_set_aside_by_one() -> None:
    rows = recipe.lines()
    learnt = [row for row in rows if not row.aside]
    for label in LABELS:
        assert {row.writer for row in learnt if row.kind == label} >= set(LEFT_OUT), label
    aside = Counter(row.kind for row in rows if row.aside)
    assert set(aside) == set(LABELS)
    assert {row.writer for row in rows if row.aside}.isdisjoint({row.writer for row in learnt})


def test_ordinary_talk_is_drawn_by_the_seed_and_holds_nothing_that_is_known() -> None:
    known = {row.text for row in recipe.lines()}
    found = recipe.ordinary(known, seed=7)
    assert found == recipe.ordinary(known, seed=7) != recipe.ordinary(known, seed=8)
    assert CALM + SAID + 4000 < len(found) < CALM + SAID + 6000
    assert {(row.writer, row.kind) for row in found} == {(ORDINARY, NONE)}
    assert known.isdisjoint({row.text for row in found})
    assert max(len(row.text) for row in found) < LONGEST


def test_what_may_ask_the_bot_of_itself_is_left_out_by_kinds_that_there_are() -> None:
    assert {*openings.kinds()} >= OF_THE_BOT
    asking = [row for row in load(LABELLED, Labelled) if row.context and not OF_THE_BOT.isdisjoint(row.kinds)]
    assert len(asking) > 150
    found = {row.text for row in recipe.ordinary(set(), seed=7)}
    assert len(found & {row.context[-1].text for row in asking}) < 20  # what somebody else said as well


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ('{"writer":"1","kind":"weather","text":"is it raining"}', "line 1: 'weather' is no kind"),
        ('{"writer":"1","kind":"age","txt":"how old are you"}', "line 1: this is no line"),
        (
            '{"writer":"1","kind":"age","text":"How old?"}\n{"writer":"2","kind":"none","text":"how old?"}',
            "line 2: 'how",
        ),
    ],
)
def test_a_damaged_line_is_named(rows: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_text(rows)
    with pytest.raises(CorpusError, match=message):
        recipe.lines(path)


def test_it_learns_and_is_as_wide_as_what_it_reads(tmp_path: Path, tiny: Tiny) -> None:
    encoder = ConversationEncoder(TextEncoder(None, tiny.size), "tiny")
    rows = [
        Line("1", "age", "how old are you"),
        Line("1", NONE, "the rent went up"),
        Line("1", "cost", "is this free"),
    ] * 4
    features = recipe.vectors([row.text for row in rows], encoder)
    made = recipe.fitted(rows, features)
    unseen = Unseen(made, encoder, rows, features)
    assert unseen.heard(0.5) == Heard(questions=8, known=8, wrong=0, others=4, false=0)
    assert unseen.heard(1.1) == Heard(questions=8, known=0, wrong=0, others=4, false=0)
    assert str(unseen.heard(0.5)).startswith("1.000 of 8 questions heard, 0.000")
    assert recipe.lowest_bar([unseen], 0.02) == min(recipe.BARS)
    none = [Line("1", NONE, row.text) for row in rows]
    assert recipe.lowest_bar([Unseen(made, encoder, none, features)], 0.02) == max(recipe.BARS)  # the best there is
    run = Run(tmp_path, tmp_path / "checkpoints", size=tiny.size, out=tmp_path / "weights")
    run.save_head("bot_questions", recipe.with_bar(made, 0.5))
    run.finish()
    width = 2 * tiny.size.width
    assert head.load("bot_questions", LABELS, run.out, {head.INPUT: width}).layers[0][0].shape == (len(LABELS), width)
    with pytest.raises(WeightsError, match=rf"reads {width} numbers; 768 are given"):
        head.load("bot_questions", LABELS, run.out, {head.INPUT: 768})
