"""Tables of generated replies: by hand over four contexts, with word vectors of two numbers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from agents.evaluation import generate
from agents.evaluation.command import eval_
from agents.likelihood import Expected, Scorer
from agents.metrics.copies import training
from agents.metrics.perplexity import Likelihood
from agents.metrics.vectors import Vectors
from skills.writer.prompt import Line


def talk(*lines: str) -> dict[str, object]:
    """A talk of ESConv, the seeker first, by turns."""
    sides: list[dict[str, object]] = [
        {"speaker": "seeker", "annotation": {}},
        {"speaker": "supporter", "annotation": {"strategy": "Others"}},
    ]
    said = [{**sides[place % 2], "content": text} for place, text in enumerate(lines)]
    about = {"emotion_type": "sadness", "problem_type": "job crisis", "experience_type": "Current Experience"}
    return {**about, "situation": "", "survey_score": {"seeker": {}, "supporter": {}}, "dialog": said}


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    folder = tmp_path / "corpora" / "esconv"
    folder.mkdir(parents=True)
    valid = [talk("hi", "What happened?", "my dog ran off", "I am sorry."), talk("no", "That sounds hard.", "yes")]
    (folder / "valid.json").write_text(json.dumps(valid), encoding="utf8")
    (folder / "train.json").write_text(json.dumps([talk("one", "What happened?")]), encoding="utf8")
    return folder.parent


def asked(*args: object) -> Result:
    return CliRunner().invoke(eval_, ["generate", *map(str, args)], catch_exceptions=False)


def told(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_figures_by_hand() -> None:
    vectors = Vectors({"a": np.array([1.0, 0.0]), "b": np.array([0.0, 1.0])}, "ours")
    found = generate.row("bot", ["a b", "", "a a"], ["a b", "b", "b a"], vectors, training(["A b!"]), compat=True)
    assert found.silent == 1
    # Tokens: a b, none, a a; the references' a b, b, b a. Found of 4: a, b, a; of runs of two "a b" of 2.
    brevity = np.exp(1 - 5 / 4)
    assert found.bleu is not None
    assert found.bleu[:2] == pytest.approx((brevity * 3 / 4, brevity * np.sqrt(3 / 4 * 1 / 2)))
    assert found.rouge_l == pytest.approx((1 + 0 + 1 / 2) / 3)
    assert found.distinct == (2 / 4, 2 / 2)
    assert found.length == pytest.approx(4 / 3)
    assert (found.copies.whole, found.copies.replies) == (1, 3)
    # Cosines of the extrema: (1, 1) with itself, nothing, (1, 0) with (1, 1).
    assert found.extrema == pytest.approx((1 + 0 + np.sqrt(0.5)) / 3)
    assert found.published is not None
    assert found.published.distinct[0] == 1 / 2  # without each reply's last token: a, and a again


def test_people_are_not_scored_against_themselves() -> None:
    found = generate.row("given", ["a"], ["a"], Vectors({}, "ours"), training([]), compat=True)
    assert (found.bleu, found.rouge_l, found.extrema, found.published) == (None, None, None, None)


def test_every_answered_message_is_a_context_and_the_seed_draws(corpora: Path) -> None:
    whole, of = generate.contexts("esconv", corpora, "valid", 0, 1)
    assert ([context.given for context in whole], of) == (["What happened?", "I am sorry.", "That sounds hard."], 3)
    assert [len(context.messages) for context in whole] == [1, 3, 1]
    drawn = [generate.contexts("esconv", corpora, "valid", 2, 5)[0] for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert len(drawn[0]) == 2


def test_a_bot_beside_people(corpora: Path, bot_file: Path) -> None:
    found = told(asked("--datapath", corpora, "--bot", bot_file, "--count", 0, "--json"))
    assert (found["contexts"], found["of"], found["comparable"]) == (3, 3, False)
    given, bot = found["rows"]
    assert (given["bot"], given["bleu"], given["copies"]["whole"]) == ("given", None, 1)
    # "What happened?", "That sounds hard." and "What happened?" of the bot that says these two by turns.
    assert (bot["copies"]["whole"], bot["silent"], bot["published"], bot["likely"]) == (2, 0, None, None)
    assert bot["length"] == pytest.approx(7 / 3)
    # "what happened ?" is three of three, "that sounds hard ." shares its mark with "i am sorry .", "?" nothing.
    assert bot["bleu"][0] == pytest.approx((3 + 1) / 10 * np.exp(1 - 11 / 10))


def test_tables_name_the_stand_in_and_what_was_asked_for(corpora: Path, bot_file: Path) -> None:
    result = asked("--datapath", corpora, "--bot", bot_file, "--count", 2, "--compat", "esconv", "--markdown")
    assert "2 of 3 contexts of esconv's valid part, seed 7" in result.output
    assert "token embeddings of all-MiniLM-L6-v2: no paper's figures compare with its Extrema" in result.output
    assert "| ESConv's code" in result.output
    assert "PPL a token" not in result.output


def test_word_vectors_of_a_file_compare(corpora: Path, bot_file: Path, tmp_path: Path) -> None:
    (tmp_path / "glove.txt").write_text("what 1 0\nhappened 0 1\nthat 1 1\n", encoding="utf8")
    found = told(
        asked("--datapath", corpora, "--bot", bot_file, "--vectors", tmp_path / "glove.txt", "--count", 0, "--json")
    )
    assert (found["vectors"], found["comparable"]) == ("glove.txt", True)


def test_where_no_training_part_lies_the_written_corpus_alone_is_read(corpora: Path, bot_file: Path) -> None:
    (corpora / "esconv/train.json").unlink()
    result = asked("--datapath", corpora, "--bot", bot_file, "--json")
    assert "copies of the written corpus alone are counted" in result.stderr


def test_a_writers_perplexity_is_of_all_that_people_said(corpora: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def score(_: Scorer, talks: Sequence[Sequence[Line]], replies: Sequence[str]) -> list[Expected]:
        assert talks[1][-1] == Line(False, "my dog ran off")
        return [Expected(Likelihood(2.0, 4, len(reply.split()), len(reply)), 0) for reply in replies]

    monkeypatch.setattr(Scorer, "score", score)
    drawn, _ = generate.contexts("esconv", corpora, "valid", 0, 1)
    found = generate.likely("writer:published", drawn)
    assert found is not None
    assert found.token == pytest.approx(np.exp(0.5))
    assert found.word == pytest.approx(np.exp(6 / 8))
    assert found.character == pytest.approx(6 / 42 / np.log(2))
    assert generate.likely("default", drawn) is None
