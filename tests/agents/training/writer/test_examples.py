"""What the writer learns from: only replies are scored, each after all that was said before it."""

from __future__ import annotations

import random

from agents.corpora.written import Dialog, Utterance
from agents.training.writer.examples import Example, batches, examples, padded
from agents.training.writer.talks import own


def dialog(problem: str = "desk", turns: int = 1) -> Dialog:
    said = (Utterance("person", "hi there", acts=("greet",)), Utterance("supporter", "Hello.", "Others"))
    return Dialog(problem, "calm", (1, 1), "somebody", "none", said * turns)


class Characters:
    """Cuts text into its characters."""

    def __call__(self, text: str, *, add_special_tokens: bool) -> dict[str, list[int]]:
        assert not add_special_tokens
        return {"input_ids": [ord(character) for character in text]}

    def decode(self, pieces: list[int]) -> str:
        return "".join(map(chr, pieces))


def scored(example: Example) -> str:
    return "".join(chr(piece) for piece, counts in zip(example.pieces, example.scored, strict=True) if counts)


class Never(random.Random):
    def random(self) -> float:
        return 1.0


class Always(random.Random):
    def random(self) -> float:
        return 0.0


def test_a_reply_is_scored_with_its_strategy_and_nothing_else_is() -> None:
    (found,) = examples(own([dialog(turns=2)]), Characters(), Never())
    assert scored(found) == "Others]: Hello.\n" * 2
    text = "".join(map(chr, found.pieces[1:]))
    assert text.endswith("Person: hi there\nSupporter [Others]: Hello.\n")
    assert found.pieces[0] == 2


def test_some_replies_are_learnt_without_their_strategy() -> None:
    (found,) = examples(own([dialog()]), Characters(), Always())
    assert scored(found) == ": Hello.\n"
    assert "[" not in "".join(map(chr, found.pieces[1:]))


def test_batches_hold_every_example_once_and_no_more_than_they_may() -> None:
    rng = random.Random(1)
    found = [Example([number] * rng.randint(5, 90), [True] * 5) for number in range(200)]
    cut = batches(found, 300, rng)
    assert sorted(one.pieces[0] for batch in cut for one in batch) == list(range(200))
    assert max(len(batch) * max(len(one.pieces) for one in batch) for batch in cut) <= 300


def test_what_is_padded_is_not_scored() -> None:
    pieces, marks = padded([Example([2, 7], [False, True]), Example([2, 5, 6], [False, True, True])])
    assert pieces.tolist() == [[2, 7, 0], [2, 5, 6]]
    assert marks.tolist() == [[False, True, False], [False, True, True]]
