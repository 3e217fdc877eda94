"""The whole command on a small corpus with the encoder as shipped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from safetensors.numpy import save_file

from agents.corpora import empathetic
from agents.corpora.exchanges import Exchange
from agents.evaluation import retrieval_run, table_2
from agents.evaluation.retrieval import read, reranked
from agents.evaluation.retrieval_command import retrieval
from agents.matching import encoder
from agents.metrics import ranking
from agents.training.papers.variants import variants
from skills.models import tensors
from skills.models.matcher import Matcher
from skills.models.pair import SHARP, Ranker
from tests.skills.models.tiny import install

HEADER = "conv_id,utterance_idx,context,prompt,speaker_idx,utterance,selfeval,tags"
THINGS = ("bike", "dog", "roof", "exam", "boss", "sister", "train", "garden", "phone", "knee")
DEEDS = ("broke", "was lost", "got better", "made me proud", "kept me up", "came back", "cost too much", "was stolen")


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """120 talks of two lines, each part the same."""
    lines = [HEADER]
    for number in range(120):
        thing, deed = THINGS[number % 10], DEEDS[number // 10 % 8]
        weeks = number // 80
        said = f"My {thing} {deed} {weeks} weeks ago.", f"What is it with the {thing} that {deed} {weeks}?"
        lines += [f"hit:{number},{place},sad,s,{place % 2},{text},," for place, text in enumerate(said, 1)]
    for part in ("train", "valid"):
        path = tmp_path / empathetic.FOLDER / f"{part}.csv"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf8")
    return tmp_path


def run(datapath: Path, *options: str) -> Any:
    given = ["--datapath", str(datapath), "--vectors", str(datapath / "kept"), *options]
    done = CliRunner().invoke(retrieval, given, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done


def test_figures_are_printed_as_words_and_as_json(small: Path, monkeypatch: pytest.MonkeyPatch, words: Any) -> None:
    monkeypatch.setattr(retrieval_run, "matcher_of", lambda *_: words)
    found = json.loads(run(small, "--corpus", "empathetic", "--no-pairs", "--json").stdout)
    rows = {row["figure"].strip(): row["EmpatheticDialogues (100)"] for row in found["retrieval"]["rows"]}
    assert 30 < rows["P@1,100, shuffled groups"]["value"] <= 100
    assert rows["recall@10"]["value"] == 100
    assert rows["P@1,100, the best 10 read again in pairs"] == "not trained"
    assert "P@1,100, shuffled groups" in run(small, "--corpus", "empathetic", "--no-pairs").stdout


@pytest.mark.slow
def test_every_figure_is_printed_for_one_corpus_and_one_set_of_candidates(small: Path) -> None:
    found = json.loads(run(small, "--corpus", "empathetic", "--candidates", "ED", "--json").stdout)
    rows = {row["figure"].strip(): row["EmpatheticDialogues (100)"] for row in found["retrieval"]["rows"]}
    first, again = rows["P@1,100, shuffled groups"], rows["P@1,100, the best 10 read again in pairs"]
    assert 30 < first["value"] <= 100
    assert first["value"] <= rows["recall@5"]["value"] <= rows["recall@10"]["value"] <= 100
    assert 30 < again["value"] <= 100
    (bank,) = found["candidates"]["rows"]
    assert bank["different replies"] == 120
    assert bank["AVG BLEU"]["value"] > 30  # the reply itself is among the candidates
    shown = run(small, "--corpus", "empathetic", "--adapter", "published").stdout
    assert "Retrieval by the published encoder, valid part" in shown
    assert "not trained" in shown  # the pair pass is the shipped encoder's


def test_pairs_are_read_of_the_context_and_the_reply_themselves() -> None:
    shipped = encoder()
    said = [f"My {thing} {deed}." for thing in THINGS for deed in DEEDS[:2]]
    items = [Exchange(((False, text),), text) for text in said]
    found = read(items, Matcher(shipped))
    rows = ranking.groups(20, 0, 20)
    score = reranked(found, Ranker(shipped.text_encoder), 20)
    places = ranking.in_groups(score, rows)
    order = [items[row] for row in rows[0]]
    vectors = Matcher(shipped)
    table = Ranker(shipped.text_encoder).table([item.context for item in order], [item.reply for item in order])
    table += (
        SHARP * vectors.contexts([item.context for item in order]) @ vectors.replies([item.reply for item in order]).T
    )
    assert places.above.tolist() == [(line > line[place]).sum() for place, line in enumerate(table)]


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tiny base encoder, and a folder with an adapter and a pair ranker for it."""
    size, folder = install(tmp_path, monkeypatch).size, tmp_path / "weights"
    folder.mkdir()
    rng = np.random.default_rng(0)
    save_file({"speakers": rng.normal(size=(2, size.width)).astype(np.float32)}, folder / "encoder.safetensors")
    weight = np.concatenate([np.zeros(2 * size.width), np.ones(size.width)]).astype(np.float32)
    held = {"apart": np.zeros((size.layers - size.shared, size.heads), np.float32), "weight": weight}
    save_file(held, folder / "pair.safetensors")
    tensors.pin(folder / "encoder.safetensors")
    return folder


def test_the_base_size_is_ranked_with_its_own_tensors(small: Path, weights: Path) -> None:
    options = ("--corpus", "empathetic", "--size", "base", "--weights", str(weights), "--json")
    rows = [row["EmpatheticDialogues (100)"] for row in json.loads(run(small, *options).stdout)["retrieval"]["rows"]]
    assert "not trained" in rows
    tensors.pin(weights / "pair.safetensors")
    found = json.loads(run(small, *options).stdout)["retrieval"]["rows"]
    again = {row["figure"].strip(): row["EmpatheticDialogues (100)"] for row in found}
    assert 0 <= again["P@1,100, the best 10 read again in pairs"]["value"] <= again["recall@10"]["value"]
    assert again["P@1,100, shuffled groups"] == rows[0]


def test_the_papers_table_is_the_small_encoders(tmp_path: Path) -> None:
    done = CliRunner().invoke(retrieval, ["--datapath", str(tmp_path), "--table", "--size", "base"])
    assert done.exit_code == 2
    assert "--table measures models that start from the small encoder, not --size base" in done.output


@pytest.mark.slow
def test_the_table_runs_what_can_be_run(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = [variant for variant in variants() if variant.name in {"Pretrained", "EmoPrepend-1"}]
    monkeypatch.setattr(retrieval_run, "variants", lambda: chosen)
    rows = json.loads(run(small, "--table", "--json").stdout)["table-2"]["rows"]
    pretrained, emotion = rows
    assert (pretrained["P@1,100: paper"], pretrained["own weights"]) == (43.25, None)
    assert pretrained["published encoder"]["value"] > 30
    assert emotion["own weights"] == table_2.UNTRAINED
    assert emotion["shipped encoder"]["value"] > 30
    assert emotion["AVG BLEU: paper"] == 5.93
