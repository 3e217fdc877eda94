import numpy as np
import pytest
import torch

from agents.training.common.fit import both_ways
from agents.training.heads.cue_projection import Recipe, _loss, exchanges, found_first, learn
from skills.moves import load

TINY = Recipe(steps=60, batch=6, rate=5e-3, others=2, held=0.001)


def blurred(seed: int, count: int = 24, size: int = 16) -> list[np.ndarray[tuple[int, int], np.dtype[np.float32]]]:
    """Exchanges told apart by half of the numbers; the other half is noise, and louder."""
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(count):
        matter = np.tile(rng.normal(size=size // 2), (4, 1))
        rows = np.concatenate([matter, 2.0 * rng.normal(size=(4, size // 2))], axis=1).astype(np.float32)
        found.append(rows / np.linalg.norm(rows, axis=1, keepdims=True))
    return found


def test_the_map_learns_which_directions_tell_exchanges_apart() -> None:
    known, unseen = blurred(1), blurred(2)
    mapping, same = learn(known, TINY, seed=3), np.eye(16, dtype=np.float32)
    everyone = range(len(unseen))
    for pooled in (False, True):
        assert found_first(unseen, everyone, mapping, pooled) > found_first(unseen, everyone, same, pooled) + 0.1
    kept = np.linalg.norm(mapping, axis=1)
    assert kept[:8].mean() > kept[8:].mean()


def test_the_same_seed_learns_the_same_map() -> None:
    assert np.array_equal(learn(blurred(1), TINY, seed=3), learn(blurred(1), TINY, seed=3))


def test_a_cue_finds_its_own_exchange_by_the_nearest_or_by_the_two_nearest() -> None:
    turns = np.deg2rad([[0, 40, 44], [10, 100, 170], [46, 90, 200]])
    rows = list(np.stack([np.cos(turns), np.sin(turns)], axis=-1).astype(np.float32))
    same = np.eye(2, dtype=np.float32)
    # Of the first three cues: 0 is nearest to 10 (another's), 40 to 44 and 44 to 46 (another's).
    assert found_first(rows, [0], same, pooled=False) == pytest.approx(1 / 3)
    # By two: 40 and 44 bear each other out, and the other exchanges' second cues are far off.
    assert found_first(rows, [0], same, pooled=True) == pytest.approx(1.0)


def test_the_loss_is_least_where_each_finds_its_own() -> None:
    first = torch.eye(3)[:, None]
    own, other = torch.cat([first, first], dim=1), torch.cat([first, first.roll(1, 0)], dim=1)
    assert float(_loss(own, 20.0)) < 1e-3
    assert float(_loss(other, 20.0)) > 10


def test_columns_beyond_the_rows_are_only_in_the_way() -> None:
    own, beside = 20.0 * torch.eye(3), torch.full((3, 1), 20.0)
    assert float(both_ways(own)) < 1e-3
    assert abs(float(both_ways(torch.cat([own, beside], dim=1))) - float(torch.tensor(2.0).log())) < 1e-3


def test_moves_with_the_same_cues_are_one_exchange() -> None:
    least = Recipe().others + 1
    found = exchanges(load(), least)
    assert len(set(found)) == len(found) > 1500
    assert all(len(cues) >= least for cues in found)
