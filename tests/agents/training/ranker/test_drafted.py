"""The corpus's replies among what a writer drafts in their place, drafted once."""

import random
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from agents.training.ranker import drafted as module
from agents.training.ranker.drafted import DRAFT, OWN, WRONG, drafted
from agents.training.ranker.examples import Example
from skills.encoder import shared_text_encoder
from skills.models.encoder import Words
from skills.models.ranker import reply_tokens
from skills.writer.candidates import Write
from tests.agents.training.ranker.test_recipe import dialogs


@pytest.fixture(scope="module")
def words() -> Words:
    return shared_text_encoder("published").text_encoder.words


LOOKS = ("small", "big", "old", "young", "fast", "slow", "wet", "dry")


class Model:
    """Writes eight short replies, other ones for each seed, and counts how often it is asked for them."""

    def __init__(self, stop: int = 1000) -> None:
        self.asked, self.stop = 0, stop

    def __call__(self, prompt: str, count: int, seed: int) -> Sequence[str]:
        if not prompt.endswith("Supporter ["):
            return []
        self.asked += 1
        if self.asked > self.stop:
            raise KeyboardInterrupt
        return [f"Others]: Was it {one} or {LOOKS[seed % 7]}?" for one in LOOKS]


def made(words: Words, path: Path, model: Write, count: int = 12) -> list[Example]:
    return list(islice(drafted(dialogs(), words, random.Random(4), model, path), count))


def test_the_reply_of_the_corpus_stands_first_among_drafts(words: Words, tmp_path: Path) -> None:
    found = made(words, tmp_path / "new/kept.jsonl", Model())
    assert len(found) == 12
    own = {reply_tokens(words, dialog.utterances[1].text) for dialog in dialogs()}
    for one in found:
        assert one.replies[0] in own
        assert len(set(one.replies)) == 1 + WRONG
        assert own.isdisjoint(one.replies[1:])
        assert np.allclose(one.shares, [OWN, *[DRAFT] * WRONG])


def test_a_stopped_run_drafts_only_what_is_missing(words: Words, tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    whole = made(words, tmp_path / "whole.jsonl", Model())
    with pytest.raises(KeyboardInterrupt):
        made(words, path, Model(stop=5))
    with path.open("ab") as file:
        file.write(b'{"id": "cut o')
    again = Model()
    found = made(words, path, again)
    assert again.asked == 12 - 5
    assert [one.replies for one in found] == [one.replies for one in whole]


def test_a_reply_with_too_few_drafts_is_left_out(words: Words, tmp_path: Path) -> None:
    assert made(words, tmp_path / "kept.jsonl", lambda prompt, count, seed: ["Others]: Oh."]) == []


def test_shares_are_shares() -> None:
    assert sum(module.OWN) == pytest.approx(1)
    assert sum(module.DRAFT) == pytest.approx(1)
