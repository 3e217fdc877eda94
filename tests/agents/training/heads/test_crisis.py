"""The recipe of the crisis heads: what is learnt from what, and that it learns."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.evaluation import crisis_sets
from agents.training.common.run import Run
from agents.training.heads import crisis, danger
from bot.errors import WeightsError
from skills.care.crisis_acts import ACTS, MISHEARD, VOICES, YOUNG
from skills.models import head
from tests.skills.models.tiny import Tiny


def test_every_label_has_lines() -> None:
    for name, labels in (("acts", ACTS), ("voices", VOICES), ("young", YOUNG)):
        assert {label for _, label in crisis.lines(name)} == set(labels), name


def test_nothing_measured_is_learnt_from() -> None:
    learnt = {text for name in ("acts", "voices", "young", "deflected") for text, _ in crisis.lines(name)}
    learnt |= {one.text for one in crisis.played()}
    sets = (crisis_sets.acts(), crisis_sets.voices(), crisis_sets.ages())
    assert not learnt & {row.text for rows in sets for row in rows}


def test_messages_of_played_talks_are_of_known_acts_and_some_players_are_set_aside() -> None:
    learnt, aside = crisis.played(), crisis.played(aside=True)
    for one in (*learnt, *aside):
        assert {one.act, *one.also} <= set(ACTS)
        assert 0 <= one.level <= 3
    assert len(learnt) > 1000 < 5 * len(aside)
    assert not {(one.before, one.text) for one in learnt} & {(one.before, one.text) for one in aside}
    label = dict(crisis.misheard([]))
    assert {label[one.text] for one in learnt if not one.level} == {"misheard"}


def test_who_states_an_age_is_no_adult_by_default() -> None:
    known = [danger.Line("I'm 14 and he hits me", "abuse", 2), danger.Line("the rent went up", "talk", 0)]
    adults = [text for text, label in crisis.young(known) if label == "adult"]
    assert "the rent went up" in adults
    assert "I'm 14 and he hits me" not in adults


def test_who_was_misheard_is_told_from_who_turns_away() -> None:
    known = [danger.Line("I want to die", "suicide", 2), danger.Line("the rent went up", "talk", 0)]
    found, aside = crisis.misheard(known), crisis.misheard(known, aside=True)
    assert {label for _, label in found} == {label for _, label in aside} == set(MISHEARD)
    assert not {text for text, _ in found} & {text for text, _ in aside}
    assert ("I want to die", "meant") in found
    assert "the rent went up" not in {text for text, _ in found}
    assert {label for _, label in crisis.lines("deflected")} == {"meant"}


def test_heads_for_the_other_size_are_as_wide_as_its_vectors(tmp_path: Path, tiny: Tiny) -> None:
    run = Run(tmp_path, tmp_path / "checkpoints", adapter="published", size=tiny.size, out=tmp_path / "weights")
    examples = [("i am only in school", "young"), ("the rent went up", "adult")] * 8
    run.save_head("young", crisis.fitted(run.vectorizer(), examples, YOUNG, run.seed))
    run.finish()
    place, width = tmp_path / "weights", tiny.size.width
    assert head.load("young", YOUNG, place, {head.INPUT: width}).layers[0][0].shape == (2, width)
    with pytest.raises(WeightsError, match=rf"young\.safetensors: '0\.weight' reads {width} numbers; 384 are given"):
        head.load("young", YOUNG, place, {head.INPUT: 384})


def test_the_recipe_makes_three_heads(tmp_path: Path) -> None:
    run = Run(tmp_path, tmp_path / "checkpoints", out=tmp_path / "weights")
    few = [line for line in danger.lines() if line.kind in ("psychosis", "abuse", "idiom")][:60]
    for name, labels, examples in (("voices", VOICES, crisis.voices(few)), ("young", YOUNG, crisis.young(few))):
        fitted = crisis.fitted(run.vectorizer(), examples[-80:] + examples[:80], labels, run.seed)
        run.save_head(name, fitted)
        run.finish()
        assert head.load(name, labels, tmp_path / "weights").labels == labels
