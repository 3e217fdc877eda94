from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from skills.models import bert, pair
from skills.models.encoder import Tokens, Words, padded
from skills.models.pair import Pair, adapt_upper, context_tokens, merged, reply_tokens

LEFT = [Tokens((101, 2000, 2001, 2002, 102), (0,) * 5), Tokens((101, 3000, 102), (0, 0, 0))]
RIGHT = [
    Tokens((101, 4000, 102), (1, 1, 1)),
    Tokens((101, 2000, 2001, 102), (1,) * 4),
    Tokens((101, 5000, 102), (1,) * 3),
]


@pytest.fixture(scope="module")
def encoder() -> bert.Bert:
    torch.manual_seed(0)
    model = bert.Bert().requires_grad_(False).eval()
    for table in (model.words, model.positions, model.speakers):
        table.weight.normal_()
    return model


def table(model: Pair, left: list[Tokens], right: list[Tokens]) -> torch.Tensor:
    with torch.no_grad():
        return model.table(model.read(left), model.read(right))


def test_a_pair_scores_the_same_alone_as_in_a_table(encoder: bert.Bert) -> None:
    model = Pair(encoder)
    scores = table(model, LEFT, RIGHT)
    assert scores.shape == (2, 3)
    alone = [[float(table(model, [one], [other])) for other in RIGHT] for one in LEFT]
    assert torch.allclose(scores, torch.tensor(alone), atol=1e-3)


def test_learning_begins_at_the_encoders_own_likeness(encoder: bert.Bert) -> None:
    model = Pair(encoder)
    with torch.no_grad():
        model.apart.fill_(-1e4)  # no heed at all: what is left is the cosine
        left, right = (encoder(*padded(side)) for side in (LEFT, RIGHT))
        assert torch.allclose(table(model, LEFT, RIGHT), pair.WIDE * left @ right.T, atol=1e-3)
        model.apart.fill_(0.0)
        assert not torch.allclose(table(model, LEFT, RIGHT), pair.WIDE * left @ right.T, atol=1e-1)


def test_merged_weights_score_as_the_adapter_did_and_leave_the_encoder_alone(
    encoder: bert.Bert, tmp_path: Path
) -> None:
    model = Pair(encoder)
    adapter = adapt_upper(model, 4)
    begun = table(model, LEFT, RIGHT)
    with torch.no_grad():
        for parameter in (*adapter.values(), model.apart, model.weight):
            parameter.add_(torch.randn_like(parameter), alpha=0.05)
    adapted = table(model, LEFT, RIGHT)
    held = {**adapter, "apart": model.apart, "weight": model.weight}
    save_file({name: tensor.detach().clone() for name, tensor in held.items()}, tmp_path / "pair.safetensors")
    before = [parameter.clone() for parameter in encoder.parameters()]
    found = table(merged(encoder, tmp_path / "pair.safetensors"), LEFT, RIGHT)
    assert torch.allclose(found, adapted, atol=1e-2)
    assert not torch.allclose(adapted, begun, atol=0.5)
    assert all(torch.equal(old, new) for old, new in zip(before, encoder.parameters(), strict=True))


def test_only_the_changes_the_heed_and_the_score_learn(encoder: bert.Bert) -> None:
    model = Pair(encoder)
    adapter = adapt_upper(model, 2)
    learning = [name for name, parameter in model.named_parameters() if parameter.requires_grad]
    assert len(learning) == len(adapter) + 2 == 3 * 4 * 2 + 2
    model.table(model.read(LEFT), model.read(RIGHT)).sum().backward()  # type: ignore[no-untyped-call]
    assert model.apart.grad is not None
    assert bool((model.apart.grad != 0).all())


def test_the_last_turns_are_read_and_a_reply_is_the_bots() -> None:
    words = Words()
    talk = [(bool(place % 2), f"word {place}") for place in range(9)]
    assert context_tokens(words, talk) == words.context(talk[-4:])
    reply = reply_tokens(words, "word " * 100)
    assert len(reply.ids) == pair.REPLY
    assert set(reply.speakers) == {1}
