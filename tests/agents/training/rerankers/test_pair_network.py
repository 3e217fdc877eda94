import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from agents.training.network import Bert, load, padded
from agents.training.rerankers.pair_network import Pair, adapt_upper
from skills.encoder import shared_text_encoder
from skills.models import tensors
from skills.models.encoder import Tokens
from skills.models.files import digest
from skills.models.pair import Ranker, context_tokens, reply_tokens
from skills.models.sizes import SMALL

LEFT = [Tokens((101, 2000, 2001, 2002, 102), (0,) * 5), Tokens((101, 3000, 102), (0, 0, 0))]
RIGHT = [
    Tokens((101, 4000, 102), (1, 1, 1)),
    Tokens((101, 2000, 2001, 102), (1,) * 4),
    Tokens((101, 5000, 102), (1,) * 3),
]


@pytest.fixture(scope="module")
def encoder() -> Bert:
    torch.manual_seed(0)
    model = Bert().requires_grad_(False).eval()
    for table in (model.words, model.positions, model.speakers):
        table.weight.normal_()
    return model


def table(model: Pair, left: list[Tokens], right: list[Tokens]) -> torch.Tensor:
    with torch.no_grad():
        return model.table(model.read(left), model.read(right))


def test_a_pair_scores_the_same_alone_as_in_a_table(encoder: Bert) -> None:
    model = Pair(encoder)
    scores = table(model, LEFT, RIGHT)
    assert scores.shape == (2, 3)
    alone = [[float(table(model, [one], [other])) for other in RIGHT] for one in LEFT]
    assert torch.allclose(scores, torch.tensor(alone), atol=1e-3)


def test_learning_begins_at_the_encoders_own_likeness(encoder: Bert) -> None:
    model = Pair(encoder)
    with torch.no_grad():
        model.apart.fill_(-1e4)  # no heed at all: what is left is the cosine
        left, right = (encoder(*padded(side)) for side in (LEFT, RIGHT))
        assert torch.allclose(table(model, LEFT, RIGHT), SMALL.width**0.5 * left @ right.T, atol=1e-3)
        model.apart.fill_(0.0)
        assert not torch.allclose(table(model, LEFT, RIGHT), SMALL.width**0.5 * left @ right.T, atol=1e-1)


@pytest.fixture
def trained(tmp_path: Path) -> tuple[Pair, Path]:
    """A network over the shipped encoder that was changed, and a folder with its tensors."""
    torch.manual_seed(1)
    model = Pair(load(shared_text_encoder().text_encoder.adapter, torch.float32))
    adapter = adapt_upper(model, 4)
    with torch.no_grad():
        for parameter in (*adapter.values(), model.apart, model.weight):
            parameter.add_(torch.randn_like(parameter), alpha=0.05)
    held = {**adapter, "apart": model.apart, "weight": model.weight}
    save_file({name: tensor.detach().clone() for name, tensor in held.items()}, tmp_path / "pair.safetensors")
    pins = {"pair": digest(tmp_path / "pair.safetensors")}
    (tmp_path / tensors.PINS).write_text(json.dumps(pins), encoding="utf8")
    return model, tmp_path


def test_the_bots_ranker_scores_as_the_network_that_learnt(trained: tuple[Pair, Path]) -> None:
    model, folder = trained
    ranker = Ranker(shared_text_encoder().text_encoder, folder=folder)
    talks = [[(False, "I lost my job yesterday")], [(False, "hi"), (True, "Hello."), (False, "my dog died last week")]]
    replies = ["How long had you worked there?", "Congratulations!", "I'm so sorry. What was he like?"]
    wanted = table(
        model,
        [context_tokens(ranker.words, talk) for talk in talks],
        [reply_tokens(ranker.words, reply) for reply in replies],
    )
    assert ranker.table(talks, replies) == pytest.approx(wanted.numpy(), abs=1e-3)
    assert ranker.scores(talks[0], replies) == pytest.approx(wanted[0].numpy(), abs=1e-3)
    assert float((wanted[0] - wanted[1]).abs().max()) > 0.1


def test_only_the_changes_the_heed_and_the_score_learn(encoder: Bert) -> None:
    model = Pair(encoder)
    adapter = adapt_upper(model, 2)
    learning = [name for name, parameter in model.named_parameters() if parameter.requires_grad]
    assert len(learning) == len(adapter) + 2 == 3 * 4 * 2 + 2
    model.table(model.read(LEFT), model.read(RIGHT)).sum().backward()  # type: ignore[no-untyped-call]
    assert model.apart.grad is not None
    assert bool((model.apart.grad != 0).all())
