"""What the encoder's second stage learns from."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from agents.training.retrieval_streams import END, Pair, Streams, shortened, thinned
from skills.models.encoder import Tokens, Words

WORDS = Words()
TALK = WORDS.context([(False, "my cat is gone"), (True, "oh no, since when?"), (False, "since sunday night")])


def test_an_utterance_ends_with_the_tokenizers_own_sign() -> None:
    assert Words().end == END
    assert TALK.ids.count(END) == 3


@given(st.integers(0, 2**32))
def test_a_shortened_context_is_the_end_of_the_talk(seed: int) -> None:
    short = shortened(TALK, random.Random(seed))
    whole = len(TALK.ids) - len(short.ids)
    assert short.ids == (TALK.ids[0], *TALK.ids[1 + whole :])
    assert short.speakers[1:] == TALK.speakers[1 + whole :]
    assert TALK.ids[whole] == END, "an utterance is left out whole or not at all"
    assert short.ids.count(END) in {1, 2}


def test_one_utterance_is_never_left_out() -> None:
    alone = WORDS.utterance("it hurts")
    assert shortened(alone, random.Random(0)) == alone


def test_words_are_left_out_and_ends_kept() -> None:
    thin = thinned(TALK, random.Random(0), 1.0)
    assert thin.ids == (TALK.ids[0], END, END, END)
    assert thin.speakers == (0, 0, 1, 0)
    assert thinned(TALK, random.Random(0), 0.0) == TALK


def test_what_would_keep_too_little_stays_whole() -> None:
    short = WORDS.utterance("oh no")
    assert thinned(short, random.Random(0), 1.0) == short


@given(st.integers(0, 2**32))
def test_thinning_leaves_out_about_its_share(seed: int) -> None:
    long = Tokens((101, *[7] * 1000, END), (0,) * 1002)
    assert 0.06 < 1 - len(thinned(long, random.Random(seed), 0.12).ids) / 1002 < 0.18


def streams(size: int) -> Streams:
    pairs = [Pair(TALK, TALK, str(number)) for number in range(size)]
    return Streams(pairs, [], [], [], [], [])


def test_an_epoch_shows_every_pair_once_in_full_batches() -> None:
    batches = streams(10).batches(3, seed=1)
    assert [len(batch) for batch in batches] == [3, 3, 3]
    assert len({pair.text for batch in batches for pair in batch}) == 9
    assert streams(10).batches(3, seed=1) == batches
    assert streams(10).batches(3, seed=2) != batches
