"""The recipe of the crisis heads: what is learnt from what, and that it learns."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agents.evaluation import crisis_sets
from agents.training.common.run import Run
from agents.training.heads import crisis, danger
from bot.errors import WeightsError
from skills.care.crisis_acts import ACTS, MISHEARD, VOICES, YOUNG
from skills.models import head
from skills.reply_gate import refuse
from tests.skills.models.tiny import Tiny


def test_every_label_has_lines() -> None:
    for name, labels in (("acts", ACTS), ("voices", VOICES), ("young", YOUNG)):
        assert {label for _, label in crisis.lines(name)} == set(labels), name


def test_nothing_measured_is_learnt_from() -> None:
    learnt = {text for name in ("acts", "voices", "young", "deflected") for text, _ in crisis.lines(name)}
    sets = (crisis_sets.acts(), crisis_sets.voices(), crisis_sets.ages())
    assert not learnt & {row.text for rows in sets for row in rows}


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


LONG = 60
"""Characters of a message that two talks don't share by chance."""


def _rows(name: str) -> list[dict[str, Any]]:
    text = (Path(crisis.__file__).with_name("crisis") / "replies" / name).read_text(encoding="utf8")
    return [json.loads(line) for line in text.splitlines()]


def test_written_replies_are_short_and_the_gate_refuses_none() -> None:
    replies = _rows("replies.jsonl")
    assert len({reply["id"] for reply in replies}) == len({reply["text"] for reply in replies}) == len(replies)
    for reply in replies:
        text = reply["text"].replace("{emergency}", "999").replace("{lines}", "You can reach a line: call 123.")
        assert refuse(text) is None, text
        assert text.count("?") <= 1
        assert "{" not in text
        assert len(reply["cues"]) == 3


def test_moments_name_replies_that_there_are_and_none_both_right_and_wrong() -> None:
    known = {reply["id"] for reply in _rows("replies.jsonl")}
    moments = _rows("moments.jsonl")
    for moment in moments:
        named = [*moment["good"], *moment["bad"]]
        assert known.issuperset(named)
        assert len(set(named)) == len(named)
        assert moment["talk"][-1][0] == "P"
    talks = {
        held: {moment["talk"][0][1] for moment in moments if moment.get("aside", False) is held}
        for held in (True, False)
    }
    assert {text for text in talks[True] & talks[False] if len(text) > LONG} == set()
