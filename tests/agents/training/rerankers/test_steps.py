"""What the rankers compare at each step: which replies are candidates, and that none of them may be right."""

from __future__ import annotations

import numpy as np
import pytest

from agents.training.rerankers.pair_examples import Example, Given
from agents.training.rerankers.steps import PAIR, Recipe, Step, doubtful, in_batches, seen, talk_vectors, with_hard
from skills.models.encoder import Tokens
from skills.models.head import Floats

COUNT = 60
RECIPE = Recipe(half=0, hollow=1, steps=20, size=5, hard=3, drawn=2, best=6, pool=30)
HOLLOW = [Tokens((1, word, 2), (1,) * 3) for word in (7, 8)]


def example(talk: str, reply: int, length: int = 1) -> Example:
    return Example(Given(talk, "", ((False, ""),), ""), Tokens((1,) * length, (0,) * length), Tokens((reply,), (1,)))


EXAMPLES = [example(f"talk {row // 2}", 100 + row % 50, 5 + row % 40) for row in range(COUNT)]
"""Two to a talk; of the replies ten are given twice."""


def turned(row: int) -> Floats:
    """A unit vector: the nearer the numbers of two rows, the nearer these."""
    angle = row * np.pi / COUNT
    return np.array([np.cos(angle), np.sin(angle)], np.float32)


VECTORS = np.stack([turned(row) for row in range(COUNT)])


def made(seed: int = 3) -> list[Step]:
    return with_hard(EXAMPLES, (VECTORS, VECTORS), HOLLOW, RECIPE, seed)


def rows_of(step: Step) -> list[list[Example]]:
    """The examples that each context of a step may be of."""
    return [[item for item in EXAMPLES if item.context == context] for context in step.contexts]


def test_the_first_candidate_is_its_own_and_no_other_may_be_right() -> None:
    steps = made()
    assert len(steps) == 20
    for step in steps:
        assert {len(replies) for replies in step.replies} == {RECIPE.candidates} == {7}
        for owners, replies in zip(rows_of(step), step.replies, strict=True):
            own = [item for item in owners if item.reply == replies[0]]
            assert own
            talks = {item.given.talk for item in own}
            wrong = {item.reply for item in EXAMPLES if item.given.talk not in talks} - {replies[0]}
            assert set(replies[1:-1]) <= wrong
            assert len(set(replies)) == len(replies)
            assert replies[-1] in HOLLOW
        assert not step.doubtful.any()
        assert not step.shared


def test_hard_candidates_are_nearer_in_the_dual_encoder_than_those_drawn() -> None:
    place = {id(item): row for row, item in enumerate(EXAMPLES)}

    def likeness(context: int, reply: Tokens) -> float:
        return max(float(VECTORS[context] @ VECTORS[place[id(item)]]) for item in EXAMPLES if item.reply == reply)

    hard, drawn = [], []
    for step in made():
        for owners, replies in zip(rows_of(step), step.replies, strict=True):
            own = next(place[id(item)] for item in owners if item.reply == replies[0])
            hard += [likeness(own, reply) for reply in replies[1:4]]
            drawn += [likeness(own, reply) for reply in replies[4:6]]
    assert np.mean(hard) > np.mean(drawn) + 0.3


def test_contexts_of_a_step_are_of_like_length_and_each_is_read_once_an_epoch() -> None:
    steps = made()
    assert all(np.ptp([len(tokens.ids) for tokens in step.contexts]) <= 18 for step in steps)
    epoch = [pair for step in steps[: COUNT // 5] for pair in step.pairs[:: RECIPE.candidates]]
    assert sorted(own.ids for _, own in epoch) == sorted(item.reply.ids for item in EXAMPLES)


def test_the_seed_alone_decides() -> None:
    assert [step.replies for step in made()] == [step.replies for step in made()]
    assert [step.replies for step in made()] != [step.replies for step in made(4)]


def test_a_run_draws_no_more_examples_than_it_reads() -> None:
    few = seen(EXAMPLES, Recipe(half=0, hollow=0, steps=4, size=5), 1)
    assert len({id(item) for item in few}) == 20
    assert len(seen(EXAMPLES, RECIPE, 1)) == COUNT


def test_in_a_batch_all_have_the_same_candidates_and_what_may_be_right_is_marked() -> None:
    recipe = Recipe(half=0, hollow=1, steps=30, size=4)
    steps = in_batches(EXAMPLES, HOLLOW, recipe, 3, None)
    assert len(steps) == 30
    for step in steps:
        assert step.shared
        assert len({tuple(replies) for replies in step.replies}) == 1
        assert step.doubtful.shape == (4, recipe.candidates) == (4, 5)
        assert not step.doubtful.diagonal().any()
        assert step.replies[0][-1] in HOLLOW
    assert any(step.doubtful.any() for step in steps)


def test_batches_that_are_to_be_alike_are_by_the_vectors_of_context_and_reply_together() -> None:
    table = {tokens: np.random.default_rng(len(tokens.ids) + tokens.ids[0]).normal(size=8) for item in EXAMPLES
             for tokens in (item.context, item.reply)}  # fmt: skip

    def encode(sequences: object) -> Floats:
        found = np.stack([table[tokens] for tokens in sequences]).astype(np.float32)  # type: ignore[attr-defined]
        unit: Floats = found / np.linalg.norm(found, axis=1, keepdims=True)
        return unit

    vectors = talk_vectors(EXAMPLES, encode)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1)
    both = encode([item.context for item in EXAMPLES]) + encode([item.reply for item in EXAMPLES])
    assert vectors == pytest.approx(both / np.linalg.norm(both, axis=1, keepdims=True))
    steps = in_batches(EXAMPLES, [], Recipe(half=0, hollow=0, alike=True, steps=10, size=4), 3, encode)
    apart = in_batches(EXAMPLES, [], Recipe(half=0, hollow=0, steps=10, size=4), 3, encode)
    assert (
        np.mean([nearness(step, encode) for step in steps]) > np.mean([nearness(step, encode) for step in apart]) + 0.1
    )


def nearness(step: Step, encode: object) -> float:
    """The mean product of the vectors of a step's talks."""
    both = encode(step.contexts) + encode(step.replies[0])  # type: ignore[operator]
    both /= np.linalg.norm(both, axis=1, keepdims=True)
    return float((both @ both.T)[np.triu_indices(len(both), 1)].mean())


def test_what_may_be_right_is_no_negative() -> None:
    batch = [example("a", 1), example("a", 2), example("b", 3), example("c", 1)]
    found = doubtful(batch, [Tokens((3,), (1,)), Tokens((9,), (1,))])
    assert np.argwhere(found).tolist() == [[0, 1], [0, 3], [1, 0], [2, 4], [3, 0]]


def test_a_run_of_the_base_size_is_an_hour_of_two_cores_at_most() -> None:
    """Two thousand tokens a second in pairs, 58 in the mean and a tenth of padding, and a quarter of an hour before."""
    recipe = PAIR["base"]
    assert recipe.steps * recipe.size * recipe.candidates * 58 * 1.1 / 2000 + 15 * 60 < 3600
