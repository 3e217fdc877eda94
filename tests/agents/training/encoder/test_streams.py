"""What the encoder learns from, as numbers of sequences."""

from __future__ import annotations

import pytest

from agents.corpora.exchanges import Exchange
from agents.training.encoder.streams import Line, Numbers, Streams, past_features
from bot.dialog import STRATEGIES
from skills.models.encoder import Words
from skills.models.matcher import REPLY
from skills.sizes import SMALL

TALK = ((False, "My cat died."), (True, "Oh no."), (False, "She was old."))


@pytest.fixture(scope="module")
def words() -> Words:
    return Words(SMALL)


def test_what_is_said_again_is_the_same_sequence(words: Words) -> None:
    numbers = Numbers(words)
    first, again = numbers.pair(Exchange(TALK, "I'm sorry."), 3), numbers.pair(Exchange(TALK, "I'm  SORRY."))
    assert (first.context, first.reply, first.label) == (again.context, again.reply, 3)
    assert first.text == again.text == "i'm sorry."
    assert numbers.line("I'm sorry.", 1) == Line(2, 1), "said by the other one, it is another sequence"
    assert [len(tokens.ids) for tokens in numbers.held] == [15, 7, 7]


def test_a_context_has_who_spoke_and_a_reply_is_the_bots(words: Words) -> None:
    numbers = Numbers(words)
    numbers.pair(Exchange(TALK, "x " * 100))
    context, reply = numbers.held
    assert set(context.speakers) == {0, 1}
    assert set(reply.speakers) == {1}
    assert len(reply.ids) == REPLY


def test_an_epoch_is_every_pair_but_the_last_few_in_an_order_of_its_seed(words: Words) -> None:
    numbers = Numbers(words)
    pairs = [numbers.pair(Exchange(TALK, f"reply {n}")) for n in range(10)]
    data = Streams(list(numbers.held), pairs, [], [], [], [], [], [], [])
    first, again, other = (data.batches(3, seed) for seed in (1, 1, 2))
    assert [len(batch) for batch in first] == [3, 3, 3]
    assert len({pair.reply for batch in first for pair in batch}) == 9
    assert first == again != other


def test_past_strategies_become_features() -> None:
    seen = past_features(["Question", "Others"], 10)
    assert seen[STRATEGIES.index("Others")] == 1
    assert seen[8 + STRATEGIES.index("Question")] == pytest.approx(0.693, abs=1e-3)
    assert seen[-2:] == [0.5, 0.0]
