"""The language model in PyTorch: the same as llama.cpp's, and changes that do nothing until they are learnt."""

from __future__ import annotations

import pytest
import torch
from transformers import Gemma3ForCausalLM

from agents.training.writer import network
from agents.training.writer.examples import tokenizer
from skills.writer import model
from skills.writer.llama import Llama, Sampling

TEXT = "Person: i can't sleep\nSupporter [Question]: Since when can't you?\n" * 4
TEXT += "Person: i can't sleep\nSupporter [Question]:"
GREEDY = Sampling(temperature=0.0)


@pytest.fixture(scope="module")
def net() -> Gemma3ForCausalLM:
    return network.load(model.model(None), torch.float32)


def test_it_goes_on_as_llama_cpp_does(net: Gemma3ForCausalLM) -> None:
    path = model.model(None)
    cut = tokenizer(path)
    pieces = [2, *cut(TEXT, add_special_tokens=False)["input_ids"]]
    (wanted,) = Llama(path).drafts(TEXT, 1, 1, GREEDY)
    with torch.no_grad():
        for _ in range(8):
            shares = net(input_ids=torch.tensor([pieces])).logits
            pieces.append(int(shares[0, -1].argmax()))
    assert cut.decode(pieces).removeprefix("<bos>") == TEXT + wanted + "\n"


def test_a_change_is_none_at_first_and_only_it_learns(net: Gemma3ForCausalLM) -> None:
    pieces = torch.tensor([[2, 300, 400, 500, 600]])
    scored = torch.tensor([[False, False, True, True, True]])
    before = network.loss(net, pieces, scored)
    changes = network.adapt(net, 4, 16)
    assert len(changes) == 2 * 7 * 2
    found = network.loss(net, pieces, scored)
    torch.testing.assert_close(found, before)
    torch.autograd.backward(found)
    assert {name for name, one in changes.items() if one.grad is not None} == set(changes)
    assert all(part.grad is None for name, part in net.named_parameters() if not name.endswith((".a", ".b")))
