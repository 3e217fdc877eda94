from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.metrics.ses import ses

TABLE = {"east": (2.0, 0.0), "north": (0.0, 3.0), "north-east": (1.0, 1.0), "west": (-1.0, 0.0), "nowhere": (0.0, 0.0)}


def encode(texts: Sequence[str]) -> NDArray[np.float64]:
    return np.array([TABLE[text] for text in texts])


def test_cosines_by_hand_whatever_the_length() -> None:
    found = ses(["east", "east", "east"], [["north"], ["north-east"], ["west"]], encode)
    assert found == pytest.approx([0, np.sqrt(0.5), -1])


def test_the_nearest_reference_counts() -> None:
    assert ses(["east", "north"], [["north", "east", "west"], ["west"]], encode) == pytest.approx([1, 0])


def test_the_packaged_encoder_knows_what_is_alike() -> None:
    found = ses(["I lost my job."] * 3, [["I lost my job."], ["I was fired from work."], ["My cat likes fish."]])
    assert found[0] == pytest.approx(1, abs=0.02)
    assert found[0] > found[1] > found[2]


def test_a_vector_without_length_is_refused() -> None:
    with pytest.raises(ValueError, match=r"vectors of references\[1\] is all zeros"):
        ses(["east", "east"], [["north"], ["nowhere"]], encode)
    with pytest.raises(ValueError, match="2 replies stand against 1 lists of references"):
        ses(["east", "east"], [["north"]], encode)
