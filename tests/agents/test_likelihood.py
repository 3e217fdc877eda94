"""How likely replies are: shares of a small network against those of its own log-softmax, one text at a time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gguf")
pytest.importorskip("transformers")
import torch
import transformers

from agents.likelihood import Model, Scorer, batches, example, scored
from agents.metrics.perplexity import Likelihood
from agents.training.writer import network
from agents.training.writer.examples import BEGIN, Example
from bot.errors import WeightsError
from skills.models.adapter import STRENGTH
from skills.writer import package
from skills.writer.prompt import Line

WORDS = 256
TALKS = [[Line(False, "a b")], [Line(False, "my dog ran off"), Line(True, "oh no"), Line(False, "yes")]]
REPLIES = ["ok", "where did it run to?"]


class Bytes:
    """A tokenizer with a piece for each byte."""

    def __call__(self, text: str, *, add_special_tokens: bool) -> dict[str, list[int]]:
        assert not add_special_tokens
        return {"input_ids": [*text.encode()]}

    def decode(self, pieces: list[int]) -> str:
        return bytes(pieces).decode()


@pytest.fixture(scope="module")
def small() -> Any:
    torch.manual_seed(4)
    config = transformers.Gemma3TextConfig(
        vocab_size=WORDS,
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=1,
        head_dim=8,
        layer_types=["sliding_attention", "full_attention"],
        sliding_window=512,
    )
    return transformers.Gemma3ForCausalLM(config).eval().requires_grad_(False)


@pytest.fixture
def scorer(small: Any) -> Scorer:
    found = Scorer(None)
    found.model = Model(small, Bytes())
    return found


def by_hand(small: Any, talk: Sequence[Line], reply: str) -> tuple[float, int]:
    """Nats and first choices of one reply, from all the network's shares of one text."""
    one = example(talk, reply, Bytes())
    shares = small(input_ids=torch.tensor([one.pieces])).logits[0].log_softmax(-1)
    places = [place for place, counts in enumerate(one.scored) if counts]
    nats = -sum(float(shares[place - 1, one.pieces[place]]) for place in places)
    return nats, sum(int(shares[place - 1].argmax()) == one.pieces[place] for place in places)


def test_the_reply_and_its_end_are_scored_and_nothing_else() -> None:
    one = example([Line(False, "hi")], "ok", Bytes())
    told = Bytes().decode([piece for piece, counts in zip(one.pieces, one.scored, strict=True) if counts])
    before = Bytes().decode([piece for piece, counts in zip(one.pieces, one.scored, strict=True) if not counts][1:])
    assert (told, one.pieces[0]) == (" ok\n", BEGIN)
    assert before.endswith("Person: hi\nSupporter:")


def test_a_batch_scores_as_each_text_alone_over_all_pieces(scorer: Scorer, small: Any) -> None:
    found = scorer.score(TALKS, REPLIES)
    for one, talk, reply in zip(found, TALKS, REPLIES, strict=True):
        nats, right = by_hand(small, talk, reply)
        assert one.likelihood.nats == pytest.approx(nats, rel=1e-4)
        assert one.right == right
    # " ok\n" are four pieces; words and characters are the reply's alone.
    assert [(one.likelihood.tokens, one.likelihood.words, one.likelihood.characters) for one in found] == [
        (4, 1, 2),
        (22, 5, 20),
    ]
    assert found[0].likelihood.per_token() == pytest.approx(np.exp(by_hand(small, TALKS[0], "ok")[0] / 4), rel=1e-4)


def test_a_reply_of_several_lines_is_one_line(scorer: Scorer) -> None:
    several, one = scorer.score([TALKS[0]] * 2, ["so\n it is", "so it is"])
    assert several == one
    assert scorer.score([], []) == []


def test_first_choices_are_counted(small: Any) -> None:
    pieces = [BEGIN, 65]
    best = int(small(input_ids=torch.tensor([pieces])).logits[0, -1].argmax())
    found = scored(small, [Example([*pieces, best], [False, False, True])])
    assert found[0][1:] == (1, 1)


def test_batches_keep_the_order_and_the_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agents.likelihood.PIECES", 10)
    sizes = [3, 3, 4, 9, 20, 1]
    cut = batches([Example([0] * size, [True] * size) for size in sizes])
    assert [[len(one.pieces) for one in batch] for batch in cut] == [[3, 3], [4], [9], [20], [1]]
    assert batches([]) == []


def test_an_adapter_in_the_weights_is_what_it_is_beside_them(small: Any) -> None:
    random = np.random.default_rng(1)
    weight = small.model.layers[1].self_attn.q_proj.weight
    before = weight.clone()
    a, b = (random.normal(size=size).astype(np.float32) for size in ((2, 16), (16, 2)))
    network.merge(small, {"blk.1.attn_q.a": a, "blk.1.attn_q.b": b})
    np.testing.assert_allclose(weight.numpy(), before.numpy() + STRENGTH * (b @ a), rtol=1e-5)
    weight.copy_(before)


def test_packages_that_are_missing_are_named_with_the_place_and_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "PACKAGES", ("no-such-language-model-part1==1.0.0",))
    with pytest.raises(WeightsError) as caught:
        Scorer(Path("open.safetensors")).score(TALKS, REPLIES)
    said = str(caught.value)
    assert "no-such-language-model-part1==1.0.0" in said
    assert f"{package.NAME} is joined from them" in said
    assert "site-packages" in said
    assert package.INSTALL in said


@pytest.mark.slow
def test_the_writer_finds_a_fit_reply_likelier_than_an_unfit_one() -> None:
    from skills.writer import model

    talk = [Line(False, "My dog died last night and I can't stop crying.")]
    found = Scorer(model.adapter_path(None)).score(
        [talk, talk, talk], ["I'm so sorry about your dog.", "Seventeen cubic gardens quarrel.", "I'm so sorry about"]
    )
    fit, unfit, begun = (one.likelihood for one in found)
    assert 1 < fit.per_token() < 20 < unfit.per_token()
    assert Likelihood() + fit == fit
    assert begun.per_token() > fit.per_token()
