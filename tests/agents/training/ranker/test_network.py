"""The ranker's network: every reply is read with its own context, and with nothing else."""

from __future__ import annotations

import pytest
import torch

from agents.training.encoder.lower_states import Batch
from agents.training.encoder.network import load
from agents.training.network import padded
from agents.training.ranker.network import Ranker, adapt_upper
from agents.training.rerankers.pair_network import Side, side
from skills.models.encoder import Tokens
from skills.sizes import Size
from tests.agents.training.encoder.sizes import TINY, TINY_BERT, drawn

CONTEXTS = [Tokens((0, *range(5, 35), 2), (0,) * 20 + (1,) * 12), Tokens((0, 30, 2), (0, 0, 0))]
REPLIES = [Tokens((0, 40, 2), (1,) * 3), Tokens((0, 20, 21, 2, 9), (1,) * 5), Tokens((0, *range(40, 52)), (1,) * 13)]


class Reader:
    """A network of random weights over the lower layers of one size."""

    def __init__(self, size: Size) -> None:
        torch.manual_seed(5)
        self.lower, self.upper = load(size, drawn(size), torch.float32)
        self.model = Ranker(size, self.upper.stack)
        self.adapter = adapt_upper(self.model, 4)
        for tensor in (*self.adapter.values(), self.model.weight, self.model.apart):
            torch.nn.init.normal_(tensor, std=0.3)

    def side(self, sequences: list[Tokens]) -> Side:
        ids, speakers, real = padded(sequences)
        with torch.no_grad():
            states = self.lower(ids, speakers, real)
        return side(Batch(states, speakers, torch.arange(ids.shape[1]), real), self.upper.speakers, torch.float32)

    def __call__(self, contexts: list[Tokens], replies: list[Tokens]) -> torch.Tensor:
        found: torch.Tensor = self.model(self.side(contexts), self.side(replies))
        return found


@pytest.fixture(params=[TINY, TINY_BERT], ids=["base", "small"])
def reader(request: pytest.FixtureRequest) -> Reader:
    return Reader(request.param)


def test_replies_of_several_contexts_are_read_as_each_alone(reader: Reader) -> None:
    with torch.no_grad():
        together = reader(CONTEXTS, [*REPLIES, *REPLIES])
        alone = torch.cat([reader([context], [reply]) for context in CONTEXTS for reply in REPLIES])
    assert together.shape == (6, 3)
    assert torch.allclose(together, alone, atol=1e-4)
    assert (together[:3] - together[3:]).abs().min() > 1e-4  # another context, another mark


def test_all_that_learns_is_learnt(reader: Reader) -> None:
    torch.autograd.backward(reader(CONTEXTS, [*REPLIES, *REPLIES]).square().sum())
    for name, tensor in (*reader.adapter.items(), *reader.model.named_parameters()):
        if tensor.requires_grad:
            assert tensor.grad is not None, name
            assert tensor.grad.abs().max() > 0, name


def test_the_encoders_own_layers_stay(reader: Reader) -> None:
    learning = {id(tensor) for tensor in reader.adapter.values()}
    assert {id(t) for t in reader.model.stack.parameters() if t.requires_grad} == learning
