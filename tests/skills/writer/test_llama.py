"""The language model at work: drafts that can be had again, that stop when asked, and that don't break."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bot.errors import WeightsError
from skills.writer import model, vocabulary
from skills.writer.llama import Llama
from skills.writer.prompt import Line, prompt

TALK = prompt([Line(False, "my mother died last week and i can't sleep")], "Question")


@pytest.fixture(scope="module")
def llama() -> Llama:
    return Llama(model.model(None))


def test_drafts_are_whole_lines_and_the_same_for_the_same_seed(llama: Llama) -> None:
    first, again, other = (llama.drafts(TALK, 6, seed) for seed in (1, 1, 2))
    assert first == again != other
    assert len(first) >= 3
    assert len(set(first)) > 1
    assert all("\n" not in text for text in first)


def test_nothing_is_given_once_it_is_told_to_stop(llama: Llama) -> None:
    asked: list[int] = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) == 3

    assert llama.drafts(TALK, 4, 1, stop=stop) == []
    assert len(asked) < 10
    assert llama.drafts(TALK, 2, 1)


def test_several_at_once_get_their_own(llama: Llama) -> None:
    alone = [llama.drafts(TALK, 2, seed) for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda seed: llama.drafts(TALK, 2, seed), range(4))) == alone


@pytest.mark.parametrize("text", ["", "\ud83d\ude22 " * 50, "<eos>" * 20, "x" * 100_000, "\u0434\u0430 \u4f60\u597d"])
def test_whatever_a_person_writes_it_answers_or_is_silent(llama: Llama, text: str) -> None:
    assert all(isinstance(draft, str) for draft in llama.drafts(prompt([Line(False, text)]), 2, 1))


def test_a_file_that_is_no_model_is_named(tmp_path: Path) -> None:
    path = tmp_path / "other.gguf"
    path.write_bytes(b"GGUF, or is it?")
    with pytest.raises(WeightsError, match=r"other\.gguf is no model that llama.cpp reads"):
        Llama(path)


def test_text_is_cut_as_by_the_published_model() -> None:
    """Every word of everyday talk is one piece, as it was."""
    from agents.training.writer.examples import tokenizer

    path = model.model(None)
    cut = tokenizer(path)
    told = "I can't sleep since the funeral, and my coworkers pretend nothing happened."
    assert len(cut(told, add_special_tokens=False)["input_ids"]) == 16
    assert len(vocabulary.load()) > 40_000
