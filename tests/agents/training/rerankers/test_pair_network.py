"""The network that learns to read both sides together is the one that the bot runs, in both sizes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from agents.training.encoder.lower_states import Batch
from agents.training.encoder.network import Lower, Upper, load
from agents.training.network import padded
from agents.training.rerankers.pair_network import Pair, Side, adapt_upper, side
from bot.errors import WeightsError
from skills.encoder import shared_text_encoder
from skills.models import pair, tensors
from skills.models.adapter import merged
from skills.models.encoder import TextEncoder, Tokens
from skills.models.files import digest
from skills.models.pair import CrossEncoder, Ranker, context_tokens, reply_tokens
from skills.models.served import network
from skills.models.transformer import Transformer, above
from skills.sizes import Size
from tests.agents.training.encoder.sizes import TINY, TINY_BERT, drawn
from tests.skills.models.tiny import install

LEFT = [Tokens((0, *range(5, 35), 2), (0,) * 20 + (1,) * 12), Tokens((0, 30, 2), (0, 0, 0))]
RIGHT = [Tokens((0, 40, 2), (1,) * 3), Tokens((0, 20, 21, 2, 9), (1,) * 5), Tokens((0, *range(40, 52)), (1,) * 13)]


class Twin:
    """The parts of an encoder in PyTorch, and a ranker over its upper layers."""

    def __init__(self, size: Size, held: dict[str, np.ndarray]) -> None:
        self.lower: Lower
        self.upper: Upper
        self.lower, self.upper = load(size, held, torch.float32)
        self.model = Pair(size, self.upper.stack)

    def side(self, sequences: list[Tokens]) -> Side:
        ids, speakers, real = padded(sequences)
        with torch.no_grad():
            states = self.lower(ids, speakers, real)
        return side(Batch(states, speakers, torch.arange(ids.shape[1]), real), self.upper.speakers, torch.float32)

    def table(self, left: list[Tokens], right: list[Tokens]) -> torch.Tensor:
        """(c, r) scores, each context with all replies in one batch."""
        with torch.no_grad():
            return torch.stack([self.model(self.side([one] * len(right)), self.side(right)) for one in left])


def changed(model: Pair, rank: int = 4) -> dict[str, torch.Tensor]:
    """A network that has learnt something, as it is saved."""
    torch.manual_seed(1)
    adapter = adapt_upper(model, rank)
    with torch.no_grad():
        for parameter in (*adapter.values(), model.apart, model.weight):
            parameter.add_(torch.randn_like(parameter), alpha=0.2)
    held = {**adapter, "apart": model.apart, "weight": model.weight}
    return {name: tensor.detach().clone() for name, tensor in held.items()}


def marked(size: Size) -> dict[str, np.ndarray]:
    """Drawn tensors, of the base size with speakers' marks as an adapter has them."""
    marks = np.random.default_rng(1).normal(size=(2, size.width)).astype(np.float32)
    return drawn(size) | ({} if size.speakers else {"speakers": marks})


@pytest.fixture(params=[TINY, TINY_BERT], ids=["base", "small"])
def size(request: pytest.FixtureRequest) -> Size:
    found: Size = request.param
    return found


def test_the_bots_layers_score_as_the_network_that_learnt(size: Size) -> None:
    held = marked(size)
    twin, encoder = Twin(size, held), Transformer(size, held)
    made = {name: tensor.numpy() for name, tensor in changed(twin.model).items()}
    own = {key: made.pop(key) for key in ("apart", "weight")}
    ours = CrossEncoder(size, merged(above(held, size.shared), made), own, encoder.near)
    right = pair.side(encoder, [(tokens.ids, tokens.speakers) for tokens in RIGHT])
    found = np.stack([ours(pair.side(encoder, [(one.ids, one.speakers)]), right) for one in LEFT])
    wanted = twin.table(LEFT, RIGHT).numpy()
    assert np.abs(found - wanted).max() < 1e-4
    assert np.abs(wanted[0] - wanted[1]).max() > 0.05


def test_a_pair_scores_the_same_alone_as_in_a_batch(size: Size) -> None:
    twin = Twin(size, marked(size))
    alone = [[float(twin.table([one], [other])) for other in RIGHT] for one in LEFT]
    assert torch.allclose(twin.table(LEFT, RIGHT), torch.tensor(alone), atol=1e-4)


def test_without_heed_of_the_other_side_each_is_the_encoders_own_vector(size: Size) -> None:
    twin = Twin(size, marked(size))
    with torch.no_grad():
        twin.model.apart.fill_(-1e4)
        left, right = (twin.side(sequences) for sequences in (LEFT, RIGHT))
        vectors = []
        for made in (left, right):
            x = twin.upper.stack(made.words, torch.arange(made.words.shape[1]).expand(made.real.shape), made.real)
            vectors.append(made.mean(x))
        cosines = size.width**0.5 * vectors[0] @ vectors[1].T
        assert torch.allclose(twin.table(LEFT, RIGHT), cosines, atol=1e-4)
        twin.model.apart.fill_(0.0)
        assert not torch.allclose(twin.table(LEFT, RIGHT), cosines, atol=1e-2)


def test_only_the_changes_the_heed_and_the_score_learn(size: Size) -> None:
    twin = Twin(size, marked(size))
    adapter = adapt_upper(twin.model, 2)
    learning = [name for name, parameter in twin.model.named_parameters() if parameter.requires_grad]
    assert len(learning) == len(adapter) + 2 == (size.layers - size.shared) * 4 * 2 + 2
    twin.model(twin.side(LEFT), twin.side(RIGHT[:2])).sum().backward()
    assert twin.model.apart.grad is not None
    assert bool((twin.model.apart.grad != 0).all())


@pytest.fixture(params=["small", "base", "base in eight bits"])
def encoder(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TextEncoder]:
    """The small encoder as it ships, or a tiny base one."""
    if request.param == "small":
        yield shared_text_encoder().text_encoder
        return
    tiny = install(tmp_path, monkeypatch)
    size = tiny.size if "eight" in request.param else replace(tiny.size, block=0)
    yield shared_text_encoder("published", size).text_encoder


TALKS = [[(False, "I lost my job yesterday")], [(False, "hi"), (True, "Hello."), (False, "my dog died last week")]]
REPLIES = ["How long had you worked there?", "Congratulations!", "I'm so sorry. What was he like?"]


def saved(encoder: TextEncoder, folder: Path) -> Twin:
    twin = Twin(encoder.size, network(encoder.size, encoder.adapter))
    save_file(changed(twin.model), folder / "pair.safetensors")
    pins = {"pair": digest(folder / "pair.safetensors")}
    (folder / tensors.PINS).write_text(json.dumps(pins), encoding="utf8")
    return twin


def test_the_bots_ranker_is_read_from_its_file(encoder: TextEncoder, tmp_path: Path) -> None:
    (folder := tmp_path / "made").mkdir()
    twin, ranker = saved(encoder, folder), Ranker(encoder, folder=folder)
    wanted = twin.table(
        [context_tokens(ranker.words, talk) for talk in TALKS], [reply_tokens(ranker.words, text) for text in REPLIES]
    ).numpy()
    found = ranker.table(TALKS, REPLIES)
    if encoder.size.block:
        assert np.corrcoef(found.ravel(), wanted.ravel())[0, 1] > 0.97
    else:
        assert found == pytest.approx(wanted, rel=1e-4, abs=1e-4)
    assert ranker.scores(TALKS[0], REPLIES) == pytest.approx(found[0], abs=1e-5)
    assert np.abs(wanted[0] - wanted[1]).max() > 0.1


def test_a_ranker_of_another_size_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny = install(tmp_path, monkeypatch)
    (folder := tmp_path / "made").mkdir()
    saved(shared_text_encoder().text_encoder, folder)
    with pytest.raises(WeightsError, match=r"'apart' of 2 x 4 is expected for size 'base'"):
        Ranker(shared_text_encoder("published", tiny.size).text_encoder, folder=folder)


def test_the_ranker_is_that_of_the_encoders_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny = install(tmp_path, monkeypatch)
    with pytest.raises(WeightsError, match=r"'pair' in .*weights/base"):
        Ranker(shared_text_encoder("published", tiny.size).text_encoder)
