"""Writing replies: as the whole network would say, alone and in a batch, with the pieces that are kept."""

from __future__ import annotations

import pytest
import torch
from transformers import Gemma3ForCausalLM

from agents.evaluation.decoding import ESCONV, GREEDY, Decoder, Decoding
from tests.agents.training.generators.tiny import CHARACTERS, network_of

END = 10
ALL = torch.arange(CHARACTERS)
CONTEXTS = [[2, 70, 71, 72], [2, 65], [2, 80, 81, 82, 83, 84, 85]]


@pytest.fixture(scope="module")
def net() -> Gemma3ForCausalLM:
    return network_of()


def slowly(net: Gemma3ForCausalLM, context: list[int], most: int) -> list[int]:
    """The likeliest pieces, everything read anew for each."""
    pieces = list(context)
    with torch.no_grad():
        while len(pieces) - len(context) < most:
            pieces.append(int(net(input_ids=torch.tensor([pieces])).logits[0, -1].argmax()))
    found = pieces[len(context) :]
    return found[: found.index(END)] if END in found else found


def test_the_likeliest_pieces_in_a_batch_as_alone(net: Gemma3ForCausalLM) -> None:
    how = Decoding(1, most=12)
    found = Decoder(net, ALL, END).write(CONTEXTS, [1, 2, 3], how)
    assert found == [slowly(net, context, 12) for context in CONTEXTS]


def test_a_seed_draws_the_same_and_another_another(net: Gemma3ForCausalLM) -> None:
    decoder, how = Decoder(net, ALL, END), Decoding(60, 1.0, 2.0, most=12)
    alone = [decoder.write([context], [seed], how)[0] for context, seed in zip(CONTEXTS, (4, 5, 6), strict=True)]
    assert decoder.write(CONTEXTS, [4, 5, 6], how) == alone
    assert decoder.write(CONTEXTS[:1], [9], how) != alone[:1]


def test_only_what_is_kept_is_written(net: Gemma3ForCausalLM) -> None:
    kept = torch.tensor([END, *range(65, 75)])
    found = Decoder(net, kept, END).write(CONTEXTS, [1, 2, 3], Decoding(40, temperature=3.0))
    assert {piece for one in found for piece in one} <= set(range(65, 75))


def test_a_reply_ends_and_its_end_is_not_in_it(net: Gemma3ForCausalLM) -> None:
    (first,) = Decoder(net, ALL, END).write(CONTEXTS[:1], [1], Decoding(1, most=5))
    (found,) = Decoder(net, ALL, first[2]).write(CONTEXTS[:1], [1], Decoding(1, most=5))
    assert found == first[: first.index(first[2])]


def test_few_pieces_that_have_enough_together_are_drawn_from(net: Gemma3ForCausalLM) -> None:
    decoder = Decoder(net, ALL, END)
    assert decoder.write(CONTEXTS, [1, 2, 3], Decoding(60, 1e-6, most=8)) == decoder.write(
        CONTEXTS, [7, 8, 9], Decoding(1, most=8)
    )


def test_what_was_read_is_less_likely_by_the_penalty(net: Gemma3ForCausalLM) -> None:
    said = [piece for one in Decoder(net, ALL, END).write(CONTEXTS, [1, 2, 3], Decoding(1, most=20)) for piece in one]
    spared = Decoder(net, ALL, END).write(CONTEXTS, [1, 2, 3], Decoding(1, penalty=1e6, most=20))
    assert len({*said}) < len(said)
    assert all(len({*one}) == len(one) for one in spared)


def test_how_is_said() -> None:
    assert str(GREEDY) == "always the likeliest piece"
    assert str(ESCONV) == "top-k 30, top-p 0.9, temperature 0.7, repetition penalty 1.03"
