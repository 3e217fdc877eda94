"""The vocabulary: what is kept, with all that it is merged from."""

from skills.writer import vocabulary

PIECES = ["a", "b", "c", "ab", "cab", "ca", "xy"]
NUMBERS = {piece: number for number, piece in enumerate(PIECES)}


def test_the_earliest_merge_goes_first() -> None:
    """ "cab" is "c" and "ab", for "ab" is merged before "ca"."""
    assert vocabulary.merged_from("cab", NUMBERS) == {0, 1, 2, 3, 4}


def test_what_is_kept_holds_its_parts_and_what_stands_for_no_text() -> None:
    assert vocabulary.closure([3, 6], [*PIECES, "<eos>"], NUMBERS) == {0, 1, 3, 6}
    assert vocabulary.closure([7], [*PIECES, "<eos>"], NUMBERS) == {7}


def test_the_shipped_one_cuts_words_and_keeps_every_byte() -> None:
    kept = vocabulary.load()
    assert 30_000 < len(kept) < 60_000
    assert (kept[1:] > kept[:-1]).all()
    assert kept[:4].tolist() == [0, 1, 2, 3]


def test_what_is_packed_is_read_back() -> None:
    import numpy as np

    bits = np.unpackbits(vocabulary.packed([1, 9, 15], 16))
    assert np.flatnonzero(bits).tolist() == [1, 9, 15]
