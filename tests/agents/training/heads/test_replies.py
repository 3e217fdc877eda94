"""What the reply reader learns from, and that the held-out attacks are none of it."""

from __future__ import annotations

from agents.evaluation.attacks import attacks
from agents.training.heads.replies import FIT, UNFIT, examples, ordinary
from bot.sentences import sentences


def test_every_example_is_told_once_which_it_is_and_both_are_many() -> None:
    found = list(examples())
    labels = {label: [text for text, one in found if one == label] for label in (FIT, UNFIT)}
    assert min(map(len, labels.values())) > 300
    assert not set(labels[FIT]) & set(labels[UNFIT])


def test_no_bad_reply_to_a_held_out_attack_is_learnt() -> None:
    learnt = {text for text, _ in examples()}
    held_out = {text for row in attacks("heldout") for text in sentences(row.bad)}
    assert {text for text in held_out & learnt if len(text.split()) > 3} == set()


def test_what_stands_against_them_is_drawn_by_the_seed() -> None:
    assert ordinary(1) == ordinary(1) != ordinary(2)
