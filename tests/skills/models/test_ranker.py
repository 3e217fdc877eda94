"""The bot's ranker computes what the network that learnt does, whatever other replies are read beside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from agents.training.encoder.lower_states import Batch
from agents.training.encoder.network import load
from agents.training.network import padded
from agents.training.ranker.network import Ranker as Twin
from agents.training.ranker.network import adapt_upper
from agents.training.rerankers.pair_network import Side, side
from bot.errors import WeightsError
from skills.encoder import shared_text_encoder
from skills.models import tensors
from skills.models.encoder import TextEncoder, Tokens
from skills.models.ranker import Ranker, context_tokens, reply_tokens
from skills.models.served import network
from tests.skills.models.tiny import install

TALKS = [[(False, "I lost my job yesterday")], [(False, "hi"), (True, "Hello."), (False, "my dog died last week")]]
REPLIES = ["How long had you worked there?", "Congratulations!", "I'm so sorry. What was he like?"]


@pytest.fixture(params=["small", "base", "base in eight bits"])
def encoder(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TextEncoder]:
    """The small encoder as it ships, or a tiny base one."""
    if request.param == "small":
        yield shared_text_encoder().text_encoder
        return
    tiny = install(tmp_path, monkeypatch)
    size = tiny.size if "eight" in request.param else replace(tiny.size, block=0)
    yield shared_text_encoder("published", size).text_encoder


def wanted(encoder: TextEncoder, folder: Path) -> np.ndarray:
    """(c, r, 3) chances by a network that has learnt something, saved in `folder`."""
    folder.mkdir()
    lower, upper = load(encoder.size, network(encoder.size, encoder.adapter), torch.float32)
    model = Twin(encoder.size, upper.stack)
    torch.manual_seed(1)
    adapter = adapt_upper(model, 4)
    own = {"apart": model.apart, "weight": model.weight, "bias": model.bias}
    with torch.no_grad():
        for tensor in (*adapter.values(), *own.values()):
            tensor.add_(torch.randn_like(tensor), alpha=0.04)
        model.apart.add_(2.0)
        torch.nn.init.normal_(model.weight, std=0.15)
    save_file({name: t.detach().clone() for name, t in (adapter | own).items()}, folder / "ranker.safetensors")
    tensors.pin(folder / "ranker.safetensors")

    def read(sequences: list[Tokens]) -> Side:
        ids, speakers, real = padded(sequences)
        states = lower(ids, speakers, real)
        return side(Batch(states, speakers, torch.arange(ids.shape[1]), real), upper.speakers, torch.float32)

    contexts = [context_tokens(encoder.words, talk) for talk in TALKS]
    replies = [reply_tokens(encoder.words, text) for text in REPLIES]
    with torch.no_grad():
        found: np.ndarray = model(read(contexts), read([*replies, *replies])).softmax(-1).numpy()
    return found.reshape(len(TALKS), len(REPLIES), 3)


def test_the_bots_layers_rank_as_the_network_that_learnt(encoder: TextEncoder, tmp_path: Path) -> None:
    chances = wanted(encoder, tmp_path / "made")
    ranker = Ranker(encoder, tmp_path / "made")
    found = np.stack([ranker(talk, REPLIES) for talk in TALKS])
    if encoder.size.block:
        assert np.corrcoef(found.ravel(), chances.ravel())[0, 1] > 0.97
    else:
        assert found == pytest.approx(chances, abs=1e-4)
    assert found.sum(-1) == pytest.approx(np.ones((2, 3)), abs=1e-5)
    assert np.abs(chances[0] - chances[1]).max() > 0.02
    assert np.abs(chances[0, 0] - chances[0, 1]).max() > 0.02


def test_a_reply_is_ranked_alone_as_among_others(encoder: TextEncoder, tmp_path: Path) -> None:
    wanted(encoder, tmp_path / "made")
    ranker = Ranker(encoder, tmp_path / "made")
    alone = np.concatenate([ranker(TALKS[0], [text]) for text in REPLIES])
    assert ranker(TALKS[0], REPLIES) == pytest.approx(alone, abs=1e-4)


def test_a_ranker_of_another_size_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny = install(tmp_path, monkeypatch)
    wanted(shared_text_encoder().text_encoder, tmp_path / "made")
    with pytest.raises(WeightsError, match=r"'apart' of \(2, 4\) is expected for size 'base'"):
        Ranker(shared_text_encoder("published", tiny.size).text_encoder, tmp_path / "made")
